/** Work that waits for the service or the printer: a manager can hold it, release it or give it up. */
import { refuse } from '../../shared/failure.ts'
import type { Money } from '../../shared/money/money.ts'
import type { WaitingWork } from '../../shared/page/index.ts'
import { queuedWork } from '../../shared/sale/queued-work.ts'
import { saleNamed } from '../../shared/sale/refuse.ts'
import { openReturn } from '../../shared/sale/return.ts'
import type { QueuedWork, Sale, SaleEvent } from '../../shared/sale/sale.ts'
import { isCancelling, totalOf } from '../../shared/sale/status.ts'
import type { ProjectionReaders } from '../storage/projections/index.ts'
import type { Runner, SaleStore } from './run/index.ts'

export type Work = {
  readonly list: () => WaitingWork[]
  readonly hold: (saleId: string) => void
  readonly release: (saleId: string) => void
  readonly giveUp: (saleId: string, work: QueuedWork) => void
}

export type WorkParts = {
  readonly journal: Pick<ProjectionReaders, 'sales' | 'unfinished'>
  readonly store: SaleStore
  readonly runner: Pick<Runner, 'monitoring'>
  readonly withdrawCharge: (saleId: string) => void
}

export function createWork({ journal, store, runner, withdrawCharge }: WorkParts): Work {
  const rows = (sale: Sale): WaitingWork[] => {
    const monitoring = runner.monitoring(sale.id)
    return queuedWork(sale).map(({ work, failure }) => ({
      saleId: sale.id,
      sequence: sale.sequence,
      senderInvoiceNo: sale.senderInvoiceNo,
      work,
      total: amountOf(sale, work),
      since: sinceOf(sale, work) ?? journal.unfinished.stateSince(sale.id) ?? sale.openedAt,
      tries: monitoring?.tries ?? 0,
      failure: failure ?? monitoring?.failure ?? null,
      nextTryAt: sale.held ? null : (monitoring?.nextCheckAt ?? null),
      held: sale.held,
    }))
  }

  return {
    list: () => journal.unfinished.waiting().flatMap(rows),
    hold: (saleId) => {
      const sale = saleNamed(journal.sales, saleId)
      if (queuedWork(sale).length === 0) refuse('NOT_NOW')
      if (!sale.held) store.append(saleId, [{ kind: 'work-held' }])
    },
    release: (saleId) => {
      if (saleNamed(journal.sales, saleId).held) store.append(saleId, [{ kind: 'work-released' }])
    },
    giveUp: (saleId, work) => {
      const sale = saleNamed(journal.sales, saleId)
      if (!canGiveUp(sale, work)) refuse('NOT_NOW')
      if (work === 'invoice') return withdrawCharge(saleId)
      store.append(saleId, givenUp(sale, work))
    },
  }
}

/** A correction without its void is cancelled: the e-receipts stay as they are, or are issued again as they were. */
export function givenUp(sale: Sale, work: QueuedWork): readonly SaleEvent[] {
  const one = openReturn(sale)
  const isCorrection = work === 'void' && one?.receiver !== undefined
  return [
    isCorrection ? { kind: 'return-cancelled', returnId: one.id } : { kind: 'work-given-up', work },
    ...(sale.held ? [{ kind: 'work-released' } as const] : []),
  ]
}

const ofReturn = (work: QueuedWork): boolean => work === 'void' || work === 'refund'

const amountOf = (sale: Sale, work: QueuedWork): Money =>
  (ofReturn(work) ? openReturn(sale)?.amount : undefined) ?? totalOf(sale.lines)

/** Work of a return waits since the return was opened; for other work the caller knows. */
const sinceOf = (sale: Sale, work: QueuedWork): number | undefined =>
  ofReturn(work) ? openReturn(sale)?.openedAt : undefined

/** Whether the work may be given up: not while its request is under way, nor a refund with an unknown outcome. */
export function canGiveUp(sale: Sale, work: QueuedWork): boolean {
  if (!queuedWork(sale).some((queued) => queued.work === work)) return false
  switch (work) {
    case 'void':
      return openReturn(sale)?.voids.every(({ step }) => step.name !== 'requested') ?? false
    case 'refund':
      return (
        openReturn(sale)?.parts.every(({ step }) => !['requested', 'unknown'].includes(step.name)) ?? false
      )
    case 'cancellation':
      return sale.invoices.some(isCancelling) && !sale.invoices.some(isBeingCancelled)
    default:
      return true
  }
}

const isBeingCancelled = ({ step }: Sale['invoices'][number]): boolean => step.name === 'cancel-requested'
