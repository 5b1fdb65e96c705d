/** What the service is asked for a return, and what came of it as events. */
import { type Failure, failure } from '../../shared/failure.ts'
import type { Reversal } from '../../shared/return.ts'
import type { ReturnEvent, Sale, SaleEvent } from '../../shared/sale.ts'
import { asFailure, findOutReversal, type ServiceFailure } from '../service/index.ts'
import { attempt, done, type EffectParts, type Outcome, UNREADABLE_TIMES } from './effects.ts'
import type { ReturnStep } from './return-steps.ts'

type OfVoid = Extract<ReturnStep, { do: 'void e-receipt' }>
type OfRefund = Extract<ReturnStep, { do: 'refund payment' | 'find out about refund' }>

/**
 * DELETE /v2/ebarimt_v3/{id}. After a lost answer it is asked for again: nothing reads an e-receipt, and one that is void
 * already answers EBARIMT_NOT_REGISTERED ("no ebarimt exists for the payment"). So does one that never was: either way
 * nothing stands in the way of the money.
 */
export function voidEReceipt(
  parts: EffectParts,
  { returnId, paymentId }: OfVoid,
  triesBefore: number,
): Promise<Outcome> {
  const voided = (found: 'answer' | 'absent'): Outcome =>
    done([{ kind: 'ereceipt-voided', returnId, paymentId, found }])
  return attempt(
    async () => {
      await parts.service.cancelEbarimt(paymentId)
      return voided('answer')
    },
    (why) => {
      if (why.name === 'EBARIMT_NOT_REGISTERED') return voided('absent')
      const unreadable = why.name === 'BAD_ANSWER' && triesBefore >= UNREADABLE_TIMES
      const told = { returnId, paymentId, failure: asFailure(why) }
      if ((why.repeatable || why.outcomeUnknown) && !unreadable)
        return {
          ...done([{ kind: 'ereceipt-void-delayed', ...told, lost: why.outcomeUnknown }]),
          next: 'retry',
        }
      return done([{ kind: 'ereceipt-void-refused', ...told }])
    },
  )
}

/** POST /v2/payment/cancel/{id} or /v2/payment/refund/{id}. Never repeated here: after a lost answer the payment is looked at first. */
export function refundPayment(
  parts: EffectParts,
  sale: Sale,
  { returnId, partId }: OfRefund,
): Promise<Outcome> {
  const { paymentId, operation, reason } = refundNamed(sale, returnId, partId)
  const told = { returnId, partId }
  const back = (how: 'cancelled' | 'refunded'): Outcome => done([{ kind: 'refunded', ...told, how }])
  return attempt(
    async () => {
      const ask = operation === 'cancel' ? parts.service.cancelPayment : parts.service.refundPayment
      await ask(paymentId, { note: reason })
      return back(operation === 'cancel' ? 'cancelled' : 'refunded')
    },
    (why) => {
      // The payer has it: by an earlier request of ours whose answer was lost, or by somebody else's.
      if (why.name === 'PAYMENT_ALREADY_CANCELED') return back('cancelled')
      return notRefunded(told, why)
    },
  )
}

function notRefunded(told: { returnId: string; partId: string }, why: ServiceFailure): Outcome {
  const of = { ...told, failure: asFailure(why) }
  if (why.outcomeUnknown) return { ...done([{ kind: 'refund-unknown', ...of }]), next: 'settle' }
  if (why.repeatable) return { ...done([{ kind: 'refund-delayed', ...of }]), next: 'retry' }
  return done([{ kind: 'refund-refused', ...of }])
}

/** GET /v2/payment/{id}: a payment says of itself whether its money went back. */
export function findOutAboutRefund(
  parts: EffectParts,
  sale: Sale,
  { returnId, partId }: OfRefund,
): Promise<Outcome> {
  const { paymentId } = refundNamed(sale, returnId, partId)
  const told = { returnId, partId }
  return attempt(
    async () => {
      const found = await findOutReversal(parts.service, paymentId)
      if (found === 'unknown') return again(failure('BAD_ANSWER'))
      if (found === 'still paid') return { ...done([{ kind: 'refund-not-found', ...told }]), next: 'settle' }
      return done([{ kind: 'refunded', ...told, how: found }])
    },
    (why) =>
      why.name === 'PAYMENT_NOTFOUND'
        ? done([{ kind: 'refund-refused', ...told, failure: asFailure(why) }])
        : again(asFailure(why)),
  )
}

const again = (why: Failure): Outcome => ({ record: () => [], failure: why, next: 'retry' })

/** The row that is on the disk before the request leaves (law 1). */
export function returnIntent(sale: Sale, step: ReturnStep): SaleEvent[] {
  if (step.do === 'void e-receipt') {
    const { returnId, paymentId } = step
    return [{ kind: 'ereceipt-void-requested', returnId, paymentId }]
  }
  if (step.do !== 'refund payment') return []
  const { returnId, partId } = step
  const { operation } = refundNamed(sale, returnId, partId)
  return [{ kind: 'refund-requested', returnId, partId, operation }]
}

/** Requests of a return whose answer was lost with the run: voided again, refunds looked at. */
export function returnOutcomeLost({ returns }: Sale, why: Failure): ReturnEvent[] {
  return returns.flatMap(({ id: returnId, state, voids, parts }): ReturnEvent[] => {
    if (state !== 'open') return []
    return [
      ...voids
        .filter(({ step }) => step.name === 'requested')
        .map(({ paymentId }): ReturnEvent => {
          return { kind: 'ereceipt-void-delayed', returnId, paymentId, failure: why, lost: true }
        }),
      ...parts
        .filter((part) => part.by === 'refund' && part.step.name === 'requested')
        .map((part): ReturnEvent => {
          return { kind: 'refund-unknown', returnId, partId: part.id, failure: why }
        }),
    ]
  })
}

function refundNamed(
  sale: Sale,
  returnId: string,
  partId: string,
): { readonly paymentId: string; readonly operation: Reversal; readonly reason: string } {
  const one = sale.returns.find(({ id }) => id === returnId)
  const part = one?.parts.find(({ id }) => id === partId)
  if (one && part?.by === 'refund')
    return { paymentId: part.paymentId, operation: part.operation, reason: one.reason }
  throw new Error(`sale ${sale.id} has no refund ${returnId} ${partId}`)
}
