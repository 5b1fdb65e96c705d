import type { Failure } from '../failure.ts'
import type { Money } from '../money.ts'
import type { Sale, SaleStateName, Totals } from '../sale.ts'
import type { Settings } from '../settings.ts'

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
export type Watch = {
  readonly checking: boolean
  readonly lastCheckedAt: number | null
  readonly failure: Failure | null
  readonly nextCheckAt: number | null
}

export type SaleView = {
  readonly sale: Sale
  readonly totals: Totals
  readonly watch: Watch | null
  /** When its QR was first shown, when it was paid, and so on: the steps that the paying screen lists. */
  readonly times: {
    readonly invoiced: number | null
    readonly paid: number | null
    readonly ereceipted: number | null
    readonly printed: number | null
  }
}

/** A row of the day's list. */
export type SaleSummary = {
  readonly id: string
  readonly sequence: number
  readonly senderInvoiceNo: string
  readonly openedAt: number
  readonly state: SaleStateName
  readonly total: Money
  readonly lineCount: number
  /** First few goods, for recognising it. */
  readonly goods: string
}

export type AttentionCause =
  | 'late-money'
  | 'surplus'
  | 'ereceipt-refused'
  | 'doubled-invoice'
  | 'amount-differs'
  | 'receipt-unprintable'

/** Something that a person must look at, with the sale it is about. */
export type AttentionItem = {
  readonly id: number
  readonly saleId: string
  readonly senderInvoiceNo: string
  readonly cause: AttentionCause
  readonly failure: Failure | null
  readonly amount: Money | null
  readonly at: number
}

/** All that the cashier's page draws from. Pushed whole after every change; holds no secret. */
export type TerminalView = {
  readonly mode: 'practice' | 'merchant'
  readonly settings: Settings
  readonly connection: Connection
  readonly callback: CallbackState
  /** The sale at the counter, or null before the first line of the next one. */
  readonly counter: SaleView | null
  /** Sales that still wait for the service or the printer, the one at the counter included. */
  readonly waiting: { readonly count: number; readonly oldestAt: number | null }
  readonly attention: number
  /** Where practice receipts go, and null when the printer is no folder. */
  readonly printFolder: string | null
}
