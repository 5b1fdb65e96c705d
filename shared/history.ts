/** What the history of sales is searched by, and what it answers: both sides of the bridge agree on it here. */
import type { Money } from './money.ts'
import type { SaleStatusName } from './sale-status.ts'

/** How a sale stands, in the words in which people ask for it. A sale can stand in more than one way. */
export const STANDINGS = ['sold', 'owed', 'waiting', 'cancelled', 'late', 'returned', 'open'] as const
export type Standing = (typeof STANDINGS)[number]

/** `card` is one at the bank's terminal. `split`: in more than one way; such a sale is found under each of them as well. */
export const TENDERS = ['cash', 'card', 'transfer', 'qr', 'split'] as const
export type Tender = (typeof TENDERS)[number]

/** Both ends are shop days (yyyy-MM-dd), or moments (yyyy-MM-ddTHH:mm); a day is taken whole. */
export type HistoryFilters = {
  readonly from: string | null
  readonly to: string | null
  readonly standing: Standing | null
  readonly tender: Tender | null
  /** The cashier's name. */
  readonly cashier: string | null
  /** A product's code. */
  readonly product: string | null
}

export const NO_FILTERS: HistoryFilters = {
  from: null,
  to: null,
  standing: null,
  tender: null,
  cashier: null,
  product: null,
}

/** A row of the history. */
export type SaleRow = {
  /** Where it stands in the history: the newest has the greatest. */
  readonly place: number
  readonly id: string
  readonly day: string
  readonly sequence: number
  readonly senderInvoiceNo: string
  readonly openedAt: number
  readonly state: SaleStatusName
  readonly total: Money
  readonly lineCount: number
  /** First few goods, for recognising it. */
  readonly goods: string
  readonly tender: Tender | null
  readonly cashier: string | null
  /** Goods came back, or are coming back. */
  readonly returned: boolean
}

export type SoldGoods = { readonly code: string; readonly name: string }

export type SalePage = {
  /** Newest first. */
  readonly rows: readonly SaleRow[]
  /** Where to go on from; null where there is nothing more. Fewer rows than asked for and a `next`: the search goes on. */
  readonly next: number | null
  /** How many there are; `more` where there are more than that. Asked for with the first page alone. */
  readonly count: { readonly known: number; readonly more: boolean } | null
  /** Goods that the typed words name: the search can be narrowed to one of them. */
  readonly goods: readonly SoldGoods[]
}
