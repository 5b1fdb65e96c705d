/**
 * A *return*: the customer brings back goods of a sold sale. The money goes back by *refund* of card payments, which
 * the service does (whole payments only), or by *repayment*, which the shop does itself: in cash, by transfer or at the
 * bank's card terminal.
 *
 *     opened ──▶ e-receipts voided ──▶ money back: refunds, repayments ──▶ slip ──▶ completed
 *       │             │    (law 6: the void comes first)  │
 *       └─ cancelled ─┴───────── until money goes back
 *
 * The sale stays sold. The amounts that went back are derived from its returns.
 */
import { z } from 'zod'
import { type Failure, failureSchema } from '../failure.ts'
import { handedIn } from '../money/cash-rounding.ts'
import { type Money, money, sumOf } from '../money/money.ts'
import { type Quantity, quantity } from '../money/quantity.ts'
import { moneySchema, quantitySchema } from '../money/schemas.ts'
import { cashierSchema } from '../shop/staff.ts'
import { idSchema, timeSchema, type Wire } from '../wire.ts'
import { paymentShareSchema, TENDER_KINDS, type TenderKind } from './payment.ts'
import { receiverSchema } from './receiver.ts'
import type { SaleLine } from './sale-line.ts'

/** The ways of a repayment: those of a tender. `card` is the bank's terminal, to the card that paid there. */
export const REPAYMENT_WAYS = TENDER_KINDS
export type RepaymentWay = (typeof REPAYMENT_WAYS)[number]

/**
 * The two requests of the service that give a payment back, under the same conditions
 * (docs/decisions/refund-or-cancel.md).
 */
const reversalSchema = z.enum(['cancel', 'refund'])
export type Reversal = z.output<typeof reversalSchema>

/** Why the shop repays itself. */
const byHandCauseSchema = z.enum([
  /** Paid in cash. */
  'cash',
  /** Paid with another tender at the counter; it is repaid in the same way. */
  'tender',
  /**
   * A bank transfer: the service can neither cancel nor refund it (docs/payment-service.md#cancel-or-refund-a-payment).
   */
  'bank-transfer',
  /** Only a part goes back, and the service refunds whole payments only. */
  'part',
  /** The service refused the refund. */
  'refused',
])
export type ByHandCause = z.output<typeof byHandCauseSchema>

const returnLineSchema = z.strictObject({
  lineId: idSchema,
  quantity: quantitySchema,
  /** The part of the line's amount that goes back. */
  amount: moneySchema,
})
export type ReturnLine = Wire<typeof returnLineSchema>

const voidStepSchema = z.discriminatedUnion('name', [
  /**
   * Due for a first or a repeated request. `maybeDone`: an answer was lost, so that the e-receipt may be void already.
   */
  z.strictObject({ name: z.literal('due'), failure: z.nullable(failureSchema), maybeDone: z.boolean() }),
  z.strictObject({ name: z.literal('requested'), maybeDone: z.boolean() }),
  /** `maybeDone`: an earlier answer was lost, so that the earlier request may still take effect. */
  z.strictObject({ name: z.literal('voided'), maybeDone: z.boolean() }),
  z.strictObject({ name: z.literal('refused'), failure: failureSchema, maybeDone: z.boolean() }),
  /** A manager decided to continue without the void. `maybeDone`: the e-receipt may be void all the same. */
  z.strictObject({ name: z.literal('skipped'), maybeDone: z.boolean() }),
])
export type VoidStep = Wire<typeof voidStepSchema>

/** An e-receipt to void before money goes back. */
const returnVoidSchema = z.strictObject({
  paymentId: z.string(),
  /** The printed e-receipt id; null if the e-receipt is not known to be issued. */
  printedId: z.nullable(z.string()),
  /** Which e-receipt of the payment it is (`last.no`); left out if none was issued. */
  no: z.exactOptional(z.int()),
  step: voidStepSchema,
})
export type ReturnVoid = Wire<typeof returnVoidSchema>

