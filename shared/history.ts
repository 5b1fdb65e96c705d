/** What the history of sales is searched by, and what it answers: both sides of the bridge agree on it here. */
import { z } from 'zod'
import { SALE_STATUS_NAMES } from './sale-status.ts'
import { countSchema, moneySchema, timeSchema, type Wire } from './wire.ts'

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
const saleRowSchema = z.strictObject({
  /** Where it stands in the history: the newest has the greatest. */
  place: countSchema,
  id: z.string(),
  day: z.string(),
  sequence: z.int(),
  senderInvoiceNo: z.string(),
  openedAt: timeSchema,
  state: z.enum(SALE_STATUS_NAMES),
  total: moneySchema,
  lineCount: countSchema,
  /** First few goods, for recognising it. */
  goods: z.string(),
  tender: z.nullable(z.enum(TENDERS)),
  cashier: z.nullable(z.string()),
  /** Goods came back, or are coming back. */
  returned: z.boolean(),
})
export type SaleRow = Wire<typeof saleRowSchema>

const soldGoodsSchema = z.strictObject({ code: z.string(), name: z.string() })
export type SoldGoods = Wire<typeof soldGoodsSchema>

export const salePageSchema = z.strictObject({
  /** Newest first. */
  rows: z.array(saleRowSchema),
  /** Where to go on from; null where there is nothing more. Fewer rows than asked for and a `next`: the search goes on. */
  next: z.nullable(countSchema),
  /** How many there are; `more` where there are more than that. Asked for with the first page alone. */
  count: z.nullable(z.strictObject({ known: countSchema, more: z.boolean() })),
  /** Goods that the typed words name: the search can be narrowed to one of them. */
  goods: z.array(soldGoodsSchema),
})
export type SalePage = Wire<typeof salePageSchema>
