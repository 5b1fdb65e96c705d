import type { BookedInvoice } from '../../../shared/books.ts'
import { shopDay } from '../../../shared/shop-day.ts'
import type { ShiftRecord } from '../../projections/index.ts'
import { notAmong, type OwnJournal, type OwnSales } from './own-sales.ts'

/** What the service's clock may be off by beside its difference from ours, and how long a request may be on its way. */
const SPARE_MS = 60_000
/** So many tell how the service's clock stands. */
const CLOCK_SAMPLE = 51

/**
 * The sales whose money is counted in the shift, and those that were charged in it and are not paid: each is in the books of
 * one shift at the most, whenever its payments come. `now` is its end as long as it runs.
 */
export function ownOfShift(journal: OwnJournal, shift: ShiftRecord, now: number): OwnSales {
  const all = () => journal.invoices.ofShift(shift.id)
  const invoices = new Set(all().map(({ invoiceId }) => invoiceId))
  const end = shift.closedAt ?? now
  const days = { from: shopDay(shift.openedAt), to: shopDay(end) }
  let ahead = 0
  return {
    days,
    ids: () => [...new Set(all().map(({ saleId }) => saleId))],
    has: (invoiceId) => invoices.has(invoiceId),
    holds: (sale) => journal.invoices.shiftOf(sale.id) === shift.id,
    without: (listed) => notAmong(all(), listed),
    // One that tells no time is shown rather than lost.
    wouldHold: ({ createdDate }) => {
      const at = momentOf(createdDate)
      if (at === null) return true
      return at - ahead >= shift.openedAt - SPARE_MS && at - ahead <= end + SPARE_MS
    },
    listed: (rows) => {
      ahead = clockAhead(journal, rows)
    },
  }
}

/** The service's times carry no zone, and its clock is not ours: invoices that both books know tell how far it is ahead. */
function clockAhead(journal: OwnJournal, rows: readonly BookedInvoice[]): number {
  const apart: number[] = []
  for (const { invoiceId, createdDate } of rows) {
    if (apart.length === CLOCK_SAMPLE) break
    const theirs = momentOf(createdDate)
    const sale = theirs === null ? null : journal.sales.byInvoice(invoiceId)
    const ours = sale && journal.invoices.lastMadeAt(sale.id)
    if (theirs !== null && ours !== null) apart.push(theirs - ours)
  }
  return apart.sort((one, other) => one - other)[apart.length >> 1] ?? 0
}

function momentOf(date: string | null): number | null {
  const at = date === null ? Number.NaN : Date.parse(date.replace(' ', 'T'))
  return Number.isNaN(at) ? null : at
}
