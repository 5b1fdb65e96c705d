/**
 * The balances of a sale in the books: a pure function of its parts. An event posts the difference that it makes to
 * them (postings.ts), so only this file says what a sale means in money. Debits are positive, credits negative.
 *
 *     cash, terminal, transfer    the drawer, cards at the bank's terminal, bank transfers: taken less given back
 *     qr, card                    transfers and cards by QR: what the payment service holds for the shop
 *     payers                      what payers are owed: advances, late money, surplus
 *     elsewhere                   missing from the shop: refunded at the service by somebody else, but goods are sold
 *     returning                   refunds of returns that are not completed yet
 *     sales, vat, city-tax        goods sold, by kind of tax, without taxes; and the taxes contained in them
 *     returns                     goods returned, by kind of tax, without taxes
 *     kept                        money of payers that the shop keeps with their consent
 *     rounding                    what cash payers paid above the price, less what they paid below it, and the same of returns
 *     written-off                 losses that the shop bears
 *     unexplained                 the difference to zero of a sale whose history is incomplete
 *     safe, over-short            used by the drawer only (shift-postings.ts)
 */

import type { SaleTender } from '../books/shift.ts'
import { handed } from '../money/cash-rounding.ts'
import { NO_MONEY, sumOf } from '../money/money.ts'
import type { Resolution } from '../sale/attention.ts'
import { atService, balanceOf, keptTenders, refundedByUs, wentElsewhere } from '../sale/money-of-sale.ts'
import {
  isBack,
  isRefunded,
  isRefundedElsewhere,
  type Return,
  type ReturnPart,
  refundsOf,
  returnsThatCount,
} from '../sale/return.ts'
import type { Payment, Sale, TenderKind } from '../sale/sale.ts'
import { chargeOf } from '../sale/status.ts'
import type { Account } from '../shop/ledger-accounts.ts'
import { type Figures, figuresIn, NOTHING } from './figures.ts'
import { backOf, type Goods, goodsOf } from './goods.ts'

/** `back`: refunded as it was paid. `repaid`: in another way. `elsewhere`: at the service by somebody else. */
export type Move = 'taken' | 'back' | 'repaid' | 'elsewhere'
type Owed = 'advance' | 'held' | 'late' | 'surplus'

/** Part of the balance of an account; `key` says which part. */
export type Balance = Figures & { readonly account: Account; readonly key: string; readonly product?: string }

const balance = (account: Account, key: string, amount: number, more: Partial<Figures> = {}): Balance => ({
  ...NOTHING,
  ...more,
  account,
  key,
  amount,
})

/** All balances of a sale. They add up to zero: every debit has its credit. */
export function balancesOf(sale: Sale): readonly Balance[] {
  const known = [
    ...sale.tenders.flatMap(ofTender),
    ...sale.payments.flatMap((payment) => ofPayment(sale, payment)),
    ...repaidByHand(sale),
    ...owedToPayers(sale),
    ...ofReturns(sale),
    ...ofDecisions(sale),
    ...(sale.soldAt === null ? [] : goodsOf(sale).flatMap((goods) => ofGoods('sales', goods))),
  ]
  const left = known.reduce((sum, { amount }) => sum + amount, 0)
  return left === 0 ? known : [...known, balance('unexplained', '', -left)]
}

// ── Money ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The account `card` is for cards that paid by QR; cards at the bank's own terminal have the account `terminal`. */
const accountOf = (kind: TenderKind): SaleTender => (kind === 'card' ? 'terminal' : kind)
const lineOf = ({ type }: Payment): SaleTender => (type === 'CARD' ? 'card' : 'qr')

const moved = (tender: SaleTender, move: Move, amount: number, times = 1): Balance[] =>
  amount === 0 ? [] : [balance(tender, move, amount, { times })]

const ofTender = (tender: Sale['tenders'][number]): Balance[] => {
  const { kind, returnedAt, rounding = 0 } = tender
  return [
    ...moved(accountOf(kind), 'taken', handed(tender)),
    ...moved(accountOf(kind), 'back', returnedAt === null ? 0 : -handed(tender)),
    ...rounded('taken', returnedAt === null ? -rounding : 0),
  ]
}

const rounded = (key: Move, amount: number): Balance[] =>
  amount === 0 ? [] : [balance('rounding', key, amount, { times: 1 })]

/** How much of a payment was refunded, and by whom. Cash handed out instead of a refund is not a refund. */
function outOf(sale: Sale, payment: Payment) {
  const refunds = refundsOf(sale, payment.paymentId)
  const all = payment.came - atService(sale, payment)
  const elsewhere = wentElsewhere(sale, payment)
  const handedOut = sumOf(refunds.filter(isRefunded)) - refundedByUs(sale, payment.paymentId)
  const besides = Math.max(0, all - (sumOf(refunds) - handedOut))
  const forReturns = sumOf(refunds.filter(isRefundedElsewhere))
  // The rest of the money that left the service, neither by our refunds nor by somebody else's, is a bank transfer by
  // the shop.
  return { elsewhere, forReturns, handedOut, ownTransfer: besides - elsewhere, refunded: all - besides }
}

