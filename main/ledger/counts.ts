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
 *     e-receipt      issued, voided, owed, refused   as the service said them
 *                    given-up, elsewhere             `elsewhere`: paid at the counter, so without an e-receipt
 *                    taxes-unknown                   of the issued ones: the service did not tell all their taxes
 *                    taxes-unknown-voided            of the voided ones
 *                    taxes-told                      whose missing taxes a later answer told
 *                    vat-unknown, city-tax-unknown   the same three for each tax, because one of both may be told
 *     back           card, terminal, cash, transfer  refunds of returns, by way of refund
 *     return         its reason                      completed returns; empty: a decision that the goods came back
 *     back-hour, back-product, back-category, back-cashier, back-till
 *     cancelled      charge, cart                    charges that had an invoice; goods that never had one
 *     removed        empty                           lines that were removed from a cart (postings.ts)
 *     settled        the resolution                      decisions of people about money
 */
import { type Money, NO_MONEY } from '../../shared/money.ts'
import { priceOf } from '../../shared/quantity.ts'
import { isBack, isElsewhere, type Return } from '../../shared/return.ts'
import { piecesOf, type Sale } from '../../shared/sale.ts'
import { paymentOf, sumOf } from '../../shared/sale-account.ts'
import { shopHour } from '../../shared/shop-day.ts'
import type { Cashier } from '../../shared/staff.ts'
import { type Figures, figuresIn, NOTHING, summed } from './figures.ts'
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
  ...sale.returns.flatMap((one) => ofReturn(one, sale.terminal)),
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
  const { counted, rest } = paidWhere(sale, whole.amount)
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
    ...(rest > 0 ? [count('e-receipt', 'elsewhere', { amount: rest, ...sharedTaxes(whole, counted) })] : []),
  ]
}

/** Splits the price of a sold sale: the amount paid at the service, with an e-receipt, and the rest. */
function paidWhere(sale: Sale, total: number) {
  const counted = sumOf(
    sale.ereceipts.map(({ paymentId }) => ({ amount: paymentOf(sale, paymentId)?.counted ?? NO_MONEY })),
  )
  return { counted, rest: total - counted }
}

/** The taxes of the rest: all taxes less the share of what was paid at the service. */
function sharedTaxes(whole: Figures, counted: number) {
  const left = (tax: number): number =>
    whole.amount === 0 ? 0 : tax - Number((BigInt(tax) * BigInt(counted)) / BigInt(whole.amount))
  return { vat: left(whole.vat), cityTax: left(whole.cityTax) }
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
    inState('stands', name, { amount, vat: vat ?? 0, cityTax: cityTax ?? 0 }),
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
    .filter((part) => isBack(part) && !isElsewhere(part))
    .map((part) => count('back', wayOf(part.step), { amount: part.amount }))
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
const cashierKey = (cashier: Cashier | null): string =>
  cashier === null ? '' : `${cashier.id} ${cashier.name}`

export function cashierOfKey(key: string): Cashier | null {
  const space = key.indexOf(' ')
  return key === '' ? null : { id: key.slice(0, space), name: key.slice(space + 1) }
}
