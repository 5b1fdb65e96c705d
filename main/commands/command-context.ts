import type { FoundPrinters } from '../../shared/printing.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Importer, ShopGoods } from '../catalogue/index.ts'
import type { Clock, Log } from '../environment.ts'
import type { AuditEntry } from '../journal/index.ts'
import type { practicePayer } from '../practice/index.ts'
import type { RasterRenderer } from '../receipts/index.ts'
import type { SettingsStore, Vault } from '../settings/index.ts'
import type { Logo, Shop } from '../shop/index.ts'
import type { Retention } from '../shop-data/index.ts'
import type { Staff } from '../staff/index.ts'
import type { CommandCall } from './answer.ts'
import type { CommandsInFlight } from './commands-in-flight.ts'

/** What the host can do with the page that the cashier's window shows. Only Electron can. */
export type PagePaper = {
  /** Opens the system's dialog; a person may close it without printing. */
  readonly print: () => Promise<'done' | 'called off' | 'no printer' | 'failed'>
  readonly pdf: () => Promise<Uint8Array>
}

/** The shop of a merchant, or of test mode. */
export type ShopOf = {
  readonly merchant: Settings['merchant']
  /** Null: the password in the vault. */
  readonly password: string | null
}

/** What commands work with. */
export type CommandContext = {
  /** The open shop: another one after the merchant has changed. Throws the reason where none is open. */
  readonly shop: () => Shop
  readonly goods: ShopGoods
  readonly importer: Importer
  readonly raster: RasterRenderer
  readonly logo: Logo
  /** The folder for files that a person asks for. */
  readonly documents: string
  /** Null where no window of ours shows the page. */
  readonly pagePaper: PagePaper | null
  readonly findPrinters: (network: boolean) => Promise<FoundPrinters>
  /** The folder of the till's data. */
  readonly folder: string
  readonly retention: Retention
  readonly settings: SettingsStore
  readonly vault: Vault
  readonly staff: Staff
  readonly clock: Clock
  readonly log: Log
  /** Pushes a new view to the page. A commit of the journal and a change of the settings do it by themselves. */
  readonly changed: () => void
  /** Adds an audit row for something that is already done; a failure is only logged. */
  readonly audit: (entry: AuditEntry) => void
  readonly commandsInFlight: CommandsInFlight
  /** A command with a request that parses, and the permission it needs; null where there is no such command or it does not parse. */
  readonly readCall: (name: string, request: unknown) => CommandCall | null
  readonly payer: () => Promise<ReturnType<typeof practicePayer>>
  /** Closes the shop and opens it again, as a restart would. */
  readonly reopen: () => Promise<void>
  /** Opens another shop and stores the choice with `store`; where either fails, the former shop goes on. */
  readonly moveTo: (shop: ShopOf, store: () => void) => Promise<void>
}
