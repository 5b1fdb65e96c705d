import { expect } from 'vitest'
import { type Sale, saleSchema } from '../../shared/sale.ts'
import { saleStatusSchema, statusOf } from '../../shared/sale-status.ts'

/** What keeps a sale from the page, as it would be refused there; empty where nothing does. */
export const unshowable = (sale: Sale): readonly string[] =>
  [saleSchema.safeParse(sale), saleStatusSchema.safeParse(statusOf(sale))].flatMap(({ error }) =>
    (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
  )

export const expectShowable = (sale: Sale): void =>
  expect(unshowable(sale), 'what the page cannot show').toEqual([])
