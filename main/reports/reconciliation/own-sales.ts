import type { BookedInvoice } from '../../../shared/books.ts'
import type { DayRange } from '../../../shared/report.ts'
import type { Sale } from '../../../shared/sale.ts'
import { dayAfter, shopDay, shopMoment } from '../../../shared/shop-day.ts'
import type { Journal, ShiftRecord } from '../../journal/index.ts'

export type OwnJournal = Pick<
  Journal,
  | 'salesInvoiced'
  | 'salesBookedIn'
  | 'shiftOfBooks'
  | 'invoicedAt'
  | 'saleByInvoice'
  | 'shift'
  | 'salesBookedElsewhere'
  | 'eventsInShifts'
>

type KnownInvoice = { readonly number: string; readonly invoiceId: string }

/** Which sales are in the books of a day or a shift: each is in those of one day, and of one shift at the most. */
export type OwnSales = {
  /** The service's days that its invoices are listed under. */
  readonly days: DayRange
  readonly ids: () => readonly string[]
  readonly has: (invoiceId: string) => boolean
  readonly holds: (sale: Sale) => boolean
  /** Invoices of theirs that are not listed under those days. */
  readonly without: (listed: ReadonlySet<string>) => readonly KnownInvoice[]
  /** Whether an invoice that no sale of the journal knows would be in these books. */
  readonly wouldHold: (invoice: BookedInvoice) => boolean
  /** Told all that was listed, before it is asked about any. */
  readonly listed: (invoices: readonly BookedInvoice[]) => void
}

const notAmong = <Row extends KnownInvoice>(
  invoices: readonly Row[],
  listed: ReadonlySet<string>,
): readonly Row[] => invoices.filter(({ invoiceId }) => !listed.has(invoiceId))

/** The sales whose invoice was made on that day, by our clock. */
export function ownOfDay(journal: OwnJournal, day: string): OwnSales {
  const from = shopMoment(day)
  const before = shopMoment(dayAfter(day, 1))
  const all = () => journal.salesInvoiced(day, from, before)
  // Of sales that are known to be of the day: most need no second look.
  const invoices = new Set(all().map(({ invoiceId }) => invoiceId))
  return {
    days: { from: day, to: day },
    ids: () => [...new Set(all().map(({ saleId }) => saleId))],
    has: (invoiceId) => invoices.has(invoiceId),
    holds: (sale) => {
      const invoicedAt = journal.invoicedAt(sale.id)
      return invoicedAt === null || (invoicedAt >= from && invoicedAt < before)
    },
    without: (listed) => notAmong(all(), listed),
    wouldHold: () => true,
    listed: () => {},
  }
}

/** What the service's clock may be off by beside its difference from ours, and how long a request may be on its way. */
const SPARE_MS = 60_000
/** So many tell how the service's clock stands. */
const CLOCK_SAMPLE = 51

/**
 * The sales whose money is counted in the shift, and those that were charged in it and are not paid: each is in the books of
 * one shift at the most, whenever its payments come. `now` is its end as long as it runs.
 */
export function ownOfShift(journal: OwnJournal, shift: ShiftRecord, now: number): OwnSales {
  const all = () => journal.salesBookedIn(shift.id)
  const invoices = new Set(all().map(({ invoiceId }) => invoiceId))
  const end = shift.closedAt ?? now
  const days = { from: shopDay(shift.openedAt), to: shopDay(end) }
  let ahead = 0
  return {
    days,
    ids: () => [...new Set(all().map(({ saleId }) => saleId))],
    has: (invoiceId) => invoices.has(invoiceId),
    holds: (sale) => journal.shiftOfBooks(sale.id) === shift.id,
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
    const sale = theirs === null ? null : journal.saleByInvoice(invoiceId)
    const ours = sale && journal.invoicedAt(sale.id)
    if (theirs !== null && ours !== null) apart.push(theirs - ours)
  }
  return apart.sort((one, other) => one - other)[apart.length >> 1] ?? 0
}

function momentOf(date: string | null): number | null {
  const at = date === null ? Number.NaN : Date.parse(date.replace(' ', 'T'))
  return Number.isNaN(at) ? null : at
}

/** Terminal, date, number of the day, the tag of the journal that made it, and which invoice of the sale (docs/decisions/sale-number.md). */
const NUMBER = /^(.+)-\d{6}-\d{4,}-([A-Z0-9]{4})(?:-[A-Z0-9]+)?$/

/**
 * Whether an invoice is for our journal to know: it was made by this journal, or by an earlier one of the same terminal.
 * All others are another terminal's, or another program's, of the same merchant.
 */
export function isOurNumber(
  senderInvoiceNo: string,
  { tag, terminal }: { readonly tag: string; readonly terminal: string },
): boolean {
  const [, code, itsTag] = NUMBER.exec(senderInvoiceNo) ?? []
  return itsTag === tag || code === terminal
}
