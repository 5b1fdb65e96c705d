/**
 * The statistics of a sale: sales, goods, people, e-receipts, cancellations, returns. Like the balances (accounts.ts)
 * they are a pure function of its parts; an event counts the difference that it makes.
 *
 *     hour           "09"                            sold sales, by the hour in which they were sold
 *     cashier        id and name                     sold sales, by who rang them up; empty: nobody was signed in
 *     till           its code                        sold sales, by the till that sold them
 *     product        its code                        their lines, taxes included
 *     category       its name
 *     discount       line, sale                      amounts of discount
 *     discount-by    id and name of the cashier
 *     override       id and name of the cashier      lines that were sold at another price than the product's
 *     e-receipt              issued, voided, owed, refused   as the service said them
 *                    given-up
 *                    elsewhere                       turnover without an e-receipt of ours, when it is sold: paid at the counter
 *                    elsewhere-later                 the same, but later: given up, or voided although the goods stay sold
 *                    elsewhere-back                  of both, what came back, or what an e-receipt of ours covers since
 *                    taxes-unknown                   of the issued ones: the service did not tell all their taxes
 *                    taxes-unknown-voided            of the voided ones
 *                    taxes-told                      whose missing taxes a later answer told
 *                    vat-unknown, city-tax-unknown   the same three for each tax, because one of both may be told
 *     back           card, terminal, cash, transfer  refunds of returns, by way of refund
 *     return         its reason                      completed returns; empty: a decision that the goods came back
 *     back-hour, back-product, back-category, back-cashier, back-till
 *     cancelled      charge, cart                    charges that had an invoice; goods that never had one
 *     removed        id and name of the cashier      lines that were removed from a cart (postings.ts)
 *     settled        the resolution                      decisions of people about money
 */
import { handed } from '../money/cash-rounding.ts'
import { type Money, NO_MONEY, sumOf } from '../money/money.ts'
import { priceOf } from '../money/quantity.ts'
import { roundedTax } from '../money/told-tax.ts'
import { paymentOf } from '../sale/money-of-sale.ts'
import { isBack, isRefundedElsewhere, openReturn, type Return } from '../sale/return.ts'
import { type EReceipt, piecesOf, type Sale } from '../sale/sale.ts'
import { shopHour } from '../shop/shop-day.ts'
import type { Cashier } from '../shop/staff.ts'
import { type Figures, figuresIn, NOTHING, plus, summed } from './figures.ts'
import { backOf, goodsOf } from './goods.ts'

export const COUNTS = [
  'hour',
  'cashier',
  'till',
  'product',
  'category',
  'discount',
  'discount-by',
  'override',
  'e-receipt',
  'back',
  'return',
  'back-hour',
  'back-product',
  'back-category',
  'back-cashier',
  'back-till',
  'cancelled',
  'settled',
  'removed',
] as const
export type Counted = (typeof COUNTS)[number]
export type Count = Figures & { readonly account: Counted; readonly key: string }

export const count = (account: Counted, key: string, figures: Partial<Figures>): Count => ({
  ...NOTHING,
  times: 1,
  ...figures,
  account,
  key,
})

/**
 * What is true of a valid e-receipt, each a count of its own for every e-receipt. A count that disappears says that the
 * e-receipt was voided, or that its taxes were told (postings.ts).
 */
export const STATES = ['stands', 'taxes-unknown', 'vat-unknown', 'city-tax-unknown'] as const
export type ReceiptState = (typeof STATES)[number]

const inState = (state: ReceiptState, name: string, figures: Partial<Figures> = {}): Count =>
  count('e-receipt', `${state} ${name}`, figures)

export const countsOf = (sale: Sale): readonly Count[] => [
  ...(sale.soldAt === null ? [] : ofSold(sale, sale.soldAt)),
  ...sale.ereceipts.flatMap((one) => [...standing(one), ...ofEReceipt(sale, one)]),
  ...sale.returns.flatMap((one) => ofReturn(one, one.till ?? sale.terminal)),
  ...goodsBack(sale),
  ...sale.decisions.flatMap(decided),
]

/** A repayment in place of a refund that the service accepted but did not make replaces that refund. */
function decided({ cause, resolution, shares }: Sale['decisions'][number]): Count[] {
  const amount = sumOf(shares)
  const settled = count('settled', resolution, { amount })
  if (cause !== 'refund-not-done' || (resolution !== 'repaid-cash' && resolution !== 'repaid-transfer'))
    return [settled]
  const way = resolution === 'repaid-cash' ? 'cash' : 'transfer'
  return [settled, count('back', way, { amount }), count('back', 'card', { times: -1, amount: -amount })]
}

function ofSold(sale: Sale, soldAt: number): Count[] {
  const goods = goodsOf(sale)
  const whole = { ...summed(goods), times: 1, quantity: 0 }
  const who = cashierKey(sale.cashier)
  return [
    count('hour', shopHour(soldAt), whole),
    count('cashier', who, whole),
    count('till', sale.terminal, whole),
    ...goods.flatMap((one) => [
      count('product', one.code, figuresIn(one)),
      count('category', one.category, figuresIn(one)),
    ]),
    ...discounts(sale, who),
    ...overrides(sale, who),
    ...uncovered(sale, goods),
  ]
}

