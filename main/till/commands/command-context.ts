import type { Mode } from '../../../shared/shop/mode.ts'
import type { FoundPrinters } from '../../../shared/shop/printing.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import type { Permission } from '../../../shared/shop/staff.ts'
import type { Clock, Log } from '../../base/environment.ts'
import type { ScryptCost } from '../../base/scrypt.ts'
import type { ShopConflicts } from '../../many-tills/link/index.ts'
import type { RasterRenderer } from '../../paper/draw/index.ts'
import type { SystemNetwork } from '../../payment-service/client/index.ts'
import type { practicePayer } from '../../payment-service/practice/index.ts'
import type { Retention } from '../../shop/files/index.ts'
import type { Importer, ShopGoods } from '../../shop/goods/index.ts'
import type { About, Staff } from '../../shop/people/index.ts'
import type { SettingsStore, Vault } from '../../shop/settings/index.ts'
import type { DamageNotice } from '../../storage/register/index.ts'
import type { AuditTrail } from '../audit-trail.ts'
import type { JournalLook, Logo, Session } from '../session/index.ts'
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

/** A command with a parsed request, the permission that the request needs, and the content of its audit row. */
export type CommandCall = {
  readonly mode: Mode
  readonly name: string
  readonly request: unknown
  readonly permission: Permission | null
  readonly about: About | null
}

/** The parts of the terminal that commands use. */
export type CommandContext = {
  /** The open shop, which changes with the merchant. Throws the reason where none is open. */
  readonly session: () => Session
  /** The same, once a shop that is being opened is open. Where none is, tries to open it again. */
  readonly openSession: () => Promise<Session>
  readonly goods: ShopGoods
  readonly registerDamage: DamageNotice
  /** Brings the copy of the register up to date. Throws BACKUP_FAILED. */
  readonly copyRegister: () => Promise<void>
  readonly importer: Importer
  readonly raster: RasterRenderer
  readonly logo: Logo
  /** The folder for files that a person asks for. */
  readonly documents: string
  /** Shows that folder in the system's file manager. Throws FOLDER_NOT_OPENED. */
  readonly openDocuments: () => Promise<void>
  /** What only Electron knows of the computer; null elsewhere. */
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
  readonly retention: Retention
  readonly settings: SettingsStore
  readonly vault: Vault
  readonly staff: Staff
  /** Fields that two tills of the shop changed at the same time. */
  readonly conflicts: ShopConflicts
  readonly clock: Clock
  readonly log: Log
  /** Of new set-up files. */
  readonly scryptCost: ScryptCost
  /** Of pairing codes. */
  readonly codeIterations: number
  /** Writes audit rows for work that is already done. */
  readonly trail: AuditTrail
  readonly commandsInFlight: CommandsInFlight
  readonly confirmations: Confirmations
  readonly updates: Updates
  readonly callGate: CallGate
  /** Parses a command of the page; null where the command is unknown or its request does not parse. */
  readonly readCall: (context: CommandContext, name: string, request: unknown) => CommandCall | null
  readonly payer: () => Promise<ReturnType<typeof practicePayer>>
  /** Closes the shop and opens it again, as a restart would. */
  readonly reopen: () => Promise<void>
  /** Reads the live journal, also in test mode. Null where there is none. */
  readonly lookIntoLive: <Value>(look: (journal: JournalLook) => Value) => Value | null
  /** Opens another shop and stores the choice with `store`. If either fails, the previous shop opens again. */
  readonly moveTo: (shop: ShopOf, store: () => void) => Promise<void>
}
