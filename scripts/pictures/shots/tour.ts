/**
 * Visits every view of the till in the state in which it shows most. `npm run shots` takes pictures at each stop, and a
 * spec checks accessibility there.
 */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { SaleView } from '../../../shared/page/index.ts'
import { GUIDE_OVER, GUIDE_STEPS, type Guide } from '../../../shared/shop/guide.ts'
import { shopDay } from '../../../shared/shop/shop-day.ts'
import { TEXTS } from '../../../shared/texts/index.ts'
import { charge, ringUp, saleOf, search, until, viewOf } from '../../run/hosts/page-actions.ts'
import { connectionIs, printAt, save } from './conditions.ts'
import { throughTheGoods } from './goods-tour.ts'
import { throughThePeople } from './people-tour.ts'
import { throughTheBooks } from './tour-books.ts'
import { throughTheBrokenTill } from './tour-broken.ts'
import { throughTheEmptyRooms } from './tour-empty.ts'
import { throughTheHistory } from './tour-history.ts'
import { throughTheMonth } from './tour-month.ts'
import { throughTheShift } from './tour-shift.ts'
import type { TourParts } from './views.ts'

const MANY = [
  '8655809004098',
  'talkh',
  '8655809005309',
  '8655809005309',
  'цай',
  'элсэн чихэр',
  'гурил',
] as const

export async function tour(parts: TourParts): Promise<void> {
  await firstHalfOfTour(parts)
  await secondHalfOfTour(parts)
}

/** The guide, selling from the first goods to the receipt, the settings and the goods. */
export async function firstHalfOfTour(parts: TourParts): Promise<void> {
  await parts.page.getByTestId('search').waitFor()
  await throughTheGuide(parts)
  await throughTheEmptyRooms(parts)
  await throughTheTill(parts)
  await throughCash(parts)
  await throughOtherTenders(parts)
  await throughPaying(parts)
  await throughSplitting(parts)
  await withoutTheLine(parts)
  await throughCancelling(parts)
  await throughPrinting(parts)
  await throughTheSettings(parts)
  await throughTheGoods(parts)
  await throughTheShortcuts(parts)
}

/** The shift, the customer display, the recovery after a restart, the people, the history, the reports and the books. */
export async function secondHalfOfTour(parts: TourParts): Promise<void> {
  await throughTheShift(parts)
  if (parts.display) await throughTheDisplay(parts, parts.display)
  const page = parts.restart ? await afterARestart(parts, parts.restart) : parts.page
  await throughThePeople({ ...parts, page })
  const shop = parts.month ? await parts.month() : { page, payer: parts.payer, last: shopDay(Date.now()) }
  const month = { ...shop, visit: parts.visit }
  await throughTheHistory(month)
  await throughTheMonth(month)
  await throughTheBooks(month)
  await throughTheBrokenTill(month)
}

/** Visits each step of the guide with prepared data, and restores the till's settings at the end. */
async function throughTheGuide({ page, visit }: TourParts): Promise<void> {
  for (const step of GUIDE_STEPS) {
    await guideIs(page, { open: true, step, typed: {} })
    await page.locator(`[data-testid=first-run][data-step=${step}]`).waitFor()
    await visit(`first-run-${step}`, page)
  }
  await guideIs(page, GUIDE_OVER)
  await page.getByTestId('search').waitFor()
}

async function guideIs(page: Page, guide: Guide): Promise<void> {
  const reply = await page.evaluate((one) => window.pos.call('saveSettings', { guide: one }), guide)
  if (!reply.ok) throw new Error(`the guide was not kept: ${reply.error.name}`)
}

async function throughTheTill({ page, visit }: TourParts): Promise<void> {
  await visit('till-empty', page)
  await search(page, 'сүү')
  await visit('till-search', page)
  await page.getByTestId('search').fill('юу ч биш')
  await page.getByRole('strong').or(page.locator('strong')).filter({ hasText: 'юу ч биш' }).first().waitFor()
  await visit('till-nothing-found', page)
  await page.getByTestId('search').fill('4860000000000')
  await page.keyboard.press('Enter')
  await page.getByTestId('till-notice').waitFor()
  await visit('till-unknown-code', page)
  for (const goods of MANY) await ringUp(page, goods)
  await visit('till-goods', page)
  await page.getByTestId('line-edit').first().click()
  await page.getByTestId('line-editor').waitFor()
  await visit('line-editor', page)
  await page.getByTestId('line-price-input').fill('0')
  await page.getByTestId('line-save').click()
  await page
    .getByTestId('line-editor')
    .getByRole('alert')
    .or(page.getByTestId('line-editor').locator('[data-invalid]'))
    .first()
    .waitFor()
  await visit('line-editor-wrong', page)
  await page.keyboard.press('Escape')
  await page.getByTestId('line-editor').waitFor({ state: 'hidden' })
}

