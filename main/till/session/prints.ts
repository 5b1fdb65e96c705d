/** The print queue for people: waiting jobs and reasons, copies, the test page, decisions about unconfirmed prints. */
import { randomUUID } from 'node:crypto'
import { CommandRefused, failure } from '../../../shared/failure.ts'
import type { AttentionItem } from '../../../shared/page/index.ts'
import {
  PRINT_CAUSES,
  type PrintCause,
  RESOLUTIONS_OF,
  type Resolution,
} from '../../../shared/sale/attention.ts'
import type { SaleEvent } from '../../../shared/sale/sale.ts'
import { carriedBy, currentPaper } from '../../../shared/sale/status.ts'
import type {
  PrinterName,
  PrinterReport,
  Printing,
  PrintResolution,
  WaitingPrint,
} from '../../../shared/shop/printing.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import { ownTurn } from '../../base/chunked.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import type { ReceiptDocument } from '../../paper/draw/index.ts'
import type { Papers } from '../../paper/facts/index.ts'
import { type PrinterDriver, type PrintOutcome, type PrintQueue, through } from '../../paper/print/index.ts'
import type { SaleStore } from '../../sale/run/index.ts'
import type { PrintJob } from '../../storage/projections/index.ts'
import type { Journal, JournalReader } from '../../storage/store/index.ts'
import { isReceipt, printed } from './printing.ts'

export type Prints = {
  readonly summary: () => Printing
  /** Receipts that a person must decide about, for the attention list: unconfirmed, or with a key that is missing. */
  readonly attention: () => readonly AttentionItem[]
  /** Carries out a person's decision about such a receipt of that sale. */
  readonly settleAttention: (saleId: string, cause: PrintCause, resolution: Resolution) => void
  /** In the order of the queue. */
  readonly list: () => WaitingPrint[]
  readonly settle: (jobId: string, resolution: PrintResolution) => void
  /**
   * Gives up these jobs, many in each commit, and the till works between the commits. One that is printing now, or has
   * ended meanwhile, is left as it is.
   */
  readonly dropAll: (jobIds: readonly string[]) => Promise<void>
  readonly copy: (saleId: string) => void
  readonly test: (printer: PrinterName) => void
  readonly openDrawer: (printer: PrinterName) => void
  readonly status: (printer: PrinterName) => Promise<PrinterReport>
  /**
   * Prints a strip of labels on the main printer at once, without the queue: the person who prints labels stands at the
   * printer and can repeat a failed strip. Throws the printer's failure.
   */
  readonly labels: (strip: ReceiptDocument) => Promise<void>
}

export type PrintsParts = {
  readonly journal: Pick<JournalReader, 'sales'> & Pick<Journal, 'printJobs' | 'inOneCommit'>
  readonly store: SaleStore
  readonly queue: PrintQueue
  readonly driver: (printer: PrinterName) => PrinterDriver
  readonly papersReady: Papers['ready']
  readonly formsOf: Papers['formsOf']
  readonly sealsMissing: Papers['sealsMissing']
  readonly settings: () => Settings
  readonly clock: Clock
}

/** For how long one commit gives up jobs: the till does nothing else meanwhile. */
const DROP_MS = 20

