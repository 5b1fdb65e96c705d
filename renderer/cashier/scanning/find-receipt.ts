import { NO_FILTERS } from '../../../shared/history.ts'
import { call } from '../call.ts'

/** The id of the sale with the number on a receipt; null if this till has no such sale. */
export async function findReceipt(number: string): Promise<string | null> {
  const reply = await call('searchSales', { ...NO_FILTERS, text: number, before: null, limit: 1 })
  return reply.ok ? (reply.value.rows[0]?.id ?? null) : null
}