async function throughCash({ page, visit }: TourParts): Promise<void> {
  await page.keyboard.press('F8')
  await page.getByTestId('park-label').fill('Улаан малгай')
  await visit('park', page)
  await page.keyboard.press('Enter')
  await page.getByTestId('parked-open').waitFor()
  await page.keyboard.press('F9')
  await page.getByTestId('parked-resume').waitFor()
  await visit('parked-list', page)
  await page.getByTestId('parked-resume').click()
  await page.getByTestId('cart-line').first().waitFor()
  await page.keyboard.press('F10')
  await page.getByTestId('cash-received').fill('50000')
  await visit('cash', page)
  await page.getByTestId('cash-received').fill('5000')
  await page.keyboard.press('Enter')
  await page.getByTestId('tender').waitFor()
  await visit('cash-part-taken', page)
}

async function throughOtherTenders({ page, visit }: TourParts): Promise<void> {
  await save(page, { tenders: { cash: 'on', qr: 'on', card: 'on', transfer: 'on' } })
  await page.getByTestId('transfer').click()
  await page.getByTestId('transfer-reference').fill('Болд 0412')
  await visit('transfer', page)
  await page.keyboard.press('Escape')
  await page.getByTestId('transfer-panel').waitFor({ state: 'hidden' })
  await save(page, { tenders: { cash: 'on', qr: 'on', card: 'off', transfer: 'off' } })
}

/** Visits the split of a cart whose goods have different taxes. */
async function throughSplitting({ page, visit }: TourParts): Promise<void> {
  await ringUp(page, 'талх')
  await ringUp(page, '2002')
  await page.getByTestId('charge').click()
  await page.getByTestId('tax-kinds-mixed').waitFor()
  await visit('split', page)
  await page.getByTestId('undo').click()
  await page.getByTestId('tax-kinds-mixed').waitFor({ state: 'hidden' })
}

async function throughPaying({ page, payer, visit, paper }: TourParts): Promise<void> {
  const { sale } = await charge(page)
  await visit('paying', page)
  await page.getByTestId('practice-amount').fill('1000')
  await page.getByTestId('practice-pay-part').click()
  await stateIs(page, sale.id, 'partly-paid')
  await visit('partly-paid', page)
  await payer.line({ up: false })
  await page.getByTestId('check-now').click()
  await connectionIs(page, 'disconnected')
  await visit('paying-no-line', page)
  await payer.line({ up: true })
  await page.getByTestId('check-now').click()
  await connectionIs(page, 'connected')
  await page.getByTestId('practice-pay').click()
  await page.getByTestId('paid').waitFor()
  await stateIs(page, sale.id, 'completed')
  await page.getByTestId('receipt-preview').waitFor()
  await visit('paid', page)
  const { printFolder } = await viewOf(page)
  if (paper && printFolder !== null) await paper('receipt', join(printFolder, `${sale.senderInvoiceNo}.png`))
  await page.getByTestId('next-sale').click()
  await page.getByTestId('search').waitFor()
}

async function withoutTheLine({ page, payer, visit }: TourParts): Promise<void> {
  await payer.line({ up: false })
  await ringUp(page, 'талх')
  await page.getByTestId('charge').click()
  await page.locator('[data-testid=paying][data-state=invoicing]').waitFor()
  await connectionIs(page, 'disconnected')
  await visit('charge-waits-for-the-line', page)
  await page.getByTestId('connection').click()
  await page.getByTestId('waiting-row').waitFor()
  await visit('waiting', page)
  await page.getByTestId('rail-till').click()
  await payer.line({ up: true })
  await page.evaluate(() => window.pos.call('hint', { what: 'online' }))
  await page.getByTestId('qr').waitFor()
}

async function throughCancelling({ page, payer, visit }: TourParts): Promise<void> {
  const { counter } = await viewOf(page)
  if (counter === null) throw new Error('no sale is at the counter')
  const { id } = counter.sale
  await cancelIt(page)
  await visit('cancelled', page)
  await payer.pay({ invoice_id: invoiceOf(await saleOf(page, id)) })
  await page.evaluate((saleId) => window.pos.call('checkNow', { saleId }), id)
  await page.getByTestId('late-payment').waitFor()
  await visit('late-payment', page)
  await page.getByTestId('rail-attention').click()
  await page.getByTestId('attention-item').waitFor()
  await visit('attention', page)
  await page.getByTestId('rail-till').click()
  await page.getByTestId('next-sale').click()
  await page.getByTestId('search').waitFor()
}

