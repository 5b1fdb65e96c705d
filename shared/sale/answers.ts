/**
 * Turns an answer of the service into events. Pure. The decision uses the sale as it is when the answer arrives,
 * because a person may have changed it since the request. `next` says when the sale continues: at once, after its usual
 * pause, after a backoff because the request failed, or once a lost request has had time to arrive (`settle`).
 */
import type { Failure, FailureName } from '../failure.ts'
import type { Sale, SaleEvent, SaleInvoice, Terms } from './sale.ts'

export type Next = 'at once' | 'throttled' | 'retry' | 'settle'

export type Outcome = {
  readonly events: readonly SaleEvent[]
  readonly next: Next
  /** Why the request failed, for the screen. It is not recorded. */
  readonly failure?: Failure
}

/** The settings that decide what an answer means. */
export type Policy = {
  readonly terms: Terms
  /** Until about when an invoice of a finished sale is monitored. */
  readonly monitorUntil: number
}

export const done = (...events: readonly SaleEvent[]): Outcome => ({ events, next: 'at once' })

export const again = (why: Failure): Outcome => ({ events: [], next: 'retry', failure: why })

export const invoiceNo = (sale: Sale, no: number): SaleInvoice => {
  const found = sale.invoices.find((one) => one.no === no)
  if (!found) throw new Error(`sale ${sale.id} has no invoice ${no}`)
  return found
}

/** How many times the same work has ended with this failure since its last success, in this run. */
export type TimesFor = (why: FailureName) => number

/** How often, with pauses, an answer must come before it counts: a delayed request may still change it. */
export const SETTLED_TIMES = 2

/**
 * Marks every request whose answer was lost as unknown, because the service may have carried it out. A search for an
 * invoice that was interrupted starts again, because nobody knows how much of its pause has passed.
 */
export const answersLost = (sale: Sale, why: Failure): readonly SaleEvent[] => [
  ...sale.invoices.flatMap(({ no, step }): SaleEvent[] => {
    if (step.name === 'requested' || (step.name === 'unknown' && step.absentTimes > 0))
      return [{ kind: 'invoice-unknown', no, failure: why }]
    return step.name === 'cancel-requested' ? [{ kind: 'cancel-unknown', no, failure: why }] : []
  }),
  ...sale.ereceipts
    .filter(({ step }) => step === 'requested')
    .map(({ paymentId }): SaleEvent => ({ kind: 'ereceipt-delayed', paymentId, failure: why })),
  ...sale.returns.filter(({ state }) => state === 'open').flatMap((one) => lostOfReturn(one, why)),
]

const lostOfReturn = ({ id: returnId, voids, parts }: Sale['returns'][number], why: Failure): SaleEvent[] => [
  ...voids
    .filter(({ step }) => step.name === 'requested')
    .map(({ paymentId }): SaleEvent => {
      return { kind: 'ereceipt-void-delayed', returnId, paymentId, failure: why, lost: true }
    }),
  ...parts
    .filter(({ step }) => step.name === 'requested' || (step.name === 'unknown' && step.stillPaidTimes > 0))
    .map((part): SaleEvent => {
      return { kind: 'refund-unknown', returnId, partId: part.id, failure: why }
    }),
]
