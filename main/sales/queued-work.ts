import type { Failure } from '../../shared/failure.ts'
import { openReturn, voidsAreSettled } from '../../shared/return.ts'
import type { QueuedWork, Sale } from '../../shared/sale.ts'

export type Queued = { readonly work: QueuedWork; readonly failure: Failure | null }

/** What of a sale waits for the service or the printer and goes on by itself. The watch for money is none of it. */
export function queuedWork(sale: Sale): readonly Queued[] {
  const { state } = sale
  switch (state.name) {
    case 'invoicing':
      return [{ work: 'invoice', failure: 'failure' in state.step ? state.step.failure : null }]
    case 'cancelling':
      return [{ work: 'cancellation', failure: state.failure }]
    case 'receipting':
    case 'receipt-owed':
    case 'completed':
      return [...afterPayment(state), ...returning(sale), ...retiring(state.retiring)]
    default:
      return []
  }
}

type Sold = Extract<Sale['state'], { name: 'receipting' | 'receipt-owed' | 'completed' }>

function afterPayment({ name, ereceipts, print }: Sold): Queued[] {
  if (name !== 'receipting') return []
  const owed = ereceipts.find((one) => one.step === 'due' || one.step === 'requested')
  if (owed) return [{ work: 'e-receipt', failure: owed.failure }]
  return [{ work: 'print', failure: print.step === 'queued' ? print.failure : null }]
}

/** Of an open return, what the service is asked for; not what waits for a person. */
function returning(sale: Sale): Queued[] {
  const one = openReturn(sale)
  if (one === null) return []
  const failureIn = (step: object): Failure | null =>
    'failure' in step ? (step.failure as Failure | null) : null
  if (!voidsAreSettled(one)) {
    const next = one.voids.find(({ step }) => step.name !== 'voided' && step.name !== 'skipped')
    return next === undefined || next.step.name === 'refused'
      ? []
      : [{ work: 'void', failure: failureIn(next.step) }]
  }
  const refund = one.parts.find(
    ({ by, step }) => by === 'refund' && ['due', 'requested', 'unknown'].includes(step.name),
  )
  return refund === undefined ? [] : [{ work: 'refund', failure: failureIn(refund.step) }]
}

function retiring(now: Sold['retiring']): Queued[] {
  switch (now?.step) {
    case 'unknown':
    case 'due':
    case 'cancel-unknown':
      return [{ work: 'cancellation', failure: now.failure }]
    case 'requested':
      return [{ work: 'cancellation', failure: null }]
    default:
      return []
  }
}
