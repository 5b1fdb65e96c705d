import type { Page } from '@playwright/test'
import type { Language } from '../../shared/settings.ts'
import type { TextSize, ThemeChoice } from '../../shared/theme.ts'

export type Wear = {
  readonly language?: Language
  readonly theme?: ThemeChoice
  readonly textSize?: TextSize
}

/** Changes the page's look as the settings do, without leaving the current view. Saves only what the page does not show. */
export async function wear(page: Page, { language, theme, textSize }: Wear): Promise<void> {
  const root = page.locator('html')
  const worn = await page.evaluate(() => ({
    language: document.documentElement.lang,
    theme: document.documentElement.dataset.theme,
  }))
  if (language !== undefined && language !== worn.language) {
    await page.evaluate((one) => window.pos.call('saveSettings', { language: one }), language)
    await root.and(page.locator(`[lang=${language}]`)).waitFor()
  }
  if (theme !== undefined && theme !== worn.theme) {
    await page.evaluate((one) => window.pos.call('saveSettings', { theme: one }), theme)
    if (theme !== 'system') await root.and(page.locator(`[data-theme=${theme}]`)).waitFor()
  }
  if (textSize !== undefined) {
    await page.evaluate((one) => window.pos.call('saveSettings', { textSize: one }), textSize)
    await root.and(page.locator(`[data-text="${textSize}"]`)).waitFor()
  }
}
