import type { Sale } from '../../../shared/sale/sale.ts'
import type { Indexed } from './sale-index.ts'

/** Enough for the sale at the counter, those that are being paid, and some recent ones. */
const MOST = 16

export type RecentSales = {
  readonly known: (id: string) => Indexed | null
  /** Stores the sale as it is in the file now, or will be after the transaction. */
  readonly keep: (written: Indexed) => void
  /** Call it after a rollback, and after writes that did not call `keep`. */
  readonly forget: () => void
}

/**
 * A cache of the last written sales. Each new line reads the sale at the counter several times, and parsing a row with
 * 300 lines took longer than writing it.
 */
export function recentSales(): RecentSales {
  const sales = new Map<Sale['id'], Indexed>()
  return {
    known: (id) => sales.get(id) ?? null,
    keep: (written) => {
      sales.delete(written.sale.id)
      sales.set(written.sale.id, written)
      const [oldest] = sales.keys()
      if (sales.size > MOST && oldest !== undefined) sales.delete(oldest)
    },
    forget: () => sales.clear(),
  }
}
