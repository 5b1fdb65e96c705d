/** The next step of an open return, if the terminal has one to do. Pure. */
import { type Money, NO_MONEY } from '../money/money.ts'
import { type maybeOurs, paymentOf } from './money-of-sale.ts'
import {
  isKnownVoid,
  isSettled,
  isVoidAlone,
  mayBeDone,
  openReturn,
  type Return,
  type ReturnVoid,
  voidsAreSettled,
} from './return.ts'
import { refundedElsewhereOf } from './return-plan.ts'
import type { Sale, SaleEvent } from './sale.ts'
import { isAwaited, isVoidOf } from './status.ts'

export type ReturnStep =
  | { readonly do: 'void e-receipt'; readonly returnId: string; readonly paymentId: string }
  | { readonly do: 'refund payment'; readonly returnId: string; readonly partId: string }
  | { readonly do: 'find out about refund'; readonly returnId: string; readonly partId: string }
  | ({ readonly do: 'settle part' } & RefundedPart)
  | { readonly do: 'complete return'; readonly returnId: string; readonly slip: Slip | null }
  /** The return was cancelled after e-receipts that the customer holds on paper were voided. */
  | { readonly do: 'queue void slip'; readonly returnId: string }

/** Somebody else refunded this amount of the part. */
type RefundedPart = {
  readonly returnId: string
  readonly partId: string
  readonly amount: Money
  readonly how: 'cancelled' | 'refunded'
}

export type Slip = 'refund-slip' | 'void-slip'

/** Null where no return is open, or a person must decide first. A held sale requests nothing new. */
export function returnStep(sale: Sale): ReturnStep | null {
  const one = openReturn(sale)
  if (one === null) return null
  if (isSettled(one)) return { do: 'complete return', returnId: one.id, slip: slipOf(one) }
  return voidsAreSettled(one) ? refundStep(sale, one) : voidStep(sale, one)
}

/**
 * The slip that tells the customer how the return ended. Null if the return changed nothing, and while the receiver of an
 * e-receipt is being corrected: the new e-receipt’s own paper tells the customer. Without a new e-receipt a void slip does
 * (`voidSlips`).
 */
export function slipOf(one: Return): Slip | null {
  if (one.state === 'open' && one.receiver !== undefined) return null
  if (one.state !== 'cancelled' && !isVoidAlone(one)) return 'refund-slip'
  return one.voids.some(isKnownVoid) ? 'void-slip' : null
}

/**
 * The void slips to print: each one waits until the outcome of every void of its return is known, or a person decided not
 * to wait for the new e-receipt.
 */
export function voidSlips({ returns, ereceipts }: Sale): readonly ReturnStep[] {
  const isLast = (had: ReturnVoid) =>
    ereceipts.some((one) => one.step === 'refused' && one.seen && isVoidOf(had, one))
  const awaited = ereceipts.filter(isAwaited).map(({ paymentId }) => paymentId)
  return returns
    .filter((one) => one.state === 'cancelled' || (one.receiver !== undefined && one.voids.some(isLast)))
    .filter((one) => one.slips.length === 0 && slipOf(one) !== null)
    .filter(({ voids }) => !voids.some((had) => mayBeDone(had) && awaited.includes(had.paymentId)))
    .map(({ id }) => ({ do: 'queue void slip', returnId: id }))
}

function voidStep({ held }: Sale, { id, voids }: Return): ReturnStep | null {
  // Law 6 in order: a person decides about a refused void before the next one is requested, so that the return can
  // still be cancelled.
  const next = voids.find(({ step }) => step.name !== 'voided' && step.name !== 'skipped')
  if (!next || next.step.name === 'refused') return null
  if (held && next.step.name === 'due') return null
  return { do: 'void e-receipt', returnId: id, paymentId: next.paymentId }
}

function refundStep(sale: Sale, one: Return): ReturnStep | null {
  const { held } = sale
  const { id, parts } = one
  const gone = partsRefundedBy(sale, one)
  for (const part of parts) {
    const settled = gone.find(({ partId }) => partId === part.id)
    if (settled) return { do: 'settle part', ...settled }
    if (part.by !== 'refund') continue
    if (part.step.name === 'unknown') return { do: 'find out about refund', returnId: id, partId: part.id }
    if (part.step.name === 'requested' || (part.step.name === 'due' && !held))
      return { do: 'refund payment', returnId: id, partId: part.id }
  }
  return null
}

const partsRefundedBy = (
  sale: Sale,
  { id, parts }: Return,
  ours?: typeof maybeOurs,
): readonly RefundedPart[] =>
  parts.flatMap((part) => {
    const amount = refundedElsewhereOf(sale, part, ours)
    const how = paymentOf(sale, part.paymentId)?.status === 'CANCELLED' ? 'cancelled' : 'refunded'
    return amount > 0 ? [{ returnId: id, partId: part.id, amount, how }] : []
  })

/** What somebody else refunded of the open return, if no money that went back is the shop's own transfer. */
export function partsRefundedElsewhere(sale: Sale): readonly RefundedPart[] {
  const one = openReturn(sale)
  return one ? partsRefundedBy(sale, one, () => NO_MONEY) : []
}

/** The events to commit before the request leaves (law 1). */
export function returnIntent(
  { returns }: Sale,
  step: Extract<ReturnStep, { do: 'void e-receipt' | 'refund payment' }>,
): readonly SaleEvent[] {
  const { returnId } = step
  if (step.do === 'void e-receipt')
    return [{ kind: 'ereceipt-void-requested', returnId, paymentId: step.paymentId }]
  const part = returns.find(({ id }) => id === returnId)?.parts.find(({ id }) => id === step.partId)
  if (part?.by !== 'refund') throw new Error(`return ${returnId} has no refund ${step.partId}`)
  return [{ kind: 'refund-requested', returnId, partId: step.partId, operation: part.operation }]
}
