import { expect } from 'vitest'
import { type Sale, saleSchema } from '../../shared/sale/sale.ts'
import { saleStatusSchema, statusOf } from '../../shared/sale/status.ts'

/** The reasons why the page's schema would refuse a sale; empty when there are none. */
const unshowable = (sale: Sale): readonly string[] =>
  [saleSchema.safeParse(sale), saleStatusSchema.safeParse(statusOf(sale))].flatMap(({ error }) =>
    (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
  )

export const expectShowable = (sale: Sale): void =>
  expect(unshowable(sale), 'what the page cannot show').toEqual([])
