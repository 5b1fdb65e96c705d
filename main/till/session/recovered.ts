import { MOST_RECOVERED, type RecoveredSale, type TerminalView } from '../../../shared/page/index.ts'
import type { Sale } from '../../../shared/sale/sale.ts'
import { statusOf, totalOf } from '../../../shared/sale/status.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import type { Journal } from '../../storage/store/index.ts'

/**
 * Sales that were unfinished at the start. A person is shown how each one continues, and no other sale is charged
 * before that. The sale at the counter is left out, because it is on the screen.
 */
export type Recovered = {
  readonly view: () => TerminalView['recovered']
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
  const all = unfinished.filter(({ id }) => id !== atCounter)
  const listed = new Map(all.slice(-MOST_RECOVERED).map((sale) => [sale.id, recoveredSale(journal, sale)]))
  let earlier = all.length - listed.size
  let sales = [...listed.values()]
  journal.onCommit((change) => {
    if (change.failure !== null) return
    for (const saleId of change.sales) {
      const had = listed.get(saleId)
      if (had === undefined) continue
      listed.set(saleId, { ...had, now: nowOf(journal, saleId) ?? had.now })
      sales = [...listed.values()]
    }
  })
  return {
    view: () => ({ sales, earlier }),
    unacknowledged: () => listed.size > 0,
    acknowledge: () => {
      listed.clear()
      sales = []
      earlier = 0
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
