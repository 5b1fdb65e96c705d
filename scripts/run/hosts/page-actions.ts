/** What a cashier and a payer do on the page, and what a script can ask the page. */

import type { Locator, Page } from '@playwright/test'
import type { ArgumentsOf } from '../../../main/till/commands/index.ts'
import { type ShownTable, TABS, tabOf } from '../../../shared/books/report.ts'
import type { SaleView, TerminalView } from '../../../shared/page/index.ts'
import type { Language } from '../../../shared/shop/settings.ts'
import type { TextSize, ThemeChoice } from '../../../shared/shop/theme.ts'

const TIMEOUT_MS = 30_000

export async function viewOf(page: Page): Promise<TerminalView> {
  const reply = await page.evaluate(() => window.pos.call('getView'))
  if (!reply.ok) throw new Error(`the terminal gives no view: ${reply.error.name}`)
  if (reply.value.locked) throw new Error('the till is locked')
  return reply.value
}

export async function saleOf(page: Page, saleId: string): Promise<SaleView> {
  const reply = await page.evaluate((id) => window.pos.call('getSale', { saleId: id }), saleId)
  if (!reply.ok) throw new Error(`the terminal does not know the sale: ${reply.error.name}`)
  return reply.value.view
}

/** Polls until `look` gives a value. */
export async function until<Found>(what: string, look: () => Promise<Found | null>): Promise<Found> {
  const giveUpAt = Date.now() + TIMEOUT_MS
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (Date.now() > giveUpAt) throw new Error(`waited ${TIMEOUT_MS / 1000} s without success for: ${what}`)
    await new Promise((resume) => setTimeout(resume, 50))
  }
}

/** Types a name or a code and takes the first result, with the arrow if there are several. Of weighed goods it takes 1. */
export async function ringUp(page: Page, text: string): Promise<void> {
  const before = await pieces(page)
  await search(page, text)
  const box = page.getByTestId('search')
  if ((await box.getAttribute('aria-activedescendant')) === null) await box.press('ArrowDown')
  await box.press('Enter')
  const weight = page.getByTestId('weight')
  if (await weight.isVisible()) {
    await weight.fill('1')
    await weight.press('Enter')
  }
  await until(`"${text}" in the cart`, async () => ((await pieces(page)) > before ? true : null))
}

/** Types and waits for results. */
export async function search(page: Page, text: string): Promise<void> {
  await page.getByTestId('search').fill(text)
  await page.getByTestId('tile').first().waitFor()
  await until('the results', async () => {
    const found = await page.evaluate(
      (query) => window.pos.call('searchGoods', { query, category: null, limit: 1 }),
      text,
    )
    if (!found.ok || found.value.products[0] === undefined)
      throw new Error(`no goods are found for "${text}"`)
    const first = await page.getByTestId('tile').first().textContent()
    // A number and its unit stay on one line.
    return first?.replaceAll('\u00a0', ' ').includes(found.value.products[0].name) ? true : null
  })
}

/** Charges the cart; resolves when the payer can scan the QR. */
export async function charge(page: Page): Promise<SaleView> {
  await page.getByTestId('charge').click()
  await page.getByTestId('qr').waitFor()
  const { counter } = await viewOf(page)
  if (counter === null) throw new Error('the charged sale is not at the counter')
  return counter
}

async function pieces(page: Page): Promise<number> {
  const { counter } = await viewOf(page)
  return (counter?.sale.lines ?? []).reduce((sum, line) => sum + line.quantity, 0)
}

/** Saves settings as the page does. */
export async function save(page: Page, settings: ArgumentsOf<'saveSettings'>[0]): Promise<void> {
  const reply = await page.evaluate((change) => window.pos.call('saveSettings', change), settings)
  if (!reply.ok) throw new Error(`the settings were not saved: ${reply.error.name}`)
}

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
  await save(page, missing)
  const { language, theme, textSize } = missing
  const shown = [
    ...(language === undefined ? [] : [`[lang=${language}]`]),
    ...(theme === undefined || theme === 'system' ? [] : [`[data-theme=${theme}]`]),
    ...(textSize === undefined ? [] : [`[data-text="${textSize}"]`]),
  ]
  await page.locator(`html${shown.join('')}`).waitFor()
}

/** Opens a table of the reports by its tab. */
export async function openTable(page: Page, table: ShownTable): Promise<void> {
  const tab = tabOf(table)
  await page.getByTestId(`reports-tab-${tab}`).click()
  if (TABS[tab].length > 1) await page.getByTestId(`reports-table-${table}`).click()
}

/** Types a day (yyyy-MM-dd) into a field for days, from its year on. */
export async function typeDay(entry: Locator, day: string): Promise<void> {
  await entry.getByRole('spinbutton').first().focus()
  await entry.page().keyboard.type(day.replaceAll('-', ''), { delay: 100 }) // faster keys are a scanner's
}
