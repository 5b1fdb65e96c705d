/**
 * An open shop: the journal, the client of the service, the runner and the printers of one mode. The terminal opens
 * another shop when the merchant changes, because test mode and live mode never share a journal.
 */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Failure } from '../../../shared/failure.ts'
import type { ClockOff } from '../../../shared/page/index.ts'
import type { Policy } from '../../../shared/sale/answers.ts'
import type { Mode } from '../../../shared/shop/mode.ts'
import { withOwnSeller } from '../../../shared/shop/own-seller.ts'
import type { Product } from '../../../shared/shop/product.ts'
import type { SettingFollower, Settings, TrialInvoice } from '../../../shared/shop/settings.ts'
import type { Cashier } from '../../../shared/shop/staff.ts'
import type { Clock, Log } from '../../base/environment.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import { createHistory, type History } from '../../books/history/index.ts'
import {
  createReconciler,
  createReports,
  createResults,
  type Reconciler,
  type Reports,
  type Results,
} from '../../books/reports/index.ts'
import { createShifts, type Shifts } from '../../books/shifts/index.ts'
import { type AllTills, createAllTills } from '../../many-tills/figures/index.ts'
import {
  beatTask,
  createShopCarts,
  createShopLink,
  createShopReturns,
  type LinkTask,
  type MembershipStore,
  ownEventsTask,
  type ShopCarts,
  type ShopLink,
  type ShopReturns,
  type Streams,
  sentFile,
  streamsTask,
  zNumbersTask,
} from '../../many-tills/link/index.ts'
import type { Raster, RasterRenderer } from '../../paper/draw/index.ts'
import { createPapers, type Papers } from '../../paper/facts/index.ts'
import {
  jobMark,
  type PrintQueue,
  receiptSeal,
  type SealKeys,
  type SilentPrint,
} from '../../paper/print/index.ts'
import { type CallbackReceiver, createCallbackReceiver } from '../../payment-service/callback/index.ts'
import {
  type ConnectionMonitor,
  createConnection,
  createServiceClient,
  lockedClient,
  PASSWORD_NEEDED,
  PASSWORD_UNREADABLE,
  paymentProvider,
  receiptProvider,
  type ServiceClient,
  type ServiceFailure,
  type ServiceTimeouts,
  type SystemNetwork,
} from '../../payment-service/client/index.ts'
import {
  type Counter,
  createCounter,
  createExchange,
  createParking,
  createResolutions,
  createReturns,
  createTenders,
  createWork,
  type Exchange,
  type Parking,
  type Resolutions,
  type Returns,
  type Tenders,
  type Work,
} from '../../sale/index.ts'
import { createRunner, createSaleStore, type Runner, type SaleStore } from '../../sale/run/index.ts'
import { createShopCopies, type ShopContents, type ShopCopies } from '../../shop/files/index.ts'
import { type Backups, createBackups, type JournalLook, lookIntoJournal } from '../../storage/backup/index.ts'
import { MIGRATIONS } from '../../storage/journal/index.ts'
import {
  type Journal,
  type JournalReader,
  type JournalWriter,
  openJournal,
} from '../../storage/store/index.ts'
import { type Arrivals, createArrivals } from './arrivals.ts'
import { createBestSellers } from './best-sellers.ts'
import { createClockMonitor } from './clock-monitor.ts'
import { type DiskSpace, freeBytes, watchDiskSpace } from './disk-space.ts'
import { fetchOwnEvents } from './fetch-own-events.ts'
import { openPrinting, printers } from './printing.ts'
import { createPrints, type Prints, sealsLost } from './prints.ts'
import { type Recovered, recoveredAtStart } from './recovered.ts'
import { createTerminalCodes, type TerminalCodes } from './terminal-code.ts'
import { tillStatus } from './till-status.ts'
import { followTrialInvoices } from './trial-invoices.ts'

