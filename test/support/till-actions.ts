/** What a cashier does at the till, for specs. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { PracticeAddress } from '../../main/payment-service/practice/index.ts'
import type { ArgumentsOf, CommandName, ReplyOf } from '../../main/till/commands/index.ts'
import { formatMoney, NO_MONEY } from '../../shared/money/money.ts'
import type { Reply } from '../../shared/page/index.ts'
import type { TenderKind } from '../../shared/sale/sale.ts'
import type { SaleStatus } from '../../shared/sale/status.ts'
import type { SavedSettings, TenderSettings } from '../../shared/shop/settings.ts'
import { field, heading, part, press, railTo, search, twoStep } from './by-words.ts'
import { keysOf, scanLatin } from './scanner-keys.ts'

/** Sends a command as the page does. Throws an error whose message is the failure's name. */
export async function tell<Name extends CommandName>(
  page: Page,
  name: Name,
  ...request: ArgumentsOf<Name>
): Promise<ReplyOf<Name>> {
  const reply = await page.evaluate(
    (sent) => (window.pos.call as (...all: readonly unknown[]) => Promise<Reply<unknown>>)(...sent),
    [name, ...request],
  )
  if (!reply.ok) throw new Error(reply.error.name)
  return reply.value as ReplyOf<Name>
}

/** Puts the first product found into the cart, with one call; `typeAndTake` does it as a person. */
export async function ringUp(page: Page, text: string): Promise<void> {
  await tell(page, 'addProduct', { code: await codeOf(page, text) })
  const { counter } = await viewOf(page)
  await expect(page.getByTestId('total')).toContainText(formatMoney(counter?.totals.total ?? NO_MONEY))
}

/** Types into the search box and takes the first tile, with the arrow if there are several. */
export async function typeAndTake(page: Page, text: string): Promise<void> {
  const before = (await counterOf(page)).pieces
  await search(page).fill(text)
  await expect(page.getByTestId('tile').first()).toContainText((await firstFound(page, text)).name)
  await takeFirst(page)
  await expect.poll(async () => (await counterOf(page)).pieces).toBeGreaterThan(before)
  await expect(search(page)).toHaveValue('')
}

/** Takes the first of the products that are found, with the arrow if there are several. Of weighed goods it takes 1. */
export async function takeFirst(page: Page): Promise<void> {
  await expect(page.getByTestId('tile').first()).toBeVisible()
  if ((await search(page).getAttribute('aria-activedescendant')) === null)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const weight = page.getByTestId('weight')
  if (!(await weight.isVisible())) return
  await weight.fill('1')
  await weight.press('Enter')
}

async function firstFound(page: Page, query: string) {
  const [found] = (await tell(page, 'searchGoods', { query, category: null, limit: 1 })).products
  if (found === undefined) throw new Error(`nothing is called ${query}`)
  return found
}

/** The sale at the counter, from the terminal. */
export async function counterOf(page: Page) {
  const view = await tell(page, 'getView')
  const counter = view.locked ? null : view.counter
  const sale = counter?.sale
  const invoice = counter && 'invoice' in counter.status ? counter.status.invoice : null
  return {
    saleId: sale?.id ?? '',
    number: sale?.senderInvoiceNo ?? '',
    lines: sale?.lines.length ?? 0,
    pieces: (sale?.lines ?? []).reduce((sum, line) => sum + line.quantity, 0),
    total: counter?.totals.total ?? NO_MONEY,
    invoiceId: invoice?.invoiceId ?? '',
    qrText: invoice?.qrText ?? '',
  }
}

export const statusOf = async (page: Page, saleId: string): Promise<SaleStatus> =>
  (await tell(page, 'getSale', { saleId })).view.status

/** Fills in the merchant's form and presses its button. */
export async function connectMerchant(page: Page, to: PracticeAddress): Promise<void> {
  await field(page, 'merchant.baseUrl').fill(to.url)
  await field(page, 'merchant.username').fill(to.username)
  await field(page, 'merchant.invoiceCode').fill(to.invoice_code)
  await field(page, 'merchant.password').fill(to.password)
  await press(page, 'merchant.connect')
}

/** Charges the cart; resolves when the QR is shown. */
export async function charge(page: Page) {
  await page.keyboard.press('F12')
  await expect(page.getByTestId('qr')).toBeVisible()
  return counterOf(page)
}

/** Types the weight of tapped goods and does not add them. */
export async function typeWeight(page: Page): Promise<void> {
  await search(page).fill('2008')
  await page.getByTestId('tile').first().click()
  await page.getByTestId('weight').fill('1.5')
}

/** Asks the service about the payment now, and not at the next interval. */
export const checkNow = (page: Page): Promise<void> => page.keyboard.press('F5')

/** Cancels the charge, and asks before it does. */
export const cancelButton = (page: Page): Locator =>
  twoStep(page, 'paying.cancel', 'paying.back', 'paying.back.sure', 'paying.end.open.sure', 'paying.end.sure')

/** Presses "cancel" twice; the pause between the presses tells them from a double click. */
export async function cancel(page: Page): Promise<void> {
  // A cart that came back may have several lines.
  const ended = page
    .locator(
      '[data-testid=cancelled], [data-testid=paid], [data-testid=late-payment], [data-testid=cart-line]',
    )
    .first()
  do await pressIfThere(cancelButton(page))
  while (!(await becomes(ended, 'visible')))
}

/** Everything that the page shows, from the terminal. */
export async function viewOf(page: Page) {
  const view = await tell(page, 'getView')
  if (view.locked) throw new Error('the till is locked')
  return view
}

