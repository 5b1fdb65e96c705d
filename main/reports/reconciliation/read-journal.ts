/** Our journal's book: what it says of the sales that had an invoice made. */
import type { AttentionCause } from '../../../shared/attention.ts'
import { type Money, NO_MONEY, sumMoney } from '../../../shared/money.ts'
import { isRefunded } from '../../../shared/return.ts'
import type { Payment, Sale, SaleInvoice } from '../../../shared/sale.ts'
import { atService } from '../../../shared/sale-account.ts'
import { isSold, statusOf } from '../../../shared/sale-status.ts'
import { attentionOf } from '../../sales/index.ts'
import type { BookedSale, BookedSalePayment } from './books.ts'

/** `readFrom`: when the service's book was begun to be read. What was cancelled since may be open in it. */
export function bookedSale(sale: Sale, readFrom: number): BookedSale {
  const { name } = statusOf(sale)
  const charge = lastCharge(sale)
  const parts = sale.returns.filter(({ state: how }) => how !== 'called-off').flatMap((one) => one.parts)
  const waiting = (causes: readonly AttentionCause[]): readonly (Money | null)[] =>
    attentionOf(sale)
      .filter(({ cause }) => causes.includes(cause))
      .map(({ amount }) => amount)
  return {
    saleId: sale.id,
    sequence: sale.sequence,
    senderInvoiceNo: sale.senderInvoiceNo,
    state: name,
    invoiceId: charge?.invoice?.invoiceId ?? null,
    due: charge?.amount ?? null,
    settled: isSettled(sale),
    waits: WAITS.has(name),
    charge: chargeState(charge ?? sale.invoices.findLast(({ extra }) => !extra), readFrom),
    payments: sale.payments.map((payment) => booked(sale, payment)),
    refunded: new Set(parts.filter(isRefunded).flatMap(({ paymentId }) => paymentId ?? [])),
    givenBack: new Set(parts.flatMap(({ paymentId }) => paymentId ?? [])),
    ereceipts: sale.ereceipts,
    ereceiptsWanted: wantsEReceipts(sale),
    surplus: sumMoney(waiting(['surplus', 'paid-twice']).map((amount) => amount ?? NO_MONEY)),
    wentElsewhere: waiting(['refunded-elsewhere']).length > 0,
  }
}

const WAITS: ReadonlySet<string> = new Set(['awaiting-payment', 'partly-paid', 'cancelling'])

const lastCharge = ({ invoices }: Sale): SaleInvoice | undefined =>
  invoices.findLast(({ extra, invoice }) => !extra && invoice !== null)

function chargeState(charge: SaleInvoice | undefined, readFrom: number): BookedSale['charge'] {
  switch (charge?.step.name) {
    case 'open':
      return 'up'
    case 'cancelled':
      return charge.step.at < readFrom ? 'over' : 'between'
    case 'absent':
    case 'refused':
      return 'over'
    default:
      return 'between'
  }
}

const booked = (sale: Sale, payment: Payment): BookedSalePayment => ({
  ...payment,
  counted: isSettled(sale) && atService(sale, payment) > NO_MONEY,
})

/** Sold, or a person has said what becomes of all that came. */
const isSettled = (sale: Sale): boolean => {
  const status = statusOf(sale)
  return isSold(sale) || (status.name === 'paid-late' && status.owed === NO_MONEY)
}

/** What comes for an invoice that the sale did not need is the payer's: no e-receipt is asked for. */
const wantsEReceipts = (sale: Sale): boolean =>
  isSold(sale) &&
  sale.invoices.every(({ wanted }) => wanted) &&
  (sale.terms?.ereceipts ?? sale.ereceipts.length > 0)