export type Shop = {
  readonly mode: Mode
  /** Readable only, because sales and shifts are written through the parts below. */
  readonly journal: JournalReader & Pick<JournalWriter, 'command' | 'isDone' | 'audited' | 'rescue'>
  readonly runner: Runner
  readonly counter: Counter
  readonly tenders: Tenders
  readonly parking: Parking
  readonly work: Work
  readonly resolutions: Resolutions
  readonly returns: Returns
  readonly exchange: Exchange
  readonly history: History
  readonly reports: Reports
  readonly allTills: AllTills
  readonly recovered: Recovered
  readonly arrivals: Arrivals
  readonly backups: Backups
  /** Copies of the shop in a folder that the owner chose. */
  readonly copies: ShopCopies
  readonly terminalCodes: TerminalCodes
  /** The connection to the shop database, and what the till keeps of its pairing. */
  readonly link: ShopLink
  readonly membership: MembershipStore
  /** Returns of sales that other tills of the shop may return too. */
  readonly shopReturns: Pick<ShopReturns, 'bring' | 'hold' | 'giveBack'>
  /** Parked carts that any till of the shop continues. */
  readonly shopCarts: Omit<ShopCarts, 'task' | 'onChange'>
  /** What was not sent to the shop database yet. */
  readonly streams: Pick<Streams, 'unsent' | 'forget'>
  /** The number of this till's events that the shop database has and the journal lacks. */
  readonly missingEvents: () => number
  /** Merges these events into the journal. `added` is called for each slice. Open the shop again afterwards. */
  readonly fetchOwnEvents: (place: string, added: () => void) => ReturnType<typeof fetchOwnEvents>
  readonly connection: Pick<ConnectionMonitor, 'state' | 'hint'>
  /** The codes of the best-selling goods, best first. */
  readonly bestSellers: () => readonly string[]
  readonly clockOff: () => ClockOff | null
  /** Why the last commit failed, or that the disk is nearly full. */
  readonly storage: () => Failure | null
  /** The receiver of payment callbacks. */
  readonly callback: Pick<CallbackReceiver, 'state' | 'address'>
  /** The folder of the test printer; null in live mode. */
  readonly printFolder: string | null
  readonly prints: Prints
  readonly shifts: Shifts
  /** Reads the service's records, for the screen and for reconciliation. */
  readonly service: Pick<ServiceClient, 'invoicePage' | 'paymentPage' | 'getInvoice' | 'getPayment'>
  readonly reconciler: Pick<Reconciler, 'start' | 'again' | 'stop' | 'run'>
  readonly reconciled: Results
  readonly papers: Pick<Papers, 'copy' | 'preview' | 'ready'>
  /** Call it after a change of the settings. */
  readonly followSettings: (followers: ReadonlySet<SettingFollower>) => void
  /** Something that the view shows has changed. */
  readonly onChange: Signal['listen']
  readonly close: () => Promise<void>
}

export type ShopParts = {
  readonly mode: Mode
  readonly folder: string
  readonly service: {
    readonly baseUrl: string
    readonly username: string
    /** Null where no keyring kept the password over the restart, or does not give it now. */
    readonly password: string | null
    /** The password that a keyring keeps, where it may give it later; null where it keeps none. */
    readonly unlocked: (() => string | null) | null
    readonly invoiceCode: string
  }
  readonly timeouts: Partial<ServiceTimeouts>
  /** Certificates and proxy of the system; null outside Electron. */
  readonly network: SystemNetwork | null
  readonly settings: () => Settings
  readonly raster: RasterRenderer
  readonly logo: () => Raster | null
  /** The system's printers on Windows; null elsewhere. */
  readonly silentPrint: SilentPrint | null
  readonly seal: SealKeys
  readonly callbackPath: () => string
  /** Invoices of trials of this merchant that are not known to be cancelled yet. */
  readonly trialInvoices: () => readonly TrialInvoice[]
  readonly trialEnded: (trial: TrialInvoice) => void
  /** A test page came out of the main printer. */
  readonly printerTested: () => void
  /** The person who is signed in. */
  readonly cashier: () => Cashier | null
  /** The shop's data outside the journal, for copies of the shop. */
  readonly contents: ShopContents
  /** The membership of this mode in a shop database. */
  readonly membership: MembershipStore
  /** Further tasks of the link, which need goods, people or settings. */
  readonly linkTasks: readonly LinkTask[]
  /** Of the program; null outside Electron. */
  readonly version: string | null
  /** Whether the product is one of the sample catalogue. */
  readonly isSample: (product: Product) => boolean
  /** The name of a product of the shop; null where it has none with this code. */
  readonly productName: (code: string) => string | null
  readonly clock: Clock
  readonly log: Log
}

/** The journal's file in the data folder. */
export const JOURNALS = { test: 'journal-test.sqlite', live: 'journal.sqlite' } as const

/** How many bytes the journals of both modes in a data folder have together. */
export const journalBytes = (folder: string): number =>
  Object.values(JOURNALS)
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)

export async function openShop(parts: ShopParts): Promise<Shop> {
  const journal = journalOf(parts)
  try {
    return await shopOn(journal, parts)
  } catch (error) {
    journal.close() // otherwise its lock would stop the next attempt to open it
    throw error
  }
}

type JournalParts = Pick<ShopParts, 'mode' | 'folder' | 'clock' | 'log' | 'seal'>

