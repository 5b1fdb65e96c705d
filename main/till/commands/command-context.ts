import type { FoundPrinters } from '../../../shared/shop/printing.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import type { ScryptCost } from '../../base/scrypt.ts'
import type { ShopConflicts } from '../../many-tills/link/index.ts'
import type { RasterRenderer } from '../../paper/draw/index.ts'
import type { SystemNetwork } from '../../payment-service/client/index.ts'
import type { PracticePayer } from '../../payment-service/practice/index.ts'
import type { Retention } from '../../shop/files/index.ts'
import type { Importer, ShopGoods, TaxCodes } from '../../shop/goods/index.ts'
import type { Organisations } from '../../shop/organisations/index.ts'
import type { CommandCall, Staff } from '../../shop/people/index.ts'
import type { SettingsStore, Vault } from '../../shop/settings/index.ts'
import type { DamageNotice } from '../../storage/register/index.ts'
import type { AuditTrail } from '../audit-trail.ts'
import type { ClosedJournal, Logo, Session } from '../session/index.ts'
import type { CallGate, Updates } from '../updates/index.ts'
import type { CommandsInFlight } from './commands-in-flight.ts'
import type { Confirmations } from './confirmations.ts'

/** Puts a page of HTML on paper of the system's printers. Only Electron can. */
export type PagePaper = {
  /** Opens the system's dialog, which a person may close without printing. */
  readonly print: (html: string) => Promise<'done' | 'cancelled' | 'no printer' | 'failed'>
  readonly pdf: (html: string) => Promise<Uint8Array>
}

/** What the health checks ask of the computer. */
export type Machine = {
  readonly version: string
  readonly screens: () => number
  /** When a page or a part of the program last crashed. */
  readonly crashedAt: () => number | null
}

/** The merchant of a shop; null for test mode. */
export type ShopOf = {
  readonly merchant: Settings['merchant']
  /** Null for the password in the vault. */
  readonly password: string | null
}

/** What both modes share: settings, goods and people, which are in the register. */
export type ShopData = {
  readonly settings: SettingsStore
  readonly vault: Vault
  readonly goods: ShopGoods
  readonly importer: Importer
  readonly taxCodes: TaxCodes
  readonly staff: Staff
  readonly organisations: Organisations
  readonly logo: Logo
  readonly registerDamage: DamageNotice
  /** Brings the copy of the register up to date. Throws NOT_SAVED. */
  readonly copyRegister: () => Promise<void>
  /** Fields that two tills of the shop changed at the same time. */
  readonly conflicts: ShopConflicts
  readonly retention: Retention
}

/** Replaces the open session. */
type Sessions = {
  /** The open session, once one that is being opened is open. Where none is, tries to open it again. */
  readonly open: () => Promise<Session>
  /** Closes the session and opens it again, as a restart would. */
  readonly reopen: () => Promise<void>
  /** Opens another session and stores the choice with `store`. If either fails, the previous one opens again. */
  readonly moveTo: (of: ShopOf, store: () => void) => Promise<void>
  /** Reads the live journal, also in test mode. Null where there is none. */
  readonly lookIntoLive: <Value>(look: (journal: ClosedJournal) => Value) => Value | null
}

/** The computer that the till runs on. */
type Computer = {
  /** What only Electron knows of it; null elsewhere. */
  readonly machine: Machine | null
  /** Null outside Electron. */
  readonly pagePaper: PagePaper | null
  readonly findPrinters: (network: boolean) => Promise<FoundPrinters>
  /** Certificates and proxy of the system; null outside Electron. */
  readonly network: SystemNetwork | null
  /** The roots of sticks and other disks. */
  readonly drives: () => Promise<readonly string[]>
  /** The folder of the till's data. */
  readonly folder: string
  /** The folder for files that a person asks for. */
  readonly documents: string
  /** Shows that folder in the system's file manager. Throws FOLDER_NOT_OPENED. */
  readonly openDocuments: () => Promise<void>
}

/** The running till. */
type TillParts = {
  /** Writes audit rows for work that is already done. */
  readonly trail: AuditTrail
  readonly commandsInFlight: CommandsInFlight
  readonly confirmations: Confirmations
  readonly callGate: CallGate
  /** Parses a command of the page; null where the command is unknown or its request does not parse. */
  readonly readCall: (context: CommandContext, name: string, request: unknown) => CommandCall | null
  /** Of new sealed files. */
  readonly scryptCost: ScryptCost
  /** Of pairing codes. */
  readonly codeIterations: number
  readonly raster: RasterRenderer
  readonly payer: () => Promise<PracticePayer>
}

/** What commands use. */
export type CommandContext = {
  /** The open session, which changes with the merchant. Throws the reason where none is open. */
  readonly session: () => Session
  readonly sessions: Sessions
  readonly shop: ShopData
  readonly computer: Computer
  readonly till: TillParts
  readonly updates: Updates
  readonly clock: Clock
  readonly log: Log
}
