import type { Discrepancy, DiscrepancyKind } from '../../../../shared/books/reconciliation.ts'
import { NO_MONEY, sumMoney } from '../../../../shared/money/money.ts'
import type { EReceipt, PaymentStatus, SeenPayment } from '../../../../shared/sale/sale.ts'
import { type BookedInvoices, type BookedSale, createDiscrepancy } from './books.ts'

/**
 * The contract cannot list issued e-receipts (docs/payment-service.md#e-receipts), so the journal's e-receipts are
 * compared with the service's payments.
 */
export function compareEReceipts({ sale, own, others }: BookedInvoices): Discrepancy[] {
  const invoices = own === null ? others : [own, ...others]
  if (!sale.settled || invoices.length === 0 || invoices.some(({ payments }) => payments === null)) return []
  const rows = invoices.flatMap(({ payments }) => payments ?? [])
  const theirs = new Map(rows.map(({ paymentId, status }) => [paymentId, status]))
  const about = (kind: DiscrepancyKind, paymentId: string): Discrepancy =>
    createDiscrepancy(kind, { sale, paymentId, ours: amountOf(sale, paymentId) })
  const wrong = sale.ereceipts.flatMap((ereceipt) => {
    const kind = kindOf(ereceipt, theirs.get(ereceipt.paymentId), sale)
    return kind === null ? [] : [about(kind, ereceipt.paymentId)]
  })
  return [...wrong, ...missing(sale, theirs).map((paymentId) => about('ereceipt-missing', paymentId))]
}

const amountOf = ({ payments }: BookedSale, paymentId: string) =>
  payments.find((payment) => payment.paymentId === paymentId)?.amount ?? null

function kindOf(
  ereceipt: EReceipt,
  theirs: PaymentStatus | undefined,
  { returned }: BookedSale,
): DiscrepancyKind | null {
  const wentBack = theirs === 'CANCELLED' || theirs === 'REFUNDED'
  switch (ereceipt.step) {
    case 'issued':
      return wentBack ? 'ereceipt-standing' : null
    case 'voided':
      return theirs === 'PAID' && !returned.has(ereceipt.paymentId) ? 'ereceipt-void' : null
    case 'refused':
      // The money went back, or a manager gave the e-receipt up: none is needed.
      return wentBack || ereceipt.failure.name === 'GIVEN_UP' ? null : 'ereceipt-owed'
    default:
      return wentBack ? null : 'ereceipt-owed'
  }
}

/** Payments that settle the sale and have no e-receipt. A surplus needs none. */
function missing(sale: BookedSale, theirs: ReadonlyMap<string, PaymentStatus>): readonly string[] {
  if (!sale.ereceiptsWanted) return []
  const has = new Set(sale.ereceipts.map(({ paymentId }) => paymentId))
  const paid = sale.payments.filter(({ counted }) => counted)
  const covered = sumMoney(paid.filter(({ paymentId }) => has.has(paymentId)).map(({ amount }) => amount))
  if (covered >= (sale.due ?? NO_MONEY) && has.size > 0) return []
  return paid.filter((payment) => isLeft(payment, has, theirs)).map(({ paymentId }) => paymentId)
}

const isLeft = (
  { paymentId }: SeenPayment,
  has: ReadonlySet<string>,
  theirs: ReadonlyMap<string, PaymentStatus>,
): boolean => !has.has(paymentId) && theirs.get(paymentId) === 'PAID'
