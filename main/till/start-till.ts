/** Builds the terminal from its parts. Uses no Electron, so that a test, a demo or the browser host runs it in Node. */
import { existsSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CommandRefused, type Failure, failure } from '../../shared/failure.ts'
import type { Reply } from '../../shared/page/index.ts'
import { type Mode, modeOf } from '../../shared/shop/mode.ts'
import type { Settings } from '../../shared/shop/settings.ts'
import { shopDay } from '../../shared/shop/shop-day.ts'
import type { SetUpReport } from '../../shared/shop/shop-file.ts'
import { asCashier } from '../../shared/shop/staff.ts'
import { askOnce } from '../base/ask-once.ts'
import type { Clock, Log } from '../base/clock-and-log.ts'
import { type Closing, closedOnFailure, createClosing } from '../base/closing.ts'
import { closeToOthers, makePrivateFolder } from '../base/files/private-files.ts'
import { documentsOpener } from '../base/files/write-document.ts'
import { asNewTrace, withUntracedTimers } from '../base/log/index.ts'
import { createMutex } from '../base/mutex.ts'
import { createPeriodicTask } from '../base/periodic-task.ts'
import { RESOURCES } from '../base/resources.ts'
import { SCRYPT_COST, type ScryptCost } from '../base/scrypt.ts'
import {
  CODE_ITERATIONS,
  kindsOfRows,
  type LinkTask,
  type MembershipStore,
  membershipStore,
  picturesTask,
  registerTasks,
  shopConflicts,
} from '../many-tills/link/index.ts'
import { createRasterRenderer } from '../paper/draw/index.ts'
import { findPrinters, type SilentPrint, sealKeys } from '../paper/print/index.ts'
import { keptCallbackPath, newCallbackPath } from '../payment-service/callback/index.ts'
import type { ServiceTimeouts, SystemNetwork } from '../payment-service/client/index.ts'
import { type PracticeAddress, practicePayer, startPractice } from '../payment-service/practice/index.ts'
import {
  createRetention,
  filedSettings,
  foundDrives,
  removeIncoming,
  type SealedFile,
} from '../shop/files/index.ts'
import { createImporter, createTaxCodes, loadCatalogue, openShopGoods } from '../shop/goods/index.ts'
import { createOrganisations } from '../shop/organisations/index.ts'
import { createStaff, forgetPeople, PIN_ATTEMPTS, type Staff } from '../shop/people/index.ts'
import { settingsStore, trialInvoices, type Vault } from '../shop/settings/index.ts'
import type { AuditEntry } from '../storage/journal/index.ts'
import { damageNotice, openRegister, type Register, registerCopies } from '../storage/register/index.ts'
import { isOfTheDisk, journalFailure } from '../storage/sqlite/index.ts'
import { auditTrail } from './audit-trail.ts'
import {
  type AskPerson,
  answerCall,
  type CommandContext,
  carryOutSetUp,
  createCommandsInFlight,
  createConfirmations,
  type Machine,
  type PagePaper,
  readCall,
  type SetUpWish,
  type ShopData,
  type ShopOf,
  terminalView,
  type ViewParts,
} from './commands/index.ts'
import { createViews, type Views } from './publish-views.ts'
import {
  createCurrentSession,
  freeBytes,
  inJournal,
  journalBytes,
  keptLogo,
  lookInto,
  openSession,
  type Session,
  type SessionParts,
  underWay,
} from './session/index.ts'
import { createCallGate, createUpdates, httpsFolder, type UpdateProgram } from './updates/index.ts'

