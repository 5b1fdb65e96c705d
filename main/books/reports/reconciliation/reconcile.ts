/**
 * Reconciles a day or a shift: reads both records, compares them and stores the result. A run that fails or is stopped
 * leaves the previous result. `compareDay` stores nothing.
 */

import type { TillFigures } from '../../../../shared/books/all-tills.ts'
import {
  type BookedInvoice,
  type BookedShift,
  type BookRun,
  type BookSpan,
  dayOfShopSpan,
  shiftOfSpan,
  spanOfShop,
} from '../../../../shared/books/reconciliation.ts'
import { CommandRefused } from '../../../../shared/failure.ts'
import type { Sale } from '../../../../shared/sale/sale.ts'
import { saleNumberOf } from '../../../../shared/sale/sale-number.ts'
import { shopDay } from '../../../../shared/shop/shop-day.ts'
import type { Clock, Log } from '../../../base/clock-and-log.ts'
import { refusing, type ServiceClient } from '../../../payment-service/client/index.ts'
import type {
  ReconciliationWriter,
  SaleReader,
  ShiftReader,
  ShiftRecord,
} from '../../../storage/projections/index.ts'
import type { Journal } from '../../../storage/store/index.ts'
import type { BookedSale, ServiceBook } from './books.ts'
import { compareBooks, comparing } from './compare.ts'
import { isOurNumber, type OwnJournal, type OwnSales, ownOfDay, ownOfShift, terminalIn } from './own-sales.ts'
import { bookedElsewhere, bookedSale } from './read-journal.ts'
import { readNumbers, readServiceBook } from './read-service.ts'
import { type KeptResult, keptAgain, type Resolved, resolved } from './result.ts'
import { eachInSlices, inSlices, type RetryPolicy } from './retry.ts'
import { partsOf } from './sums.ts'

type ReconciledJournal = OwnJournal & Pick<Journal, 'reconciliations' | 'tag'>

/** The sales to compare with: those of this till's journal, or of all tills of the shop. */
type Books = {
  readonly journal: OwnJournal
  /** The terminal code, or those of all tills. */
  readonly terminal: string
  readonly tills: readonly TillFigures[]
  /** Whether an invoice that the journal does not know should be known to it. */
  readonly isOurs: (senderInvoiceNo: string) => boolean
  /** Adds the sales of these invoices and numbers, whatever their day. */
  readonly take: (names: readonly string[]) => Promise<void>
}

/** Reads the sales of all tills that were charged on that day. */
export type OpenBooksOfShop = (day: string) => Promise<Omit<Books, 'isOurs'>>

