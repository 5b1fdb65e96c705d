/**
 * Runs the main job without a person: rings up, shows the QR, receives the payment, prints; then a second sale that is
 * paid in two parts, and a mixed cart that is paid by two QRs.
 */
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Page } from '@playwright/test'
import { moneyAsNumber } from '../../../shared/money/money.ts'
import type { SaleView } from '../../../shared/page/index.ts'
import type { Sale } from '../../../shared/sale/sale.ts'
import type { Host } from '../../run/hosts/index.ts'
import { charge, ringUp, saleOf, search, until, viewOf } from '../../run/hosts/page-actions.ts'
import type { PracticeControl } from '../../run/practice/index.ts'
import { SetupFailed } from '../../run/setup/progress.mjs'
import { type Pictures, picturesIn, readsBack } from './pictures.ts'

export type DemoParts = {
  readonly host: Pick<Host, 'kind' | 'page'>
  readonly payer: PracticeControl
  readonly folder: string
  /** `performance.now()` when the host began to open. */
  readonly startedAt: number
}

/** By name and by code. Mutton is exempt from VAT, the others are not (resources/catalogue/sample.json). */
const MILK = '8655809004098'
const SODA = '8655809005309'
const FIRST_CART = [MILK, 'talkh', SODA, SODA, 'цай']
const SECOND_CART = ['кофе', MILK]
const MIXED_CART = ['talkh', '2010']

/** Rejects with SetupFailed, one line for the user, as soon as the page shows a failure or a step does not come to its end. */
export async function runMainJob(parts: DemoParts) {
  const pictures = picturesIn(parts.folder, parts.host.page)
  try {
    return await Promise.race([sellAndShow(parts, pictures), failureOn(parts.host.page)])
  } catch (error) {
    const [why] = stripVTControlCharacters(error instanceof Error ? error.message : String(error)).split('\n')
    throw new SetupFailed(`The demo stopped after ${pictures.taken().at(-1) ?? 'the start'}: ${why}`)
  }
}

/** Never resolves. A failure on the page is an alert with its text. */
async function failureOn(page: Page): Promise<never> {
  const alert = page.locator('[role=alert]').first()
  await alert.waitFor({ timeout: 0 })
  throw new Error((await alert.allInnerTexts()).join(' ').replace(/\s+/g, ' ').trim())
}

/** Returns the report of the demo. It holds no secret, no lottery number and no QR data. */
async function sellAndShow({ host, payer, folder, startedAt }: DemoParts, pictures: Pictures) {
  const { page } = host
  await page.getByTestId('search').waitFor()
  const ready = secondsSince(startedAt)
  await pictures.take('till-empty')

  await search(page, 'сүү')
  await pictures.take('till-search')
  for (const goods of FIRST_CART) await ringUp(page, goods)
  await pictures.take('cart')

  const chargedAt = performance.now()
  const { sale, status } = await charge(page)
  const qr_shown = secondsSince(chargedAt)
  const paying = await pictures.take('paying')
  const paymentQr = status.name === 'awaiting-payment' ? readsBack(paying, status.invoice.qrText) : false

  const paidAt = performance.now()
  await page.getByTestId('practice-pay').click()
  await page.getByTestId('paid').waitFor()
  const paid_known = secondsSince(paidAt)
  const sold = await printed(host, sale.id)
  const printedAfter = secondsSince(paidAt)
  await page.getByTestId('receipt-preview').waitFor()
  await pictures.take('paid')
  const receipt = await keepReceipt(host, sold.sale, folder)

  await page.getByTestId('next-sale').click()
  await sellInTwoParts(host, pictures)
  await sellByTwoQrs(host, pictures)
  await visitRooms(host, pictures)

  const figures = figuresOf(sold)
  const issued = (await payer.state()).ereceipts.find(({ payment_id }) => payment_id === figures.payment_id)
  return {
    host: host.kind,
    ...figures,
    ...receipt,
    screenshots: pictures.taken(),
    /** Measured from the start, from the charge, and twice from the payment. */
    seconds: { ready, qr_shown, paid_known, printed: printedAfter },
    /**
     * Whether zbarimg reads the QR text of the service from the screenshot and from the receipt. Null if zbarimg is not
     * installed.
     */
    qr_read_back: {
      payment: paymentQr,
      ereceipt: issued === undefined ? false : readsBack(join(folder, receipt.receipt_png), issued.qr_data),
    },
  }
}