const refundStepSchema = z.discriminatedUnion('name', [
  /** Due for a first or a repeated request; certainly not done yet. */
  z.strictObject({ name: z.literal('due'), failure: z.nullable(failureSchema) }),
  z.strictObject({ name: z.literal('requested') }),
  /**
   * The outcome is unknown, after a lost answer or an ambiguous refusal (`refused`). The payment's own status tells
   * what happened. `unclear`: the service does not tell, and a person must find out elsewhere.
   */
  z.strictObject({
    name: z.literal('unknown'),
    failure: failureSchema,
    stillPaidTimes: z.int(),
    refused: z.boolean(),
    unclear: z.boolean(),
  }),
  /** `told`: a person found out elsewhere. */
  z.strictObject({ name: z.literal('refunded'), how: z.enum(['cancelled', 'refunded', 'told']) }),
  z.strictObject({ name: z.literal('refused'), failure: failureSchema }),
])
export type RefundStep = Wire<typeof refundStepSchema>

const repaymentWaySchema = z.enum(REPAYMENT_WAYS)

const repaymentStepSchema = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('due') }),
  z.strictObject({ name: z.literal('repaid'), how: repaymentWaySchema, note: z.string() }),
])

const part = {
  id: idSchema,
  /** The payment to give back, whole or in part; null for a tender. */
  paymentId: z.nullable(z.string()),
  /** The kind of the tender; left out for cash. */
  tender: z.exactOptional(z.enum(TENDER_KINDS)),
  /** The part of the price of the goods. */
  amount: moneySchema,
  /** What is given back above `amount`, or below it where it is negative, because cash is rounded. */
  rounding: z.exactOptional(moneySchema),
}
/** One part of the money of a return, and how it goes back. */
const returnPartSchema = z.discriminatedUnion('by', [
  z.strictObject(part).extend({
    by: z.literal('refund'),
    paymentId: z.string(),
    operation: reversalSchema,
    step: refundStepSchema,
    /** Somebody else refunded it at the service before the till requested it. */
    elsewhere: z.exactOptional(z.literal(true)),
  }),
  z.strictObject(part).extend({
    by: z.literal('hand'),
    way: repaymentWaySchema,
    why: byHandCauseSchema,
    step: repaymentStepSchema,
  }),
])
export type ReturnPart = Wire<typeof returnPartSchema>

const returnPlan = {
  lines: z.array(returnLineSchema),
  /** The customer keeps no goods of the sale after this return. */
  whole: z.boolean(),
  amount: moneySchema,
  voids: z.array(returnVoidSchema),
  parts: z.array(returnPartSchema),
  /** E-receipts that stay active although a part of their goods goes back: the service cannot void a part. */
  standing: z.array(z.strictObject({ paymentId: z.string(), printedId: z.string() })),
}
/** What a return will do. It is shown to the approver before anything is sent. */
export const returnPlanSchema = z.strictObject(returnPlan)
export type ReturnPlan = Wire<typeof returnPlanSchema>

export const returnSchema = z.strictObject(returnPlan).extend({
  id: idSchema,
  reason: z.string(),
  /** Who took the goods back and who approved it; null if the shop has no staff. */
  by: z.nullable(cashierSchema),
  approvedBy: z.nullable(cashierSchema),
  /** The terminal code of the till that took the goods back; left out if it is the till of the sale. */
  till: z.exactOptional(z.string()),
  /**
   * Set in a *correction*: a return without goods and money, whose e-receipts are issued again for this receiver once
   * all are known to be void (docs/decisions/receiver-corrected.md).
   */
  receiver: z.exactOptional(receiverSchema),
  openedAt: timeSchema,
  state: z.enum(['open', 'completed', 'cancelled']),
  endedAt: z.nullable(timeSchema),
  /**
   * Parts of payments that had gone back elsewhere before: their goods came back without money. Left out if there are
   * none.
   */
  goodsForLost: z.exactOptional(z.array(paymentShareSchema)),
  /** Print jobs of the slip and its copies. Empty if nothing came back and no e-receipt was voided. */
  slips: z.array(idSchema),
})
export type Return = Wire<typeof returnSchema>