export type ReconcileParts = {
  readonly journal: ReconciledJournal
  readonly service: Pick<ServiceClient, 'invoicePage' | 'paymentPage'>
  readonly terminal: () => string
  readonly booksOfShop: OpenBooksOfShop
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

export async function reconcile(parts: ReconcileParts, reading: Reading): Promise<void> {
  const { result, matched } = await compared({ ...parts, open: () => booksOf(parts, reading.span) }, reading)
  const rows: string[] = []
  await eachInSlices(matched, reading.retry, (one) => void rows.push(JSON.stringify(one)))
  keep(parts.journal.reconciliations, result, rows)
}

/** Compares the sales of a day with the service's records, for a person who waits for the result. */
export async function compareDay(
  { booksOfShop, ...parts }: Pick<ReconcileParts, 'service' | 'clock' | 'booksOfShop'>,
  day: string,
  retry: RetryPolicy,
): Promise<KeptResult> {
  const reading = { span: spanOfShop(day), retry, progress: () => {} }
  return (await compared({ ...parts, open: () => openShop(booksOfShop, day) }, reading)).result
}

async function compared(
  { open, service, clock }: Pick<ReconcileParts, 'service' | 'clock'> & { open: () => Promise<Books> },
  { span, retry, progress }: Reading,
): Promise<Resolved> {
  const begunAt = clock.now()
  const before = await open()
  const shift = shiftNamed(before.journal.shifts, span)
  const own = await ownOf(before.journal, span, begunAt)
  const book = await readServiceBook({
    service,
    retry,
    own: { ...own, listed: async (invoices) => listed(before, own, invoices) },
    today: shopDay(begunAt),
    whose: whoseIn(before, own),
    progress,
  })
  progress('comparing', 0, null)
  // The sales of all tills are read again: see `ourBook`.
  const after = dayOfShopSpan(span) === null ? before : await open()
  const ownNow = after === before ? own : await ownOf(after.journal, span, begunAt)
  if (after !== before) await listed(after, ownNow, book.invoices)
  const sales = await ourBook({ journal: after.journal, own: ownNow, book, retry, readFrom: begunAt })
  const { discrepancies, matched, ...sums } = await inSlices(comparing(book, sales), retry)
  const numbers = new Set(discrepancies.map(({ senderInvoiceNo }) => saleNumberOf(senderInvoiceNo)))
  const parts = await inSlices(partsOf(numbers, book, sales, matched), retry)
  retry.throwIfStopped()
  const result: KeptResult = {
    span,
    shift: shift && asBooked(shift),
    terminal: after.terminal,
    tills: after.tills,
    begunAt,
    doneAt: clock.now(),
    ...sums,
    discrepancies: discrepancies.map((one) => ({ ...one, resolvedAt: null })),
    apart: shift === null ? [] : bookedElsewhere(after.journal, shift.id),
    parts,
  }
  return { result, matched }
}

/** Null for a day. Throws NOT_FOUND. */
export function shiftNamed(shifts: Pick<ShiftReader, 'byId'>, span: BookSpan): ShiftRecord | null {
  const id = shiftOfSpan(span)
  if (id === null) return null
  const shift = shifts.byId(id)
  if (shift === null) throw new CommandRefused('NOT_FOUND')
  return shift
}

async function booksOf({ journal, terminal, booksOfShop }: ReconcileParts, span: BookSpan): Promise<Books> {
  const day = dayOfShopSpan(span)
  if (day === null) {
    const own = { tag: journal.tag, terminal: terminal() }
    return {
      ...{ journal, terminal: own.terminal, tills: [] },
      isOurs: (number) => isOurNumber(number, own),
      take: async () => {},
    }
  }
  return openShop(booksOfShop, day)
}

async function openShop(booksOfShop: OpenBooksOfShop, day: string): Promise<Books> {
  const books = await booksOfShop(day)
  const codes = new Set(books.tills.map(({ code }) => code))
  return { ...books, isOurs: (number) => codes.has(terminalIn(number) ?? '') }
}

async function ownOf(journal: OwnJournal, span: BookSpan, now: number): Promise<OwnSales> {
  const shift = shiftNamed(journal.shifts, span)
  return shift === null ? ownOfDay(journal, dayOfShopSpan(span) ?? span) : ownOfShift(journal, shift, now)
}

/** Before the first question about an invoice, its sale is read. */
async function listed(books: Books, own: OwnSales, invoices: readonly BookedInvoice[]): Promise<void> {
  const unknown = invoices.filter(({ invoiceId }) => !own.has(invoiceId))
  await books.take(
    unknown.flatMap(({ invoiceId, senderInvoiceNo }) => [invoiceId, saleNumberOf(senderInvoiceNo)]),
  )
  own.listed(invoices)
}

const asBooked = ({ id, zNumber, openedAt, closedAt }: ShiftRecord): BookedShift => ({
  id,
  zNumber,
  openedAt,
  closedAt,
})

const whoseIn =
  ({ journal, isOurs }: Books, own: OwnSales) =>
  (invoice: BookedInvoice) => {
    if (own.has(invoice.invoiceId)) return 'ours'
    const sale = journal.sales.byInvoice(invoice.invoiceId)
    if (sale !== null) return own.holds(sale) ? 'ours' : 'other books'
    // The journal does not know this invoice; it may know the sale of its number.
    if (!own.wouldHold(invoice)) return 'other books'
    return isOurs(invoice.senderInvoiceNo) ? 'ours' : 'elsewhere'
  }

const saleOf = (sales: SaleReader, { invoiceId, senderInvoiceNo }: BookedInvoice): Sale | null =>
  sales.byInvoice(invoiceId) ?? sales.byNumber(saleNumberOf(senderInvoiceNo))

/** Compares the number of one sale again. */
export async function readAgain(parts: ReconcileParts, span: BookSpan, key: string): Promise<void> {
  const { service, clock } = parts
  const { reconciliations } = parts.journal
  const before = keptAgain(reconciliations, span)
  const one = before?.result.discrepancies.find((discrepancy) => discrepancy.key === key)
  if (!before || !one) throw new CommandRefused('NOT_FOUND')
  const number = saleNumberOf(one.senderInvoiceNo)
  const { journal, take } = await booksOf(parts, span)
  await take([number, ...(one.invoiceId === null ? [] : [one.invoiceId])])
  const sale = one.saleId === null ? journal.sales.byNumber(number) : journal.sales.byId(one.saleId)
  if (sale !== null) await parts.whenIdle(sale.id)
  const readFrom = clock.now()
  const own = await ownOf(journal, span, readFrom)
  const isIts = (invoice: BookedInvoice): boolean => {
    const known = journal.sales.byInvoice(invoice.invoiceId)
    return known === null || own.holds(known)
  }
  const its = before.result.discrepancies.filter((other) => saleNumberOf(other.senderInvoiceNo) === number)
  const made = sale === null ? [] : (journal.sales.byId(sale.id)?.invoices ?? [])
  const numbers = [number, ...its.map((other) => other.senderInvoiceNo), ...made.map((one) => one.number)]
  const book = await refusing(() =>
    readNumbers(
      { service, retry: withoutRetry, near: own.days.from, today: shopDay(readFrom) },
      { numbers: new Set(numbers), isIts },
    ),
  )
  const after = dayOfShopSpan(span) === null ? { journal } : await booksOf(parts, span)
  const sold = sale && (after.journal.sales.byId(sale.id) ?? journal.sales.byId(sale.id))
  const now = compareBooks(book, sold !== null && own.holds(sold) ? [bookedSale(sold, readFrom)] : [])
  const { result, matched } = resolved(keptAgain(reconciliations, span) ?? before, number, now, clock.now())
  const rows = matched.map((one) => JSON.stringify(one))
  keep(reconciliations, result, rows)
}

/** Shows a failure at once, because a person waits for this number. */
const withoutRetry: Pick<RetryPolicy, 'ask'> = { ask: (work) => work() }

type OurReading = {
  readonly journal: OwnJournal
  readonly own: OwnSales
  readonly book: ServiceBook
  readonly retry: RetryPolicy
  readonly readFrom: number
}

/** Reads the journal after the service, so that what the journal learned meanwhile does not show as a discrepancy. */
async function ourBook({ journal, own, book, retry, readFrom }: OurReading) {
  const sales = new Map<string, BookedSale>()
  const take = (sale: Sale | null): void => {
    if (sale !== null && !sales.has(sale.id) && own.holds(sale))
      sales.set(sale.id, bookedSale(sale, readFrom))
  }
  await eachInSlices(await own.ids(), retry, (id) => take(journal.sales.byId(id)))
  const known = new Set([...sales.values()].map(({ invoiceId }) => invoiceId))
  const others = book.invoices.filter(({ invoiceId }) => !known.has(invoiceId))
  await eachInSlices(others, retry, (invoice) => take(saleOf(journal.sales, invoice)))
  return [...sales.values()]
}

function keep(reconciliations: ReconciliationWriter, result: KeptResult, matched: readonly string[]): void {
  reconciliations.keep({
    span: result.span,
    doneAt: result.doneAt,
    keys: result.discrepancies.filter(({ resolvedAt }) => resolvedAt === null).map(({ key }) => key),
    result: JSON.stringify(result),
    matched,
  })
}
