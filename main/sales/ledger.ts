import type { Failure } from '../../shared/failure.ts'
import { CommandRefused } from '../../shared/failure.ts'
import type { RecordedEvent, Sale, SaleEvent } from '../../shared/sale.ts'
import type { Clock } from '../environment.ts'
import type { Commit, Journal, NewAttention } from '../journal/index.ts'
import { attentionFor, settledBy } from './attention.ts'
import { evolveAll, refold } from './evolve.ts'
import { isDue } from './next-step.ts'
import { queuedWork } from './queued-work.ts'
import { totalOf } from './totals.ts'

type Extras = Pick<Commit, 'seal' | 'newJobs' | 'printedJob' | 'givenUpJob' | 'takesCounter'> & {
  readonly attention?: readonly NewAttention[]
}

/** The one way to change a sale: events in, a committed sale out. Nothing is shown that was not committed first. */
export type Ledger = {
  readonly record: (saleId: string, events: readonly SaleEvent[], extras?: Extras) => Sale
}

export type LedgerParts = {
  readonly journal: Journal
  readonly clock: Clock
  readonly committed: (saleId: string) => void
  /** How the last commit fared: why the journal takes no more, or null. */
  readonly stored: (why: Failure | null) => void
}

export function createLedger({ journal, clock, committed, stored }: LedgerParts): Ledger {
  return {
    record: (saleId, events, { attention = [], ...extras } = {}) => {
      const before = journal.sale(saleId)
      const at = clock.now()
      const sale = evolveAll(before, saleId, at, events)
      try {
        journal.commit({
          ...extras,
          sale,
          ...columnsOf(sale),
          at,
          events,
          attention: [...attentionFor(before, sale, events), ...attention],
          settles: settledBy(sale, events),
        })
      } catch (error) {
        if (error instanceof CommandRefused) stored(error.failure)
        throw error
      }
      stored(null)
      committed(saleId)
      return sale
    },
  }
}

/** What the journal keeps of a sale beside its snapshot, for finding it. */
export const columnsOf = (sale: Sale) => ({
  total: 'total' in sale.state ? sale.state.total : totalOf(sale.lines),
  due: isDue(sale),
  waits: queuedWork(sale).length > 0,
})

/** A sale made anew from its events, for a journal whose rows are older than the program. */
export function foldSale(id: string, recorded: readonly RecordedEvent[]) {
  const sale = refold(id, recorded)
  return { sale, columns: columnsOf(sale) }
}