function ofPayment(sale: Sale, payment: Payment): Balance[] {
  const { elsewhere, forReturns, ownTransfer, refunded } = outOf(sale, payment)
  const line = lineOf(payment)
  return [
    ...moved(line, 'taken', payment.came),
    ...moved(line, 'back', forReturns - refunded),
    ...moved(line, 'elsewhere', -elsewhere - forReturns),
    // The transfer took the money from the account at the service, not from the shop's bank account.
    ...moved(line, 'repaid', -ownTransfer, 0),
    ...moved('transfer', 'repaid', ownTransfer, 0),
  ]
}

const repaidByHand = (sale: Sale): Balance[] => [
  ...moved('cash', 'repaid', -decidedFor(sale, 'repaid-cash')),
  ...moved('transfer', 'repaid', -decidedFor(sale, 'repaid-transfer')),
  ...returnsThatCount(sale)
    .flatMap(({ parts }) => parts)
    .flatMap(handedBack),
]

/** Repaid in the same way as it was paid is `back`, in any other way `repaid`. */
function handedBack(part: ReturnPart): Balance[] {
  if (part.step.name !== 'repaid') return []
  const { how } = part.step
  const came = part.paymentId === null ? (part.tender ?? 'cash') : null
  return [
    ...moved(accountOf(how), came === how ? 'back' : 'repaid', -handed(part)),
    ...rounded('back', part.rounding ?? 0),
  ]
}

// ── Whose it is ─────────────────────────────────────────────────────────────────────────────────────────────────────

function owedToPayers(sale: Sale): Balance[] {
  const balances = sale.payments.map((payment) => balanceOf(sale, payment))
  const held = sale.soldAt === null ? sumOf(keptTenders(sale)) : NO_MONEY
  const owed = balances.reduce((sum, one) => sum + Math.max(0, one), 0)
  const short = balances.reduce((sum, one) => sum + Math.max(0, -one), 0)
  return [
    ...(held === 0
      ? []
      : [balance('payers', sale.endedAt === null ? 'advance' : 'held', -held, { times: 1 })]),
    ...(owed === 0 ? [] : [balance('payers', whoseMoney(sale), -owed, { times: 1 })]),
    ...(short === 0 ? [] : [balance('elsewhere', '', short)]),
  ]
}

/** Payments of a sale that is not sold are late money unless its charge is still up. */
function whoseMoney(sale: Sale): Owed {
  if (sale.soldAt !== null) return 'surplus'
  return sale.endedAt !== null || chargeOf(sale) === null ? 'late' : 'advance'
}

const decidedFor = ({ decisions }: Sale, resolution: Resolution): number =>
  sumOf(decisions.filter((one) => one.resolution === resolution).flatMap(({ shares }) => shares))

function ofDecisions(sale: Sale): Balance[] {
  const [kept, borne] = [decidedFor(sale, 'kept'), decidedFor(sale, 'written-off')]
  return [
    ...(kept === 0 ? [] : [balance('kept', '', -kept)]),
    ...(borne === 0 ? [] : [balance('written-off', '', borne, { times: 1 })]),
  ]
}

// ── Goods ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Sold goods are credits, returned goods are debits; their taxes are posted to the tax accounts. */
function ofGoods(account: 'sales' | 'returns', goods: Goods): Balance[] {
  const { kind, code, vat, cityTax } = goods
  const sign = account === 'sales' ? -1 : 1
  return [
    { ...figuresIn(goods), account, key: kind, product: code, amount: sign * withoutTaxes(goods) },
    ...(vat === 0 ? [] : [balance('vat', account, sign * vat)]),
    ...(cityTax === 0 ? [] : [balance('city-tax', account, sign * cityTax)]),
  ]
}

const withoutTaxes = ({ amount, vat, cityTax }: Figures): number => amount - vat - cityTax

/**
 * Posts returned goods and the money refunded for them, by the return or elsewhere before it. The difference is written
 * off: a loss where more money was refunded, a gain where more goods came back.
 */
function ofReturns(sale: Sale): Balance[] {
  const out = sale.payments.map((payment) => outOf(sale, payment))
  const back = out.reduce((sum, { refunded, handedOut }) => sum + refunded + handedOut, 0)
  const byHand = returnsThatCount(sale).flatMap(({ parts }) =>
    parts.filter((part) => part.by === 'hand' && isBack(part)),
  )
  const completed = sale.returns.filter(({ state }) => state === 'completed')
  const settled = sumOf(completed.flatMap(({ parts }) => parts)) + lostFor(completed)
  const returning = back + sumOf(byHand) + lostFor(returnsThatCount(sale)) - settled
  const borne = settled - sumOf(completed.flatMap(({ lines }) => lines))
  return [
    ...(returning === 0 ? [] : [balance('returning', '', returning)]),
    ...(borne === 0 ? [] : [balance('written-off', '', borne, { times: 1 })]),
    ...backOf(sale).flatMap((goods) => ofGoods('returns', goods)),
  ]
}

/** How much of the price of the returned goods somebody else had refunded before. */
const lostFor = (returns: readonly Return[]): number =>
  sumOf(returns.flatMap(({ goodsForLost = [] }) => goodsForLost))