export type TerminalParts = {
  /** The data folder: register, journals, backups, pictures, and the data of test mode. */
  readonly folder: string
  /** What belongs to one user of the computer: downloads. Default: `folder`. */
  readonly own?: string
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Log
  /** A running practice service on the loopback address; null starts our own. */
  readonly practice: PracticeAddress | null
  /** The folder for files that a person asks for. Default: a folder in `folder`. */
  readonly documents?: string
  /** The system's printers through Electron; left out elsewhere. */
  readonly systemPrinters?: SystemPrinters
  /** Shows a folder in the system's file manager, and tells whether it could; left out outside Electron. */
  readonly openFolder?: (path: string) => Promise<boolean>
  /** The roots of sticks and other disks. Default: those of the system. */
  readonly drives?: () => Promise<readonly string[]>
  /** What only Electron knows of the computer. */
  readonly machine?: Machine
  /** Prints pages of HTML; left out outside Electron. */
  readonly pagePaper?: PagePaper
  /** Asks the person in a system dialog. Left out outside Electron, where nothing is asked. */
  readonly askPerson?: AskPerson
  /** Certificates and proxy of the system; left out outside Electron. */
  readonly network?: SystemNetwork
  /** Timeouts of the service. Default: the client's own. */
  readonly timeouts?: Partial<ServiceTimeouts>
  /** The version that runs, and how it is updated; left out where it takes no updates. */
  readonly updateProgram?: { readonly version: string; readonly program: UpdateProgram | null }
  /** The cost of new PIN hashes and of new sealed files. Default: that of main/base/scrypt.ts. Tests choose a cheap one. */
  readonly scryptCost?: ScryptCost
  /** Rounds of PBKDF2 for pairing codes. Default: CODE_ITERATIONS. Tests choose few, for both sides. */
  readonly codeIterations?: number
}

export type { AskPerson, PagePaper }

export type SystemPrinters = {
  readonly list: () => Promise<readonly { readonly queue: string; readonly words: string }[]>
  readonly print: SilentPrint
}

export type Terminal = Pick<Views, 'onView' | 'display' | 'onDisplay'> & {
  /**
   * Answers a command of the page. Parses the request and the reply; never throws. A repeated idempotency `key` is not
   * carried out again and gets the same answer.
   */
  readonly answer: (name: string, request: unknown, key?: string) => Promise<Reply<unknown>>
  /** Sets up the till for whoever may start programs at this computer: no person signs in, and no box asks. */
  readonly setUp: (file: SealedFile, wish: SetUpWish) => Promise<SetUpReport>
  readonly settings: () => Settings
  readonly stop: () => Promise<void>
}

export async function startTerminal(given: TerminalParts): Promise<Terminal> {
  const parts = { ...given, clock: withUntracedTimers(given.clock) }
  const closing = createClosing()
  return closedOnFailure(closing.close, () => started(parts, closing))
}

