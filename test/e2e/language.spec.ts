import { button, press, railTo, search } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { CYRILLIC, charge, ringUp } from '../support/till-actions.ts'

test('one switch changes the screen to English, also after a restart', { tag: '@smoke' }, async ({
  till,
}) => {
  await press(till.page, 'language.switch')
  await expect(till.page.locator('html')).toHaveAttribute('lang', 'en')
  await till.restart()
  const { page } = till
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(search(page)).toBeVisible()
  await expect(railTo(page, 'till')).toBeVisible()
  await expect(page.getByTestId('practice-banner')).not.toHaveText(CYRILLIC)
  await ringUp(page, 'талх')
  await charge(page)
  await expect(page.getByTestId('paying-state')).not.toHaveText(CYRILLIC)
  for (const key of ['paying.check', 'paying.cancel', 'payer.whole'] as const)
    await expect(button(page, key)).toBeVisible()
})
