import type { Page } from '@playwright/test'
import type { Language } from '../../../shared/shop/settings.ts'
import type { TextSize, ThemeChoice } from '../../../shared/shop/theme.ts'

export type Wear = {
  readonly language?: Language
  readonly theme?: ThemeChoice
  readonly textSize?: TextSize
}

/** Changes the page's look as the settings do, without leaving the current view. Saves only what the page does not show. */
export async function wear(page: Page, wanted: Wear): Promise<void> {
  const missing = await page.evaluate(({ language, theme, textSize }) => {
    const worn = document.documentElement
    return {
      ...(language === undefined || language === worn.lang ? {} : { language }),
      ...(theme === undefined || theme === worn.dataset.theme ? {} : { theme }),
      ...(textSize === undefined || String(textSize) === worn.dataset.text ? {} : { textSize }),
    }
  }, wanted)
  if (Object.keys(missing).length === 0) return
  const reply = await page.evaluate((look) => window.pos.call('saveSettings', look), missing)
  if (!reply.ok) throw new Error(`the look was not saved: ${reply.error.name}`)
  const { language, theme, textSize } = missing
  const shown = [
    ...(language === undefined ? [] : [`[lang=${language}]`]),
    ...(theme === undefined || theme === 'system' ? [] : [`[data-theme=${theme}]`]),
    ...(textSize === undefined ? [] : [`[data-text="${textSize}"]`]),
  ]
  await page.locator(`html${shown.join('')}`).waitFor()
}
