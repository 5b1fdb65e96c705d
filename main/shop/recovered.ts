import type { RecoveredSale } from '../../shared/ipc/index.ts'
import type { Sale } from '../../shared/sale.ts'
import { statusOf, totalOf } from '../../shared/sale-status.ts'
import type { JournalReader } from '../store/index.ts'

/**
 * What a start found unfinished. It is put before a person, who sees how each one goes on, and nothing else is charged
 * before that. The sale at the counter is on the screen anyway.
 */
export type Recovered = {
  readonly list: () => RecoveredSale[]
  readonly unseen: () => boolean
  readonly acknowledge: () => void
}

export function recoveredAtStart(
  journal: Pick<JournalReader, 'sales'>,
  unfinished: readonly Sale[],
): Recovered {
  const atCounter = journal.sales.atCounter()
  let found = unfinished.filter((sale) => sale.id !== atCounter)
  return {
    list: () =>
      found.map((sale) => ({
        saleId: sale.id,
        sequence: sale.sequence,
        total: totalOf(sale.lines),
        was: statusOf(sale).name,
        now: statusOf(journal.sales.byId(sale.id) ?? sale).name,
      })),
    unseen: () => found.length > 0,
    acknowledge: () => {
      found = []
    },
  }
}
