/** Requests and answers of the verbs of the history of sales: part of the IPC table. */
import { z } from 'zod'
import { STANDINGS, salePageSchema, TENDERS } from '../history.ts'
import type { HISTORY_VERBS } from './history-verbs.ts'

const moment = z.string().regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/)
const count = z.int().nonnegative()
export const HISTORY_TABLE = {
  /** `text` as typed: a number, an amount or a range of amounts, a name, an id, a day; empty is everything. */
  searchSales: {
    request: z.strictObject({
      text: z.string().max(500),
      from: moment.nullable(),
      to: moment.nullable(),
      standing: z.enum(STANDINGS).nullable(),
      tender: z.enum(TENDERS).nullable(),
      cashier: z.string().max(120).nullable(),
      product: z.string().max(64).nullable(),
      /** The `next` of the page before; null is the first page, which is counted too. */
      before: count.nullable(),
      limit: z.int().min(1).max(200),
    }),
    answer: salePageSchema,
  },
  /** The names to choose a cashier from: whoever has made a sale. */
  listSaleCashiers: { request: z.undefined(), answer: z.array(z.string()) },
} as const satisfies Record<(typeof HISTORY_VERBS)[number], { request: z.ZodType; answer: z.ZodType }>
