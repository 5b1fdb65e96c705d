/** Decides what the answers to the voids and refunds of a return mean (law 6). Pure. */
import { type Failure, failure } from '../failure.ts'
import { again, done, type Outcome, type Policy, SETTLED_TIMES, type TimesFor } from './answers.ts'
import { isAskedAgain, UNREADABLE_TIMES } from './ereceipt-answers.ts'
import type { Answer } from './providers.ts'
import { mayBeDone, openReturn } from './return.ts'
import type { Sale, SeenPayment } from './sale.ts'

type OfVoid = { readonly returnId: string; readonly paymentId: string }

type OfRefund = { readonly returnId: string; readonly partId: string }

/**
 * After a lost answer the void is requested again, because no endpoint reads an e-receipt. `absent` says that the
 * service has no e-receipt to void. After a lost void of an e-receipt that was issued, `absent` means that the lost
 * void took effect. Otherwise the void is requested once more after a pause, because a lost request may still issue the
 * e-receipt. If the answer is `absent` again, a known e-receipt with no lost void is put before a person, and any other
 * counts as void.
 */
export function receiptVoided(
  sale: Sale,
  { returnId, paymentId }: OfVoid,
  answer: Answer<'voided' | 'absent'>,
  times: TimesFor,
): Outcome {
  const of = { returnId, paymentId }
  if (!answer.ok) {
    const { failure: why, outcomeUnknown: lost } = answer.why
    return isAskedAgain(answer.why, times)
      ? {
          events: [{ kind: 'ereceipt-void-delayed', ...of, failure: why, lost }],
          next: 'retry',
          failure: why,
        }
      : done({ kind: 'ereceipt-void-refused', ...of, failure: why, lost })
  }
  if (answer.value === 'voided') return done({ kind: 'ereceipt-voided', ...of, found: 'answer' })
  const had = openReturn(sale)?.voids.find((one) => one.paymentId === paymentId)
  const ereceipt = sale.ereceipts.find((one) => one.paymentId === paymentId)
  const maybeDone = had !== undefined && mayBeDone(had)
  const absent = { kind: 'ereceipt-voided', ...of, found: 'absent' } as const
  if (maybeDone && ereceipt?.step === 'issued') return done(absent)
  const why = failure('EBARIMT_NOT_REGISTERED')
  if (times(why.name) < SETTLED_TIMES)
    return {
      events: [{ kind: 'ereceipt-void-delayed', ...of, failure: why, lost: false }],
      next: 'settle',
      failure: why,
    }
  return had?.printedId && !maybeDone && !ereceipt?.last?.unsettled
    ? done({ kind: 'ereceipt-void-refused', ...of, failure: why, lost: true })
    : done(absent)
}

/** The refund's step now, because a person may have decided meanwhile; null where it is no refund any more. */
function refundStep(sale: Sale, { returnId, partId }: OfRefund) {
  const one = sale.returns.find(({ id }) => id === returnId)
  const part = one?.state === 'open' ? one.parts.find(({ id }) => id === partId) : undefined
  return part?.by === 'refund' ? part.step : null
}

const OVER: Outcome = { events: [], next: 'at once' }

/**
 * A refusal counts only after the payment was read, because the refund may have been done anyway. An accepted refund
 * starts monitoring again, which checks that the money went back.
 */
export function refunded(
  sale: Sale,
  { returnId, partId }: OfRefund,
  { how, answer }: { readonly how: 'cancelled' | 'refunded'; readonly answer: Answer<null> },
  { monitorUntil }: Policy,
): Outcome {
  const of = { returnId, partId }
  if (refundStep(sale, of)?.name !== 'requested') return OVER
  if (answer.ok) return done({ kind: 'refunded', ...of, how, monitorUntil })
  const { failure: why, outcomeUnknown, repeatable } = answer.why
  if (repeatable && !outcomeUnknown)
    return { events: [{ kind: 'refund-delayed', ...of, failure: why }], next: 'retry' }
  return {
    events: [{ kind: 'refund-unknown', ...of, failure: why, refused: !outcomeUnknown }],
    next: 'settle',
  }
}

/** Decides from the payment's own status whether its money went back. */
export function refundFoundOut(
  sale: Sale,
  { returnId, partId }: OfRefund,
  answer: Answer<SeenPayment | null>,
  times: TimesFor = () => 0,
): Outcome {
  const of = { returnId, partId }
  const step = refundStep(sale, of)
  if (step?.name !== 'unknown') return OVER
  const unclear = (why: Failure): Outcome =>
    step.unclear
      ? again(why)
      : { events: [{ kind: 'refund-unknown', ...of, failure: why, unclear: true }], next: 'retry' }
  if (!answer.ok) {
    const { failure: why, repeatable, outcomeUnknown } = answer.why
    return (repeatable || outcomeUnknown) && times(why.name) < UNREADABLE_TIMES ? again(why) : unclear(why)
  }
  const status = answer.value?.status
  if (status === 'REFUNDED' || status === 'CANCELLED')
    return done({ kind: 'refunded', ...of, how: status === 'REFUNDED' ? 'refunded' : 'cancelled' })
  if (status === 'PAID') return { events: [{ kind: 'refund-not-found', ...of }], next: 'settle' }
  return unclear(failure(answer.value === null ? 'PAYMENT_NOTFOUND' : 'PAYMENT_NOT_PAID'))
}
