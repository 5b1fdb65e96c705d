/** The functions that give events their meaning. main/sales implements them, because the journal only stores events. */
import type { RecordedEvent, Sale, SaleEvent } from '../../shared/sale.ts'
import type { Posting } from '../../shared/ledger/index.ts'
import type { Row } from '../sqlite/index.ts'
import type { EventEntry } from './ledger-sums.ts'
import type { SaleColumns } from './sale-rows.ts'
import type { EventInShift } from './sales.ts'

/** The facts in a sale's row that stand in for a missing first or last event. */
export type SaleBeginning = Pick<
  Sale,
  'terminal' | 'day' | 'sequence' | 'senderInvoiceNo' | 'openedAt' | 'version'
>

export type Modelled = {
  readonly sale: Sale
  readonly columns: SaleColumns
  /** False where events are missing or do not fit: then a person is told. */
  readonly whole: boolean
}

/** New events of a sale, with the state of the sale before and after they are applied. */
type SaleChange = {
  readonly before: Sale | null
  readonly at: number
  readonly events: readonly SaleEvent[]
  readonly after: Sale
}

/** Computes from events the sale, the columns that find it, and its postings. */
export type SaleModel = {
  /** Applies the events. Throws only where neither an event nor the row says how the sale began. */
  readonly fold: (id: string, events: readonly RecordedEvent[], row?: SaleBeginning | null) => Modelled
  /** Marks a stored sale whose events are partly missing. */
  readonly incomplete: (saved: Sale) => Modelled
  /** The postings of each stored event. */
  readonly entries: (
    id: string,
    events: readonly EventInShift[],
    row?: SaleBeginning | null,
  ) => readonly EventEntry[]
  /** The postings of new events of a sale. */
  readonly postings: (change: SaleChange) => readonly Posting[]
}

/** For a journal that is only read: every function throws. */
export const NO_MODEL: SaleModel = { fold: noModel, incomplete: noModel, entries: noModel, postings: noModel }

function noModel(): never {
  throw new Error('this journal was opened without a model of its sales')
}

export const beginningOf = (row: Row): SaleBeginning => ({
  terminal: String(row.terminal),
  day: String(row.day),
  sequence: Number(row.sequence),
  senderInvoiceNo: String(row.sender_invoice_no),
  openedAt: Number(row.opened_at),
  version: Number(row.version),
})
