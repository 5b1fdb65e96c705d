import { percentWords } from '../../shared/discount.ts'
import { NO_MONEY, sumMoney } from '../../shared/money.ts'
import { formatQuantity } from '../../shared/quantity.ts'
import { isRefunded } from '../../shared/return.ts'
import { formatSaleNumber, type Sale, type SaleLine, type SeenPayment } from '../../shared/sale.ts'
import type { Settings } from '../../shared/settings.ts'
import {
  discountWords,
  type PaperEReceipt,
  type PaperLine,
  paymentWords,
  type Raster,
  type ReceiptFacts,
} from '../receipts/index.ts'
import { bankName } from './bank-names.ts'
import { grossOf } from './discounts.ts'
import { shopTime } from './shop-time.ts'
import { totalsOf } from './totals.ts'

/** Lottery and QR data of an e-receipt, out of the seal; null where it is not to be had or not to be shown. */
export type Unseal = (paymentId: string) => { readonly lottery: string; readonly qrData: string } | null

/** What a receipt takes from the shop and not from the sale. */
export type ReceiptMaker = {
  readonly settings: Settings
  readonly logo: Raster | null
  /** Practice mode. */
  readonly training: boolean
}

/** What the receipt of a paid sale says, or null where the sale has none. */
export function receiptFacts(
  sale: Sale,
  { settings, logo, training }: ReceiptMaker,
  unseal: Unseal,
): ReceiptFacts | null {
  const { state } = sale
  if (state.name !== 'receipting' && state.name !== 'receipt-owed' && state.name !== 'completed') return null
  const ereceipts = state.ereceipts.flatMap((one): PaperEReceipt[] => {
    if (one.step !== 'issued') return []
    const secret = unseal(one.paymentId) ?? { lottery: '', qrData: '' }
    return [{ printedId: one.printedId, amount: one.amount, vat: one.vat, cityTax: one.cityTax, ...secret }]
  })
  return {
    shop: settings.shop,
    logo,
    texts: settings.receiptTexts,
    terminal: sale.terminal,
    cashier: sale.cashier?.name ?? null,
    copy: false,
    number: formatSaleNumber(sale.sequence),
    senderInvoiceNo: sale.senderInvoiceNo,
    date: shopTime(state.paidAt),
    receiver: sale.receiver,
    lines: sale.lines.map(paperLine),
    discounts: saleDiscounts(sale),
    note: sale.note,
    totals: totalsOf(sale.lines, settings.cityTaxPercent),
    payments: [
      ...state.cash.map(({ received }) => ({ how: paymentWords.cash, amount: received })),
      ...state.payments
        .filter((payment) => cameIn(sale, payment) && payment.amount > NO_MONEY)
        .map((payment) => ({ how: howPaid(payment), amount: payment.amount })),
    ],
    surplus: state.surplus,
    change: sumMoney(state.cash.map(({ change }) => change)),
    cashWithoutEReceipt: state.cash.length > 0 && settings.invoicing.ereceipts,
    ereceipts,
    ereceiptOwed: state.ereceipts.some(({ step }) => step !== 'issued' && step !== 'voided'),
    training,
  }
}

/** What a return of ours gave back was paid all the same: the receipt tells of the sale. */
const cameIn = ({ returns }: Sale, { paymentId, status }: SeenPayment): boolean =>
  status === 'PAID' ||
  returns.some(({ parts }) => parts.some((part) => part.paymentId === paymentId && isRefunded(part)))

/** What was taken off the whole, as it was said. */
function saleDiscounts({ discount, lines }: Sale): ReceiptFacts['discounts'] {
  const amount = sumMoney(lines.map(({ share }) => share ?? NO_MONEY))
  if (discount === null || amount === NO_MONEY) return []
  const words = discountWords(discount.kind === 'percent' ? percentWords(discount.share) : '')
  return [{ words, amount }]
}

const paperLine = (line: SaleLine): PaperLine => ({
  name: line.note === undefined ? line.product.name : `${line.product.name} (${line.note})`,
  quantity: `${formatQuantity(line.quantity)}\u00a0${line.product.unit}`,
  unitPrice: line.unitPrice,
  amount: grossOf(line),
  discount: line.off ?? NO_MONEY,
})

export function howPaid({ type, bankCode }: SeenPayment): string {
  if (type === 'CARD') return paymentWords.card
  const bank = bankName(bankCode)
  return bank === null ? paymentWords.qr : `${paymentWords.qr} · ${bank}`
}
