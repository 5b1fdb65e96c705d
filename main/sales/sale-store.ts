/** The only way to change a sale: commits events and returns the new sale. `journal.onCommit` starts what follows. */
import type { Sale, SaleEvent } from '../../shared/sale.ts'
import { paperIsReady, sealedPayments, statusOf, totalOf } from '../../shared/sale-status.ts'
import type { Clock } from '../environment.ts'
import { postingsOf } from '../../shared/ledger/index.ts'
import type { SaleModel, SealReader } from '../projections/index.ts'
import type { Commit, Journal } from '../store/index.ts'
import { applyAll, isIncomplete, replay, replayed, withNotice } from '../../shared/sale/apply.ts'
import { attentionOf } from '../../shared/sale/attention-items.ts'
import { queuedWork } from '../../shared/sale/queued-work.ts'
import { isDue } from '../../shared/sale/steps.ts'

type Extras = Pick<Commit, 'seal' | 'newJobs' | 'takesCounter'>

export type SaleStore = {
  readonly append: (saleId: string, events: readonly SaleEvent[], extras?: Extras) => Sale
  /** Call it at start: erases seals that no paper waits for. */
  readonly eraseStaleSeals: () => void
}

export type SaleStoreParts = { readonly journal: Pick<Journal, 'sales' | 'seals'>; readonly clock: Clock }

export function createSaleStore({ journal, clock }: SaleStoreParts): SaleStore {
  return {
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
  }
}

/** Payments with a seal that is not needed any more: the paper was printed or never will be. */
function staleSeals(seals: Pick<SealReader, 'of'>, sale: Sale): readonly string[] {
  const stays = sealedPayments(sale)
  return [...seals.of(sale.id).keys()].filter((paymentId) => !stays.includes(paymentId))
}

/** The columns by which the journal finds a sale. */
const columnsOf = (sale: Sale) => ({
  state: statusOf(sale).name,
  total: totalOf(sale.lines),
  due: isDue(sale),
  waits: queuedWork(sale).length > 0,
  attention: attentionOf(sale).length,
})

/** Print jobs whose paper was printed, given up or superseded by this change. */
function papersEnded(before: Sale | null, after: Sale): Pick<Commit, 'printedJobs' | 'endedJobs'> {
  const had = new Map(before?.papers.map(({ jobId, step }) => [jobId, step.name]))
  const ended = (names: readonly string[]) =>
    after.papers.flatMap(({ jobId, step }) =>
      jobId !== null && had.get(jobId) !== step.name && names.includes(step.name) ? [jobId] : [],
    )
  return { printedJobs: ended(['printed']), endedJobs: ended(['given-up', 'superseded']) }
}

const modelled = (sale: Sale) => ({ sale, columns: columnsOf(sale), whole: !isIncomplete(sale) })

/** Gives the journal the meaning of events: it replays sales where its rows are older than the program. */
export const saleModel: SaleModel = {
  fold: (id, recorded, row) => modelled(replay(id, recorded, row)),
  incomplete: (sale) => modelled(withNotice(sale)),
  entries: (id, recorded, row) => {
    const shifts = new Map(recorded.map(({ seq, shiftId }) => [seq, shiftId]))
    return replayed(id, recorded, row).map(({ before, recorded: { seq, at, event }, after }) => ({
      at,
      shiftId: shifts.get(seq) ?? null,
      event,
      postings: postingsOf(before, after, event),
    }))
  },
  postings: ({ before, at, events, after }) => {
    let sale = before
    return events.flatMap((event, index) => {
      const had = sale
      // Uses the same object that is stored: the ledger caches results by object, and the next commit needs them again.
      sale = index === events.length - 1 ? after : applyAll(had, after.id, at, [event])
      return postingsOf(had, sale, event)
    })
  },
}
