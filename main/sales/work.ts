/** What waits for the service or the printer, as a manager sees it: it can be held, let go, or given up. */
import type { WaitingWork } from '../../shared/ipc/index.ts'
import type { Money } from '../../shared/money.ts'
import { openReturn } from '../../shared/return.ts'
import type { QueuedWork, Sale } from '../../shared/sale.ts'
import type { Journal } from '../journal/index.ts'
import type { Ledger } from './ledger.ts'
import { queuedWork } from './queued-work.ts'
import { refuse, saleNamed } from './refuse.ts'
import type { Runner } from './runner.ts'
import { totalOf } from './totals.ts'

export type Work = {
  readonly list: () => WaitingWork[]
  readonly hold: (saleId: string) => void
  readonly release: (saleId: string) => void
  readonly giveUp: (saleId: string, work: QueuedWork) => void
}

export type WorkParts = {
  readonly journal: Journal
  readonly ledger: Ledger
  readonly runner: Runner
  readonly withdrawCharge: (saleId: string) => void
  readonly wakePrinter: () => void
}

export function createWork({ journal, ledger, runner, withdrawCharge, wakePrinter }: WorkParts): Work {
  const rows = (sale: Sale): WaitingWork[] => {
    const watch = runner.watch(sale.id)
    return queuedWork(sale).map(({ work, failure }) => ({
      saleId: sale.id,
      sequence: sale.sequence,
      senderInvoiceNo: sale.senderInvoiceNo,
      work,
      total: amountOf(sale, work),
      since: sinceOf(sale, work) ?? journal.stateSince(sale.id) ?? sale.openedAt,
      tries: watch?.tries ?? 0,
      failure: failure ?? watch?.failure ?? null,
      nextTryAt: sale.held ? null : (watch?.nextCheckAt ?? null),
      held: sale.held,
    }))
  }

  return {
    list: () => journal.waitingSales().flatMap(rows),
    hold: (saleId) => {
      const sale = saleNamed(journal, saleId)
      if (queuedWork(sale).length === 0) refuse('WORK_NOT_WAITING')
      if (!sale.held) ledger.record(saleId, [{ kind: 'work-held' }])
    },
    release: (saleId) => {
      if (!saleNamed(journal, saleId).held) return
      ledger.record(saleId, [{ kind: 'work-released' }])
      runner.nudge(saleId)
      wakePrinter()
    },
    giveUp: (saleId, work) => {
      const sale = saleNamed(journal, saleId)
      if (!canGiveUp(sale, work)) refuse('WORK_NOT_WAITING')
      if (work === 'invoice') return withdrawCharge(saleId)
      const { state } = sale
      const job = work === 'print' && 'print' in state && 'jobId' in state.print ? state.print.jobId : null
      ledger.record(
        saleId,
        [{ kind: 'work-given-up', work }, ...(sale.held ? [{ kind: 'work-released' } as const] : [])],
        job === null ? {} : { givenUpJob: job },
      )
      runner.nudge(saleId)
    },
  }
}

const ofReturn = (work: QueuedWork): boolean => work === 'void' || work === 'refund'

const amountOf = (sale: Sale, work: QueuedWork): Money =>
  (ofReturn(work) ? openReturn(sale)?.amount : undefined) ?? totalOf(sale.lines)

/** A return waits since it was opened, however long ago its sale was sold. */
const sinceOf = (sale: Sale, work: QueuedWork): number | undefined =>
  ofReturn(work) ? openReturn(sale)?.openedAt : undefined

/** A cancellation that may have been done already cannot be given up: its QR would stand there for nobody to pay. */
export function canGiveUp(sale: Sale, work: QueuedWork): boolean {
  const { state } = sale
  if (!queuedWork(sale).some((queued) => queued.work === work)) return false
  // What is perhaps done already is found out first.
  if (work === 'void') return openReturn(sale)?.voids.every(({ step }) => step.name !== 'requested') ?? false
  if (work === 'refund')
    return openReturn(sale)?.parts.every(({ step }) => !['requested', 'unknown'].includes(step.name)) ?? false
  if (work !== 'cancellation') return true
  if (state.name === 'cancelling') return state.step === 'waiting'
  return 'retiring' in state && state.retiring?.step === 'due'
}
