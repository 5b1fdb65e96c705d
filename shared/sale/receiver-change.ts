/** How the receiver of an e-receipt changes before and after it went out (docs/decisions/receiver-corrected.md). Pure. */
import { refuse } from '../failure.ts'
import { NO_MONEY } from '../money/money.ts'
import { paymentOf } from './money-of-sale.ts'
import { isVoidAlone, openReturn, type ReturnPlan, returnsThatCount } from './return.ts'
import { leftToReturn, planVoid } from './return-plan.ts'
import type { Sale } from './sale.ts'
import { isAwaited, mayChangeReceiver } from './status.ts'

/**
 * How the receiver of the sale's e-receipts changes now or once they are issued; null where it cannot. A cart has one
 * receiver: after the e-receipt of a part `before` was requested, all of them are corrected.
 */
export function receiverChange(sale: Sale, before: readonly Sale[] = []): 'set' | 'correct' | null {
  if (mayChangeReceiver(sale))
    return before.some((one) => openReturn(one) || receiverChange(one) === 'correct') ? 'correct' : 'set'
  return openReturn(sale) === null && correctable(sale).length > 0 ? 'correct' : null
}

/** Voids the e-receipts that went out for a wrong receiver. Throws a named refusal where that is too soon. */
export function planCorrection(sale: Sale): ReturnPlan {
  if (openReturn(sale)) return refuse('RETURN_OPEN')
  if (sale.ereceipts.some(isAwaited)) return refuse('RETURN_TOO_SOON')
  return planVoid(sale, correctable(sale))
}

/**
 * The payments whose e-receipts can be for another receiver: no goods came back, the sale is of this till, and nobody
 * gave the e-receipt up.
 */
const correctable = (sale: Sale): readonly string[] =>
  sale.origin !== undefined || !returnsThatCount(sale).every(isVoidAlone)
    ? []
    : sale.ereceipts
        .filter((one) => {
          const payment = paymentOf(sale, one.paymentId)
          const isGivenUp = one.step === 'refused' && one.failure.name === 'GIVEN_UP' && !one.last?.ids
          return (
            !isGivenUp &&
            one.step !== 'voided' &&
            payment !== undefined &&
            leftToReturn(sale, payment) > NO_MONEY
          )
        })
        .map(({ paymentId }) => paymentId)
