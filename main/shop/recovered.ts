import type { RecoveredSale } from '../../shared/ipc/index.ts'
import type { Sale } from '../../shared/sale.ts'
import { statusOf, totalOf } from '../../shared/sale-status.ts'
import { createSignal, type Signal } from '../signal.ts'
import type { Journal } from '../store/index.ts'

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
  journal: Pick<Journal, 'sales' | 'counter' | 'onCommit'>,
  unfinished: readonly Sale[],
): Recovered {
  const changes = createSignal()
  const atCounter = journal.counter.saleId()
  const sales = new Map(
    unfinished.filter(({ id }) => id !== atCounter).map((sale) => [sale.id, recoveredSale(journal, sale)]),
  )
  let list: RecoveredSale[] = [...sales.values()]
  // Every view has the list, and a power cut may leave a thousand sales: only changed ones are read again.
  journal.onCommit((change) => {
    if (change.failure !== null) return
    for (const saleId of change.sales) {
      const had = sales.get(saleId)
      if (had === undefined) continue
      sales.set(saleId, { ...had, now: nowOf(journal, saleId) ?? had.now })
      list = [...sales.values()]
    }
  })
  return {
    list: () => list,
    unacknowledged: () => sales.size > 0,
    acknowledge: () => {
      sales.clear()
      list = []
      changes.emit()
    },
    onChange: changes.listen,
  }
}

function recoveredSale(journal: Pick<Journal, 'sales'>, sale: Sale): RecoveredSale {
  const { id: saleId, sequence, lines } = sale
  const was = statusOf(sale).name
  return { saleId, sequence, total: totalOf(lines), was, now: nowOf(journal, saleId) ?? was }
}

function nowOf({ sales }: Pick<Journal, 'sales'>, saleId: string): RecoveredSale['now'] | null {
  const sale = sales.byId(saleId)
  return sale && statusOf(sale).name
}
