/** What the print queue needs of a shop: the papers, the two printers, and where its outcomes are recorded. */
import type { Failure } from '../../shared/failure.ts'
import type { PrinterName } from '../../shared/printing.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Clock, Log } from '../environment.ts'
import type { Journal, PrintJob } from '../journal/index.ts'
import {
  createPrintQueue,
  openDriver,
  type PrinterDriver,
  type PrintQueue,
  type SilentPrint,
} from '../printing/index.ts'
import type { Ledger } from '../sales/index.ts'
import type { Papers } from './papers.ts'

export type ShopPrinting = {
  readonly journal: Journal
  readonly ledger: Ledger
  readonly papers: Papers
  readonly driver: (printer: PrinterName) => PrinterDriver
  readonly clock: Clock
  readonly log: Log
  readonly changed: () => void
}

export function openPrinting({
  journal,
  ledger,
  papers,
  driver,
  clock,
  log,
  changed,
}: ShopPrinting): PrintQueue {
  return createPrintQueue({
    journal,
    clock,
    log,
    driver,
    changed,
    compose: papers.of,
    printed: (job) => printed(journal, ledger, clock, job),
    delayed: (job, why) => delayed(journal, ledger, job, why),
    uncertain: (job, why) => uncertain(ledger, job, why),
  })
}

export type ShopPrinters = {
  readonly settings: () => Settings
  /** Where the practice printer puts its paper; null in earnest. */
  readonly printFolder: string | null
  readonly clock: Clock
  /** The system's printers on Windows; null elsewhere. */
  readonly silentPrint: SilentPrint | null
}

export function printers({ settings, printFolder, clock, silentPrint }: ShopPrinters) {
  return (printer: PrinterName): PrinterDriver => {
    const { printer: main, sparePrinter, paperWidth } = settings()
    return openDriver(printer === 'main' ? main : sparePrinter, {
      clock,
      printFolder,
      paperWidth,
      ...(silentPrint ? { silentPrint } : {}),
    })
  }
}

/** Whether its sale tells about it; a copy or a test page has no events but its job's. */
const isReceipt = (job: PrintJob): job is PrintJob & { readonly saleId: string } =>
  job.saleId !== null && (job.kind === 'sale' || job.kind === 'e-receipt')

function printed(journal: Journal, ledger: Ledger, clock: Clock, job: PrintJob): void {
  if (isReceipt(job))
    ledger.record(job.saleId, [{ kind: 'receipt-printed', jobId: job.id }], { printedJob: job.id })
  else journal.endPrint(job.id, 'printed', clock.now())
}

/** A reason is recorded once, not at every try. */
function delayed(journal: Journal, ledger: Ledger, job: PrintJob, why: Failure): void {
  if (!isReceipt(job)) return
  const state = journal.sale(job.saleId)?.state
  const known = state && 'print' in state && state.print.step === 'queued' ? state.print.failure : null
  if (known?.name === why.name && known.detail === why.detail) return
  ledger.record(job.saleId, [{ kind: 'receipt-delayed', jobId: job.id, failure: why }])
}

function uncertain(ledger: Ledger, job: PrintJob, why: Failure): void {
  if (!isReceipt(job)) return
  ledger.record(job.saleId, [{ kind: 'receipt-delayed', jobId: job.id, failure: why }], {
    attention: [{ cause: 'receipt-unprintable', failure: why, amount: null }],
  })
}
