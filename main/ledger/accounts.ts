/**
 * What a sale is in the books: the balances of the accounts that it touches, as a pure function of its parts. What an event
 * does to the books is the difference that it makes (postings.ts), so that there is one place that says what a sale means in
 * money. Debits stand above nothing, credits below.
 *
 *     cash, terminal, transfer    the drawer, cards at the bank's terminal, bank transfers: what was taken less what went back
 *     qr, card                    what the payment service holds for the shop of transfers and of cards by QR
 *     payers                      what payers are owed: advances, late money, surplus
 *     elsewhere                   what the shop is short of: it went back at the service, and the sale counts on it
 *     returning                   what went back for returns that are not completed
 *     sales, vat, city-tax        what was sold, by kind of tax, without its taxes; and the taxes contained in it
 *     returns                     goods that came back, by kind of tax, without their taxes
 *     kept                        money of payers that the shop keeps with their consent
 *     written-off                 what the shop bears
 *     unexplained                 of a sale whose history is incomplete: what does not add up
 *     safe, over-short            of the drawer alone (shift-accounts.ts)
 */
import type { Remedy } from '../../shared/attention.ts'
import type { Account } from '../../shared/ledger-accounts.ts'
import { type Money, money, NO_MONEY } from '../../shared/money.ts'
import { isBack, isRefunded, type Return, type ReturnPart, refundsOf } from '../../shared/return.ts'
import type { Payment, Sale, TenderKind } from '../../shared/sale.ts'
import {
  atService,
  balanceOf,
  keptTenders,
  refundedByUs,
  sumOf,
  wentElsewhere,
} from '../../shared/sale-account.ts'
import { totalOf } from '../../shared/sale-status.ts'
import type { SaleTender } from '../../shared/shift.ts'
import { backOf, type Goods, goodsOf } from './goods.ts'

/** How money moved: `back` undoes what was taken; `repaid` went back in another way than it came; `elsewhere` by nobody here. */
export type Move = 'taken' | 'back' | 'repaid' | 'elsewhere'
export type Owed = 'advance' | 'late' | 'surplus'

/** Whole figures of what is counted: sales, payments, lines, thousandths of a unit, hundredths of a tugrik. */
export type Figures = {
  readonly times: number
  readonly lines: number
  readonly quantity: number
  readonly amount: number
  readonly vat: number
  readonly cityTax: number
}

/** A balance of an account; `key` tells apart what it is made of. */
export type Balance = Figures & { readonly account: Account; readonly key: string; readonly product?: string }

export const NOTHING: Figures = { times: 0, lines: 0, quantity: 0, amount: 0, vat: 0, cityTax: 0 }

const balance = (account: Account, key: string, amount: number, more: Partial<Figures> = {}): Balance => ({
  ...NOTHING,
  ...more,
  account,
  key,
  amount,
})

/** They add up to nothing: every debit has its credit. */
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

/** `card` is a card that paid by QR; one at the bank's terminal is a tender of its own. */
const accountOf = (kind: TenderKind): SaleTender => (kind === 'card' ? 'terminal' : kind)
const lineOf = ({ type }: Payment): SaleTender => (type === 'CARD' ? 'card' : 'qr')

const moved = (tender: SaleTender, move: Move, amount: number, times = 1): Balance[] =>
  amount === 0 ? [] : [balance(tender, move, amount, { times })]

const ofTender = ({ kind, amount, returnedAt }: Sale['tenders'][number]): Balance[] => [
  ...moved(accountOf(kind), 'taken', amount),
  ...moved(accountOf(kind), 'back', returnedAt === null ? 0 : -amount),
]

/** What of a payment went back, and by whose doing. What was handed out in the place of a refund is no refund. */
function outOf(sale: Sale, payment: Payment) {
  const refunds = refundsOf(sale, payment.paymentId)
  const all = payment.came - atService(sale, payment)
  const elsewhere = wentElsewhere(sale, payment)
  const handedOut = sumOf(refunds.filter(isRefunded)) - refundedByUs(sale, payment.paymentId)
  const besides = Math.max(0, all - (sumOf(refunds) - handedOut))
  // What went back besides our refunds and is not said to have gone elsewhere is a transfer of the shop's own.
  return { elsewhere, handedOut, ownTransfer: besides - elsewhere, refunded: all - besides }
}

function ofPayment(sale: Sale, payment: Payment): Balance[] {
  const { elsewhere, ownTransfer, refunded } = outOf(sale, payment)
  const line = lineOf(payment)
  return [
    ...moved(line, 'taken', payment.came),
    ...moved(line, 'back', -refunded),
    ...moved(line, 'elsewhere', -elsewhere),
    // It left the service's account, not the shop's at the bank.
    ...moved(line, 'repaid', -ownTransfer, 0),
    ...moved('transfer', 'repaid', ownTransfer, 0),
  ]
}

