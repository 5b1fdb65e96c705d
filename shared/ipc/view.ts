import type { AttentionCause, Remedy } from '../attention.ts'
import type { Failure } from '../failure.ts'
import type { GoodsStatus } from '../goods.ts'
import type { Money } from '../money.ts'
import type { Printing } from '../printing.ts'
import type { QueuedWork, Sale, Totals } from '../sale.ts'
import type { SaleStatus, SaleStatusName } from '../sale-status.ts'
import type { Settings } from '../settings.ts'
import type { ShiftStatus } from '../shift.ts'
import type { Person } from '../staff.ts'

/** The line to the service, as requests really fared. */
export type Connection =
  | { readonly state: 'connected' }
  | { readonly state: 'disconnected'; readonly since: number; readonly failure: Failure }
  /** Nothing was asked of the service yet. */
  | { readonly state: 'untried' }

/** The receiver of payment callbacks: without it the terminal finds out by itself, only later. */
export type CallbackState =
  | { readonly state: 'off' }
  | { readonly state: 'listening' }
  | { readonly state: 'failed'; readonly failure: Failure }

/** What the watcher knows of an invoice besides the journal: it is not worth a row. */
export type Monitoring = {
  readonly checking: boolean
  readonly lastCheckedAt: number | null
  readonly failure: Failure | null
  readonly nextCheckAt: number | null
  /** Tries in a row that did not get through. */
  readonly tries: number
}

export type SaleView = {
  readonly sale: Sale
  /** How it stands, derived from its parts. */
  readonly status: SaleStatus
  readonly totals: Totals
  /** Whether the last act was about the goods, so that it can be taken back. */
  readonly undoable: boolean
  readonly watch: Monitoring | null
  /** When its QR was first shown, when it was paid, and so on: the steps that the paying screen lists. */
  readonly times: {
    readonly invoiced: number | null
    readonly paid: number | null
    readonly ereceipted: number | null
    readonly printed: number | null
  }
}

/** Something that a person must look at, with the sale it is about. */
export type AttentionItem = {
  /** Of the sale and the cause: there is one of each. */
  readonly id: string
  readonly saleId: string
  readonly senderInvoiceNo: string
  readonly cause: AttentionCause
  readonly failure: Failure | null
  readonly amount: Money | null
  readonly at: number
  /** The ways out that fit the sale as it is now. */
  readonly remedies: readonly Remedy[]
  /** What is still to be taken for `sold-with-cash`. */
  readonly missing: Money | null
}

/** A sale that was set aside: a parked cart, or a charge that waits for its payer or the line while others are served. */
export type ParkedSale = {
  readonly id: string
  readonly sequence: number
  readonly state: SaleStatusName
  /** What the cashier called it; may be empty. */
  readonly label: string
  readonly at: number
  readonly total: Money
  /** Of it, what was taken at the counter already. */
  readonly taken: Money
  readonly lineCount: number
  readonly goods: string
}

/** What was split off the cart of the sale at the counter, and comes there once that one is left. */
export type FollowingSale = { readonly total: Money; readonly lineCount: number }

/** Something that waits for the service or the printer and goes on by itself. */
export type WaitingWork = {
  readonly saleId: string
  readonly sequence: number
  readonly senderInvoiceNo: string
  readonly work: QueuedWork
  readonly total: Money
  readonly since: number
  /** Tries in a row that did not get through, in this run of the terminal. */
  readonly tries: number
  readonly failure: Failure | null
  /** Null while it is under way, or held. */
  readonly nextTryAt: number | null
  readonly held: boolean
}

/** A sale that was unfinished when the terminal started. */
export type RecoveredSale = {
  readonly saleId: string
  readonly sequence: number
  readonly total: Money
  readonly was: SaleStatusName
  readonly now: SaleStatusName
}

/** What became of a journal that could not be read whole. */
export type RescueNotice = {
  readonly at: number
  /** Where the damaged file lies. */
  readonly setAside: string
  readonly sales: { readonly read: number; readonly partly: number; readonly lost: number | null }
  readonly fromBackup: number
  /** Left out in the news of an older version, which did not count them. */
  readonly shifts?: { readonly partly: number; readonly lost: number | null }
  /** What does not fit in the files that it was made of, in the words of audit:verify. */
  readonly wrong?: readonly { readonly file: string; readonly what: string }[]
}

export type BackupRow = {
  readonly name: string
  readonly at: number
  readonly bytes: number
  readonly sales: number
  readonly verified: boolean
}

/** What a restore would do, or did. Nothing is ever taken away. */
export type RestoreReport = {
  readonly added: number
  readonly updated: number
  readonly same: number
  /** Sales whose number is taken by another one here, and shifts whose histories part: left as they are. */
  readonly conflicts: number
  /** Of which something was here before, and whose figures are others then: yyyy-MM-dd, sorted. */
  readonly days: readonly string[]
  /** What does not fit in the backup, in the words of audit:verify; null where it is whole. */
  readonly wrong: string | null
}

/** All that the cashier's page draws from. Pushed whole after every change; holds no secret. */
export type TerminalView = {
  readonly mode: 'practice' | 'merchant'
  readonly settings: Settings
  readonly connection: Connection
  readonly callback: CallbackState
  /** The sale at the counter, or null before the first line of the next one. */
  readonly counter: SaleView | null
  /** Null where nothing was split off it. */
  readonly following: FollowingSale | null
  /** Sales that still wait for the service or the printer, the one at the counter included. */
  readonly waiting: { readonly count: number; readonly oldestAt: number | null }
  readonly attention: number
  readonly parked: number
  readonly printing: Printing
  /** What a restart found unfinished; nothing is charged before a person has seen it. */
  readonly found: readonly RecoveredSale[]
  readonly rescued: RescueNotice | null
  /** The machine's clock stands before the last recorded event by so many ms. */
  readonly clockBehindMs: number | null
  /** Why no copy of the shop came to its folder for a day and more; null where none is overdue. */
  readonly copiesOverdue: Failure | null
  /** Why the journal takes no more just now. */
  readonly storage: Failure | null
  /** Where practice receipts go, and null when the printer is no folder. */
  readonly printFolder: string | null
  readonly shift: ShiftStatus
  readonly goods: GoodsStatus
  /** Who stands at the till. */
  readonly person: Person | null
  /** Nobody does, and somebody must sign in. */
  readonly locked: boolean
  /** The shop has people; without any, everybody may do everything. */
  readonly staffed: boolean
}
