/** The functions that give events their meaning. The journal only stores events, and does not interpret them. */
import type { RecordedEvent, Sale, SaleEvent } from '../../shared/sale.ts'
import type { Row } from '../journal/index.ts'
import type { Posting } from '../ledger/index.ts'
import type { EventEntry } from './ledger-sums.ts'
import type { SaleColumns } from './sale-rows.ts'
import type { EventInShift } from './sales.ts'

/** What the row of a sale tells where its first or its last event is missing. */
export type SaleBeginning = Pick<
  Sale,
  'terminal' | 'day' | 'sequence' | 'senderInvoiceNo' | 'openedAt' | 'version'
>

export type Modelled = {
  readonly sale: Sale
  readonly columns: SaleColumns
  /** False where some of its events are missing or do not add up, which is shown to a person. */
  readonly whole: boolean
}

/** What events mean: the sale they add up to, and the columns that find it. */
export type SaleModel = {
  /** Throws only where neither an event nor the row tells how the sale began. */
  readonly fold: (id: string, events: readonly RecordedEvent[], row?: SaleBeginning | null) => Modelled
  /** A sale as it was saved, some of whose events are missing. */
  readonly incomplete: (saved: Sale) => Modelled
  /** The postings of each stored event. */
  readonly entries: (
    id: string,
    events: readonly EventInShift[],
    row?: SaleBeginning | null,
  ) => readonly EventEntry[]
  /** The postings of new events of a sale. */
  readonly postings: (
    before: Sale | null,
    id: string,
    at: number,
    events: readonly SaleEvent[],
  ) => readonly Posting[]
}

/** For a journal that is only read. */
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
