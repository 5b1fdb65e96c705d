/** What a person does about something in the attention list. Each way out is recorded with the sale. */
import type { AttentionCause, Remedy } from '../../shared/attention.ts'
import type { AttentionItem } from '../../shared/ipc/index.ts'
import type { Sale, SaleEvent } from '../../shared/sale.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Clock } from '../environment.ts'
import type { Journal } from '../journal/index.ts'
import { missingIn, remediesFor } from './attention.ts'
import { restInCash } from './cash.ts'
import { drawerJobs } from './drawer.ts'
import { sold } from './effects.ts'
import type { Ledger } from './ledger.ts'
import { refuse, saleNamed } from './refuse.ts'
import type { Runner } from './runner.ts'

export type Remedies = {
  readonly list: () => AttentionItem[]
  readonly settle: (itemId: number, remedy: Remedy, received: string) => void
}

export type RemediesParts = {
  readonly journal: Journal
  readonly ledger: Ledger
  readonly runner: Runner
  readonly clock: Clock
  readonly settings: () => Settings
  readonly retryReceipt: (saleId: string) => void
  /** A person saw the paper that perhaps came out. */
  readonly paperCameOut: (saleId: string) => void
  /** A print or a pulse waits. */
  readonly jobQueued: () => void
  /** How long an invoice that was shown is watched on, ms (law 4). */
  readonly watchOnMs: () => number
}

/** Cash changes hands: the drawer opens. */
const inCash: readonly Remedy[] = ['repaid-cash', 'sold-with-cash']

export function createRemedies(parts: RemediesParts): Remedies {
  const { journal, ledger, runner, clock } = parts

  const eventsOf = (sale: Sale, cause: AttentionCause, remedy: Remedy, received: string): SaleEvent[] => {
    const { state } = sale
    const watchUntil = clock.now() + parts.watchOnMs()
    if (state.name === 'paid-late' && remedy === 'sold')
      return [sold(state.payments, parts.settings(), watchUntil)]
    if (state.name === 'paid-late' && remedy === 'sold-with-cash')
      return restInCash(received, missingIn(state), {
        payments: state.payments,
        settings: parts.settings(),
        watchUntil,
      })
    if (cause === 'cash-held' && (state.name === 'cancelled' || state.name === 'paid-late'))
      return state.cash.map(({ id }) => ({ kind: 'cash-returned', tenderId: id }))
    return []
  }

  return {
    list: () =>
      journal.attention().flatMap((item) => {
        const sale = journal.sale(item.saleId)
        if (!sale) return []
        const missing = sale.state.name === 'paid-late' ? missingIn(sale.state) : null
        return [{ ...item, remedies: [...remediesFor(item.cause, sale)], missing }]
      }),
    settle: (itemId, remedy, received) => {
      const item = journal.attention().find((one) => one.id === itemId)
      if (!item) return // a doubled tap, or it was settled by itself meanwhile
      const sale = saleNamed(journal, item.saleId)
      if (!remediesFor(item.cause, sale).includes(remedy)) refuse('REMEDY_UNFIT')
      if (remedy === 'tried-again') return parts.retryReceipt(sale.id)
      if (remedy === 'came-out') return parts.paperCameOut(sale.id)
      const { cause, amount } = item
      ledger.record(
        sale.id,
        [{ kind: 'attention-settled', cause, remedy, amount }, ...eventsOf(sale, cause, remedy, received)],
        { newJobs: inCash.includes(remedy) ? drawerJobs(parts.settings()) : [] },
      )
      journal.settleAttention(itemId, remedy, clock.now())
      parts.jobQueued()
      runner.nudge(sale.id)
    },
  }
}