/**
 * The goods that the customer keeps and that no e-receipt of ours covers. They have all taxes of the kept goods but the
 * share of what is covered.
 */
function uncovered(sale: Sale, goods: readonly Figures[]): Count[] {
  const kept = plus(summed(goods), summed(backOf(sale)), -1)
  const covered = sumOf(
    sale.ereceipts
      .filter((one) => isOurs(sale, one))
      .map(({ paymentId }) => ({ amount: paymentOf(sale, paymentId)?.counted ?? NO_MONEY })),
  )
  const amount = kept.amount - covered
  if (amount <= 0) return []
  const rest = (tax: number): number => tax - Number((BigInt(tax) * BigInt(covered)) / BigInt(kept.amount))
  return [count('e-receipt', 'elsewhere', { amount, vat: rest(kept.vat), cityTax: rest(kept.cityTax) })]
}

/** An e-receipt that is valid or still to be issued. One that a return voids counts until the return is over. */
function isOurs(sale: Sale, one: EReceipt): boolean {
  if (one.step === 'refused') return Boolean(one.last?.ids) || !one.seen
  if (one.step !== 'voided') return true
  return openReturn(sale)?.voids.some(({ paymentId }) => paymentId === one.paymentId) ?? false
}

function discounts({ lines }: Sale, who: string): Count[] {
  const off = lines.flatMap((line) => (line.off ? [line.off] : []))
  const shares = lines.flatMap((line) => (line.share ? [line.share] : []))
  const whole = shares.reduce((sum, share) => sum + share, 0)
  const all = [...off, ...shares].reduce((sum, amount) => sum + amount, 0)
  return [
    ...off.map((amount) => count('discount', 'line', { amount })),
    ...(shares.length === 0 ? [] : [count('discount', 'sale', { amount: whole })]),
    ...(all === 0 ? [] : [count('discount-by', who, { amount: all })]),
  ]
}

/** The amounts by which price overrides changed the products' own prices. */
const overrides = ({ lines }: Sale, who: string): Count[] =>
  lines
    .filter(({ unitPrice, product }) => unitPrice !== product.price)
    .map((line) => {
      const worth = (price: Money) => priceOf(price, line.quantity, piecesOf(line))
      return count('override', who, { amount: worth(line.unitPrice) - worth(line.product.price) })
    })

/** An issued e-receipt counts until it is known to be void, even while it is requested again. */
function standing(one: Sale['ereceipts'][number]): Count[] {
  const { paymentId, last } = one
  if (!last?.ids || last.amount === undefined) return []
  const { no, amount, vat, cityTax } = last
  const name = `${paymentId} ${no}`
  return [
    inState('stands', name, {
      amount,
      vat: roundedTax(vat ?? NO_MONEY),
      cityTax: roundedTax(cityTax ?? NO_MONEY),
    }),
    ...(vat === null || cityTax === null ? [inState('taxes-unknown', name, { amount })] : []),
    ...(vat === null ? [inState('vat-unknown', name)] : []),
    ...(cityTax === null ? [inState('city-tax-unknown', name)] : []),
  ]
}

function ofEReceipt(sale: Sale, one: Sale['ereceipts'][number]): Count[] {
  const amount = paymentOf(sale, one.paymentId)?.counted ?? 0
  switch (one.step) {
    case 'due':
    case 'requested':
      return one.last?.ids ? [] : [count('e-receipt', 'owed', { amount })]
    case 'refused':
      return [count('e-receipt', one.seen ? 'given-up' : 'refused', { amount })]
    default:
      return []
  }
}

/** Counts refunds when they are made, and goods when the return is completed. A void alone is not a return. */
function ofReturn(one: Return, terminal: string): Count[] {
  if (one.state === 'cancelled' || one.lines.length === 0) return []
  const money = one.parts
    .filter((part) => isBack(part) && !isRefundedElsewhere(part))
    .map((part) => count('back', wayOf(part.step), { amount: handed(part) }))
  if (one.state !== 'completed') return money
  const worth = { lines: one.lines.length, amount: sumOf(one.lines) }
  return [
    ...money,
    count('return', one.reason, worth),
    count('back-cashier', cashierKey(one.by), worth),
    count('back-till', terminal, worth),
    count('back-hour', shopHour(one.endedAt ?? one.openedAt), worth),
  ]
}

const wayOf = (step: Return['parts'][number]['step']): string => {
  if (step.name !== 'repaid') return 'card'
  return step.how === 'card' ? 'terminal' : step.how
}

const goodsBack = (sale: Sale): Count[] =>
  backOf(sale).flatMap((one) => [
    count('back-product', one.code, figuresIn(one)),
    count('back-category', one.category, figuresIn(one)),
  ])

/** An id has no space, so the first space ends it. */
export const cashierKey = (cashier: Cashier | null): string =>
  cashier === null ? '' : `${cashier.id} ${cashier.name}`

export function cashierOfKey(key: string): Cashier | null {
  const space = key.indexOf(' ')
  return key === '' ? null : { id: key.slice(0, space), name: key.slice(space + 1) }
}