async function started(parts: TerminalParts, closing: Closing): Promise<Terminal> {
  const { folder, vault, clock, log, scryptCost = SCRYPT_COST } = parts
  makePrivateFolder(folder)
  closeToOthers(realpathSync(folder), log)
  removeIncoming(folder)
  const register = await readyRegister(parts)
  closing.add(register.close)
  closing.add(register.whenCopied)
  const { copies, ...data } = await openShopData(register, parts)
  const { settings, staff, goods, registerDamage, importer, logo } = data
  const practice = keptTestMode(parts)
  closing.add(practice.stop)
  const seal = sealKeys(vault, folder)
  const raster = createRasterRenderer()

  const current = createCurrentSession<ShopOf>()
  closing.add(current.close)
  const place = { folder, clock, log, seal }
  const trail = auditTrail({
    register,
    session: current.opened,
    inLiveJournal: (work) => inJournal({ mode: 'live', ...place }, work),
    log,
  })
  const audit = trail.add
  const noted = (action: string) => (about: AuditEntry['about']) =>
    audit({ at: clock.now(), who: null, action, about, approvedBy: null })

  const kinds = (pepper: () => Buffer | null) => kindsOfRows({ register, goods, staff, settings, pepper })
  const conflicts = shopConflicts({ register, kinds: () => kinds(() => null) })
  const registerTask = registerTasks({ register, kinds, taken: noted('shop-changes'), clock, log })
  const retention = createRetention({
    folder,
    days: () => settings.read().retention,
    isLive: () => current.get().mode === 'live',
    rescueSeen: () =>
      current.get().journal.rescue.report() === null &&
      registerDamage.report() === null &&
      !staff.isDamaged(),
    // Null keeps all pictures: the sample uses none, and after damage the goods that use them may be restored.
    pictures: () => {
      const own = goods.filed()
      return own === null || registerDamage.report() !== null ? null : new Set(own.pictures)
    },
    clock,
    log,
  })
  const callGate = createCallGate(clock)
  const updates = createUpdates({
    ...(parts.updateProgram ?? { version: '0.0.0', program: null }),
    folder,
    own: parts.own ?? folder,
    settings: () => settings.read().updates,
    gate: callGate,
    hindrance: () => {
      const session = current.opened()
      if (session === null) return failure('BUSY')
      return underWay(session) ?? (importer.isWorking() ? failure('BUSY') : null)
    },
    backUp: async () => {
      await current.get().backups.now()
      await register.copy()
    },
    updated: noted('program-updated'),
    server: (address) => httpsFolder(address, parts.network ?? null),
    free: () => freeBytes(folder),
    journalBytes: () => journalBytes(folder),
    clock,
    log,
  })

  const shop: ShopData = { ...data, vault, conflicts, retention, copyRegister: register.copy }
  const viewed = { shop, updates }
  const open = sessionOpener({
    ...{ ...parts, shop, register, practice, raster, seal, registerTask },
    pictures: picturesTask({ goods, clock, log }),
  })
  await current.begin(
    { merchant: settings.read().merchant, password: null },
    {
      open: async (of) => readable(await open(of), viewed),
      probe: ({ merchant }, session) => {
        const mode = modeOf(merchant)
        if (mode !== session.mode) inJournal({ mode, ...place }, () => {})
      },
    },
  )
  settings.onChange((followers) => {
    staff.touch() // the idle time may have changed
    updates.settingsChanged()
    current.opened()?.followSettings(followers)
  })
  trail.flush()
  // A rescue takes lost rows from the copy, which must not bring back a PIN or a recovery code that has ended.
  staff.onPeopleChange(copies.now)
  staff.onAudit(({ person, ...entry }) => audit({ ...entry, at: clock.now(), who: person }))
  noteMissingStaff(staff, current.get(), audit, clock)

  const documents = parts.documents ?? join(folder, 'documents')
  const context: CommandContext = {
    session: current.get,
    sessions: {
      open: async () => {
        await current.ready()
        return current.get()
      },
      reopen: current.reopen,
      moveTo: current.moveTo,
      lookIntoLive: (look) => {
        const { mode, journal } = current.get()
        return mode === 'live' ? look(journal) : lookInto({ mode: 'live', ...place }, look)
      },
    },
    shop,
    computer: {
      machine: parts.machine ?? null,
      pagePaper: parts.pagePaper ?? null,
      findPrinters: (network) => findPrinters({ network, system: parts.systemPrinters?.list }),
      network: parts.network ?? null,
      drives: parts.drives ?? foundDrives,
      folder,
      documents,
      openDocuments: documentsOpener(documents, parts.openFolder ?? null, clock),
    },
    till: {
      trail,
      commandsInFlight: createCommandsInFlight(),
      confirmations: createConfirmations({ askPerson: parts.askPerson ?? null, settings, staff, clock }),
      callGate,
      readCall,
      scryptCost,
      codeIterations: parts.codeIterations ?? CODE_ITERATIONS,
      raster,
      payer: async () => practicePayer(await practice.address()),
    },
    updates,
    clock,
    log,
  }
  const views = createViews({ ...viewed, current, logo, log })
  for (const part of [settings, goods, registerDamage, conflicts, importer, staff, logo, current, updates])
    part.onChange(views.changed)

  for (const part of [copies, retention, updates]) {
    closing.add(part.stop)
    part.start()
  }
  closing.add(staff.stop)
  const later = [
    clock.after(INDEX_AFTER_MS, () => void goods.catalogue.ready()),
    clock.after(PREPARE_AFTER_MS, () => {
      raster
        .prepare(settings.read().paperWidth)
        ?.catch((error: unknown) => log.error('receipts cannot be drawn', { error }))
    }),
  ]
  for (const cancel of later) closing.add(cancel)
  closing.add(views.end)
  closing.add(vault.keep)
  const keeping = createPeriodicTask(clock, createMutex(), {
    firstAfterMs: KEEP_SECRETS_EVERY_MS,
    everyMs: KEEP_SECRETS_EVERY_MS,
    due: vault.keep,
  })
  closing.add(keeping.stop)
  keeping.start()

  return {
    answer: (name, request, key) =>
      asNewTrace(async () => {
        // An error is ignored here, because a command that needs the session reports it.
        if (current.opened() === null) await current.ready().catch(() => {})
        const reply = await answerCall(context, { name, request, key })
        // The page gets the new view before the reply, so that the next key press meets the right screen.
        await views.told()
        return reply
      }),
    setUp: (file, wish) => asNewTrace(() => carryOutSetUp(context, file, wish)),
    onView: views.onView,
    display: views.display,
    onDisplay: views.onDisplay,
    settings: settings.read,
    stop: closing.close,
  }
}

