import type { Sale, SaleEvent } from '../../shared/sale.ts'
import type { Clock } from '../environment.ts'
import type { Commit, Journal, NewAttention } from '../journal/index.ts'
import { attentionFor, settledBy } from './attention.ts'
import { evolveAll } from './evolve.ts'
import { isDue } from './next-step.ts'
import { totalOf } from './totals.ts'

type Extras = Pick<Commit, 'seal' | 'newJob' | 'printedJob' | 'takesCounter'> & {
  readonly attention?: readonly NewAttention[]
}

/** The one way to change a sale: events in, a committed sale out. Nothing is shown that was not committed first. */
export type Ledger = {
  readonly record: (saleId: string, events: readonly SaleEvent[], extras?: Extras) => Sale
}

export function createLedger(journal: Journal, clock: Clock, committed: (saleId: string) => void): Ledger {
  return {
    record: (saleId, events, { attention = [], ...extras } = {}) => {
      const before = journal.sale(saleId)
      const at = clock.now()
      const sale = evolveAll(before, saleId, at, events)
      journal.commit({
        ...extras,
        sale,
        total: 'total' in sale.state ? sale.state.total : totalOf(sale.lines),
        at,
        events,
        due: isDue(sale),
        attention: [...attentionFor(sale, events), ...attention],
        settles: settledBy(sale, events),
      })
      committed(saleId)
      return sale
    },
  }
}