/** Why the return was opened, by whom, and who approved it. */
export type ReturnOrdered = Pick<Return, 'reason' | 'by' | 'approvedBy' | 'till' | 'receiver'>

/** Common reasons. Their texts are `return.reason.…`. */
export const USUAL_REASONS = ['defect', 'wrong', 'expired', 'changed'] as const

/** A person's decision about a step of a return. */
export type ReturnStepAction =
  /** The shop repaid the money. */
  | { readonly do: 'repaid'; readonly partId: string; readonly how: RepaymentWay; readonly note: string }
  /** Repeat what the service refused. */
  | { readonly do: 'try-again' }
  /** Give the money back although the e-receipt stays active. */
  | { readonly do: 'without-void'; readonly paymentId: string }
  /** The shop repays what the service refused to refund. */
  | { readonly do: 'by-hand'; readonly partId: string; readonly way: RepaymentWay }
  /** A person found out elsewhere whether an unclear refund was done. */
  | { readonly do: 'found-out'; readonly partId: string; readonly refunded: boolean }
  | { readonly do: 'cancel' }

/** What these functions read of a sale. */
type WithReturns = { readonly returns: readonly Return[] }
type WithGoods = WithReturns & { readonly lines: readonly SaleLine[] }

export const openReturn = (sale: WithReturns): Return | null =>
  sale.returns.find(({ state }) => state === 'open') ?? null

/** Without cancelled returns, which gave nothing back. */
export const returnsThatCount = ({ returns }: WithReturns): readonly Return[] =>
  returns.filter(({ state }) => state !== 'cancelled')

/** The parts that the shop may repay in cash now: the e-receipts of the return are settled (law 6). */
export const cashDue = (one: Return): readonly ReturnPart[] =>
  one.state === 'open' && voidsAreSettled(one)
    ? one.parts.filter((part) => part.by === 'hand' && part.way === 'cash' && part.step.name === 'due')
    : []

/** The amount that is paid back in a return, including the rounding of cash. */
export const moneyBackOf = ({ parts }: Pick<Return, 'parts'>): Money => handedIn(parts)

export type LeftOfLine = { readonly line: SaleLine; readonly quantity: Quantity; readonly amount: Money }

/** The quantity and amount of each line that have not been returned. */
export function leftOf(sale: WithGoods): readonly LeftOfLine[] {
  const back = returnsThatCount(sale).flatMap(({ lines }) => lines)
  return sale.lines.map((line) => {
    const mine = back.filter(({ lineId }) => lineId === line.id)
    return {
      line,
      quantity: quantity(mine.reduce((left, one) => left - one.quantity, line.quantity as number)),
      amount: money(mine.reduce((left, one) => left - one.amount, line.amount as number)),
    }
  })
}

/** The lines of which more came back than was sold: two tills did not know of each other. */
export const returnedTooMuch = (sale: WithGoods): readonly LeftOfLine[] =>
  leftOf(sale).filter(({ quantity, amount }) => quantity < 0 || amount < 0)

export const isRefunded = (part: ReturnPart): boolean => part.by === 'refund' && part.step.name === 'refunded'
/** Somebody else refunded it while the return was open. */
export const isRefundedElsewhere = (part: ReturnPart): boolean =>
  part.by === 'refund' && part.elsewhere === true
const isRepaid = (part: ReturnPart): boolean => part.by === 'hand' && part.step.name === 'repaid'
/** The payer has the money back. */
export const isBack = (part: ReturnPart): boolean => isRefunded(part) || isRepaid(part)

/** The service's refunds of a payment that were done or may have been done. */
export const refundsOf = (sale: WithReturns, paymentId: string): readonly ReturnPart[] =>
  partsOf(sale).filter(
    (part) =>
      part.paymentId === paymentId &&
      part.by === 'refund' &&
      ['requested', 'unknown', 'refunded'].includes(part.step.name),
  )

