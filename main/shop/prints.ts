/** The print queue for people: waiting jobs and reasons, copies, the test page, decisions about unconfirmed prints. */
import { randomUUID } from 'node:crypto'
import { RESOLUTIONS_OF, type Resolution } from '../../shared/attention.ts'
import { CommandRefused } from '../../shared/failure.ts'
import type { AttentionItem } from '../../shared/ipc/index.ts'
import type {
  PrinterName,
  PrinterReport,
  Printing,
  PrintResolution,
  WaitingPrint,
} from '../../shared/printing.ts'
import { currentPaper } from '../../shared/sale-status.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Clock } from '../environment.ts'
import { type PrinterDriver, type PrintQueue, through } from '../printing/index.ts'
import type { PrintJob } from '../projections/index.ts'
import type { SaleStore } from '../sales/index.ts'
import type { Journal, JournalReader } from '../store/index.ts'
import { isReceipt, printed } from './printing.ts'

export type Prints = {
  readonly summary: () => Printing
  /** Unconfirmed receipts, for the attention list. */
  readonly unconfirmedReceipts: () => readonly AttentionItem[]
  /** Carries out a person's decision about the unconfirmed receipt of that sale. */
  readonly settleUnconfirmed: (saleId: string, resolution: Resolution) => void
  /** In the order of the queue. */
  readonly list: () => WaitingPrint[]
  readonly settle: (jobId: string, resolution: PrintResolution) => void
  readonly copy: (saleId: string) => void
  readonly test: (printer: PrinterName) => void
  readonly openDrawer: (printer: PrinterName) => void
  readonly status: (printer: PrinterName) => Promise<PrinterReport>
}

export type PrintsParts = {
  readonly journal: Pick<JournalReader, 'sales'> & Pick<Journal, 'printJobs'>
  readonly store: SaleStore
  readonly queue: PrintQueue
  readonly driver: (printer: PrinterName) => PrinterDriver
  readonly settings: () => Settings
  readonly clock: Clock
}

export function createPrints(parts: PrintsParts): Prints {
  const { journal, store, queue, settings, clock } = parts

  const owed = (): readonly PrintJob[] => journal.printJobs.owed().filter(({ kind }) => kind !== 'drawer')
  const unconfirmed = (): readonly PrintJob[] =>
    owed().filter((job) => job.state === 'unconfirmed' && isReceipt(job))

  const attentionItem = ({ saleId, failure, queuedAt }: PrintJob): readonly AttentionItem[] => {
    const sale = saleId === null ? null : journal.sales.byId(saleId)
    if (!sale) return []
    return [
      {
        id: `${sale.id}:receipt-unprintable`,
        saleId: sale.id,
        senderInvoiceNo: sale.senderInvoiceNo,
        cause: 'receipt-unprintable',
        failure,
        amount: null,
        at: queuedAt,
        resolutions: [...RESOLUTIONS_OF['receipt-unprintable']],
        missing: null,
      },
    ]
  }

  /** Whether the sale waits for this paper. */
  const isCurrent = (job: PrintJob): boolean => {
    const sale = job.saleId === null ? null : journal.sales.byId(job.saleId)
    return isReceipt(job) && sale !== null && currentPaper(sale)?.jobId === job.id
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
  })

  /** Gives up a job. Its sale continues without the paper. */
  const giveUp = (job: PrintJob): void => {
    if (job.saleId !== null && isCurrent(job))
      store.append(job.saleId, [{ kind: 'work-given-up', work: 'print' }])
    else journal.printJobs.end(job.id, 'given-up', clock.now())
  }

  const actions: Readonly<Record<PrintResolution, (job: PrintJob) => void>> = {
    'came-out': (job) => printed(parts, job),
    again: ({ id }) => journal.printJobs.retry(id),
    'other-printer': ({ id, printer }) => journal.printJobs.redirect(id, otherThan(printer)),
    'given-up': giveUp,
  }

  const add = (kind: PrintJob['kind'], saleId: string | null, printer: PrinterName): void => {
    journal.printJobs.queue({ id: randomUUID(), kind, printer }, saleId, clock.now())
  }

  return {
    summary: () => {
      const jobs = owed()
      return {
        waiting: jobs.length,
        unconfirmed: jobs.filter(({ state }) => state === 'unconfirmed').length,
        failure: jobs.find(({ failure }) => failure !== null)?.failure ?? null,
        drawer: queue.drawer(),
      }
    },
    unconfirmedReceipts: () => unconfirmed().flatMap(attentionItem),
    settleUnconfirmed: (saleId, resolution) => {
      for (const job of unconfirmed()) {
        if (job.saleId !== saleId) continue
        if (resolution === 'came-out') printed(parts, job)
        else journal.printJobs.retry(job.id)
      }
    },
    list: () => owed().map(shown),
    settle: (jobId, resolution) => {
      const job = journal.printJobs.byId(jobId)
      if (!job || job.state === 'printed' || job.state === 'given-up') return // a double tap
      if (!resolutionsFor(job, settings()).includes(resolution) || !queue.isIdle(jobId))
        throw new CommandRefused('RESOLUTION_UNFIT')
      actions[resolution](job)
    },
    copy: (saleId) => {
      const sale = journal.sales.byId(saleId)
      if (!sale) throw new CommandRefused('SALE_UNKNOWN')
      if (sale.soldAt === null) throw new CommandRefused('RECEIPT_MISSING')
      const id = randomUUID()
      store.append(saleId, [{ kind: 'copy-queued', jobId: id }], { newJobs: [{ id, kind: 'copy' }] })
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