export function createPrints(parts: PrintsParts): Prints {
  const { journal, store, queue, settings, clock } = parts

  const owed = (): readonly PrintJob[] => journal.printJobs.owed().filter(({ kind }) => kind !== 'drawer')
  const receiptsFor: Readonly<Record<PrintCause, (job: PrintJob) => boolean>> = {
    'receipt-unprintable': ({ state }) => state === 'unconfirmed',
    'receipt-key-missing': ({ state, failure }) => state === 'queued' && failure?.name === 'KEYRING_LOCKED',
  }
  const receipts = (cause: PrintCause): readonly PrintJob[] =>
    journal.printJobs.troubled().filter((job) => isReceipt(job) && receiptsFor[cause](job))

  const attentionItem = (
    cause: PrintCause,
    { saleId, failure, queuedAt }: PrintJob,
  ): readonly AttentionItem[] => {
    const sale = saleId === null ? null : journal.sales.byId(saleId)
    if (!sale) return []
    return [
      {
        id: `${sale.id}:${cause}`,
        saleId: sale.id,
        senderInvoiceNo: sale.senderInvoiceNo,
        cause,
        failure,
        amount: null,
        at: queuedAt,
        resolutions: [...RESOLUTIONS_OF[cause]],
        missing: null,
      },
    ]
  }

  /** The sale that waits for this paper, and the paper; null where none does. */
  const awaited = (job: PrintJob) => {
    const sale = isReceipt(job) ? journal.sales.byId(job.saleId) : null
    const paper = sale && currentPaper(sale)
    return sale && paper?.jobId === job.id ? { sale, paper } : null
  }

  const losesOf = (job: PrintJob): WaitingPrint['loses'] => {
    const { sale, paper } = awaited(job) ?? {}
    const carried = sale && paper ? carriedBy(sale, paper) : []
    if (carried.length === 0) return null
    return carried.some(({ hasLottery }) => hasLottery) ? 'lottery' : 'qr'
  }

  const shown = (job: PrintJob): WaitingPrint => ({
    id: job.id,
    kind: job.kind,
    saleId: job.saleId,
    sequence: job.saleId === null ? null : (journal.sales.byId(job.saleId)?.sequence ?? null),
    state: job.state as WaitingPrint['state'],
    printer: job.printer,
    failure: job.failure,
    attempts: job.attempts,
    queuedAt: job.queuedAt,
    resolutions: resolutionsFor(job, settings()),
    loses: losesOf(job),
  })

  /** Gives up a job. Its sale continues without the paper. */
  const giveUp = (job: PrintJob): void => {
    const waiting = awaited(job)
    if (waiting) store.append(waiting.sale.id, [{ kind: 'work-given-up', work: 'print' }])
    else journal.printJobs.end(job.id, 'given-up', clock.now())
  }

  /** As for seals that a backup did not bring: the sale requests the e-receipts again, and their paper follows. */
  const requestAgain = (job: PrintJob): void => {
    const waiting = awaited(job)
    if (!waiting) return
    const lost = parts.sealsMissing(waiting.sale.id, carriedBy(waiting.sale, waiting.paper))
    if (lost.length > 0) store.append(waiting.sale.id, sealsLost(lost))
    else journal.printJobs.retry(job.id) // the key came back meanwhile
  }

  const actions: Readonly<Record<PrintResolution, (job: PrintJob) => void>> = {
    'came-out': (job) => printed(parts, job),
    again: ({ id }) => journal.printJobs.retry(id),
    'other-printer': ({ id, printer }) => journal.printJobs.redirect(id, otherThan(printer)),
    'given-up': giveUp,
  }

  const mayNow = (job: PrintJob, resolution: PrintResolution): boolean =>
    resolutionsFor(job, settings()).includes(resolution)

  /** Gives up jobs for a short time, from this place on. Returns the place of the next one. */
  const droppedFrom = (jobIds: readonly string[], from: number): number => {
    const until = performance.now() + DROP_MS
    let next = from
    do {
      const job = journal.printJobs.byId(jobIds[next] ?? '')
      if (job && job.kind !== 'drawer' && mayNow(job, 'given-up')) giveUp(job)
      next += 1
    } while (next < jobIds.length && performance.now() < until)
    return next
  }

  const add = (kind: PrintJob['kind'], saleId: string | null, printer: PrinterName): void => {
    journal.printJobs.queue({ id: randomUUID(), kind, printer }, saleId, clock.now())
  }

  return {
    summary: () => {
      const troubled = journal.printJobs.troubled()
      return {
        waiting: journal.printJobs.papersOwed(),
        unconfirmed: troubled.filter(({ state }) => state === 'unconfirmed').length,
        failure: troubled.find(({ failure }) => failure !== null)?.failure ?? null,
        drawer: queue.drawer(),
      }
    },
    attention: () =>
      PRINT_CAUSES.flatMap((cause) => receipts(cause).flatMap((job) => attentionItem(cause, job))),
    settleAttention: (saleId, cause, resolution) => {
      if (!RESOLUTIONS_OF[cause].includes(resolution)) throw new CommandRefused('NOT_NOW')
      for (const job of receipts(cause)) {
        if (job.saleId !== saleId) continue
        if (resolution === 'came-out') printed(parts, job)
        else if (resolution === 'ereceipt-again') requestAgain(job)
        else journal.printJobs.retry(job.id)
      }
    },
    list: () => owed().map(shown),
    settle: (jobId, resolution) => {
      const job = journal.printJobs.byId(jobId)
      if (!job || job.state === 'printed' || job.state === 'given-up') return // a double tap
      if (!mayNow(job, resolution)) throw new CommandRefused('NOT_NOW')
      actions[resolution](job)
    },
    dropAll: async (jobIds) => {
      for (let next = 0; next < jobIds.length; await ownTurn())
        next = journal.inOneCommit(() => droppedFrom(jobIds, next))
    },
    copy: (saleId) => {
      const sale = journal.sales.byId(saleId)
      if (!sale) throw new CommandRefused('NOT_FOUND')
      if (sale.soldAt === null) throw new CommandRefused('NOT_NOW')
      const id = randomUUID()
      store.append(saleId, [{ kind: 'copy-queued', jobId: id }], { newJobs: [{ id, kind: 'copy' }] })
    },
    test: (printer) => add('test', null, printer),
    openDrawer: (printer) => add('drawer', null, printer),
    status: (printer) =>
      queue.between(() =>
        through<PrinterReport>(
          parts.driver(printer),
          (opened) => opened.status(),
          (failure) => ({ ready: false, failure }),
        ),
      ),
    labels: async (document) => {
      const jobId = randomUUID()
      await parts.papersReady()
      // The settings may change while the strip waits, and while it is drawn.
      const outcome = await queue.between(async () => {
        const driver = parts.driver('main')
        const paper = await parts.formsOf(document, { printer: settings().printer, name: `labels-${jobId}` })
        return through<PrintOutcome>(
          driver,
          ({ print }) => print({ jobId, ...paper }),
          (failure) => ({ printed: false, failure }),
        )
      })
      if (!outcome.printed) throw new CommandRefused(outcome.failure.name, outcome.failure.detail)
    },
  }
}

/** Notes that lottery number and QR data of these payments cannot be read, so that their e-receipts are requested again. */
export const sealsLost = (paymentIds: readonly string[]): readonly SaleEvent[] =>
  paymentIds.map((paymentId) => ({ kind: 'ereceipt-delayed', paymentId, failure: failure('SEAL_LOST') }))

const otherThan = (printer: PrinterName): PrinterName => (printer === 'main' ? 'spare' : 'main')

function resolutionsFor(job: PrintJob, { printer, sparePrinter }: Settings): PrintResolution[] {
  if (job.state !== 'queued' && job.state !== 'unconfirmed') return []
  const other = otherThan(job.printer) === 'spare' ? sparePrinter : printer
  return [
    ...(job.state === 'unconfirmed' ? (['came-out'] as const) : []),
    'again',
    ...(other.kind === 'none' ? [] : (['other-printer'] as const)),
    'given-up',
  ]
}
