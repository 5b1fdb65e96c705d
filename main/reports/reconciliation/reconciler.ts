/**
 * Reconciles a day: reads both books, compares them and keeps the result. One day at a time; what was stopped or failed
 * leaves the result of before as it was.
 */
import type { BookedInvoice, BookRun, Reconciliation } from '../../../shared/books.ts'
import { CommandRefused, type Failure, failure } from '../../../shared/failure.ts'
import type { Sale } from '../../../shared/sale.ts'
import { dayAfter, shopDay } from '../../../shared/shop-day.ts'
import type { Clock, Log } from '../../environment.ts'
import type { Journal } from '../../journal/index.ts'
import { asFailure, type ServiceClient, ServiceFailed } from '../../service/index.ts'
import type { BookedSale, ServiceBook } from './books.ts'
import { compareBooks } from './compare.ts'
import { startOfDay } from './days.ts'
import { isOurNumber } from './our-numbers.ts'
import { createPatience, type Patience, Stopped } from './patience.ts'
import { bookedSale, openAttention } from './read-journal.ts'
import { readServiceBook } from './read-service.ts'
import { inSlices } from './slices.ts'

export type Reconciler = {
  /** Begins to read the day; `run` tells how far it is. The day that is being read already goes on. */
  readonly start: (day: string) => void
  readonly stop: () => void
  readonly run: () => BookRun
  /** The line to the service is back. */
  readonly wake: () => void
  /** Resolves once nothing is under way any more. */
  readonly ended: () => Promise<void>
}

export type ReconcilerParts = {
  readonly journal: Journal
  readonly service: Pick<ServiceClient, 'invoicePage' | 'paymentPage'>
  readonly terminal: () => string
  readonly clock: Clock
  readonly log: Log
  readonly changed: () => void
}

/** How often the page is told how far it is. */
const NEWS_MS = 250

export function createReconciler(parts: ReconcilerParts): Reconciler {
  const { clock, changed } = parts
  let run: BookRun = { state: 'idle' }
  let patience: Patience | null = null
  let underWay: Promise<void> = Promise.resolve()
  let told = Number.NEGATIVE_INFINITY

  const tell = (now: BookRun): void => {
    run = now
    told = clock.monotonic()
    changed()
  }
  const progress = (day: string) => (step: Step, done: number, all: number | null) => {
    if (run.state !== 'running') return
    run = { state: 'running', day, step, done, all, held: run.held }
    if (clock.monotonic() - told >= NEWS_MS) tell(run)
  }
  const held = (why: Failure | null): void => {
    if (run.state === 'running') tell({ ...run, held: why })
  }

  const carryOut = async (day: string, mine: Patience): Promise<void> => {
    try {
      await reconcile(parts, { day, patience: mine, progress: progress(day) })
      tell({ state: 'idle' })
    } catch (error) {
      tell(
        error instanceof Stopped
          ? { state: 'stopped', day }
          : { state: 'failed', day, failure: whyOf(error, parts.log) },
      )
    } finally {
      mine.stop()
      patience = null
    }
  }

  return {
    start: (day) => {
      if (run.state === 'running') {
        if (run.day !== day) throw new CommandRefused('BOOKS_BUSY')
        return
      }
      patience = createPatience(clock, held)
      tell({ state: 'running', day, step: 'invoices', done: 0, all: null, held: null })
      underWay = carryOut(day, patience)
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
  readonly day: string
  readonly patience: Patience
  readonly progress: (step: Step, done: number, all: number | null) => void
}

async function reconcile(parts: ReconcilerParts, { day, patience, progress }: Reading): Promise<void> {
  const { journal, service, clock } = parts
  const begunAt = clock.now()
  const terminal = parts.terminal()
  const own = ownSales(journal, day)
  const book = await readServiceBook({
    service,
    patience,
    day,
    today: shopDay(begunAt),
    whose: (invoice) => {
      if (own.invoices.has(invoice.invoiceId)) return 'ours'
      const sale = saleOf(journal, invoice)
      if (sale !== null) return own.isOfDay(sale) ? 'ours' : 'other day'
      return isOurNumber(invoice.senderInvoiceNo, { tag: journal.tag, terminal }) ? 'ours' : 'elsewhere'
    },
    missing: own.numbersWithout,
    progress,
  })
  progress('comparing', 0, null)
  const compared = compareBooks(book, await ourBook(journal, own.ids(), book, patience))
  patience.throwIfStopped()
  keep(journal, { day, terminal, begunAt, doneAt: clock.now(), ...compared })
}

const saleOf = (journal: Journal, { invoiceId, senderInvoiceNo }: BookedInvoice): Sale | null =>
  journal.saleByInvoice(invoiceId) ?? journal.saleByNumber(senderInvoiceNo)

/** The sales whose invoice was made on that day, by our clock: each invoice is in the books of one day. */
function ownSales(journal: Journal, day: string) {
  const from = startOfDay(day)
  const before = startOfDay(dayAfter(day, 1))
  const all = () => journal.salesInvoiced(day, from, before)
  return {
    ids: () => all().map(({ id }) => id),
    /** Of sales that are known to be of the day: most need no second look. */
    invoices: new Set(all().map(({ invoiceId }) => invoiceId)),
    isOfDay: (sale: Sale): boolean => {
      const { invoicedAt } = journal.chargeOf(sale.id)
      return invoicedAt === null || (invoicedAt >= from && invoicedAt < before)
    },
    numbersWithout: (listed: ReadonlySet<string>): readonly string[] =>
      all()
        .filter(({ invoiceId }) => !listed.has(invoiceId))
        .map(({ senderInvoiceNo }) => senderInvoiceNo),
  }
}

/** As the journal stands now, after the service was read: what it learned meanwhile is no difference. */
async function ourBook(
  journal: Journal,
  ids: readonly string[],
  book: ServiceBook,
  patience: Patience,
): Promise<readonly BookedSale[]> {
  const sales = new Map<string, BookedSale>()
  const attention = openAttention(journal)
  const take = (sale: Sale | null): void => {
    if (sale !== null && !sales.has(sale.id))
      sales.set(sale.id, bookedSale(sale, journal.chargeOf(sale.id).due, attention))
  }
  await inSlices(ids, patience, (id) => take(journal.sale(id)))
  const known = new Set([...sales.values()].map(({ invoiceId }) => invoiceId))
  const others = book.invoices.filter(({ invoiceId }) => !known.has(invoiceId))
  await inSlices(others, patience, (invoice) => take(saleOf(journal, invoice)))
  return [...sales.values()]
}

function keep(journal: Journal, { matched, ...result }: Reconciliation): void {
  journal.keepReconciliation({
    day: result.day,
    doneAt: result.doneAt,
    keys: result.differences.map(({ key }) => key),
    result: JSON.stringify(result),
    matched: matched.map((one) => JSON.stringify(one)),
  })
}