/** What both modes share: settings, people, goods, and the copy of the register that has them. */
async function openShopData(register: Register, parts: TerminalParts) {
  const { folder, clock, log, scryptCost = SCRYPT_COST } = parts
  const settings = settingsStore(register, log)
  const registerDamage = damageNotice(register)
  const goods = await openShopGoods({
    ...{ folder, register, log },
    damage: registerDamage,
    sample: await loadCatalogue(join(RESOURCES, 'catalogue', 'sample.json')),
    now: clock.now,
  })
  const staff = createStaff({
    ...{ folder, register, clock, log, scryptCost },
    lockMinutes: () => settings.read().lockMinutes,
  })
  const importer = createImporter({
    goods,
    monotonic: clock.monotonic,
    who: () => staff.person()?.id ?? null,
    firstDefaults: () => {
      const { category, unit } = settings.read().newGoods
      return { category, unit }
    },
    rules: () => settings.read().saleRules,
    priceReports: {
      folder: join(folder, 'price-changes'),
      language: () => settings.read().language,
      day: () => shopDay(clock.now()),
    },
  })
  const copies = registerCopies(register, clock, log)
  const organisations = createOrganisations(register)
  const taxCodes = createTaxCodes()
  return {
    ...{ settings, registerDamage, goods, staff, organisations, importer, taxCodes, copies },
    logo: keptLogo(register),
  }
}

/** Not sooner, because a keychain that a person denied asks again. */
const KEEP_SECRETS_EVERY_MS = 600_000

/**
 * When the search index is built: shortly after the start, so that it does not delay the first page. An earlier search
 * builds it at once.
 */
const INDEX_AFTER_MS = 1_000

/** When the letters of receipts are drawn: after all other work of the start. A receipt that is printed sooner starts it. */
const PREPARE_AFTER_MS = 10_000

type SessionOpenerParts = Omit<TerminalParts, 'practice' | 'vault'> &
  Pick<SessionParts, 'raster' | 'seal'> & {
    readonly shop: Pick<ShopData, 'settings' | 'vault' | 'goods' | 'staff' | 'logo'>
    readonly practice: ReturnType<typeof keptTestMode>
    readonly register: Register
    readonly registerTask: ReturnType<typeof registerTasks>
    readonly pictures: LinkTask
  }