/**
 * Reads the journal of a mode that is not open; null where there is none. It is opened for writing only if it must be migrated.
 */
export function lookInto<Value>(parts: JournalParts, look: (journal: JournalLook) => Value): Value | null {
  const file = join(parts.folder, JOURNALS[parts.mode])
  if (!existsSync(file)) return null
  const found = lookIntoJournal(file, (journal) => ({ is: look(journal) }))
  return found === null ? inJournal(parts, look) : found.is
}

/** Opens the journal of a mode that is not open, for this work. Throws where it cannot be used. */
export function inJournal<Value>(parts: JournalParts, work: (journal: Shop['journal']) => Value): Value {
  const journal = journalOf(parts)
  try {
    return work(journal)
  } finally {
    journal.close()
  }
}

const journalOf = ({ mode, folder, clock, log, seal }: JournalParts): Journal =>
  openJournal(join(folder, JOURNALS[mode]), {
    mode,
    now: clock.now,
    log,
    destroySealKey: seal.destroy,
  })

/** A rescue gives the journal another tag, but the queue of the system may still hold jobs from before. */
const firstTag = ({ tag, file: { notes } }: Pick<Journal, 'tag' | 'file'>): string =>
  notes.read('first-tag') ?? notes.write('first-tag', tag)

async function shopOn(journal: Journal, parts: ShopParts): Promise<Shop> {
  const { mode, clock, log } = parts
  const settings = (): Settings => withOwnSeller(mode, parts.settings())
  const changes = createSignal()
  const clockMonitor = createClockMonitor(journal, clock, changes.emit)
  // Of the merchant's requests in a minute, while the till belongs to a shop database.
  let requestShare: number | null = null
  const { service, connection } = openLine(parts, journal, clockMonitor.answered, () => requestShare)
  const seal = receiptSeal(parts.seal)
  const storage = monitorStorage()
  const store = createSaleStore({ journal, clock })
  const printFolder = mode === 'test' ? join(parts.folder, 'test-receipts') : null
  const { raster, logo, silentPrint } = parts
  const testMode = mode === 'test'
  const shifts = createShifts({
    ...{ journal, clock, settings, cashier: parts.cashier },
    recordsMissing: () => ownEvents.missing() > 0,
  })
  const reconciled = createResults({ journal, clock })
  const papers = createPapers({
    journal,
    seal,
    raster,
    settings,
    logo,
    testMode,
    clock,
    shiftReport: shifts.report,
    drawerCount: shifts.counted,
    reconciliation: (span) => reconciled.of(span),
    sealLost: (saleId, paymentIds) => store.append(saleId, sealsLost(paymentIds)),
  })
  const driver = printers({ settings, printFolder, clock, mark: jobMark(firstTag(journal)), silentPrint })
  const queue = openPrinting({ journal, store, papers, driver, clock, log, tested: parts.printerTested })
  const policy = (): Policy => policyOf(settings(), clock.now())
  const callback = createCallbackReceiver({
    settings: () => settings().callback,
    path: parts.callbackPath,
    clock,
    log,
  })
  const provider = {
    client: service,
    settings: () => withCallback(settings(), callback.address()),
    invoiceCode: parts.service.invoiceCode,
  }
  const payments = paymentProvider(provider)
  const runner = createRunner({
    journal,
    store,
    payments,
    receipts: receiptProvider({ client: service }),
    settings,
    policy,
    clock,
    log,
    sealReceipt: seal.close,
    random: Math.random,
  })
  const reconciler = createReconciler({
    journal,
    service,
    terminal: () => settings().terminalCode,
    booksOfShop: (day) => allTills.books(day),
    whenIdle: runner.whenIdle,
    clock,
    log,
  })
  const arrivals = createArrivals(journal, clock.now(), changes.emit)
  // All work that follows a commit starts here, so that none starts inside a transaction or after one that failed.
  journal.onCommit((change) => {
    storage.stored(change.failure)
    if (change.failure === null) {
      for (const saleId of change.sales) {
        runner.saleChanged(saleId, change.byPerson)
        arrivals.look(saleId, change.byPerson)
      }
      if (change.jobs) queue.wake()
    }
    changes.emit()
  })
  const diskSpace = watchDiskSpace({ free: () => freeBytes(parts.folder), clock, changed: changes.emit })
  const backups = createBackups({ journal: journal.file, folder: parts.folder, mode, clock, log })
  const copies = createShopCopies({
    folder: parts.folder,
    mode,
    tag: journal.tag,
    terminal: () => settings().terminalCode,
    plan: () => settings().copies,
    backups,
    contents: parts.contents,
    clock,
    log,
  })
  const isHinted = (invoiceId: string): boolean => {
    const sale = journal.sales.byInvoice(invoiceId)
    if (sale) runner.hint(sale.id)
    return sale !== null
  }
  const streams = streamsTask({
    streams: journal.streams,
    rows: MIGRATIONS.length,
    onCommit: (wake) => void journal.onCommit(() => wake()),
    sent: sentFile(parts.folder, mode),
    clock,
    log,
  })
  const ownEvents = ownEventsTask({ streams: journal.streams, notes: journal.file.notes, log })
  const shopReturns = createShopReturns({
    link: (): ShopLink => link,
    ...{ journal, store, ownEvents, log },
    onCommit: (changed) => void journal.onCommit(() => changed()),
    monitorUntil: () => policy().monitorUntil,
  })
  const shopCarts = createShopCarts({
    link: (): ShopLink => link,
    ...{ journal, store, clock, log },
    lastSent: streams.lastSent,
    heardBy: streams.heardBy,
    onCommit: (changed) => void journal.onCommit(() => changed()),
  })
  const link = createShopLink({
    mode,
    membership: parts.membership,
    tasks: [
      streams, // first: what it learns from the greeting is in the first beat
      beatTask({
        status: () => {
          const [{ unsent }, { missing }] = [streams, ownEvents]
          return tillStatus({ version: parts.version, journal, prints, unsent, missing })
        },
        wholeAt: (epoch) => (shopReturns.claimedIn() === epoch ? streams.wholeAt(epoch) : null),
        onWork: ownEvents.onFound,
        hinted: isHinted,
        share: (perMinute) => {
          requestShare = perMinute
        },
        clock,
      }),
      ownEvents,
      zNumbersTask(shifts.noteLastZ),
      shopReturns.task,
      shopCarts.task,
      ...parts.linkTasks,
    ],
    clock,
    log,
    random: Math.random,
  })
  link.onChange(() => {
    if (link.state().state === 'off') requestShare = null
  })
  callback.start((invoiceId) => {
    const isOurs = isHinted(invoiceId)
    // Perhaps another till's. If the shop database cannot be reached, that till finds the payment by its own checks.
    if (!isOurs && link.member() !== null) link.ask((database) => database.hint(invoiceId)).catch(() => {})
    return isOurs
  })
  const trials = followTrialInvoices({
    service,
    trials: parts.trialInvoices,
    ended: parts.trialEnded,
    clock,
  })
  const open: Open = {
    callback,
    service,
    connection,
    runner,
    reconciler,
    queue,
    backups,
    copies,
    trials,
    diskSpace,
    link,
    streams,
    journal,
  }
  const recovered = await takenUp(open, store)
  // The journal of test mode says nothing about the receipts of live mode, whose keys are the same.
  if (mode === 'live' && journal.seals.sales().length === 0) parts.seal.forgetSetAside()
  for (const part of [connection, runner, reconciler, copies, callback, recovered, link, shopCarts])
    part.onChange(changes.emit)
  ownEvents.onFound(changes.emit)
  connection.onRestored(runner.wake)
  connection.onRestored(reconciler.wake)
  const { mayTakeMoney, cashMoves } = shifts
  const common = { journal, store, runner, clock, settings, policy, mayTakeMoney, cashMoves }
  const counter: Counter = createCounter({
    ...common,
    ...{ mode, isSample: parts.isSample },
    wakePrinter: queue.wake,
    cashier: parts.cashier,
    unacknowledged: recovered.unacknowledged,
  })
  const history = createHistory({ finder: journal.search, clock })
  const allTills = createAllTills({
    link,
    history,
    journal,
    payments,
    nameOf: (code) => journal.sums.soldName(code) ?? parts.productName(code),
    clock,
  })
  const work = createWork({ ...common, withdrawCharge: counter.cancel })
  const prints = createPrints({
    ...common,
    queue,
    driver,
    papersReady: papers.ready,
    formsOf: papers.formsOf,
    sealsMissing: papers.sealsMissing,
  })
  backups.start()
  copies.start()
  trials.start()
  diskSpace.start()
  link.start()
  return {
    mode,
    journal,
    runner,
    counter,
    tenders: createTenders(common),
    parking: createParking(common),
    work,
    prints,
    shifts,
    service,
    reconciler,
    reconciled,
    papers,
    resolutions: createResolutions({ ...common, cashier: parts.cashier, retryReceipt: counter.retryReceipt }),
    returns: createReturns(common),
    exchange: createExchange(common),
    history,
    reports: createReports({ journal, now: clock.now }),
    allTills,
    recovered,
    arrivals,
    backups,
    copies,
    terminalCodes: createTerminalCodes({
      journal,
      service,
      connected: () => connection.state().state === 'connected',
      clock,
      log,
    }),
    link,
    membership: parts.membership,
    streams,
    shopReturns,
    shopCarts,
    missingEvents: ownEvents.missing,
    fetchOwnEvents: (place, added) =>
      fetchOwnEvents({ link, ownEvents, backups, place, mode, tag: journal.tag, log }, added),
    connection,
    bestSellers: createBestSellers(journal, clock),
    clockOff: clockMonitor.off,
    storage: () => storage.why() ?? diskSpace.low(),
    callback,
    get printFolder() {
      return settings().printer.kind === 'folder' ? printFolder : null
    },
    followSettings: (followers) => {
      const follow = { printers: queue.wake, callback: callback.retune, copies: copies.replan }
      for (const one of followers) follow[one]()
    },
    onChange: changes.listen,
    close: () => closeShop(open),
  }
}

