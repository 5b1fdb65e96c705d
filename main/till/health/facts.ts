import type { Failure } from '../../../shared/failure.ts'
import type { ClockOff, Connection } from '../../../shared/page/index.ts'
import type { ShopLinkState } from '../../../shared/page/shop-link.ts'
import type { PrinterReport } from '../../../shared/shop/printing.ts'
import type { DisplaySetting } from '../../../shared/shop/settings.ts'

/**
 * What the checks look at. Two know it: the running till (main/till/commands/health.ts), and `--diagnose`, which reads the
 * data folder from outside (outside.ts). Nothing here sends money, prints or opens a drawer.
 */
export type HealthFacts = {
  /** 'practice' in test mode, which needs no service. */
  readonly service: () => Promise<Connection | 'practice'>
  readonly keyring: () => { readonly lasts: boolean; readonly locked: boolean }
  /** Null: there is no journal yet. */
  readonly journal: () => { readonly failure: Failure | null; readonly rescued: boolean } | null
  /** Free bytes of the disk; null if that cannot be told. */
  readonly disk: () => Promise<number | null>
  readonly printers: () => Promise<PrinterFacts>
  readonly display: () => { readonly wanted: DisplaySetting; readonly screens: number | null }
  readonly clock: () => ClockOff | 'unknown' | null | Promise<ClockOff | 'unknown' | null>
  readonly backups: () => BackupFacts
  /** Null where the till belongs to no shop database. */
  readonly database: () => DatabaseFacts | null
  readonly update: () => UpdateFacts
  /** When a page or a part of the program last crashed; null if never. */
  readonly crashedAt: () => number | null
  readonly now: () => number
}

type PrinterFacts = {
  /** Of each configured printer that was asked. */
  readonly reports: readonly PrinterReport[]
  /** Whether any printer is configured. */
  readonly configured: boolean
  /** Papers that have not come out. */
  readonly waiting: number
}

type DatabaseFacts = {
  /** Null from outside the till, which has only the time of the last contact. */
  readonly link: ShopLinkState | null
  readonly unsent: { readonly count: number; readonly oldestAt: number | null }
  readonly heardAt: number | null
  /** How many events of this till it has that the journal lacks. */
  readonly missing: number
}

type UpdateFacts = {
  /** Whether the till looks for updates. */
  readonly on: boolean
  /** What a person must know of them. */
  readonly notice: Failure | null
  /** Whether one is downloaded and not installed. */
  readonly ready: boolean
}

type BackupFacts = {
  /** The newest backup on this disk. */
  readonly newest: number | null
  /** The last event of the journal: nothing needs a backup before the first. */
  readonly lastAt: number | null
  /** Why copies on another disk are overdue. */
  readonly overdue: Failure | null
}
