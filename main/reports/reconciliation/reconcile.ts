/**
 * Reconciles a day or a shift: reads both records, compares them and stores the result. A run that fails or is stopped
 * leaves the previous result.
 */

import {
  type BookedInvoice,
  type BookedShift,
  type BookRun,
  type BookSpan,
  type MatchedPayment,
  shiftOfSpan,
} from '../../../shared/books.ts'
import { CommandRefused } from '../../../shared/failure.ts'
import type { Sale } from '../../../shared/sale.ts'
import { shopDay } from '../../../shared/shop-day.ts'
import type { Clock, Log } from '../../environment.ts'
import type { ReconciliationWriter, SaleReader, ShiftReader, ShiftRecord } from '../../projections/index.ts'
import { saleNumberOf } from '../../sales/index.ts'
import { refusing, type ServiceClient } from '../../service/index.ts'
import type { Journal } from '../../store/index.ts'
import type { BookedSale, ServiceBook } from './books.ts'
import { compareBooks } from './compare.ts'
import { isOurNumber, type OwnJournal, type OwnSales, ownOfDay, ownOfShift } from './own-sales.ts'
import { bookedElsewhere, bookedSale } from './read-journal.ts'
import { readNumbers, readServiceBook } from './read-service.ts'
import { type KeptResult, keptAgain, resolved, storedResult } from './result.ts'
import { chunked, type RetryPolicy } from './retry.ts'
import { partsOf } from './sums.ts'

type ReconciledJournal = OwnJournal & Pick<Journal, 'reconciliations' | 'tag'>

export type ReconcileParts = {
  readonly journal: ReconciledJournal
  readonly service: Pick<ServiceClient, 'invoicePage' | 'paymentPage'>
  readonly terminal: () => string
  /** Resolves once no request of the sale is under way. */
  readonly whenIdle: (saleId: string) => Promise<void>
  readonly clock: Clock
  readonly log: Log
}

export type Step = Extract<BookRun, { state: 'running' }>['step']

type Reading = {
  readonly span: BookSpan
  readonly retry: RetryPolicy
  readonly progress: (step: Step, done: number, all: number | null) => void
}

export async function reconcile(parts: ReconcileParts, { span, retry, progress }: Reading): Promise<void> {
  const { journal, service, clock } = parts
  const begunAt = clock.now()
  const terminal = parts.terminal()
  const shift = shiftNamed(journal.shifts, span)
  const own = ownOf(journal, span, begunAt)
  const book = await readServiceBook({
    service,
    retry,
    own,
    today: shopDay(begunAt),
    whose: whoseIn(journal, own, terminal),
    progress,
  })
  progress('comparing', 0, null)
  const sales = await ourBook({ journal, own, book, retry, readFrom: begunAt })
  const { differences, matched, ...compared } = compareBooks(book, sales)
  const numbers = new Set(differences.map(({ senderInvoiceNo }) => saleNumberOf(senderInvoiceNo)))
  retry.throwIfStopped()
  const result: KeptResult = {
    span,
    shift: shift && asBooked(shift),
    terminal,
    begunAt,
    doneAt: clock.now(),
    ...compared,
    differences: differences.map((one) => ({ ...one, resolvedAt: null })),
    apart: shift === null ? [] : bookedElsewhere(journal, shift.id),
    parts: partsOf(numbers, book, sales, matched),
  }
  keep(journal.reconciliations, result, matched)
}

/** Null for a day. Throws SHIFT_UNKNOWN. */
export function shiftNamed(shifts: Pick<ShiftReader, 'byId'>, span: BookSpan): ShiftRecord | null {
  const id = shiftOfSpan(span)
  if (id === null) return null
  const shift = shifts.byId(id)
  if (shift === null) throw new CommandRefused('SHIFT_UNKNOWN')
  return shift
}

function ownOf(journal: ReconciledJournal, span: BookSpan, now: number): OwnSales {
  const shift = shiftNamed(journal.shifts, span)
  return shift === null ? ownOfDay(journal, span) : ownOfShift(journal, shift, now)
}

const asBooked = ({ id, zNumber, openedAt, closedAt }: ShiftRecord): BookedShift => ({
  id,
  zNumber,
  openedAt,
  closedAt,
})

