/** Connects the print queue with the shop: the papers, the two printers, and the sales that record outcomes. */
import type { Failure } from '../../../shared/failure.ts'
import type { PrinterName } from '../../../shared/shop/printing.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import type { Papers } from '../../paper/facts/index.ts'
import {
  createPrintQueue,
  type JobMark,
  openDriver,
  type PrinterDriver,
  type PrintQueue,
  type SilentPrint,
} from '../../paper/print/index.ts'
import type { SaleStore } from '../../sale/run/index.ts'
import type { PrintJob, SaleReader } from '../../storage/projections/index.ts'
import type { Journal, JournalReader } from '../../storage/store/index.ts'

export type ShopPrinting = {
  readonly journal: Pick<JournalReader, 'sales'> & Pick<Journal, 'printJobs' | 'inOneCommit'>
  readonly store: SaleStore
  readonly papers: Pick<Papers, 'ready' | 'of'>
  readonly driver: (printer: PrinterName) => PrinterDriver
  readonly clock: Clock
  readonly log: Log
  /** A test page came out of the main printer. */
  readonly tested: () => void
}

export function openPrinting(parts: ShopPrinting): PrintQueue {
  const { journal, store, papers, driver, clock, log, tested } = parts
  // The settings are in another file. A failure to write it must not stop the queue.
  const noteTested = (): void => {
    try {
      tested()
    } catch (error) {
      log.error('the test page is not noted', { error })
    }
  }
  return createPrintQueue({
    journal,
    clock,
    log,
    driver,
    ready: papers.ready,
    compose: papers.of,
    printed: (job) => {
      printed({ journal, store, clock }, job)
      if (job.kind === 'test' && job.printer === 'main') noteTested()
    },
    delayed: (job, why) => delayed(journal.sales, store, job, why),
  })
}

export type ShopPrinters = {
  readonly settings: () => Settings
  /** The folder of the test printer; null in live mode. */
  readonly printFolder: string | null
  readonly clock: Clock
  readonly mark: JobMark
  /** The system's printers on Windows; null elsewhere. */
  readonly silentPrint: SilentPrint | null
}

export const printers =
  ({ settings, printFolder, clock, mark, silentPrint }: ShopPrinters) =>
  (printer: PrinterName): PrinterDriver => {
    const { printer: main, sparePrinter, paperWidth } = settings()
    return openDriver(printer === 'main' ? main : sparePrinter, {
      clock,
      mark,
      printFolder,
      paperWidth,
      ...(silentPrint ? { silentPrint } : {}),
    })
  }

/** Whether the job is a receipt, whose outcome the sale records. Other papers have only their job. */
export const isReceipt = (job: PrintJob): job is PrintJob & { readonly saleId: string } =>
  job.saleId !== null && (job.kind === 'sale' || job.kind === 'e-receipt')

/** The step of the job's own paper in the sale. */
const stepOf = (sales: Pick<SaleReader, 'byId'>, { saleId, id }: PrintJob & { readonly saleId: string }) =>
  sales.byId(saleId)?.papers.find(({ jobId }) => jobId === id)?.step

/** Records that a job was printed, also for a receipt that was given up or superseded meanwhile. */
export function printed(
  { journal, store, clock }: Pick<ShopPrinting, 'journal' | 'store' | 'clock'>,
  job: PrintJob,
): void {
  const step = isReceipt(job) ? stepOf(journal.sales, job)?.name : undefined
  if (isReceipt(job) && step !== undefined && step !== 'printed')
    store.append(job.saleId, [{ kind: 'receipt-printed', jobId: job.id }])
  else journal.printJobs.end(job.id, 'printed', clock.now())
}

/** Records why a receipt waits. The same reason is recorded once, not at every try. */
function delayed(sales: Pick<SaleReader, 'byId'>, store: SaleStore, job: PrintJob, why: Failure): void {
  if (!isReceipt(job)) return
  const step = stepOf(sales, job)
  if (step?.name !== 'queued') return
  if (step.failure?.name === why.name && step.failure.detail === why.detail) return
  store.append(job.saleId, [{ kind: 'receipt-delayed', jobId: job.id, failure: why }])
}