function repaidByHand(sale: Sale): Balance[] {
  return [
    ...moved('cash', 'repaid', -decidedFor(sale, 'repaid-cash')),
    ...moved('transfer', 'repaid', -decidedFor(sale, 'repaid-transfer')),
    ...standing(sale)
      .flatMap(({ parts }) => parts)
      .flatMap(handedBack),
  ]
}

/** A tender that goes back the way it came undoes it. */
function handedBack(part: ReturnPart): Balance[] {
  if (part.step.name !== 'repaid') return []
  const { how } = part.step
  const came = part.paymentId === null ? (part.tender ?? 'cash') : null
  return moved(accountOf(how), came === how ? 'back' : 'repaid', -part.amount)
}

// ── Whose it is ─────────────────────────────────────────────────────────────────────────────────────────────────────

function owedToPayers(sale: Sale): Balance[] {
  const whose: Owed = sale.soldAt !== null ? 'surplus' : sale.endedAt !== null ? 'late' : 'advance'
  const balances = sale.payments.map((payment) => balanceOf(sale, payment))
  const held = sale.soldAt === null ? sumOf(keptTenders(sale)) : NO_MONEY
  const owed = held + balances.reduce((sum, one) => sum + Math.max(0, one), 0)
  const short = balances.reduce((sum, one) => sum + Math.max(0, -one), 0)
  return [
    ...(owed === 0 ? [] : [balance('payers', whose, -owed)]),
    ...(short === 0 ? [] : [balance('elsewhere', '', short)]),
  ]
}

const decidedFor = ({ decisions }: Sale, remedy: Remedy): number =>
  sumOf(decisions.filter((one) => one.remedy === remedy).flatMap(({ shares }) => shares))

function ofDecisions(sale: Sale): Balance[] {
  const [kept, borne] = [decidedFor(sale, 'kept'), decidedFor(sale, 'written-off')]
  return [
    ...(kept === 0 ? [] : [balance('kept', '', -kept)]),
    ...(borne === 0 ? [] : [balance('written-off', '', borne)]),
  ]
}

// ── Goods ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A sale's goods are credits, with what they bear of taxes; those that came back are debits. */
function ofGoods(account: 'sales' | 'returns', goods: Goods): Balance[] {
  const { kind, code, category: _category, vat, cityTax, amount, ...counted } = goods
  const sign = account === 'sales' ? -1 : 1
  const figures = { ...counted, vat, cityTax }
  return [
    { ...balance(account, kind, sign * (amount - vat - cityTax), figures), product: code },
    ...(vat === 0 ? [] : [balance('vat', account, sign * vat)]),
    ...(cityTax === 0 ? [] : [balance('city-tax', account, sign * cityTax)]),
  ]
}

const standing = ({ returns }: Sale): readonly Return[] =>
  returns.filter(({ state }) => state !== 'called-off')

/**
 * Goods of a completed return are in the books with the money that went back for them, before or for it. Goods that came back for
 * neither make good what the shop bears, unless a person said just that of the money. Money for more than all goods is borne by
 * the shop.
 */
function ofReturns(sale: Sale): Balance[] {
  const completed = sale.returns.filter(({ state }) => state === 'completed')
  const out = sale.payments.map((payment) => outOf(sale, payment))
  const back = out.reduce((sum, { refunded, handedOut }) => sum + refunded + handedOut, 0)
  const byHand = standing(sale).flatMap(({ parts }) =>
    parts.filter((part) => part.by === 'hand' && isBack(part)),
  )
  const settled = sumOf(completed.flatMap(({ parts }) => parts)) + lostFor(completed)
  const returning = back + sumOf(byHand) + lostFor(standing(sale)) - settled
  const besides = sumOf(completed.flatMap(({ lines }) => lines)) - settled
  const said = decidedFor(sale, 'goods-returned')
  const more = backWithoutReturn(sale)
  return [
    ...(returning === 0 ? [] : [balance('returning', '', returning)]),
    ...(besides + more === said ? [] : [balance('written-off', '', said - besides - more)]),
    ...backOf(sale, more).flatMap((goods) => ofGoods('returns', goods)),
  ]
}

/** What goods are worth that came back without a return: a person said so of money that had gone elsewhere. */
export function backWithoutReturn(sale: Sale): Money {
  const completed = sale.returns.filter(({ state }) => state === 'completed')
  const worth = sumOf(completed.flatMap(({ lines }) => lines))
  const settled = sumOf(completed.flatMap(({ parts }) => parts)) + lostFor(completed)
  const besides = worth - settled
  return money(
    Math.min(totalOf(sale.lines) - worth, Math.max(0, decidedFor(sale, 'goods-returned') - besides)),
  )
}

/** What of their goods came back for money that had gone elsewhere. */
const lostFor = (returns: readonly Return[]): number =>
  sumOf(returns.flatMap(({ goodsForLost = [] }) => goodsForLost))