/** Presses twice; the pause between the presses tells them from a double click. */
async function cancelIt(page: Page): Promise<void> {
  const button = page.getByTestId('cancel-charge')
  await until('the cancelled sale', async () => {
    if (await button.isVisible()) await button.click({ timeout: 500 }).catch(() => {})
    return (await page.getByTestId('cancelled').isVisible()) ? true : null
  })
}

async function throughPrinting({ page, visit }: TourParts): Promise<void> {
  // Nothing listens on port 1 of this machine.
  await printAt(page, { kind: 'network', host: '127.0.0.1', port: 1, profile: 'escpos' })
  await ringUp(page, 'кофе')
  await page.keyboard.press('F10')
  await page.getByTestId('cash-received').fill('50000')
  await page.keyboard.press('Enter')
  await page.getByTestId('receipt-owed').waitFor()
  await page.getByTestId('printer-pill').waitFor()
  await visit('paid-receipt-owed', page)
  await page.getByTestId('next-sale').click()
  await page.getByTestId('printer-pill').click()
  await page.getByTestId('print-row').waitFor()
  await visit('prints', page)
  await printAt(page, { kind: 'folder', folder: null })
  await page.getByTestId('print-row').waitFor({ state: 'detached' })
}

async function throughTheSettings({ page, visit }: TourParts): Promise<void> {
  await page.getByTestId('rail-settings').click()
  await page.getByTestId('settings').waitFor()
  await visit('settings', page)
  const name = 'settings.search'
  const searched = page.getByLabel(TEXTS.mn[name]).or(page.getByLabel(TEXTS.en[name]))
  await searched.fill('QR')
  await page.getByTestId('settings-found').getByRole('button').first().waitFor()
  await visit('settings-found', page)
  await searched.fill('')
  await page.getByTestId('setting-shop.taxpayerNumber').fill('12')
  await page.getByTestId('settings-save').click()
  await page.getByTestId('settings-wrong').waitFor()
  await visit('settings-wrong', page)
  const fields = page.getByTestId('settings').locator('fieldset')
  for (let place = 1; place < (await fields.count()); place += 2) {
    await fields.nth(place).evaluate((field) => field.scrollIntoView({ block: 'start' }))
    await visit(`settings-${place}`, page)
  }
  await page.getByTestId('rail-till').click()
}

async function throughTheShortcuts({ page, visit }: TourParts): Promise<void> {
  await page.getByTestId('shortcuts-open').click()
  await page.getByTestId('shortcuts').waitFor()
  await visit('shortcuts', page)
  await page.getByTestId('shortcuts-close').click()
}

async function throughTheDisplay(
  { page, payer, visit }: TourParts,
  display: () => Promise<Page>,
): Promise<void> {
  const opening = display()
  await page.evaluate(() => window.pos.call('saveSettings', { display: 'window' }))
  const shown = await opening
  const showing = (scene: string) => shown.locator(`[data-testid=display][data-scene=${scene}]`).waitFor()
  await showing('idle')
  await visit('display-idle', shown)
  for (const goods of MANY) await ringUp(page, goods)
  await showing('goods')
  await visit('display-goods', shown)
  const view = await charge(page)
  const { sale } = view
  await showing('qr')
  await visit('display-qr', shown)
  await payer.pay({ invoice_id: invoiceOf(view) })
  await page.evaluate((saleId) => window.pos.call('checkNow', { saleId }), sale.id)
  await showing('paid')
  await visit('display-paid', shown)
  const closed = shown.waitForEvent('close')
  await page.evaluate(() => window.pos.call('saveSettings', { display: 'off' }))
  await closed
  await stateIs(page, sale.id, 'completed')
  await page.getByTestId('next-sale').click()
  await page.getByTestId('search').waitFor()
}

async function afterARestart({ page, ...parts }: TourParts, restart: () => Promise<Page>): Promise<Page> {
  await ringUp(page, 'талх')
  await charge(page)
  await page.keyboard.press('F9') // the recovery view leaves out a sale at the counter
  await page.getByTestId('search').waitFor()
  const again = await restart()
  await again.getByTestId('recovered').waitFor()
  await parts.visit('recovered-after-a-restart', again)
  await again.keyboard.press('Enter')
  await again.getByTestId('recovered').waitFor({ state: 'hidden' })
  return again
}

const stateIs = (page: Page, saleId: string, name: string): Promise<true> =>
  until(`the sale to be ${name}`, async () =>
    (await saleOf(page, saleId)).status.name === name ? true : null,
  )

const invoiceOf = ({ status }: SaleView): string =>
  'invoice' in status ? (status.invoice?.invoiceId ?? '') : ''
