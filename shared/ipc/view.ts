import type { AttentionCause, Remedy } from '../attention.ts'
import type { Failure } from '../failure.ts'
import type { GoodsStatus } from '../goods.ts'
import type { Mode } from '../mode.ts'
import type { Money } from '../money.ts'
import type { Printing } from '../printing.ts'
import type { QueuedWork, Sale, Totals } from '../sale.ts'
import type { SaleStatus, SaleStatusName } from '../sale-status.ts'
import type { Settings } from '../settings.ts'
import type { ShiftStatus } from '../shift.ts'
import type { Person } from '../staff.ts'

/** The connection to the service, judged by how the last requests went. */
export type Connection =
  | { readonly state: 'connected' }
  | { readonly state: 'disconnected'; readonly since: number; readonly failure: Failure }
  /** No request was sent yet. */
  | { readonly state: 'untried' }

/** The receiver of payment callbacks. Without it the terminal still learns of payments, only later. */
export type CallbackState =
  | { readonly state: 'off' }
  | { readonly state: 'listening' }
  | { readonly state: 'failed'; readonly failure: Failure }

/** What is known of an invoice being watched, but not stored in the journal. */
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
  /** The state, derived from the parts of the sale. */
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
  /** Made of the sale and the cause: a sale has one item for each cause. */
  readonly id: string
  readonly saleId: string
  readonly senderInvoiceNo: string
  readonly cause: AttentionCause
  readonly failure: Failure | null
  readonly amount: Money | null
  readonly at: number
  /** The decisions that are possible for the sale as it is now. */
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
  /** The part that was already paid at the counter. */
  readonly taken: Money
  readonly lineCount: number
  readonly goods: string
}

/** The goods that were split off the sale at the counter. They become the next sale there. */
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
  /** Null while it is running or held. */
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

/** The result of rescuing a damaged journal. */
export type RescueNotice = {
  readonly at: number
  /** The path of the damaged file. */
  readonly setAside: string
  readonly sales: { readonly read: number; readonly partly: number; readonly lost: number | null }
  readonly fromBackup: number
  /** Missing in reports of older versions, which did not count them. */
  readonly shifts?: { readonly partly: number; readonly lost: number | null }
  /** The first sign of tampering in each file that was read, in the words of audit:verify. */
  readonly wrong?: readonly { readonly file: string; readonly what: string }[]
}

export type BackupRow = {
  readonly name: string
  readonly at: number
  readonly bytes: number
  readonly sales: number
  readonly verified: boolean
}

/** Everything that the cashier's page shows. Sent whole after every change; contains no secrets. */
export type TerminalView = {
  readonly mode: Mode
  readonly settings: Settings
  readonly connection: Connection
  readonly callback: CallbackState
  /** The sale at the counter; null until the first line of the next one. */
  readonly counter: SaleView | null
  /** Null where no goods were split off. */
  readonly following: FollowingSale | null
  /** Sales that still wait for the service or the printer, the one at the counter included. */
  readonly waiting: { readonly count: number; readonly oldestAt: number | null }
  readonly attention: number
  readonly parked: number
  readonly printing: Printing
  /** What a restart found unfinished; nothing is charged before a person has seen it. */
  readonly found: readonly RecoveredSale[]
  readonly rescued: RescueNotice | null
  /** How many ms the machine's clock is before the last recorded event. */
  readonly clockBehindMs: number | null
  /** Why the copy of the shop is a day or more overdue; null where it is not. */
  readonly copiesOverdue: Failure | null
  /** Why the journal cannot be written now. */
  readonly storage: Failure | null
  /** The folder of the test printer; null where another printer is used. */
  readonly printFolder: string | null
  readonly shift: ShiftStatus
  readonly goods: GoodsStatus
  /** The person signed in. */
  readonly person: Person | null
  /** Nobody is signed in, and somebody must be. */
  readonly locked: boolean
  /** Whether the shop has staff. Without staff, everybody may do everything. */
  readonly staffed: boolean
}
