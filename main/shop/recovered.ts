import type { RecoveredSale } from '../../shared/ipc/index.ts'
import type { Sale } from '../../shared/sale.ts'
import { statusOf, totalOf } from '../../shared/sale-status.ts'
import { createSignal, type Signal } from '../signal.ts'
import type { JournalReader } from '../store/index.ts'

/**
 * Sales that were unfinished at the start. A person is shown how each one continues, and no other sale is charged
 * before that. The sale at the counter is left out, because it is on the screen.
 */
export type Recovered = {
  readonly list: () => RecoveredSale[]
  readonly unacknowledged: () => boolean
  readonly acknowledge: () => void
  readonly onChange: Signal['listen']
}

export function recoveredAtStart(
  journal: Pick<JournalReader, 'sales' | 'counter'>,
  unfinished: readonly Sale[],
): Recovered {
  const changes = createSignal()
  const atCounter = journal.counter.saleId()
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
      changes.emit()
    },
    onChange: changes.listen,
  }
}
