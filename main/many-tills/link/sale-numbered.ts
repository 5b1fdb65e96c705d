import { refuse } from '../../../shared/failure.ts'
import type { ShopDatabase } from '../server/index.ts'

/**
 * The sale of the shop with this number; null where no till sent one. Refuses if several have it, because a till's journal was
 * set back and went on: which goods are on the receipt cannot be told.
 */
export async function saleNumbered(database: ShopDatabase, number: string) {
  const [sale, another] = await database.salesNumbered(number)
  return another === undefined ? (sale ?? null) : refuse('SHOP_SALE_TWICE')
}
