/**
 * A *return* is what a customer brings back of a sale that was sold. Its money goes back by *refund* of card payments,
 * which the service does (whole payments only), or by *repayment*, which the shop does itself, in cash or by
 * transfer.
 *
 *     opened ──▶ e-receipts voided ──▶ money back: refunds, repayments ──▶ slip ──▶ completed
 *       │             │    (law 6: the void comes first)  │
 *       └─ called off ┴───────── as long as no money went back
 *
 * A return stands beside the state of its sale, which stays sold. What went back of a sale is derived from its returns.
 */
import { z } from 'zod'
import { type Failure, failureSchema } from './failure.ts'
import { type Money, money, NO_MONEY, sumMoney } from './money.ts'
import { paymentShareSchema, TENDER_KINDS, type TenderKind } from './payment.ts'
import { type Quantity, quantity } from './quantity.ts'
import type { Sale, SaleLine } from './sale.ts'
import { cashierSchema } from './staff.ts'
import { idSchema, moneySchema, quantitySchema, timeSchema, type Wire } from './wire.ts'

/** How a shop gives money back by itself; `card`: at the bank's own terminal, to the card that paid there. */
export const REPAYMENT_WAYS = ['cash', 'transfer', 'card'] as const
export type RepaymentWay = (typeof REPAYMENT_WAYS)[number]

/** Both give the payer the money back, under the same conditions (docs/decisions/refund-or-cancel.md). */
const reversalSchema = z.enum(['cancel', 'refund'])
export type Reversal = z.output<typeof reversalSchema>

/** Why the shop gives it back itself. */
const byHandCauseSchema = z.enum([
  /** It was paid in cash. */
  'cash',
  /** It was paid by another tender of the counter, and goes back the same way. */
  'tender',
  /** A bank transfer: the service neither cancels nor refunds one (docs/payment-service.md#cancel-or-refund-a-payment). */
  'bank-transfer',
  /** Less than the whole payment goes back: the interface refunds whole payments. */
  'part',
  /** The service would not refund it. */
  'refused',
])
export type ByHandCause = z.output<typeof byHandCauseSchema>

const returnLineSchema = z.strictObject({
  lineId: idSchema,
  quantity: quantitySchema,
  /** What of the line's amount goes back. */
  amount: moneySchema,
})
export type ReturnLine = Wire<typeof returnLineSchema>

const voidStepSchema = z.discriminatedUnion('name', [
  /** To be asked for: for the first time, or again. `perhaps`: an answer was lost, it may be void already. */
  z.strictObject({ name: z.literal('due'), failure: z.nullable(failureSchema), perhaps: z.boolean() }),
  z.strictObject({ name: z.literal('requested'), perhaps: z.boolean() }),
  /** `perhaps`: an answer was lost before, so that one request more may land still. */
  z.strictObject({ name: z.literal('voided'), perhaps: z.exactOptional(z.boolean()) }),
  z.strictObject({ name: z.literal('refused'), failure: failureSchema, perhaps: z.boolean() }),
  /** A manager went on without it: the e-receipt stands, or `perhaps` it does not. */
  z.strictObject({ name: z.literal('skipped'), perhaps: z.exactOptional(z.boolean()) }),
])
export type VoidStep = Wire<typeof voidStepSchema>

/** An e-receipt that is voided before any money goes back. */
const returnVoidSchema = z.strictObject({
  paymentId: z.string(),
  /** As printed; null where it is not known to have been issued. */
  printedId: z.nullable(z.string()),
  /** Which of its payment's e-receipts it is (`last.no`); left out where none was issued, and in older journals. */
  no: z.exactOptional(z.int()),
  step: voidStepSchema,
})
export type ReturnVoid = Wire<typeof returnVoidSchema>

