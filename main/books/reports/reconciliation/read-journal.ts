/** Reads from the journal the data about sales that had an invoice. */

import type { BookedElsewhere } from '../../../../shared/books/reconciliation.ts'
import { type Money, money, NO_MONEY, sumMoney } from '../../../../shared/money/money.ts'
import { applyAll } from '../../../../shared/sale/apply.ts'
import type { AttentionCause } from '../../../../shared/sale/attention.ts'
import { attentionOf } from '../../../../shared/sale/attention-items.ts'
import { atService } from '../../../../shared/sale/money-of-sale.ts'
import { isRefunded } from '../../../../shared/sale/return.ts'
import type { Payment, Sale, SaleInvoice } from '../../../../shared/sale/sale.ts'
import { isSold, statusOf } from '../../../../shared/sale/status.ts'
import type { BookedSale, BookedSalePayment } from './books.ts'
import type { OwnJournal } from './own-sales.ts'

/** `readFrom`: when the reading of the service's records began. An invoice cancelled after that may be open in them. */
export function bookedSale(sale: Sale, readFrom: number): BookedSale {
  const { name } = statusOf(sale)
  const charge = lastCharge(sale)
  const parts = sale.returns.filter(({ state: how }) => how !== 'cancelled').flatMap((one) => one.parts)
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
    returned: new Set(parts.flatMap(({ paymentId }) => paymentId ?? [])),
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

/** Whether the sale is sold, or a person has decided about all money that came. */
const isSettled = (sale: Sale): boolean => {
  const status = statusOf(sale)
  return isSold(sale) || (status.name === 'late-payment' && status.owed === NO_MONEY)
}

/** Not for a sale with an invoice that it did not need: the money for that one is the payer's. */
const wantsEReceipts = (sale: Sale): boolean =>
  isSold(sale) &&
  sale.invoices.every(({ wanted }) => wanted) &&
  (sale.terms?.ereceipts ?? sale.ereceipts.length > 0)

/** Sales whose money moved in this shift but that belong to another one: they explain apparent differences. */

export const bookedElsewhere = (journal: OwnJournal, shiftId: string): readonly BookedElsewhere[] =>
  journal.invoices.bookedElsewhere(shiftId).flatMap((saleId) => elsewhere(journal, saleId, shiftId))

function elsewhere(journal: OwnJournal, saleId: string, shiftId: string): readonly BookedElsewhere[] {
  const read = readSale(journal, saleId, shiftId)
  if (read === null) return []
  const { sale, taken, charged } = read
  const amount = taken > NO_MONEY ? taken : charged ? paidBy(sale) : NO_MONEY
  if (amount <= NO_MONEY) return []
  const what = taken > NO_MONEY ? 'taken-here' : 'charged-here'
  return [{ saleId, sequence: sale.sequence, what, amount, shift: shiftOf(journal, saleId) }]
}

/**
 * How much the service took during the shift, and whether the sale was charged in it; null where events are missing.
 */
function readSale(journal: OwnJournal, saleId: string, shiftId: string) {
  let sale: Sale | null = null
  let taken = NO_MONEY
  let charged = false
  try {
    for (const { at, event, shiftId: of } of journal.sales.eventsInShifts(saleId)) {
      const before = paidBy(sale)
      sale = applyAll(sale, saleId, at, [event])
      if (of !== shiftId) continue
      taken = money(taken + paidBy(sale) - before)
      charged ||= event.kind === 'invoice-created'
    }
  } catch {
    return null
  }
  return sale && { sale, taken, charged }
}

const paidBy = (sale: Sale | null): Money =>
  sumMoney((sale?.payments ?? []).map((payment) => (sale ? atService(sale, payment) : NO_MONEY)))

function shiftOf(journal: OwnJournal, saleId: string): BookedElsewhere['shift'] {
  const id = journal.invoices.shiftOf(saleId)
  if (id === null) return null
  const found = journal.shifts.byId(id)
  return found && { id, zNumber: found.zNumber, openedAt: found.openedAt }
}
