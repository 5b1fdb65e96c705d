import type { Failure } from '../../shared/failure.ts'
import type { QueuedWork, Sale } from '../../shared/sale.ts'

export type Queued = { readonly work: QueuedWork; readonly failure: Failure | null }

/** What of a sale waits for the service or the printer and goes on by itself. The watch for money is none of it. */
export function queuedWork({ state }: Sale): readonly Queued[] {
  switch (state.name) {
    case 'invoicing':
      return [{ work: 'invoice', failure: 'failure' in state.step ? state.step.failure : null }]
    case 'cancelling':
      return [{ work: 'cancellation', failure: state.failure }]
    case 'receipting':
    case 'receipt-owed':
    case 'completed':
      return [...afterPayment(state), ...retiring(state.retiring)]
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
