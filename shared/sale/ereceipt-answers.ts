/** The answers to the request of an e-receipt (law 5). Pure. */
import { type Failure, failure } from '../failure.ts'
import { done, type Outcome, SETTLED_TIMES, type TimesFor } from './answers.ts'
import type { Answer, IssuedReceipt, Refusal } from './providers.ts'
import type { Sale } from './sale.ts'
import { isAwaited } from './status.ts'

/** A manager is told after this many answers that cannot be read. */
export const UNREADABLE_TIMES = 4

const EARLY_TIMES = 12

export function receiptIssued(
  sale: Sale,
  paymentId: string,
  answer: Answer<IssuedReceipt | 'early'>,
  times: TimesFor,
): Outcome {
  if (!answer.ok) return receiptNotIssued(sale, paymentId, answer.why, times)
  if (answer.value === 'early') {
    const why = failure('PAYMENT_NOT_PAID')
    return times(why.name) < EARLY_TIMES
      ? receiptDelayed(sale, paymentId, why)
      : done({ kind: 'ereceipt-refused', paymentId, failure: why })
  }
  const { lottery, qrData: _qr, invalidReason: why, ...facts } = answer.value
  if (why !== null)
    return done({ kind: 'ereceipt-refused', paymentId, failure: failure('ERECEIPT_NOT_ACTIVE', why) })
  const unsettled = sale.ereceipts.find((one) => one.paymentId === paymentId)?.last?.unsettled
  if (unsettled && times('VOID_UNCONFIRMED') < SETTLED_TIMES)
    return { ...receiptDelayed(sale, paymentId, failure('VOID_UNCONFIRMED')), next: 'settle' }
  return done({
    kind: 'ereceipt-issued',
    ereceipt: { step: 'issued', paymentId, ...facts, hasLottery: lottery !== '' },
  })
}

export const isAskedAgain = (
  { failure: why, outcomeUnknown, repeatable }: Refusal,
  times: TimesFor,
): boolean =>
  (repeatable || outcomeUnknown) && !(why.name === 'BAD_ANSWER' && times(why.name) >= UNREADABLE_TIMES)

const receiptNotIssued = (sale: Sale, paymentId: string, why: Refusal, times: TimesFor): Outcome =>
  isAskedAgain(why, times)
    ? receiptDelayed(sale, paymentId, why.failure)
    : done({ kind: 'ereceipt-refused', paymentId, failure: why.failure })

/** The e-receipt is requested again, which is safe (law 5). A reason that is already recorded is not recorded again. */
function receiptDelayed(sale: Sale, paymentId: string, why: Failure): Outcome {
  const had = sale.ereceipts.find((one) => one.paymentId === paymentId && isAwaited(one))
  const isNew = !had || !('failure' in had) || had.failure?.name !== why.name
  return {
    events: isNew ? [{ kind: 'ereceipt-delayed', paymentId, failure: why }] : [],
    next: 'retry',
    failure: why,
  }
}
