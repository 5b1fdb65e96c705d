import type { Sale } from '../../shared/sale.ts'
import type { Indexed } from './sale-index.ts'

/** The sale at the counter, those that are paid for beside it, and some that were left lately. */
const MOST = 16

export type RecentSales = {
  readonly known: (id: string) => Indexed | null
  /** As it is in the file now, or will be when the transaction is over. */
  readonly keep: (written: Indexed) => void
  /** After what was undone, or was written by another way. */
  readonly forget: () => void
}

/**
 * The sales that were written last, as they were written. The one at the counter is asked for again and again with every
 * line, and reading three hundred lines out of their row each time took longer than writing them.
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
