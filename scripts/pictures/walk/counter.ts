/** The guide of the first run, the rooms before the first sale, and selling, from the first goods to the receipt. */
import { GUIDE_OVER, GUIDE_STEPS } from '../../../shared/shop/guide.ts'
import type { PrinterSettings } from '../../../shared/shop/settings.ts'
import { TEXTS } from '../../../shared/texts/index.ts'
import { charge, ringUp, saleOf, save, search } from '../../run/hosts/page-actions.ts'
import {
  connectionIs,
  invoiceOf,
  nextSale,
  payByTwoQrs,
  saleAtCounter,
  stateIs,
  type Views,
  type Way,
} from './way.ts'

export const MANY_GOODS = [
  '8655809004098',
  'talkh',
  '8655809005309',
  '8655809005309',
  'цай',
  'элсэн чихэр',
  'гурил',
] as const
/** Mutton, which is exempt: with other goods it makes a mixed cart. */
const MEAT = '2010'
/** Nothing listens on port 1 of this machine. */
export const NO_PRINTER: PrinterSettings = { kind: 'network', host: '127.0.0.1', port: 1, profile: 'escpos' }

export const COUNTER: Views = {
  ...Object.fromEntries(
    GUIDE_STEPS.map((step) => [
      `first-run-${step}`,
      async ({ page }: Way) => {
        await save(page, { guide: { open: true, step, typed: {} } })
        await page.locator(`[data-testid=first-run][data-step=${step}]`).waitFor()
      },
    ]),
  ),
  'history-empty': async (way) => {
    await save(way.page, { guide: GUIDE_OVER })
    await way.page.getByTestId('search').waitFor()
    await emptyRoom(way, 'history', 'history.empty.title')
  },
  'reports-empty': (way) => emptyRoom(way, 'reports', 'today.none'),
  'attention-empty': (way) => emptyRoom(way, 'attention', 'attention.empty.title'),
  'till-empty': async ({ page }) => {
    await page.getByTestId('rail-till').click()
    await page.getByTestId('search').waitFor()
  },
  'till-search': ({ page }) => search(page, 'сүү'),
  'till-nothing-found': async ({ page }) => {
    await page.getByTestId('search').fill('юу ч биш')
    await page
      .getByRole('strong')
      .or(page.locator('strong'))
      .filter({ hasText: 'юу ч биш' })
      .first()
      .waitFor()
  },
  'till-unknown-code': async ({ page }) => {
    await page.getByTestId('search').fill('4860000000000')
    await page.keyboard.press('Enter')
    await page.getByTestId('till-notice').waitFor()
  },
  'till-unlisted': async ({ page }) => {
    await page.getByTestId('unlisted-sell').click()
    await page.getByTestId('misc-entry').waitFor()
  },
  'till-goods': async ({ page }) => {
    await page.keyboard.press('Escape')
    await page.getByTestId('misc-entry').waitFor({ state: 'detached' })
    for (const goods of [...MANY_GOODS, MEAT]) await ringUp(page, goods)
  },
  'line-editor': async ({ page }) => {
    await page.getByTestId('line-edit').first().click()
    await page.getByTestId('line-editor').waitFor()
  },
  'line-editor-wrong': async ({ page }) => {
    await page.getByTestId('line-price-input').fill('0')
    await page.getByTestId('line-save').click()
    const editor = page.getByTestId('line-editor')
    await editor.getByRole('alert').or(editor.locator('[data-invalid]')).first().waitFor()
  },
  park: async ({ page }) => {
    await page.keyboard.press('Escape')
    await page.getByTestId('line-editor').waitFor({ state: 'hidden' })
    await page.keyboard.press('F8')
    await page.getByTestId('park-label').fill('Улаан малгай')
  },
  'parked-list': async ({ page }) => {
    await page.keyboard.press('Enter')
    await page.getByTestId('parked-open').waitFor()
    await page.keyboard.press('F9')
    await page.getByTestId('parked-resume').waitFor()
  },
  cash: async ({ page }) => {
    await page.getByTestId('parked-resume').click()
    await page.getByTestId('cart-line').first().waitFor()
    await page.keyboard.press('F10')
    await page.getByTestId('cash-received').fill('50000')
  },
  'cash-part-taken': async ({ page }) => {
    await page.getByTestId('cash-received').fill('5000')
    await page.keyboard.press('Enter')
    await page.getByTestId('tender').waitFor()
  },
  transfer: async ({ page }) => {
    await save(page, { tenders: { cash: 'on', qr: 'on', card: 'on', transfer: 'on' } })
    await page.getByTestId('transfer').click()
    await page.getByTestId('transfer-reference').fill('Болд 0412')
  },
  paying: async ({ page }) => {
    await page.keyboard.press('Escape')
    await page.getByTestId('transfer-panel').waitFor({ state: 'hidden' })
    await save(page, { tenders: { cash: 'on', qr: 'on', card: 'off', transfer: 'off' } })
    await charge(page)
  },
  'partly-paid': async ({ page }) => {
    await page.getByTestId('practice-amount').fill('1000')
    await page.getByTestId('practice-pay-part').click()
    await stateIs(page, await saleAtCounter(page), 'partly-paid')
  },
  'paying-no-line': async ({ page, payer }) => {
    await payer.line({ up: false })
    await page.getByTestId('check-now').click()
    await connectionIs(page, 'disconnected')
  },
  paid: async ({ page, payer }) => {
    await payer.line({ up: true })
    await page.getByTestId('check-now').click()
    await connectionIs(page, 'connected')
    await payByTwoQrs(page)
    await stateIs(page, await saleAtCounter(page), 'completed')
    await page.getByTestId('receipt-preview').waitFor()
  },
  'paid-receiver': async ({ page }) => {
    await page.getByTestId('receiver').click()
    await page.getByTestId('register').waitFor()
  },
  'paid-correction-waits': async ({ page, payer }) => {
    await payer.merchant({ ebarimt_cancel_supported: false })
    await page.getByTestId('register').fill('6234567')
    await page.keyboard.press('Enter')
    await page.getByTestId('correction-waits').waitFor()
  },
  /** A cart whose goods have different taxes. */
  split: async ({ page, payer }) => {
    const id = await saleAtCounter(page)
    await payer.merchant({ ebarimt_cancel_supported: true })
    const returnId = (await saleOf(page, id)).sale.returns[0]?.id ?? ''
    await page.evaluate(
      ([saleId = '', returnId = '']) =>
        window.pos.call('settleReturnStep', { saleId, returnId, action: { do: 'try-again' } }),
      [id, returnId],
    )
    await page.getByTestId('receiver').waitFor()
    await nextSale(page)
    await ringUp(page, 'талх')
    await ringUp(page, '2002')
    await page.getByTestId('charge').click()
    await page.getByTestId('qr-place').waitFor()
  },
  'charge-waits-for-the-line': async ({ page, payer }) => {
    await payByTwoQrs(page)
    await nextSale(page)
    await payer.line({ up: false })
    await ringUp(page, 'талх')
    await page.getByTestId('charge').click()
    await page.locator('[data-testid=paying][data-state=invoicing]').waitFor()
    await connectionIs(page, 'disconnected')
  },
  waiting: async ({ page }) => {
    await page.getByTestId('connection').click()
    await page.getByTestId('waiting-row').waitFor()
  },
  cancelled: async ({ page, payer }) => {
    await page.getByTestId('rail-till').click()
    await payer.line({ up: true })
    await page.evaluate(() => window.pos.call('hint', { what: 'online' }))
    await page.getByTestId('qr').waitFor()
    await page.evaluate((id) => window.pos.call('cancelCharge', { saleId: id }), await saleAtCounter(page))
    await page.getByTestId('cancelled').waitFor()
  },
  'late-payment': async ({ page, payer }) => {
    const id = await saleAtCounter(page)
    await payer.pay({ invoice_id: invoiceOf(await saleOf(page, id)) })
    await page.evaluate((one) => window.pos.call('checkNow', { saleId: one }), id)
    await page.getByTestId('late-payment').waitFor()
  },
  attention: async ({ page }) => {
    await page.getByTestId('rail-attention').click()
    await page.getByTestId('attention-item').first().waitFor()
  },
  'paid-receipt-owed': async ({ page }) => {
    await page.getByTestId('rail-till').click()
    await nextSale(page)
    await save(page, { printer: NO_PRINTER })
    await ringUp(page, 'кофе')
    await page.keyboard.press('F10')
    await page.getByTestId('cash-received').fill('50000')
    await page.keyboard.press('Enter')
    await page.getByTestId('receipt-owed').waitFor()
    await page.getByTestId('printer-pill').waitFor()
  },
  prints: async ({ page }) => {
    await page.getByTestId('next-sale').click()
    await page.getByTestId('printer-pill').click()
    await page.getByTestId('print-row').waitFor()
  },
}

async function emptyRoom({ page }: Way, room: string, title: keyof typeof TEXTS.mn): Promise<void> {
  await page.getByTestId(`rail-${room}`).click()
  await page.getByText(TEXTS.mn[title]).or(page.getByText(TEXTS.en[title])).first().waitFor()
}