/** Continues what the last run left. Where that cannot be read, the shop closes. */
async function takenUp(open: Open, store: SaleStore): Promise<Recovered> {
  try {
    store.eraseStaleSeals()
    const recovered = recoveredAtStart(open.journal, open.runner.recover())
    open.queue.recover()
    return recovered
  } catch (error) {
    await closeShop(open)
    throw error
  }
}

/** Makes the client and the monitor of its connection. */
function openLine(
  parts: ShopParts,
  journal: Pick<Journal, 'tag'>,
  onTime: (at: number) => void,
  perMinute: () => number | null,
) {
  const { clock, log, timeouts, network } = parts
  const { baseUrl, username, unlocked } = parts.service
  const reached = createSignal<ServiceFailure | null>()
  const clientOf = (password: string | null): ServiceClient | null =>
    password === null
      ? null
      : createServiceClient({
          baseUrl,
          credentials: { username, password },
          onReached: reached.emit,
          onTime,
          timeouts,
          network,
          perMinute,
          clock,
          log,
        })
  const ready = clientOf(parts.service.password)
  const missing = unlocked === null ? PASSWORD_NEEDED : PASSWORD_UNREADABLE
  const service = ready ?? lockedClient(missing, () => clientOf(unlocked?.() ?? null))
  const connection = createConnection({
    clock,
    random: Math.random,
    // The cheapest request: lists the invoices of a number that none has.
    probe: async () => void (await service.listInvoices({ sender_invoice_no: journal.tag })),
  })
  reached.listen(connection.reached)
  if (ready === null) connection.reached(missing)
  return { service, connection }
}

