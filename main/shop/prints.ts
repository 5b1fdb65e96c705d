/** Prints as people see them: what waits and why, copies, the test page, and what to do with what perhaps came out. */
import { randomUUID } from 'node:crypto'
import { CommandRefused } from '../../shared/failure.ts'
import type {
  PrinterName,
  PrinterReport,
  Printing,
  PrintRemedy,
  WaitingPrint,
} from '../../shared/printing.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Clock } from '../environment.ts'
import type { Journal, PrintJob } from '../journal/index.ts'
import { type PrinterDriver, type PrintQueue, through } from '../printing/index.ts'
import type { Ledger } from '../sales/index.ts'

export type Prints = {
  readonly summary: () => Printing
  /** In the order in which they are wanted. */
  readonly list: () => WaitingPrint[]
  readonly settle: (jobId: string, remedy: PrintRemedy) => void
  /** The paper of the sale that waits, or perhaps came out, is tried again. */
  readonly again: (saleId: string) => void
  /** A person saw the paper that perhaps came out. */
  readonly cameOut: (saleId: string) => void
  readonly copy: (saleId: string) => void
  readonly test: (printer: PrinterName) => void
  readonly openDrawer: (printer: PrinterName) => void
  readonly status: (printer: PrinterName) => Promise<PrinterReport>
}

export type PrintsParts = {
  readonly journal: Journal
  readonly ledger: Ledger
  readonly queue: PrintQueue
  readonly driver: (printer: PrinterName) => PrinterDriver
  readonly settings: () => Settings
  readonly clock: Clock
  readonly changed: () => void
  /** As the waiting list does it: the sale goes on without its paper. */
  readonly giveUpReceipt: (saleId: string) => void
}

export function createPrints(parts: PrintsParts): Prints {
  const { journal, ledger, queue, settings, clock } = parts

  const owed = (): readonly PrintJob[] => journal.owedJobs().filter(({ kind }) => kind !== 'drawer')
  const doubtfulOf = (saleId: string): PrintJob | undefined =>
    owed().find((job) => job.saleId === saleId && job.state === 'doubtful' && isReceipt(job))

  const shown = (job: PrintJob): WaitingPrint => ({
    id: job.id,
    kind: job.kind,
    saleId: job.saleId,
    sequence: job.saleId === null ? null : (journal.sale(job.saleId)?.sequence ?? null),
    state: job.state as WaitingPrint['state'],
    printer: job.printer,
    failure: job.failure,
    attempts: job.attempts,
    queuedAt: job.queuedAt,
    remedies: remediesFor(job, settings()),
  })

  const tryAgain = (job: PrintJob): void => {
    if (job.state === 'doubtful') journal.requeuePrint(job.id, null)
    queue.wake()
  }

  const cameOut = (job: PrintJob): void => {
    if (job.saleId !== null && isReceipt(job))
      ledger.record(job.saleId, [{ kind: 'receipt-printed', jobId: job.id }], { printedJob: job.id })
    else journal.endPrint(job.id, 'printed', clock.now())
  }

  const giveUp = (job: PrintJob): void => {
    if (job.saleId !== null && isReceipt(job)) parts.giveUpReceipt(job.saleId)
    else journal.endPrint(job.id, 'given-up', clock.now())
  }

  const acts: Readonly<Record<PrintRemedy, (job: PrintJob) => void>> = {
    'came-out': cameOut,
    again: tryAgain,
    'other-printer': (job) => {
      journal.redirectPrint(job.id, otherThan(job.printer))
      queue.wake()
    },
    'given-up': giveUp,
  }

  const add = (kind: PrintJob['kind'], saleId: string | null, printer: PrinterName): void => {
    journal.queuePrint({ id: randomUUID(), kind, printer }, saleId, clock.now())
    queue.wake()
    parts.changed()
  }

  return {
    summary: () => {
      const jobs = owed()
      return {
        waiting: jobs.length,
        doubtful: jobs.filter(({ state }) => state === 'doubtful').length,
        failure: jobs.find(({ failure }) => failure !== null)?.failure ?? null,
        drawer: queue.drawer(),
      }
    },
    list: () => owed().map(shown),
    settle: (jobId, remedy) => {
      const job = journal.printJob(jobId)
      if (!job || job.state === 'printed' || job.state === 'given-up') return // a doubled tap
      if (!remediesFor(job, settings()).includes(remedy) || !queue.isIdle(jobId))
        throw new CommandRefused('REMEDY_UNFIT')
      acts[remedy](job)
      parts.changed()
    },
    again: (saleId) => {
      const doubtful = doubtfulOf(saleId)
      if (doubtful) journal.requeuePrint(doubtful.id, null)
      queue.wake()
    },
    cameOut: (saleId) => {
      const doubtful = doubtfulOf(saleId)
      if (doubtful) cameOut(doubtful)
    },
    copy: (saleId) => {
      const sale = journal.sale(saleId)
      if (!sale) throw new CommandRefused('SALE_UNKNOWN')
      if (!('paidAt' in sale.state)) throw new CommandRefused('RECEIPT_MISSING')
      const id = randomUUID()
      ledger.record(saleId, [{ kind: 'copy-queued', jobId: id }], { newJobs: [{ id, kind: 'copy' }] })
      queue.wake()
    },
    test: (printer) => add('test', null, printer),
    openDrawer: (printer) => add('drawer', null, printer),
    status: async (printer) => {
      await queue.free()
      return through<PrinterReport>(
        parts.driver(printer),
        (opened) => opened.status(),
        (failure) => ({ ready: false, failure }),
      )
    },
  }
}

/** Papers that the sale itself waits for. */
const isReceipt = ({ kind }: PrintJob): boolean => kind === 'sale' || kind === 'e-receipt'

const otherThan = (printer: PrinterName): PrinterName => (printer === 'main' ? 'spare' : 'main')

function remediesFor(job: PrintJob, { printer, sparePrinter }: Settings): PrintRemedy[] {
  if (job.state !== 'queued' && job.state !== 'doubtful') return []
  const other = otherThan(job.printer) === 'spare' ? sparePrinter : printer
  return [
    ...(job.state === 'doubtful' ? (['came-out'] as const) : []),
    'again',
    ...(other.kind === 'none' ? [] : (['other-printer'] as const)),
    'given-up',
  ]
}