/** The amount of a payment that the shop transferred back itself. */
export const transferredOf = (sale: WithReturns, paymentId: string): Money =>
  sumOf(
    partsOf(sale).filter(
      (part) => part.paymentId === paymentId && part.step.name === 'repaid' && part.step.how === 'transfer',
    ),
  )

const partsOf = (sale: WithReturns): readonly ReturnPart[] =>
  returnsThatCount(sale).flatMap(({ parts }) => parts)

/** The part of a payment that went back elsewhere and for which goods came back since. */
export const returnedForLostMoney = (sale: WithReturns, paymentId: string): Money =>
  sumOf(
    returnsThatCount(sale)
      .flatMap(({ goodsForLost = [] }) => goodsForLost)
      .filter((share) => share.paymentId === paymentId),
  )

/** The source of a sale's money: a payment, or a kind of tender. */
export type MoneySource = { readonly paymentId: string } | { readonly tender: TenderKind }

/** The amount from this source that returns gave back or will give back. */
export const moneyReturnedOf = (sale: WithReturns, source: MoneySource): Money =>
  sumOf(
    partsOf(sale).filter((part) =>
      'paymentId' in source
        ? part.paymentId === source.paymentId
        : part.paymentId === null && (part.tender ?? 'cash') === source.tender,
    ),
  )

/** All voids are done or skipped: money may go back now (law 6). */
export const voidsAreSettled = ({ voids }: Pick<Return, 'voids'>): boolean =>
  voids.every(({ step }) => step.name === 'voided' || step.name === 'skipped')

/** Whether the return only voids e-receipts, without goods and money. */
export const isVoidAlone = ({ lines, parts }: Return): boolean => lines.length === 0 && parts.length === 0

/** Only the slip is missing. */
export const isSettled = (one: Return): boolean => voidsAreSettled(one) && one.parts.every(isBack)

/** A return can be cancelled while no void is under way and no money went back or may be on its way. */
export const canCancelReturn = (one: Return): boolean =>
  one.state === 'open' &&
  one.voids.every(({ step }) => step.name !== 'requested') &&
  one.parts.every(({ step }) => step.name === 'due' || step.name === 'refused')

/** A manager may skip the void after a refusal or a failed request. A correction without it is cancelled instead. */
export const canGoWithoutVoid = ({ receiver }: Return, { step }: ReturnVoid): boolean =>
  receiver === undefined && (step.name === 'refused' || (step.name === 'due' && step.failure !== null))

/** The e-receipt is void, and the customer has it on paper and must be told. */
export const isKnownVoid = ({ step, printedId }: ReturnVoid): boolean =>
  step.name === 'voided' && printedId !== null

/** The answer to a void was lost, so that the e-receipt may be void. */
export const mayBeDone = ({ step }: ReturnVoid): boolean => step.maybeDone

export const isUnclear = ({ step }: ReturnPart): boolean => step.name === 'unknown' && step.unclear

/**
 * The part of an open return that waits for a person, with its amount; null if the return goes on by itself or is over.
 */
export function waitsForPerson(sale: WithReturns): {
  readonly failure: Failure | null
  readonly amount: Money
} | null {
  const one = openReturn(sale)
  if (one === null) return null
  for (const { step } of one.voids) {
    const isUnknown = one.receiver !== undefined && step.name === 'due' && step.maybeDone
    if (step.name === 'refused' || (isUnknown && step.failure !== null))
      return { failure: step.failure, amount: one.amount }
  }
  if (!voidsAreSettled(one)) return null
  const unclear = one.parts.find(isUnclear)
  if (unclear && 'failure' in unclear.step) return { failure: unclear.step.failure, amount: unclear.amount }
  const refused = one.parts.filter(({ step }) => step.name === 'refused')
  const [first] = refused
  if (first) return { failure: 'failure' in first.step ? first.step.failure : null, amount: sumOf(refused) }
  const owed = one.parts.filter((part) => part.by === 'hand' && part.step.name === 'due')
  return owed.length > 0 ? { failure: null, amount: handedIn(owed) } : null
}
