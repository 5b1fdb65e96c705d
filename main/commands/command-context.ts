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
import type { CommandsInFlight } from './commands-in-flight.ts'
import type { PagePaper } from './print-report.ts'

/** Which shop: that of a merchant, or of practice. */
export type ShopOf = {
  readonly merchant: Settings['merchant']
  /** Null is the one that the vault keeps. */
  readonly password: string | null
}

/** What the verbs work with. */
export type CommandContext = {
  /** The shop that is open now: another after the merchant has changed. Throws why none is. */
  readonly shop: () => Shop
  readonly goods: ShopGoods
  readonly importer: Importer
  readonly raster: RasterRenderer
  readonly logo: Logo
  /** Where files that a person asks for are put. */
  readonly documents: string
  /** Null where the page is shown by no window of ours. */
  readonly pagePaper: PagePaper | null
  readonly findPrinters: (network: boolean) => Promise<FoundPrinters>
  /** Of the terminal's data. */
  readonly folder: string
  readonly retention: Retention
  readonly settings: SettingsStore
  readonly vault: Vault
  readonly staff: Staff
  readonly clock: Clock
  readonly log: Log
  readonly changed: () => void
  /** A line of the audit trail for what was done already: kept if it can be. */
  readonly audit: (entry: AuditEntry) => void
  /** Of this run, those that were asked for lately. */
  readonly commandsInFlight: CommandsInFlight
  readonly payer: () => Promise<ReturnType<typeof practicePayer>>
  /** Closes the shop and opens it again: what came in is taken up as after a restart. */
  readonly reopen: () => Promise<void>
  /** Opens another, which `kept` writes down; where anything of that fails, the one before goes on. */
  readonly moveTo: (shop: ShopOf, kept: () => void) => Promise<void>
}
