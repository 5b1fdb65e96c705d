/**
 * A shop that is open: the journal, the line to the service, the runner and the printer of one mode. The terminal
 * opens another when the merchant changes; practice sales and real ones never share a journal.
 */
import { join } from 'node:path'
import type { Failure } from '../shared/failure.ts'
import type { Connection } from '../shared/ipc/index.ts'
import type { Settings } from '../shared/settings.ts'
import { type CallbackReceiver, createCallbackReceiver } from './callback/index.ts'
import type { Clock, Log } from './environment.ts'
import { type Journal, openJournal, type PrintJob } from './journal/index.ts'
import {
  createPrintQueue,
  folderPrinter,
  missingPrinter,
  networkPrinter,
  type PrinterDriver,
  type PrintQueue,
  receiptSeal,
  type Seal,
} from './printing/index.ts'
import { type RasterRenderer, rasterAsEscPos, saleReceipt } from './receipts/index.ts'
import {
  type Counter,
  createCounter,
  createLedger,
  createRunner,
  type Ledger,
  type Runner,
  receiptFacts,
} from './sales/index.ts'
import {
  asFailure,
  createServiceClient,
  lockedClient,
  PASSWORD_NEEDED,
  type ServiceClient,
  type ServiceFailure,
  type ServiceTimeouts,
} from './service/index.ts'

export type Shop = {
  readonly mode: 'practice' | 'merchant'
  readonly journal: Journal
  readonly ledger: Ledger
  readonly runner: Runner
  readonly counter: Counter
  readonly connection: () => Connection
  /** The receiver of payment callbacks. */
  readonly callback: Pick<CallbackReceiver, 'state' | 'retune'>
  /** Where the practice printer puts its paper; null in earnest. */
  readonly printFolder: string | null
  /** The printer may have changed: what waits is tried again. */
  readonly retryPrinting: () => void
  readonly close: () => Promise<void>
}

export type ShopParts = {
  readonly mode: 'practice' | 'merchant'
  readonly folder: string
  readonly service: {
    readonly baseUrl: string
    readonly username: string
    /** Null where no keyring kept it over the restart. */
    readonly password: string | null
    readonly invoiceCode: string
  }
  readonly timeouts: Partial<ServiceTimeouts>
  readonly settings: () => Settings
  readonly raster: RasterRenderer
  readonly sealKey: Buffer
  readonly callbackPath: () => string
  readonly clock: Clock
  readonly log: Log
  readonly changed: () => void
}

const JOURNALS = { practice: 'journal-practice.sqlite', merchant: 'journal.sqlite' } as const
const WATCH_ON_MS = 24 * 3_600_000

export function openShop(parts: ShopParts): Shop {
  const { mode, clock, log, changed, settings } = parts
  const journal = openJournal(join(parts.folder, JOURNALS[mode]))
  const line = watchLine(clock, changed)
  const service = openService(parts, line.reached)
  const seal = receiptSeal(parts.sealKey)
  const ledger = createLedger(journal, clock, changed)
  const printFolder = mode === 'practice' ? join(parts.folder, 'practice-receipts') : null
  const queue = printQueue(parts, journal, ledger, seal, printFolder)
  const runner = createRunner({
    journal,
    ledger,
    service,
    settings: () => withCallback(settings(), callback.address()),
    clock,
    log,
    changed,
    invoiceCode: parts.service.invoiceCode,
    sealReceipt: seal.close,
    watchOnMs: WATCH_ON_MS,
    random: Math.random,
    jobQueued: () => queue.wake(),
  })
  const counter = createCounter({
    journal,
    ledger,
    runner,
    clock,
    settings,
    wakePrinter: queue.retry,
  })
  const callback = createCallbackReceiver({
    settings: () => settings().callback,
    path: parts.callbackPath,
    hint: (invoiceId) => {
      const sale = journal.saleByInvoice(invoiceId)
      if (sale) runner.hint(sale.id)
      return sale !== null
    },
    changed,
    clock,
    log,
  })
  queue.recover()
  const taken = runner.recover()
  if (taken > 0) log.info(`${taken} unfinished sales are taken up again`)
  return {
    mode,
    journal,
    ledger,
    runner,
    counter,
    connection: line.connection,
    callback,
    printFolder: settings().printer.kind === 'folder' ? printFolder : null,
    retryPrinting: queue.wake,
    close: () => closeShop(callback, service, runner, queue, journal),
  }
}

type Reached = (why: ServiceFailure | null) => void

function openService({ service, timeouts, clock, log }: ShopParts, reached: Reached): ServiceClient {
  const { baseUrl, username, password } = service
  if (password === null) {
    reached(PASSWORD_NEEDED)
    return lockedClient()
  }
  return createServiceClient({
    baseUrl,
    credentials: { username, password },
    onReached: reached,
    timeouts,
    clock,
    log,
  })
}

async function closeShop(
  callback: CallbackReceiver,
  service: ServiceClient,
  runner: Runner,
  queue: PrintQueue,
  journal: Journal,
): Promise<void> {
  const stopping = Promise.all([runner.stop(), queue.stop(), callback.close()])
  await service.close()
  await stopping
  journal.close()
}

/** A receiver that listens is told to the service in place of the setting. */
const withCallback = (settings: Settings, address: string | null): Settings =>
  address === null ? settings : { ...settings, invoicing: { ...settings.invoicing, callbackUrl: address } }

/** The connection as requests really fared. */
function watchLine(clock: Clock, changed: () => void) {
  let connection: Connection = { state: 'untried' }
  return {
    connection: () => connection,
    reached: (why: ServiceFailure | null) => {
      const before = connection
      if (why === null) connection = { state: 'connected' }
      else if (before.state !== 'disconnected')
        connection = { state: 'disconnected', since: clock.now(), failure: asFailure(why) }
      if (before.state !== connection.state) changed()
    },
  }
}

function printQueue(
  parts: ShopParts,
  journal: Journal,
  ledger: Ledger,
  seal: Seal,
  printFolder: string | null,
): PrintQueue {
  const { settings, clock, log } = parts
  return createPrintQueue({
    journal,
    clock,
    log,
    driver: () => driverFor(settings(), printFolder, clock),
    canRepeat: () => settings().printer.kind === 'folder' && printFolder !== null,
    compose: (job) => paper(parts, journal, seal, job),
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

function paper(parts: ShopParts, journal: Journal, seal: Seal, job: PrintJob) {
  const sale = journal.sale(job.saleId)
  if (!sale) return null
  const seals = journal.seals(sale.id)
  const facts = receiptFacts(sale, parts.settings(), parts.mode === 'practice', (paymentId) => {
    const sealed = seals.get(paymentId)
    return sealed ? seal.open(sealed) : null
  })
  if (!facts) return null
  const raster = parts.raster.render(saleReceipt(facts), parts.settings().paperWidth)
  return { name: sale.senderInvoiceNo, raster, bytes: rasterAsEscPos(raster, { cut: true }) }
}