const whoseIn = (journal: ReconciledJournal, own: OwnSales, terminal: string) => (invoice: BookedInvoice) => {
  if (own.has(invoice.invoiceId)) return 'ours'
  const sale = journal.sales.byInvoice(invoice.invoiceId)
  if (sale !== null) return own.holds(sale) ? 'ours' : 'other books'
  // The journal does not know this invoice; it may know the sale of its number.
  if (!own.wouldHold(invoice)) return 'other books'
  return isOurNumber(invoice.senderInvoiceNo, { tag: journal.tag, terminal }) ? 'ours' : 'elsewhere'
}

const saleOf = (sales: SaleReader, { invoiceId, senderInvoiceNo }: BookedInvoice): Sale | null =>
  sales.byInvoice(invoiceId) ?? sales.byNumber(saleNumberOf(senderInvoiceNo))

/** Compares the number of one sale again. */
export async function readAgain(parts: ReconcileParts, span: BookSpan, key: string): Promise<void> {
  const { journal, service, clock } = parts
  const before = keptAgain(journal.reconciliations, span)
  const one = before?.result.differences.find((difference) => difference.key === key)
  if (!before || !one) throw new CommandRefused('DISCREPANCY_UNKNOWN')
  const number = saleNumberOf(one.senderInvoiceNo)
  const sale = one.saleId === null ? journal.sales.byNumber(number) : journal.sales.byId(one.saleId)
  if (sale !== null) await parts.whenIdle(sale.id)
  const readFrom = clock.now()
  const own = ownOf(journal, span, readFrom)
  const isIts = (invoice: BookedInvoice): boolean => {
    const known = journal.sales.byInvoice(invoice.invoiceId)
    return known === null || own.holds(known)
  }
  const its = before.result.differences.filter((other) => saleNumberOf(other.senderInvoiceNo) === number)
  const made = sale === null ? [] : (journal.sales.byId(sale.id)?.invoices ?? [])
  const numbers = [number, ...its.map((other) => other.senderInvoiceNo), ...made.map((one) => one.number)]
  const book = await refusing(() =>
    readNumbers(
      { service, retry: withoutRetry, near: own.days.from, today: shopDay(readFrom) },
      { numbers: new Set(numbers), isIts },
    ),
  )
  const sold = sale && journal.sales.byId(sale.id)
  const now = compareBooks(book, sold !== null && own.holds(sold) ? [bookedSale(sold, readFrom)] : [])
  const { result, matched } = resolved(
    keptAgain(journal.reconciliations, span) ?? before,
    number,
    now,
    clock.now(),
  )
  keep(journal.reconciliations, result, matched)
}

/** Shows a failure at once, because a person waits for this number. */
const withoutRetry: Pick<RetryPolicy, 'ask'> = { ask: (work) => work() }

type OurReading = {
  readonly journal: ReconciledJournal
  readonly own: OwnSales
  readonly book: ServiceBook
  readonly retry: RetryPolicy
  readonly readFrom: number
}

/** Reads the journal after the service, so that what the journal learned meanwhile does not show as a difference. */
async function ourBook({ journal, own, book, retry, readFrom }: OurReading) {
  const sales = new Map<string, BookedSale>()
  const take = (sale: Sale | null): void => {
    if (sale !== null && !sales.has(sale.id) && own.holds(sale))
      sales.set(sale.id, bookedSale(sale, readFrom))
  }
  await chunked(own.ids(), retry, (id) => take(journal.sales.byId(id)))
  const known = new Set([...sales.values()].map(({ invoiceId }) => invoiceId))
  const others = book.invoices.filter(({ invoiceId }) => !known.has(invoiceId))
  await chunked(others, retry, (invoice) => take(saleOf(journal.sales, invoice)))
  return [...sales.values()]
}

function keep(
  reconciliations: ReconciliationWriter,
  result: KeptResult,
  matched: readonly MatchedPayment[],
): void {
  reconciliations.keep({
    span: result.span,
    doneAt: result.doneAt,
    keys: result.differences.filter(({ resolvedAt }) => resolvedAt === null).map(({ key }) => key),
    result: storedResult(result),
    matched: matched.map((one) => JSON.stringify(one)),
  })
}
