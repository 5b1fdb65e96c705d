/** The functions that give events their meaning. The journal only stores events, and does not interpret them. */
import type { RecordedEvent, Sale, SaleEvent } from '../../shared/sale.ts'
import type { Row } from '../journal/index.ts'
import type { Posting } from '../ledger/index.ts'
import type { EventEntry } from './ledger-sums.ts'
import type { SaleColumns } from './sale-rows.ts'
import type { EventInShift } from './sales.ts'

/** What a sale's row tells of it where its first event, or its last one, is missing. */
export type SaleBeginning = Pick<
  Sale,
  'terminal' | 'day' | 'sequence' | 'senderInvoiceNo' | 'openedAt' | 'version'
>

export type Modelled = {
  readonly sale: Sale
  readonly columns: SaleColumns
  /** False: some of its history is missing or does not add up, which is put before a person. */
  readonly whole: boolean
}

/** What events mean: what a sale's add up to, and what of it is kept in columns for finding it. */
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

/** Of a journal that is only looked at. */
export const NO_MODEL: SaleModel = { fold: noModel, incomplete: noModel, entries: noModel, postings: noModel }

function noModel(): never {
  throw new Error('this journal was opened without the means to make its sales anew')
}

export const beginningOf = (row: Row): SaleBeginning => ({
  terminal: String(row.terminal),
  day: String(row.day),
  sequence: Number(row.sequence),
  senderInvoiceNo: String(row.sender_invoice_no),
  openedAt: Number(row.opened_at),
  version: Number(row.version),
})
