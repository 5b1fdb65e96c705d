/**
 * Reconciles a day or a shift: reads both books, compares them and keeps the result. One at a time; what was stopped or
 * failed leaves the result of before as it was.
 */
import {
  type BookedInvoice,
  type BookedShift,
  type BookRun,
  type BookSpan,
  type MatchedPayment,
  shiftOfSpan,
} from '../../../shared/books.ts'
import { CommandRefused, type Failure, failure } from '../../../shared/failure.ts'
import type { Sale } from '../../../shared/sale.ts'
import { shopDay } from '../../../shared/shop-day.ts'
import type { Clock, Log } from '../../environment.ts'
import type { ReconciliationWriter, SaleReader, ShiftReader, ShiftRecord } from '../../projections/index.ts'
import { saleNumberOf } from '../../sales/index.ts'
import { asFailure, refusing, type ServiceClient, ServiceFailed } from '../../service/index.ts'
import type { Journal } from '../../store/index.ts'
import { bookedElsewhere } from './booked-elsewhere.ts'
import type { BookedSale, ServiceBook } from './books.ts'
import { chunked } from './chunked.ts'
import { compareBooks } from './compare.ts'
import { isOurNumber } from './our-numbers.ts'
import { ownOfDay } from './own-of-day.ts'
import { ownOfShift } from './own-of-shift.ts'
import type { OwnJournal, OwnSales } from './own-sales.ts'
import { partsOf } from './parts.ts'
import { bookedSale } from './read-journal.ts'
import { readNumbers, readServiceBook } from './read-service.ts'
import { type KeptResult, keptAgain, resolved } from './resolve.ts'
import { createRetryPolicy, type RetryPolicy, Stopped } from './retry.ts'

export type Reconciler = {
  /** Begins to read; `run` tells how far it is. What is being read already goes on. */
  readonly start: (span: BookSpan) => void
  /** Reads what the service has under the number of one difference, and marks it as mended where it is none any more. */
  readonly again: (span: BookSpan, key: string) => Promise<void>
  readonly stop: () => void
  readonly run: () => BookRun
  /** The line to the service is back. */
  readonly wake: () => void
  /** Resolves once nothing is under way any more. */
  readonly ended: () => Promise<void>
}

export type ReconciledJournal = OwnJournal & Pick<Journal, 'reconciliations' | 'tag'>

export type ReconcilerParts = {
  readonly journal: ReconciledJournal
  readonly service: Pick<ServiceClient, 'invoicePage' | 'paymentPage'>
  readonly terminal: () => string
  /** Resolves once nothing is asked for the sale just now. */
  readonly whenIdle: (saleId: string) => Promise<void>
  readonly clock: Clock
  readonly log: Log
  readonly changed: () => void
}

/** How often the page is told how far it is. */
const NOTIFY_EVERY_MS = 250

export function createReconciler(parts: ReconcilerParts): Reconciler {
  const { clock, changed } = parts
  let run: BookRun = { state: 'idle' }
  let patience: RetryPolicy | null = null
  let underWay: Promise<void> = Promise.resolve()
  let told = Number.NEGATIVE_INFINITY

  const tell = (now: BookRun): void => {
    run = now
    told = clock.monotonic()
    changed()
  }
  const progress = (span: BookSpan) => (step: Step, done: number, all: number | null) => {
    if (run.state !== 'running') return
    run = { state: 'running', span, step, done, all, held: run.held }
    if (clock.monotonic() - told >= NOTIFY_EVERY_MS) tell(run)
  }
  const held = (why: Failure | null): void => {
    if (run.state === 'running') tell({ ...run, held: why })
  }

  const carryOut = async (span: BookSpan, mine: RetryPolicy): Promise<void> => {
    try {
      await reconcile(parts, { span, patience: mine, progress: progress(span) })
      tell({ state: 'idle' })
    } catch (error) {
      tell(
        error instanceof Stopped
          ? { state: 'stopped', span }
          : { state: 'failed', span, failure: whyOf(error, parts.log) },
      )
    } finally {
      mine.stop()
      patience = null
    }
  }

  return {
    start: (span) => {
      shiftNamed(parts.journal.shifts, span)
      if (run.state === 'running') {
        if (run.span !== span) throw new CommandRefused('BOOKS_BUSY')
        return
      }
      patience = createRetryPolicy(clock, held)
      tell({ state: 'running', span, step: 'invoices', done: 0, all: null, held: null })
      underWay = carryOut(span, patience)
    },
    again: async (span, key) => {
      if (run.state === 'running') throw new CommandRefused('BOOKS_BUSY')
      await readAgain(parts, span, key)
      changed()
    },
    stop: () => patience?.stop(),
    run: () => run,
    wake: () => patience?.wake(),
    ended: () => underWay,
  }
}

