/** What the print queue needs of a shop: the papers, the printer that is set, and where its outcomes are recorded. */
import type { Failure } from '../../shared/failure.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Clock, Log } from '../environment.ts'
import type { Journal, PrintJob } from '../journal/index.ts'
import {
  createPrintQueue,
  folderPrinter,
  missingPrinter,
  networkPrinter,
  type PrinterDriver,
  type PrintQueue,
  type Seal,
} from '../printing/index.ts'
import { type RasterRenderer, rasterAsEscPos, saleReceipt } from '../receipts/index.ts'
import { type Ledger, receiptFacts } from '../sales/index.ts'

export type ShopPrinting = {
  readonly journal: Journal
  readonly ledger: Ledger
  readonly seal: Seal
  readonly raster: RasterRenderer
  readonly settings: () => Settings
  /** Practice: СУРГАЛТ across every paper. */
  readonly training: boolean
  /** Where the practice printer puts its paper; null in earnest. */
  readonly printFolder: string | null
  readonly clock: Clock
  readonly log: Log
}

export function openPrinting(parts: ShopPrinting): PrintQueue {
  const { journal, ledger, settings, clock, log, printFolder } = parts
  return createPrintQueue({
    journal,
    clock,
    log,
    driver: () => driverFor(settings(), printFolder, clock),
    canRepeat: () => settings().printer.kind === 'folder' && printFolder !== null,
    compose: (job) => paper(parts, job),
    printed: (job) =>
      void ledger.record(job.saleId, [{ kind: 'receipt-printed', jobId: job.id }], { printedJob: job.id }),
    delayed: (job, why) => delayed(journal, ledger, job, why),
    uncertain: (job, why) =>
      void ledger.record(job.saleId, [{ kind: 'receipt-delayed', jobId: job.id, failure: why }], {
        attention: [{ cause: 'receipt-unprintable', failure: why, amount: null }],
      }),
  })
}

function driverFor({ printer }: Settings, printFolder: string | null, clock: Clock): PrinterDriver {
  if (printer.kind === 'network') return networkPrinter({ host: printer.host, port: printer.port, clock })
  return printer.kind === 'folder' && printFolder !== null
    ? folderPrinter({ folder: printFolder })
    : missingPrinter
}

/** A reason is recorded once, not at every try. */
function delayed(journal: Journal, ledger: Ledger, job: PrintJob, why: Failure): void {
  const state = journal.sale(job.saleId)?.state
  const known = state && 'print' in state && state.print.step === 'queued' ? state.print.failure : null
  if (known?.name === why.name && known.detail === why.detail) return
  ledger.record(job.saleId, [{ kind: 'receipt-delayed', jobId: job.id, failure: why }])
}

/** Nothing for a sale that a manager holds: it is printed once it is let go. */
function paper({ journal, seal, raster, settings, training }: ShopPrinting, job: PrintJob) {
  const sale = journal.sale(job.saleId)
  if (!sale || sale.held) return null
  const seals = journal.seals(sale.id)
  const facts = receiptFacts(sale, settings(), training, (paymentId) => {
    const sealed = seals.get(paymentId)
    return sealed ? seal.open(sealed) : null
  })
  if (!facts) return null
  const drawn = raster.render(saleReceipt(facts), settings().paperWidth)
  return { name: sale.senderInvoiceNo, raster: drawn, bytes: rasterAsEscPos(drawn, { cut: true }) }
}