type Open = {
  readonly callback: CallbackReceiver
  readonly service: ServiceClient
  readonly connection: ConnectionMonitor
  readonly runner: Runner
  readonly reconciler: Reconciler
  readonly queue: PrintQueue
  readonly backups: Backups
  readonly copies: ShopCopies
  readonly trials: ReturnType<typeof followTrialInvoices>
  readonly diskSpace: DiskSpace
  readonly link: ShopLink
  readonly streams: Pick<Streams, 'stop'>
  readonly journal: Journal
}

async function closeShop(open: Open): Promise<void> {
  const {
    callback,
    service,
    connection,
    runner,
    reconciler,
    queue,
    backups,
    copies,
    trials,
    diskSpace,
    link,
    streams,
    journal,
  } = open
  connection.stop()
  await copies.stop() // first, because it requests backups
  reconciler.stop()
  const stopping = Promise.all([
    runner.stop(),
    reconciler.ended(),
    queue.stop(),
    callback.close(),
    backups.stop(),
    trials.stop(),
    diskSpace.stop(),
    link.stop(),
  ])
  await service.close()
  await stopping
  streams.stop()
  journal.close()
}

/** The settings with the address of the receiver, if it listens, as `callback_url`. */
const withCallback = (settings: Settings, address: string | null): Settings =>
  address === null ? settings : { ...settings, invoicing: { ...settings.invoicing, callbackUrl: address } }

/** The settings that decide what an answer of the service means for a sale. */
const policyOf = ({ shop, cityTaxPercent, tax, invoicing, monitorHours }: Settings, now: number): Policy => ({
  terms: {
    seller: shop,
    cityTaxPercent,
    vatPayer: tax.vatPayer,
    ereceipts: invoicing.ereceipts,
    taxCodes: tax.codes,
  },
  monitorUntil: now + monitorHours * 3_600_000,
})

/** Remembers whether the last commit failed. */
function monitorStorage() {
  let why: Failure | null = null
  return {
    why: () => why,
    stored: (now: Failure | null): void => {
      why = now
    },
  }
}