type Step = Extract<BookRun, { state: 'running' }>['step']

function whyOf(error: unknown, log: Log): Failure {
  if (error instanceof ServiceFailed) return asFailure(error.failure)
  if (error instanceof CommandRefused) return error.failure
  log.error(`reconciliation: ${error instanceof Error ? error.message : 'unknown'}`)
  return failure('UNEXPECTED')
}

type Reading = {
  readonly span: BookSpan
  readonly patience: RetryPolicy
  readonly progress: (step: Step, done: number, all: number | null) => void
}

async function reconcile(parts: ReconcilerParts, { span, patience, progress }: Reading): Promise<void> {
  const { journal, service, clock } = parts
  const begunAt = clock.now()
  const terminal = parts.terminal()
  const shift = shiftNamed(journal.shifts, span)
  const own = ownOf(journal, span, begunAt)
  const book = await readServiceBook({
    service,
    patience,
    own,
    today: shopDay(begunAt),
    whose: whoseIn(journal, own, terminal),
    progress,
  })
  progress('comparing', 0, null)
  const sales = await ourBook({ journal, own, book, patience, readFrom: begunAt })
  const { differences, matched, ...compared } = compareBooks(book, sales)
  const numbers = new Set(differences.map(({ senderInvoiceNo }) => saleNumberOf(senderInvoiceNo)))
  patience.throwIfStopped()
  const result: KeptResult = {
    span,
    shift: shift && asBooked(shift),
    terminal,
    begunAt,
    doneAt: clock.now(),
    ...compared,
    differences: differences.map((one) => ({ ...one, mendedAt: null })),
    apart: shift === null ? [] : bookedElsewhere(journal, shift.id),
    parts: partsOf(numbers, book, sales, matched),
  }
  keep(journal.reconciliations, result, matched)
}

/** Null of a day. Throws SHIFT_UNKNOWN. */
function shiftNamed(shifts: ShiftReader, span: BookSpan): ShiftRecord | null {
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
  // The journal does not know it, though it may know its number.
  if (!own.wouldHold(invoice)) return 'other books'
  return isOurNumber(invoice.senderInvoiceNo, { tag: journal.tag, terminal }) ? 'ours' : 'elsewhere'
}

const saleOf = (sales: SaleReader, { invoiceId, senderInvoiceNo }: BookedInvoice): Sale | null =>
  sales.byInvoice(invoiceId) ?? sales.byNumber(saleNumberOf(senderInvoiceNo))

/** One sale's number, as both books have it now. */
async function readAgain(parts: ReconcilerParts, span: BookSpan, key: string): Promise<void> {
  const { journal, service, clock } = parts
  const before = keptAgain(journal.reconciliations, span)
  const one = before?.result.differences.find((difference) => difference.key === key)
  if (!before || !one) throw new CommandRefused('DIFFERENCE_UNKNOWN')
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
      { service, patience: impatient, near: own.days.from, today: shopDay(readFrom) },
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

/** A person waits at one row: what does not answer at once is told at once. */
const impatient: Pick<RetryPolicy, 'ask'> = { ask: (work) => work() }

type OurReading = {
  readonly journal: ReconciledJournal
  readonly own: OwnSales
  readonly book: ServiceBook
  readonly patience: RetryPolicy
  readonly readFrom: number
}

/** As the journal stands now, after the service was read: what it learned meanwhile is no difference. */
async function ourBook({ journal, own, book, patience, readFrom }: OurReading) {
  const sales = new Map<string, BookedSale>()
  const take = (sale: Sale | null): void => {
    if (sale !== null && !sales.has(sale.id) && own.holds(sale))
      sales.set(sale.id, bookedSale(sale, readFrom))
  }
  await chunked(own.ids(), patience, (id) => take(journal.sales.byId(id)))
  const known = new Set([...sales.values()].map(({ invoiceId }) => invoiceId))
  const others = book.invoices.filter(({ invoiceId }) => !known.has(invoiceId))
  await chunked(others, patience, (invoice) => take(saleOf(journal.sales, invoice)))
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
    keys: result.differences.filter(({ mendedAt }) => mendedAt === null).map(({ key }) => key),
    result: JSON.stringify(result),
    matched: matched.map((one) => JSON.stringify(one)),
  })
}
