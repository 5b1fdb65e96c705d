/** Search of the sales history: its filters and its answer. */
import { z } from 'zod'
import { failureSchema } from '../failure.ts'
import { moneySchema } from '../money/schemas.ts'
import { TENDER_KINDS } from '../sale/payment.ts'
import { SALE_STATUS_NAMES } from '../sale/status.ts'
import { countSchema, timeSchema, type Wire } from '../wire.ts'

/** Groups by which people search for sales. A sale can be in several. */
export const STANDINGS = ['sold', 'owed', 'waiting', 'cancelled', 'late', 'returned', 'open'] as const
export type Standing = (typeof STANDINGS)[number]

/**
 * `card` is a card at the bank's terminal; `split` is more than one tender. A split sale is also found under each of
 * its tenders.
 */
export const TENDERS = [...TENDER_KINDS, 'qr', 'split'] as const
export type Tender = (typeof TENDERS)[number]

/** `from` and `to` are shop days (yyyy-MM-dd) or times (yyyy-MM-ddTHH:mm). A day counts as a whole. */
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
  /** Position in the history; the newest sale has the greatest. */
  place: countSchema,
  id: z.string(),
  /** The terminal code of the other till that made it; null for a sale of this till. */
  till: z.nullable(z.string()),
  day: z.string(),
  sequence: z.int(),
  senderInvoiceNo: z.string(),
  /** The till of a guest sale. */
  origin: z.exactOptional(z.string()),
  openedAt: timeSchema,
  state: z.enum(SALE_STATUS_NAMES),
  total: moneySchema,
  lineCount: countSchema,
  /** The names of the first few goods. */
  goods: z.string(),
  tender: z.nullable(z.enum(TENDERS)),
  cashier: z.nullable(z.string()),
  /** Goods came back. */
  returned: z.boolean(),
})
export type SaleRow = Wire<typeof saleRowSchema>

const soldGoodsSchema = z.strictObject({ code: z.string(), name: z.string() })
export type SoldGoods = Wire<typeof soldGoodsSchema>

export const salePageSchema = z.strictObject({
  /** Newest first. */
  rows: z.array(saleRowSchema),
  /** Where the next page starts; null at the end. A short page with a `next` means that the search is not finished. */
  next: z.nullable(countSchema),
  /**
   * Number of found sales; `more` if there are more than `known`. `sold`: the sum of those that were sold; null where not all
   * are known. Only the first page has it.
   */
  count: z.nullable(z.strictObject({ known: countSchema, more: z.boolean(), sold: z.nullable(moneySchema) })),
  /** The typed text fits more goods, cashiers or numbers than one search looks for: sales of the others are missing. */
  fitsMore: z.boolean(),
  /** Products that match the typed text; the search can be narrowed to one of them. */
  goods: z.array(soldGoodsSchema),
  /** Why the sales of other tills are missing; null if they are not, or nobody asked for them. */
  unreached: z.nullable(failureSchema),
  /** How many sales of other tills this version of the program cannot read. */
  unread: countSchema,
})
export type SalePage = Wire<typeof salePageSchema>

/** A code that no product had, sold as a misc item. Name (may be empty), price and time are those of the last sale. */
export const unlistedCodeSchema = z.strictObject({
  code: z.string(),
  name: z.string(),
  price: moneySchema,
  at: timeSchema,
  /** How many lines of sales have it. */
  times: countSchema,
  /** The names of the cashiers. */
  sellers: z.array(z.string()),
})
export type UnlistedCode = Wire<typeof unlistedCodeSchema>
