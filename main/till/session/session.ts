/**
 * A session: the journal of one mode, and all that works on it, the client of the service, the runner and the printers
 * among them. The till opens another session when the merchant changes, because test mode and live mode never share a
 * journal. It is opened from top to bottom, and closed in reverse by one list.
 */
import type { Failure } from '../../../shared/failure.ts'
import { withOwnSeller } from '../../../shared/shop/own-seller.ts'
import type { SettingFollower, Settings } from '../../../shared/shop/settings.ts'
import { type Closing, closedOnFailure, createClosing } from '../../base/closing.ts'
import { createSignal } from '../../base/signal.ts'
import type { Reconciler } from '../../books/reports/index.ts'
import type { Papers } from '../../paper/facts/index.ts'
import type { CallbackReceiver } from '../../payment-service/callback/index.ts'
import type { ConnectionMonitor, ServiceClient } from '../../payment-service/client/index.ts'
import { createSaleStore } from '../../sale/run/index.ts'
import { createShopCopies } from '../../shop/files/index.ts'
import { createBackups } from '../../storage/backup/index.ts'
import type { JournalReader, JournalWriter } from '../../storage/store/index.ts'
import { createArrivals } from './arrivals.ts'
import { createBestSellers } from './best-sellers.ts'
import { openBooks, openReconciler } from './books.ts'
import { createClockMonitor } from './clock-monitor.ts'
import { freeBytes, watchDiskSpace } from './disk-space.ts'
import { openJournalOf } from './journals.ts'
import { openManyTills, openStreams } from './many-tills.ts'
import { openPaper } from './paper.ts'
import { recoveredAtStart } from './recovered.ts'
import { openSale, openWork } from './sale.ts'
import { openService, requestShare } from './service.ts'
import type { Common, SessionParts } from './session-parts.ts'
import { createTerminalCodes } from './terminal-code.ts'
import { followTrialInvoices } from './trial-invoices.ts'

export type Session = Awaited<ReturnType<typeof openSession>>

export async function openSession(parts: SessionParts) {
  const closing = createClosing()
  // Otherwise the journal's lock would stop the next attempt to open it.
  return closedOnFailure(closing.close, () => opened(parts, closing))
}

async function opened(parts: SessionParts, closing: Closing) {
  const { mode, folder, clock, log } = parts
  const settings = (): Settings => withOwnSeller(mode, parts.settings())
  const changes = createSignal()
  const journal = openJournalOf(parts)
  closing.add(journal.close)
  const storage = monitorStorage()
  const common: Common = {
    journal,
    store: createSaleStore({ journal, clock }),
    settings,
    clock,
    log,
    closing,
  }

  const recorded = openStreams(parts, common)
  const { ownEvents } = recorded
  const backups = createBackups({ journal: journal.file, folder, mode, clock, log })
  closing.add(backups.stop)
  const copies = createShopCopies({
    ...{ folder, mode, tag: journal.tag, backups, contents: parts.contents, clock, log },
    terminal: () => settings().terminalCode,
    plan: () => settings().copies,
  })
  closing.add(copies.stop)

  const share = requestShare()
  const clockMonitor = createClockMonitor(journal, clock, changes.emit)
  const service = openService(parts, common, { share, onTime: clockMonitor.answered })
  const books = openBooks(common, { cashier: parts.cashier, recordsMissing: () => ownEvents.missing() > 0 })
  const paper = openPaper(parts, common, books)
  const work = openWork(common, { service, seal: paper.seal })
  const { runner } = work
  const prints = paper.printsOf(runner)
  const manyTills = openManyTills(parts, common, {
    ...{ recorded, work, service, books, prints, backups, share },
  })
  const reconciler = openReconciler(common, {
    service: service.client,
    booksOfShop: manyTills.allTills.books,
    whenIdle: runner.whenIdle,
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
      if (change.jobs) paper.queue.wake()
    }
    changes.emit()
  })
  const diskSpace = watchDiskSpace({ free: () => freeBytes(folder), clock, changed: changes.emit })
  closing.addBeside(diskSpace.stop)
  const trials = followTrialInvoices({
    ...{ service: service.client, trials: parts.trialInvoices, ended: parts.trialEnded, clock },
  })
  closing.addBeside(trials.stop)
  service.callback.start(manyTills.hinted)

  // Continues the work that was unfinished when the program ended.
  common.store.eraseStaleSeals()
  const recovered = recoveredAtStart(journal, runner.recover())
  paper.queue.recover()
  // The journal of test mode says nothing about the receipts of live mode, whose keys are the same.
  if (mode === 'live' && journal.seals.sales().length === 0) parts.seal.forgetSetAside()

  const sale = openSale(parts, common, { work, books, queue: paper.queue, recovered })
  const { connection, callback } = service
  for (const part of [connection, runner, reconciler, copies, callback, recovered, manyTills])
    part.onChange(changes.emit)
  ownEvents.onFound(changes.emit)
  connection.onRestored(runner.wake)
  connection.onRestored(reconciler.wake)
  for (const part of [backups, copies, trials, diskSpace]) part.start()
  manyTills.start()

  // Commands get only these functions: the runner alone asks for money, and sales and shifts are written through their own parts.
  const read: {
    readonly client: Pick<ServiceClient, 'invoicePage' | 'paymentPage' | 'getInvoice' | 'getPayment'>
    readonly connection: Pick<ConnectionMonitor, 'state' | 'hint' | 'reached'>
    readonly callback: Pick<CallbackReceiver, 'state' | 'address'>
  } = service
  const shown: Pick<Papers, 'copy' | 'preview' | 'ready'> = paper.papers
  const steered: Pick<Reconciler, 'start' | 'again' | 'stop' | 'run'> = reconciler
  const readOnly: JournalReader & Pick<JournalWriter, 'command' | 'isDone' | 'audited' | 'rescue'> = journal
  return {
    mode,
    journal: readOnly,
    sale: { ...sale, runner },
    books: { ...books, reconciler: steered },
    paper: { papers: shown, prints, printFolder: paper.printFolder },
    service: read,
    manyTills,
    backups,
    /** Copies of the shop in a folder that the owner chose. */
    copies,
    /** Sales that were unfinished when the program ended. */
    recovered,
    arrivals,
    terminalCodes: createTerminalCodes({
      ...{ tag: journal.tag, lastOfOthers: journal.saleNumbers.lastOfOthers },
      ...{ service: service.client, clock, log },
      connected: () => connection.state().state === 'connected',
    }),
    /** The codes of the best-selling goods, best first. */
    bestSellers: createBestSellers(journal, clock),
    clockOff: clockMonitor.off,
    /** Why the last commit failed, or that the disk is nearly full. */
    storage: (): Failure | null => storage.why() ?? diskSpace.low(),
    /** Call it after a change of the settings. */
    followSettings: (followers: ReadonlySet<SettingFollower>): void => {
      const follow = { printers: paper.queue.wake, callback: callback.retune, copies: copies.replan }
      for (const one of followers) follow[one]()
    },
    /** Something that the view shows has changed. */
    onChange: changes.listen,
    close: closing.close,
  }
}

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
