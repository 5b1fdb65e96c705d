/** What a cashier and a payer do on the page, and what a script can ask the page. */
import type { Page } from '@playwright/test'
import type { SaleView, TerminalView } from '../../../shared/page/index.ts'

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

/** Types a name or a code and takes the first result, with the arrow if there are several. */
export async function ringUp(page: Page, text: string): Promise<void> {
  const before = await pieces(page)
  await search(page, text)
  const box = page.getByTestId('search')
  if ((await box.getAttribute('aria-activedescendant')) === null) await box.press('ArrowDown')
  await box.press('Enter')
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
    return first?.includes(found.value.products[0].name) ? true : null
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
