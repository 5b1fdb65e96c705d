/** Settings and conditions of the till on the tour. */
import type { Page } from '@playwright/test'
import type { PrinterSettings, SavedSettings } from '../../../shared/shop/settings.ts'
import { until, viewOf } from '../../run/hosts/page-actions.ts'

export const printAt = (page: Page, printer: PrinterSettings): Promise<void> => save(page, { printer })

export async function save(page: Page, change: Partial<SavedSettings>): Promise<void> {
  const { terminalCode, shop, invoicing, cityTaxPercent, paperWidth, printer } = (await viewOf(page)).settings
  const saved: SavedSettings = {
    terminalCode,
    shop,
    invoicing,
    cityTaxPercent,
    paperWidth,
    printer,
    ...change,
  }
  const reply = await page.evaluate((settings) => window.pos.call('saveSettings', settings), saved)
  if (!reply.ok) throw new Error(`the settings were not saved: ${reply.error.name}`)
}

export const connectionIs = (page: Page, state: string): Promise<true> =>
  until(`the line to be ${state}`, async () =>
    (await viewOf(page)).connection.state === state ? true : null,
  )