const refundStepSchema = z.discriminatedUnion('name', [
  /** To be asked for: for the first time, or again; known not to have been done. */
  z.strictObject({ name: z.literal('due'), failure: z.nullable(failureSchema) }),
  z.strictObject({ name: z.literal('requested') }),
  /**
   * The answer was lost, or was a refusal (`refused`): the payment itself says what became of it. `unclear`: the service
   * does not tell, so that a person may find out elsewhere.
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
  /** The payment that it gives back, whole or in part; null is a tender of the counter. */
  paymentId: z.nullable(z.string()),
  /** Of the counter; left out where it is cash. */
  tender: z.exactOptional(z.enum(TENDER_KINDS)),
  amount: moneySchema,
}
/** One way on which money goes back. */
const returnPartSchema = z.discriminatedUnion('by', [
  z.strictObject(part).extend({
    by: z.literal('refund'),
    paymentId: z.string(),
    operation: reversalSchema,
    step: refundStepSchema,
    /** Refunded at the service by somebody else, before the till asked for it. */
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
  /** Nothing of the sale is left with the customer after it. */
  whole: z.boolean(),
  amount: moneySchema,
  voids: z.array(returnVoidSchema),
  parts: z.array(returnPartSchema),
  /** E-receipts that stand although a part of them goes back: the contract has no partial one. */
  standing: z.array(z.strictObject({ paymentId: z.string(), printedId: z.string() })),
}
/** What is decided before anything is sent, and shown to whoever approves it. */
export const returnPlanSchema = z.strictObject(returnPlan)
export type ReturnPlan = Wire<typeof returnPlanSchema>

export const returnSchema = z.strictObject(returnPlan).extend({
  id: idSchema,
  reason: z.string(),
  /** Who took it back, and who approved it; null where the shop has no people. The first versions left both out. */
  by: z._default(z.nullable(cashierSchema), null),
  approvedBy: z._default(z.nullable(cashierSchema), null),
  openedAt: timeSchema,
  state: z.enum(['open', 'completed', 'called-off']),
  endedAt: z.nullable(timeSchema),
  /** What of its goods came back without money, for it had gone back elsewhere before: by payment. Left out where there is none. */
  goodsForLost: z.exactOptional(z.array(paymentShareSchema)),
  /** Print jobs of its slip: the slip itself, then its copies. None where it brought nothing back and no e-receipt was voided. */
  slips: z.array(idSchema),
})
export type Return = Wire<typeof returnSchema>

/** Why, by whom, and by whose approval. */
export type ReturnOrdered = Pick<Return, 'reason' | 'by' | 'approvedBy'>

/** Why goods come back most often: in words, by `return.reason.…`. */
export const USUAL_REASONS = ['defect', 'wrong', 'expired', 'changed'] as const

/** What a person does about a step of a return. */
export type ReturnStepAction =
  /** The money was handed over, or transferred. */
  | { readonly do: 'repaid'; readonly partId: string; readonly how: RepaymentWay; readonly note: string }
  /** What the service refused is asked for again. */
  | { readonly do: 'try-again' }
  /** The e-receipt stands, and the money goes back all the same. */
  | { readonly do: 'without-void'; readonly paymentId: string }
  /** The shop gives back itself what the service would not refund. */
  | { readonly do: 'by-hand'; readonly partId: string; readonly way: RepaymentWay }
  /** A person found out elsewhere what became of a refund that the service does not tell about. */
  | { readonly do: 'found-out'; readonly partId: string; readonly refunded: boolean }
  | { readonly do: 'call-off' }

export const openReturn = (sale: Pick<Sale, 'returns'>): Return | null =>
  sale.returns.find(({ state }) => state === 'open') ?? null

/** Returns that count: called-off ones brought nothing back. */
const standing = ({ returns }: Pick<Sale, 'returns'>): readonly Return[] =>
  returns.filter(({ state }) => state !== 'called-off')

export type LeftOfLine = { readonly line: SaleLine; readonly quantity: Quantity; readonly amount: Money }

/** What of each line the customer still has. */
export function leftOf(sale: Pick<Sale, 'lines' | 'returns'>): readonly LeftOfLine[] {
  const back = standing(sale).flatMap(({ lines }) => lines)
  return sale.lines.map((line) => {
    const mine = back.filter(({ lineId }) => lineId === line.id)
    return {
      line,
      quantity: quantity(mine.reduce((left, one) => left - one.quantity, line.quantity as number)),
      amount: money(mine.reduce((left, one) => left - one.amount, line.amount as number)),
    }
  })
}

export const isRefunded = (part: ReturnPart): boolean => part.by === 'refund' && part.step.name === 'refunded'
/** Refunded by somebody else while its return was open. */
export const isElsewhere = (part: ReturnPart): boolean => part.by === 'refund' && part.elsewhere === true
const isRepaid = (part: ReturnPart): boolean => part.by === 'hand' && part.step.name === 'repaid'
/** Its money is back with the customer. */
export const isBack = (part: ReturnPart): boolean => isRefunded(part) || isRepaid(part)

/** Refunds by the service that were done, or perhaps were: only what is known not to have been done is none. */
export const refundsOf = (sale: Pick<Sale, 'returns'>, paymentId: string): readonly ReturnPart[] =>
  partsOf(sale).filter(
    (part) =>
      part.paymentId === paymentId &&
      part.by === 'refund' &&
      ['requested', 'unknown', 'refunded'].includes(part.step.name),
  )

/** What the shop transferred back of a payment itself. */
export const transferredOf = (sale: Pick<Sale, 'returns'>, paymentId: string): Money =>
  sumOf(
    partsOf(sale).filter(
      (part) => part.paymentId === paymentId && part.step.name === 'repaid' && part.step.how === 'transfer',
    ),
  )

/** What went back of a sale: in all, and by way. Worked out of its returns, never written down on its own. */
export function returnedOf(sale: Pick<Sale, 'returns'>): {
  readonly refunded: Money
  readonly cash: Money
  readonly transferred: Money
  readonly card: Money
  readonly total: Money
} {
  const parts = partsOf(sale)
  const repaid = (how: RepaymentWay) =>
    sumOf(parts.filter(({ step }) => step.name === 'repaid' && step.how === how))
  const refunded = sumOf(parts.filter(isRefunded))
  const [cash, transferred, card] = [repaid('cash'), repaid('transfer'), repaid('card')]
  return { refunded, cash, transferred, card, total: sumMoney([refunded, cash, transferred, card]) }
}

const partsOf = (sale: Pick<Sale, 'returns'>): readonly ReturnPart[] =>
  standing(sale).flatMap(({ parts }) => parts)

/** What of a payment went back elsewhere, and goods came back for it since. */
export const goodsForLostOf = (sale: Pick<Sale, 'returns'>, paymentId: string): Money =>
  sumOf(
    standing(sale)
      .flatMap(({ goodsForLost = [] }) => goodsForLost)
      .filter((share) => share.paymentId === paymentId),
  )

/** Where money of a sale came from: a payment of the service, or a kind of tender. */
export type MoneySource = { readonly paymentId: string } | { readonly tender: TenderKind }

/** What is given back, or is to be, of it by returns that count. */
export const moneyReturnedOf = (sale: Pick<Sale, 'returns'>, source: MoneySource): Money =>
  sumOf(
    partsOf(sale).filter((part) =>
      'paymentId' in source
        ? part.paymentId === source.paymentId
        : part.paymentId === null && (part.tender ?? 'cash') === source.tender,
    ),
  )

const sumOf = (parts: readonly { readonly amount: Money }[]): Money =>
  parts.length === 0 ? NO_MONEY : sumMoney(parts.map(({ amount }) => amount))

/** All e-receipts that were to be voided are, or were left standing: money may go back now (law 6). */
export const voidsAreSettled = ({ voids }: Pick<Return, 'voids'>): boolean =>
  voids.every(({ step }) => step.name === 'voided' || step.name === 'skipped')

/** Nothing is left of it but its slip. */
export const isSettled = (one: Return): boolean => voidsAreSettled(one) && one.parts.every(isBack)

/** As long as no money went back, and none is perhaps on its way. */
export const canCancelReturn = (one: Return): boolean =>
  one.state === 'open' &&
  one.voids.every(({ step }) => step.name !== 'requested') &&
  one.parts.every(({ step }) => step.name === 'due' || step.name === 'refused')

/** The e-receipt is known to stand, or not to be to be had: a manager may leave it. */
export const canGoWithoutVoid = ({ step }: ReturnVoid): boolean =>
  step.name === 'refused' || (step.name === 'due' && step.failure !== null)

/** Void by now, as the customer who holds it on paper must be told. */
export const isKnownVoid = ({ step, printedId }: ReturnVoid): boolean =>
  step.name === 'voided' && printedId !== null

/** An answer to its void was lost. */
export const isPerhapsDone = ({ step }: ReturnVoid): boolean => 'perhaps' in step && step.perhaps === true

export const isUnclear = ({ step }: ReturnPart): boolean => step.name === 'unknown' && step.unclear

/** What of an open return waits for a person; null where it goes on by itself, or is over. */
export function waitsForPerson(sale: Pick<Sale, 'returns'>): {
  readonly failure: Failure | null
  readonly amount: Money
} | null {
  const one = openReturn(sale)
  if (one === null) return null
  for (const { step } of one.voids)
    if (step.name === 'refused') return { failure: step.failure, amount: one.amount }
  if (!voidsAreSettled(one)) return null
  const unclear = one.parts.find(isUnclear)
  if (unclear && 'failure' in unclear.step) return { failure: unclear.step.failure, amount: unclear.amount }
  const refused = one.parts.filter(({ step }) => step.name === 'refused')
  const [first] = refused
  if (first) return { failure: 'failure' in first.step ? first.step.failure : null, amount: sumOf(refused) }
  const owed = one.parts.filter((part) => part.by === 'hand' && part.step.name === 'due')
  return owed.length > 0 ? { failure: null, amount: sumOf(owed) } : null
}
