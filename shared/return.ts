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
import type { Failure } from './failure.ts'
import { type Money, money, NO_MONEY, sumMoney } from './money.ts'
import { type Quantity, quantity } from './quantity.ts'
import type { PaymentShare, Sale, SaleLine, TenderKind } from './sale.ts'
import type { Cashier } from './staff.ts'

/** How a shop gives money back by itself; `card`: at the bank's own terminal, to the card that paid there. */
export const REPAYMENT_WAYS = ['cash', 'transfer', 'card'] as const
export type RepaymentWay = (typeof REPAYMENT_WAYS)[number]

/** Both give the payer the money back, under the same conditions (docs/decisions/refund-or-cancel.md). */
export type Reversal = 'cancel' | 'refund'

/** Why the shop gives it back itself. */
export type ByHandCause =
  /** It was paid in cash. */
  | 'cash'
  /** It was paid by another tender of the counter, and goes back the same way. */
  | 'tender'
  /** A bank transfer: the service neither cancels nor refunds one (docs/payment-service.md#cancel-or-refund-a-payment). */
  | 'bank-transfer'
  /** Less than the whole payment goes back: the interface refunds whole payments. */
  | 'part'
  /** The service would not refund it. */
  | 'refused'

export type ReturnLine = {
  readonly lineId: string
  readonly quantity: Quantity
  /** What of the line's amount goes back. */
  readonly amount: Money
}

/** An e-receipt that is voided before any money goes back. */
export type ReturnVoid = {
  readonly paymentId: string
  /** As printed; null where it is not known to have been issued. */
  readonly printedId: string | null
  /** Which of its payment's e-receipts it is (`last.no`); left out where none was issued, and in older journals. */
  readonly no?: number
  readonly step: VoidStep
}
export type VoidStep =
  /** To be asked for: for the first time, or again. `perhaps`: an answer was lost, it may be void already. */
  | { readonly name: 'due'; readonly failure: Failure | null; readonly perhaps: boolean }
  | { readonly name: 'requested'; readonly perhaps: boolean }
  /** `perhaps`: an answer was lost before, so that one request more may land still. */
  | { readonly name: 'voided'; readonly perhaps?: boolean }
  | { readonly name: 'refused'; readonly failure: Failure; readonly perhaps: boolean }
  /** A manager went on without it: the e-receipt stands, or `perhaps` it does not. */
  | { readonly name: 'skipped'; readonly perhaps?: boolean }

export type RefundStep =
  /** To be asked for: for the first time, or again; known not to have been done. */
  | { readonly name: 'due'; readonly failure: Failure | null }
  | { readonly name: 'requested' }
  /**
   * The answer was lost, or was a refusal (`refused`): the payment itself says what became of it. `unclear`: the service
   * does not tell, so that a person may find out elsewhere.
   */
  | {
      readonly name: 'unknown'
      readonly failure: Failure
      readonly stillPaidTimes: number
      readonly refused: boolean
      readonly unclear: boolean
    }
  /** `told`: a person found out elsewhere. */
  | { readonly name: 'refunded'; readonly how: 'cancelled' | 'refunded' | 'told' }
  | { readonly name: 'refused'; readonly failure: Failure }

export type RepaymentStep =
  | { readonly name: 'due' }
  | { readonly name: 'repaid'; readonly how: RepaymentWay; readonly note: string }

type Part = {
  readonly id: string
  /** The payment that it gives back, whole or in part; null is a tender of the counter. */
  readonly paymentId: string | null
  /** Of the counter; left out where it is cash. */
  readonly tender?: TenderKind
  readonly amount: Money
}
/** One way on which money goes back. */
export type ReturnPart =
  | (Part & {
      readonly by: 'refund'
      readonly paymentId: string
      readonly operation: Reversal
      readonly step: RefundStep
      /** Refunded at the service by somebody else, before the till asked for it. */
      readonly elsewhere?: true
    })
  | (Part & {
      readonly by: 'hand'
      readonly way: RepaymentWay
      readonly why: ByHandCause
      readonly step: RepaymentStep
    })

/** What is decided before anything is sent, and shown to whoever approves it. */
export type ReturnPlan = {
  readonly lines: readonly ReturnLine[]
  /** Nothing of the sale is left with the customer after it. */
  readonly whole: boolean
  readonly amount: Money
  readonly voids: readonly ReturnVoid[]
  readonly parts: readonly ReturnPart[]
  /** E-receipts that stand although a part of them goes back: the contract has no partial one. */
  readonly standing: readonly { readonly paymentId: string; readonly printedId: string }[]
}

/** Why goods come back most often: in words, by `return.reason.…`. */
export const USUAL_REASONS = ['defect', 'wrong', 'expired', 'changed'] as const

/** Why, by whom, and by whose approval; null where the shop has no people. */
export type ReturnOrdered = {
  readonly reason: string
  readonly by: Cashier | null
  readonly approvedBy: Cashier | null
}

export type Return = ReturnPlan &
  ReturnOrdered & {
    readonly id: string
    readonly openedAt: number
    readonly state: 'open' | 'completed' | 'called-off'
    readonly endedAt: number | null
    /** What of its goods came back without money, for it had gone back elsewhere before: by payment. Left out where there is none. */
    readonly goodsForLost?: readonly PaymentShare[]
    /** Print jobs of its slip: the slip itself, then its copies. None where it brought nothing back and no e-receipt was voided. */
    readonly slips: readonly string[]
  }

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