/** The code of the first search result. */
export const codeOf = async (page: Page, query: string): Promise<string> =>
  (await firstFound(page, query)).code

/** The codes of the first search results for digits that many codes begin with. */
export async function codesOf(page: Page, limit: number): Promise<readonly string[]> {
  const { products } = await tell(page, 'searchGoods', { query: '865', category: null, limit })
  return products.map(({ code }) => code)
}

/** A wedge scan: digits and Enter as fast as possible, without waiting for their effect. */
export async function scan(page: Page, code: string): Promise<void> {
  await scanLatin(await keysOf(page), code)
}

const TENDER_KEYS: Readonly<Record<TenderKind, string>> = { cash: 'F10', card: 'F11', transfer: 'F7' }

/** The field for what was received at the counter. */
export const received = (page: Page, kind: TenderKind): Locator =>
  field(part(page, `tender.${kind}`), kind === 'cash' ? 'cash.received' : 'tender.amount')

/** Takes cash or another tender for the cart with the keyboard; without an amount the exact sum. */
export async function takeTender(page: Page, amount = '', kind: TenderKind = 'cash'): Promise<void> {
  await page.keyboard.press(TENDER_KEYS[kind])
  await expect(received(page, kind)).toBeFocused()
  if (amount !== '') await received(page, kind).fill(amount)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId(`${kind}-panel`)).toBeHidden()
}

/** Leaves a paid sale with the mouse: for a moment, Enter counts as an echo of the payment. */
export async function nextCustomer(page: Page): Promise<void> {
  await page.getByTestId('next-sale').click()
  await expect(search(page)).toBeFocused()
}

/** Presses a button that asks for a second press, after the pause in which a press counts as a bounce. */
export async function pressTwice(button: Locator): Promise<void> {
  await button.click()
  await pressUntilGone(button)
}

/** Answers a question of the till. It takes no press that comes before a person can have seen it. */
export async function answerBy(button: Locator): Promise<void> {
  await button.waitFor()
  await pressUntilGone(button)
}

async function pressUntilGone(button: Locator): Promise<void> {
  while (!(await becomes(button, 'hidden'))) await pressIfThere(button)
}

/** Longer than the pause. */
const AFTER_A_PRESS_MS = 400

/** Whether this happens soon after a press. An `expect` that fails would describe the whole page each time. */
const becomes = (one: Locator, state: 'visible' | 'hidden'): Promise<boolean> =>
  one.waitFor({ state, timeout: AFTER_A_PRESS_MS }).then(
    () => true,
    () => false,
  )

/** The button may go away before the press. */
async function pressIfThere(button: Locator): Promise<void> {
  if (await button.isVisible()) await button.click({ timeout: 500 }).catch(() => {})
}

/** Acknowledges what was recovered after a restart. */
export async function understand(page: Page): Promise<void> {
  await expect(heading(page, 'recovered.title')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'recovered.title')).toBeHidden()
}

/** All Cyrillic text that a person reads on the page, without names of goods, banks and the shop. */
export const CYRILLIC = /[А-Яа-яӨөҮүЁё]{2,}/

/** Switches the page to English and waits until it is drawn. */
export async function inEnglish(page: Page): Promise<void> {
  await tell(page, 'saveSettings', { language: 'en' })
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
}

/** Sells something for cash; resolves when the paid screen is shown. */
export async function cashSale(page: Page) {
  await ringUp(page, 'талх')
  const sale = await counterOf(page)
  await takeTender(page)
  await expect(page.getByTestId('paid')).toBeVisible()
  return sale
}

/** Opens the settings without unsaved changes. */
export async function openSettings(page: Page): Promise<void> {
  await railTo(page, 'settings').click()
  await expect(heading(page, 'settings.title')).toBeVisible()
}

/** Saves the category, unit and tax codes for goods that have none yet. */
export const forNewGoods = (page: Page, newGoods: NonNullable<SavedSettings['newGoods']>) =>
  tell(page, 'saveSettings', { newGoods })

/** Saves these printers; the other settings stay. */
export const printAt = (page: Page, printers: Pick<SavedSettings, 'printer' | 'sparePrinter'>) =>
  tell(page, 'saveSettings', printers)

/** Saves a printer that nobody reaches. */
export const atFailingPrinter = (page: Page) =>
  printAt(page, { printer: { kind: 'network', host: '127.0.0.1', port: 1, profile: 'escpos' } })

/** Saves the tenders that the shop takes, as the settings screen does. */
export const takes = (page: Page, tenders: Partial<TenderSettings>) =>
  tell(page, 'saveSettings', { tenders: { cash: 'on', qr: 'on', card: 'off', transfer: 'off', ...tenders } })

/** Closes the open shift without a count. Returns its id. */
export async function closeShift(page: Page, expected: number): Promise<string> {
  const shiftId = (await tell(page, 'getShift', { shiftId: null }))?.shift.id ?? ''
  await tell(page, 'countDraft', { shiftId, lines: [], done: true })
  await tell(page, 'closeShift', { shiftId, lines: [], expected, reason: 'Туршилт' })
  return shiftId
}

/** Adds goods of the category “Бараа” for 1,000 ₮ each. */
export async function addGoods(
  page: Page,
  all: readonly { code: string; name: string; unit?: string; category?: string; codes?: string }[],
): Promise<void> {
  const usual = { category: 'Бараа', unit: 'ш', taxProductCode: '301', classificationCode: '2211000' }
  const more = { taxKind: 'vat', price: '1000', cityTax: 'no', codes: '' } as const
  for (const one of all) await tell(page, 'saveGoods', { was: null, goods: { ...usual, ...more, ...one } })
}
