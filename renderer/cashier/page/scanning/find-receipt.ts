import { NO_FILTERS } from '../../../../shared/books/history.ts'
import type { Reply } from '../../../../shared/page/index.ts'
import { call } from '../call.ts'
import { isInShop, page } from '../store.ts'

/**
 * The id of the sale with the number on a receipt; null if this till has no such sale. A till of a shop asks the other
 * tills for it, and the refusal says why it was not found.
 */
export async function findReceipt(number: string): Promise<Reply<string | null>> {
  const reply = await call('searchSales', { ...NO_FILTERS, text: number, before: null, limit: 1 })
  if (!reply.ok) return reply
  const [found] = reply.value.rows
  const { view } = page.getState()
  if (found || view === null || !isInShop(view)) return { ok: true, value: found?.id ?? null }
  return bringFromShop(number)
}

/** Copies another till's sale into this till's journal, so that its goods can be returned here. Returns its id here. */
export async function bringFromShop(number: string): Promise<Reply<string>> {
  const reply = await call('bringSale', { number })
  return reply.ok ? { ok: true, value: reply.value.saleId } : reply
}
