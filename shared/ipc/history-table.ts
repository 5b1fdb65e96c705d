/** Schemas of replies about the history of sales. */
import { z } from 'zod'
import { type SalePage, TENDERS } from '../history.ts'

const count = z.int().nonnegative()
const goods = z.strictObject({ code: z.string(), name: z.string() })

const rowSchema = z.strictObject({
  place: count,
  id: z.string(),
  day: z.string(),
  sequence: z.int(),
  senderInvoiceNo: z.string(),
  openedAt: count,
  state: z.string(),
  total: z.int(),
  lineCount: count,
  goods: z.string(),
  tender: z.enum(TENDERS).nullable(),
  cashier: z.string().nullable(),
  returned: z.boolean(),
})

export const salePageSchema = z.strictObject({
  rows: z.array(rowSchema),
  next: count.nullable(),
  count: z.strictObject({ known: count, more: z.boolean() }).nullable(),
  goods: z.array(goods),
}) as unknown as z.ZodType<SalePage>
