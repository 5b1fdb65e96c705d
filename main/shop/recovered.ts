import type { RecoveredSale } from '../../shared/ipc/index.ts'
import type { Sale } from '../../shared/sale.ts'
import { statusOf, totalOf } from '../../shared/sale-status.ts'
import type { JournalReader } from '../store/index.ts'

/**
 * Sales that were unfinished at the start. A person is shown how each one continues, and no other sale is charged
 * before that. The sale at the counter is left out, because it is on the screen.
 */
export type Recovered = {
  readonly list: () => RecoveredSale[]
  readonly unacknowledged: () => boolean
  readonly acknowledge: () => void
}

export function recoveredAtStart(
  journal: Pick<JournalReader, 'sales'>,
  unfinished: readonly Sale[],
): Recovered {
  const atCounter = journal.sales.atCounter()
  let sales = unfinished.filter((sale) => sale.id !== atCounter)
  return {
    list: () =>
      sales.map((sale) => ({
        saleId: sale.id,
        sequence: sale.sequence,
        total: totalOf(sale.lines),
        was: statusOf(sale).name,
        now: statusOf(journal.sales.byId(sale.id) ?? sale).name,
      })),
    unacknowledged: () => sales.length > 0,
    acknowledge: () => {
      sales = []
    },
  }
}