export type DemoResult = Awaited<ReturnType<typeof runMainJob>>

/** The payer first pays a part: the terminal shows what is missing and waits for the rest. */
async function sellInTwoParts(host: DemoParts['host'], pictures: Pictures): Promise<void> {
  const { page } = host
  for (const goods of SECOND_CART) await ringUp(page, goods)
  const { sale } = await charge(page)
  await page.getByTestId('practice-amount').fill('1000')
  await page.getByTestId('practice-pay-part').click()
  await until('a part of the money', async () => {
    const { status } = await saleOf(page, sale.id)
    return status.name === 'partly-paid' ? status : null
  })
  await pictures.take('partly-paid')
  await page.getByTestId('practice-pay').click()
  await page.getByTestId('paid').waitFor()
  await printed(host, sale.id)
  await pictures.take('paid-in-two-parts')
  await page.getByTestId('next-sale').click()
}

/** An invoice has one kind of tax, so a mixed cart is charged by one QR after the other. */
async function sellByTwoQrs(host: DemoParts['host'], pictures: Pictures): Promise<void> {
  const { page } = host
  for (const goods of MIXED_CART) await ringUp(page, goods)
  await charge(page)
  await pictures.take('first-of-two-qrs')
  await page.getByTestId('practice-pay').click()
  await page.getByTestId('qr-place').filter({ hasText: /2$/ }).waitFor()
  await page.getByTestId('qr').waitFor()
  await pictures.take('second-of-two-qrs')
  const { counter } = await viewOf(page)
  await page.getByTestId('practice-pay').click()
  await page.getByTestId('paid').waitFor()
  await printed(host, counter?.sale.id ?? '')
  await page.getByTestId('next-sale').click()
}

/** Shows the other rooms and the other language. */
async function visitRooms({ page }: DemoParts['host'], pictures: Pictures): Promise<void> {
  await page.getByTestId('rail-history').click()
  await page.getByTestId('sale-row').first().waitFor()
  await pictures.take('sales-today')
  await page.getByTestId('sale-row').last().click()
  await page.getByTestId('sale-events').waitFor()
  await pictures.take('sale-history')
  await page.getByTestId('rail-settings').click()
  await pictures.take('settings')
  await page.getByTestId('rail-till').click()
  await page.getByTestId('language-switch').click()
  await until('the English till', async () => ((await viewOf(page)).settings.language === 'en' ? true : null))
  await page.getByTestId('search').waitFor()
  await pictures.take('till-english')
}

const printed = ({ page }: DemoParts['host'], saleId: string): Promise<SaleView> =>
  until('the printed receipt', async () => {
    const view = await saleOf(page, saleId)
    const isPrinted = view.sale.papers.some(({ step }) => step.name === 'printed')
    return view.status.name === 'completed' && isPrinted ? view : null
  })

/** The practice printer names its files by the number of the sale. */
async function keepReceipt({ page }: DemoParts['host'], sale: Sale, folder: string) {
  const { printFolder } = await viewOf(page)
  if (printFolder === null) throw new Error('the practice printer has no folder')
  const receipt = { receipt_png: 'receipt.png', receipt_bytes: 'receipt.bin' }
  await copyFile(join(printFolder, `${sale.senderInvoiceNo}.png`), join(folder, receipt.receipt_png))
  await copyFile(join(printFolder, `${sale.senderInvoiceNo}.bin`), join(folder, receipt.receipt_bytes))
  return receipt
}

function figuresOf({ sale: { id, invoices }, status }: SaleView) {
  if (status.name !== 'completed') throw new Error(`the sale is not completed: ${status.name}`)
  const payment = status.payments.find((one) => one.status === 'PAID')
  const ereceipt = status.ereceipts.find(({ step }) => step === 'issued')
  if (status.invoice === null || payment === undefined || ereceipt?.step !== 'issued')
    throw new Error('the sale has no payment or no e-receipt')
  return {
    sale_id: id,
    sender_invoice_no: invoices[0]?.number ?? '',
    invoice_id: status.invoice.invoiceId,
    /** In tugriks. */
    amount: moneyAsNumber(status.total),
    payment_id: payment.paymentId,
    payment_status: payment.status,
    ebarimt_id: ereceipt.ereceiptId,
  }
}

const secondsSince = (moment: number): number => Math.round(performance.now() - moment) / 1000