/** Opens the session of a merchant, or of test mode. */
function sessionOpener(parts: SessionOpenerParts): (of: ShopOf) => Promise<Session> {
  const { folder, register, clock, log, practice, raster, seal } = parts
  const { settings, vault, goods, staff, logo } = parts.shop
  const { registerTask } = parts
  const practiceCallbackPath = newCallbackPath()
  const trials = trialInvoices(settings)
  const membershipOf = (mode: Mode): MembershipStore => membershipStore(register, vault, mode)

  return async ({ merchant, password }) => {
    const mode = modeOf(merchant)
    const membership = membershipOf(mode)
    // Both modes have one register. It is exchanged with the live shop, if the till belongs to one.
    const isOfLiveShop = mode === 'test' && membershipOf('live').read() !== null
    const common = {
      folder,
      timeouts: parts.timeouts ?? {},
      network: parts.network ?? null,
      settings: settings.read,
      raster,
      logo: () => logo.read(settings.read().paperWidth),
      silentPrint: parts.systemPrinters?.print ?? null,
      seal,
      trialInvoices: () => (merchant === null ? [] : trials.of(merchant)),
      trialEnded: trials.remove,
      membership,
      linkTasks: isOfLiveShop ? [] : [registerTask(membership), parts.pictures],
      version: parts.machine?.version ?? null,
      printerTested: () => settings.write({ testedPrinter: settings.read().printer }),
      cashier: () => asCashier(staff.person()),
      isSample: goods.isSample,
      productName: (code: string) => goods.catalogue.entry(code)?.product.name ?? null,
      contents: {
        settings: () => filedSettings(settings.read(), logo.filed(), clock.now()),
        people: staff.list,
        goods: goods.filed,
      },
      clock,
      log,
    }
    if (merchant === null) {
      const { url, username, password, invoice_code } = await practice.address()
      return openSession({
        ...common,
        mode: 'test',
        // A path only for test mode, because the practice service writes addresses into a plain file.
        callbackPath: () => practiceCallbackPath,
        service: { baseUrl: url, username, password, invoiceCode: invoice_code, unlocked: null },
      })
    }
    return openSession({
      ...common,
      mode: 'live',
      callbackPath: () =>
        keptCallbackPath({
          read: () => vault.read('callback-path'),
          // One that cannot be read now is not overwritten.
          write: (path) => vault.holds('callback-path') || vault.write('callback-path', path),
        }),
      service: {
        ...merchant,
        password: password ?? vault.read('merchant-password'),
        unlocked: vault.holds('merchant-password') ? () => vault.read('merchant-password') : null,
      },
    })
  }
}

/** Reads what the page needs first, so that damage in it is found and rescued at the start. */
const readable = (opened: Session, viewed: ViewParts): Promise<Session> =>
  closedOnFailure(opened.close, () => {
    terminalView(opened, viewed)
    opened.journal.audit.rows(1)
    return opened
  })

/** Opens the register, and removes all staff if an owner asked for that. */
async function readyRegister({
  folder,
  clock,
  log,
}: Pick<TerminalParts, 'folder' | 'clock' | 'log'>): Promise<Register> {
  const register = await openRegister({
    folder,
    log,
    now: clock.now,
    neverHadStaff: !existsSync(join(folder, PIN_ATTEMPTS)),
  })
  try {
    const wanted = FORGET_PEOPLE.map((name) => join(folder, name)).filter((path) => existsSync(path))
    // Remove the file first: if it could not be removed, every start would remove the staff again.
    for (const path of wanted) rmSync(path, { recursive: true })
    if (wanted.length > 0) forgetPeople(register)
  } catch (error) {
    log.error('the people could not be forgotten', { error })
  }
  return register
}

/** An owner who cannot sign in puts a file with this name into the data folder (docs/operations.md#people). */
const FORGET_PEOPLE = ['forget-people', 'forget-people.txt'] as const

/** Audits a missing or damaged list of staff once, because without staff everybody may do everything. */
function noteMissingStaff(
  staff: Staff,
  shop: Session,
  audit: (entry: AuditEntry) => void,
  clock: Clock,
): void {
  const action = staff.isDamaged() ? 'staff-damaged' : staff.isStaffed() ? null : 'staff-missing'
  if (action === null) return
  // Rows without a person are there in a shop that never had staff too.
  const last = shop.journal.audit.lastOfStaff(['staff-damaged', 'staff-missing', 'saveStaff'])
  if (last === null || last.action === action) return
  audit({ at: clock.now(), who: null, action, about: {}, approvedBy: null })
}

/** The practice service: a running one, or our own, started at its first use. */
function keptTestMode({ practice, folder, clock, log }: TerminalParts) {
  const own = askOnce(() => startPractice({ clock, log, dataFile: join(folder, 'practice-service.jsonl') }))
  return {
    address: async (): Promise<PracticeAddress> => {
      if (practice) return practice
      return (await own.get()).address
    },
    // One whose start fails at this moment has nothing to stop.
    stop: async () => (await own.asked()?.catch(() => null))?.stop(),
  }
}

/** The failure to show when a terminal cannot start. */
export const startFailure = (error: unknown): Failure =>
  error instanceof CommandRefused || isOfTheDisk(error)
    ? journalFailure(error).failure
    : failure('UNEXPECTED', error instanceof Error ? error.message : null)
