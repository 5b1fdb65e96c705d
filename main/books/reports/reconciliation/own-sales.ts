import type { BookedInvoice } from '../../../../shared/books/reconciliation.ts'
import type { DayRange } from '../../../../shared/books/report.ts'
import type { Sale } from '../../../../shared/sale/sale.ts'
import { dayAfter, shopDay, shopMoment } from '../../../../shared/shop/shop-day.ts'
import { ownTurn } from '../../../base/chunked.ts'
import type { ShiftRecord } from '../../../storage/projections/index.ts'
import type { JournalReader } from '../../../storage/store/index.ts'

export type OwnJournal = Pick<JournalReader, 'invoices' | 'sales' | 'shifts'>

type KnownInvoice = { readonly number: string; readonly invoiceId: string }

/** The sales to compare for a day or a shift. Each belongs to one day and to at most one shift. */
export type OwnSales = {
  /** The days that the service lists their invoices under. */
  readonly days: DayRange
  readonly ids: () => Promise<readonly string[]>
  readonly has: (invoiceId: string) => boolean
  readonly holds: (sale: Sale) => boolean
  /** Invoices of these sales that the service does not list under those days. */
  readonly without: (listed: ReadonlySet<string>) => Promise<readonly KnownInvoice[]>
  /** Whether an invoice that the journal does not know would belong to this day or shift. */
  readonly wouldHold: (invoice: BookedInvoice) => boolean
  /** Receives all listed invoices before the first question about one. */
  readonly listed: (invoices: readonly BookedInvoice[]) => void
}

const notAmong = <Row extends KnownInvoice>(
  invoices: readonly Row[],
  listed: ReadonlySet<string>,
): readonly Row[] => invoices.filter(({ invoiceId }) => !listed.has(invoiceId))

/** The till sells between two portions. */
async function inPortions<Row>(portions: Iterable<readonly Row[]>): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const portion of portions) {
    rows.push(...portion)
    await ownTurn()
  }
  return rows
}

/** The sales whose invoice was made on that day by our clock. */
export async function ownOfDay(journal: OwnJournal, day: string): Promise<OwnSales> {
  const from = shopMoment(day)
  const before = shopMoment(dayAfter(day, 1))
  const all = () => inPortions(journal.invoices.madeOn(day, from, before))
  // A cache: most invoices are found here and need no query.
  const invoices = new Set((await all()).map(({ invoiceId }) => invoiceId))
  return {
    days: { from: day, to: day },
    ids: async () => [...new Set((await all()).map(({ saleId }) => saleId))],
    has: (invoiceId) => invoices.has(invoiceId),
    holds: (sale) => {
      const invoicedAt = journal.invoices.lastMadeAt(sale.id)
      return invoicedAt === null || (invoicedAt >= from && invoicedAt < before)
    },
    without: async (listed) => notAmong(await all(), listed),
    wouldHold: () => true,
    listed: () => {},
  }
}

/** Tolerance in ms for the estimate of the service's clock and for the time that a request takes. */
const SPARE_MS = 60_000
/** How many invoices are compared to estimate the service's clock. */
const CLOCK_SAMPLE = 51

/**
 * The sales whose money is counted in the shift, and those that were charged in it and are not paid. Each belongs to
 * at most one shift, whenever its payments come. `now` is the end of an open shift.
 */
export async function ownOfShift(journal: OwnJournal, shift: ShiftRecord, now: number): Promise<OwnSales> {
  const all = () => inPortions(journal.invoices.ofShift(shift.id))
  const invoices = new Set((await all()).map(({ invoiceId }) => invoiceId))
  const end = shift.closedAt ?? now
  const days = { from: shopDay(shift.openedAt), to: shopDay(end) }
  let ahead = 0
  return {
    days,
    ids: async () => [...new Set((await all()).map(({ saleId }) => saleId))],
    has: (invoiceId) => invoices.has(invoiceId),
    holds: (sale) => journal.invoices.shiftOf(sale.id) === shift.id,
    without: async (listed) => notAmong(await all(), listed),
    // An invoice without a time is shown, so that it is not lost.
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

/** Estimates in ms how far the service's clock, whose times have no zone, is ahead of ours. */
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

/** The groups are terminal and tag; date and number of the day are between them (docs/decisions/sale-number.md). */
const NUMBER = /^(.+)-\d{6}-\d{4,}-([A-Z0-9]{4})(?:-[A-Z0-9]+)?$/

/**
 * Whether our journal should know an invoice: this journal made it, or an earlier one of the same terminal. All
 * others belong to other terminals or programs of the merchant.
 */
export function isOurNumber(
  senderInvoiceNo: string,
  { tag, terminal }: { readonly tag: string; readonly terminal: string },
): boolean {
  const [, code, itsTag] = NUMBER.exec(senderInvoiceNo) ?? []
  return itsTag === tag || code === terminal
}

/** The terminal code in the number of an invoice; null in a number of another form. */
export const terminalIn = (senderInvoiceNo: string): string | null =>
  NUMBER.exec(senderInvoiceNo)?.[1] ?? null
