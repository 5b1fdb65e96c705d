/** The only way to change a sale: commits events and returns the new sale. `journal.onCommit` starts what follows. */

import { applyAll } from '../../../shared/sale/apply.ts'
import type { Sale, SaleEvent } from '../../../shared/sale/sale.ts'
import { paperIsReady, sealedPayments } from '../../../shared/sale/status.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import { columnsOf, type SealReader } from '../../storage/projections/index.ts'
import type { Commit, Journal } from '../../storage/store/index.ts'

type Extras = Pick<Commit, 'seal' | 'newJobs' | 'takesCounter'>

export type SaleStore = {
  readonly append: (saleId: string, events: readonly SaleEvent[], extras?: Extras) => Sale
  /** Call it at start: erases seals that no paper waits for. */
  readonly eraseStaleSeals: () => void
}

export type SaleStoreParts = { readonly journal: Pick<Journal, 'sales' | 'seals'>; readonly clock: Clock }

export const createSaleStore = ({ journal, clock }: SaleStoreParts): SaleStore => ({
  append: (saleId, events, extras = {}) => {
    const before = journal.sales.byId(saleId)
    const at = clock.now()
    const sale = applyAll(before, saleId, at, events)
    const { seal, ...others } = extras
    const paperReady = before !== null && paperIsReady(sale) && !paperIsReady(before)
    journal.sales.commit({
      ...others,
      ...(seal && sealedPayments(sale).includes(seal.paymentId) ? { seal } : {}),
      erasedSeals: staleSeals(journal.seals, sale),
      ...columnsOf(sale),
      ...papersEnded(before, sale),
      sale,
      at,
      events,
      paperReady,
    })
    return sale
  },
  eraseStaleSeals: () => {
    for (const saleId of journal.seals.sales()) {
      const sale = journal.sales.byId(saleId)
      const stale = sale ? staleSeals(journal.seals, sale) : []
      if (stale.length > 0) journal.seals.erase(saleId, stale)
    }
  },
})

/** Payments with a seal that is not needed any more: the paper was printed or never will be. */
function staleSeals(seals: Pick<SealReader, 'of'>, sale: Sale): readonly string[] {
  const stays = sealedPayments(sale)
  return [...seals.of(sale.id).keys()].filter((paymentId) => !stays.includes(paymentId))
}

/** Print jobs whose paper was printed, given up or superseded by this change. */
function papersEnded(before: Sale | null, after: Sale): Pick<Commit, 'printedJobs' | 'endedJobs'> {
  const had = new Map(before?.papers.map(({ jobId, step }) => [jobId, step.name]))
  const ended = (names: readonly string[]) =>
    after.papers.flatMap(({ jobId, step }) =>
      jobId !== null && had.get(jobId) !== step.name && names.includes(step.name) ? [jobId] : [],
    )
  return { printedJobs: ended(['printed']), endedJobs: ended(['given-up', 'superseded']) }
}
