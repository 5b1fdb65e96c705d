import type { Locator } from '@playwright/test'

/** Types a day (yyyy-MM-dd) into a field for days, from its year on. */
export async function typeDay(entry: Locator, day: string): Promise<void> {
  await entry.getByRole('spinbutton').first().focus()
  await entry.page().keyboard.type(day.replaceAll('-', ''), { delay: 100 }) // faster keys are a scanner's
}
