/**
 * What is counted of a sale beside its money: sales, goods, people, e-receipts, what was cancelled and given back. Like its
 * balances (accounts.ts) a pure function of its parts, dated by the event that changes it.
 *
 *     hour           "09"                            sold sales, by the hour in which they were sold
 *     cashier        id and name                     sold sales, by who rang them up; empty: nobody was signed in
 *     till           its code                        sold sales, by the till that sold them
 *     product        its code                        their lines, taxes included
 *     category       its name
 *     kind           vat, zero-rated, exempt         the same, by kind of tax
 *     discount       line, sale                      what was taken off
 *     discount-by    id and name of the cashier
 *     override       id and name of the cashier      lines that were sold at another price than the product's
 *     e-receipt      issued, voided, owed, refused   as the service said them
 *                    given-up, elsewhere             `elsewhere`: what was paid at the counter, whose e-receipt this interface does not issue
 *     back           card, terminal, cash, transfer  the money of returns, by the way it went back
 *     return         its reason                      returns that are completed: their goods
 *     back-hour, back-product, back-category, back-cashier
 *     cancelled      charge, cart                    charges that had an invoice; goods that never had one
 *     settled        the remedy                      what people decided about money
 */

import { NO_MONEY } from '../../shared/money.ts'
import { isBack, type Return } from '../../shared/return.ts'
import type { Sale } from '../../shared/sale.ts'
import { paymentOf, sumOf } from '../../shared/sale-account.ts'
import { hadInvoice, totalOf } from '../../shared/sale-status.ts'
import { shopHour } from '../../shared/shop-day.ts'
import type { Cashier } from '../../shared/staff.ts'
import { backWithoutReturn, type Figures, NOTHING } from './accounts.ts'
import { backOf, type Goods, goodsOf } from './goods.ts'

export const COUNTS = [
  'hour',
  'cashier',
  'till',
  'product',
  'category',
  'kind',
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
  'back-kind',
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

/** With which one it is: what stands no more was voided (postings.ts). */
export const STANDS = 'stands'

export const countsOf = (sale: Sale): readonly Count[] => [
  ...(sale.soldAt === null ? [] : ofSold(sale, sale.soldAt)),
  ...cancelled(sale),
  ...sale.ereceipts.flatMap((one) => [...standing(one), ...ofEReceipt(sale, one)]),
  ...sale.returns.flatMap((one) => ofReturn(one)),
  ...goodsBack(sale),
  ...sale.decisions.flatMap(decided),
]

/** What was handed out in the place of a refund that the service accepted and did not do went back another way. */
function decided({ cause, remedy, shares }: Sale['decisions'][number]): Count[] {
  const amount = sumOf(shares)
  const settled = count('settled', remedy, { amount })
  if (cause !== 'refund-not-done' || (remedy !== 'repaid-cash' && remedy !== 'repaid-transfer'))
    return [settled]
  const way = remedy === 'repaid-cash' ? 'cash' : 'transfer'
  return [settled, count('back', way, { amount }), count('back', 'card', { times: -1, amount: -amount })]
}

function ofSold(sale: Sale, soldAt: number): Count[] {
  const goods = goodsOf(sale)
  const whole = { ...sumUp(goods), times: 1 }
  const { counted, rest } = paidWhere(sale, whole.amount)
  const who = cashierKey(sale.cashier)
  return [
    count('hour', shopHour(soldAt), whole),
    count('cashier', who, whole),
    count('till', sale.terminal, whole),
    ...goods.flatMap((one) => [
      count('product', one.code, figuresOf(one)),
      count('category', one.category, figuresOf(one)),
      count('kind', one.kind, figuresOf(one)),
    ]),
    ...discounts(sale, who),
    ...overrides(sale, who),
    ...(rest > 0 ? [count('e-receipt', 'elsewhere', { amount: rest, ...sharedTaxes(whole, counted) })] : []),
  ]
}

const figuresOf = ({ lines, quantity, amount, vat, cityTax }: Goods): Partial<Figures> => ({
  lines,
  quantity,
  amount,
  vat,
  cityTax,
})

const sumUp = (goods: readonly Goods[]) => ({
  lines: goods.reduce((sum, one) => sum + one.lines, 0),
  amount: goods.reduce((sum, one) => sum + one.amount, 0),
  vat: goods.reduce((sum, one) => sum + one.vat, 0),
  cityTax: goods.reduce((sum, one) => sum + one.cityTax, 0),
})

/** Of a sold sale's price: what payments of the service settle for which e-receipts are issued, and the rest. */
function paidWhere(sale: Sale, total: number) {
  const counted = sumOf(
    sale.ereceipts.map(({ paymentId }) => ({ amount: paymentOf(sale, paymentId)?.counted ?? NO_MONEY })),
  )
  return { counted, rest: total - counted }
}

/** The taxes of what is not covered: all of them less the share that is. */
function sharedTaxes(whole: Omit<Figures, 'times' | 'quantity'>, counted: number) {
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

/** By how much more, or less, than the product's own price. */
const overrides = ({ lines }: Sale, who: string): Count[] =>
  lines
    .filter(({ unitPrice, product }) => unitPrice !== product.price)
    .map(({ unitPrice, product, quantity }) =>
      count('override', who, { amount: Math.round(((unitPrice - product.price) * quantity) / 1000) }),
    )

/** A sale that was ended unsold. Money that comes later changes nothing of that. */
function cancelled(sale: Sale): Count[] {
  if (sale.soldAt !== null || sale.endedAt === null || sale.lines.length === 0) return []
  const key = hadInvoice(sale) ? 'charge' : 'cart'
  return [count('cancelled', key, { lines: sale.lines.length, amount: totalOf(sale.lines) })]
}

/** One that was issued stands until it is known to be void, also while it is asked for again. */
function standing(one: Sale['ereceipts'][number]): Count[] {
  const { paymentId, last } = one
  if (!last?.ids || last.amount === undefined) return []
  const { no, amount, vat = 0, cityTax = 0 } = last
  return [count('e-receipt', `${STANDS} ${paymentId} ${no}`, { amount, vat, cityTax })]
}

function ofEReceipt(sale: Sale, one: Sale['ereceipts'][number]): Count[] {
  const amount = paymentOf(sale, one.paymentId)?.counted ?? 0
  switch (one.step) {
    case 'due':
    case 'requested':
      return one.last?.ids ? [] : [count('e-receipt', 'owed', { amount })]
    case 'refused':
      return [count('e-receipt', one.failure.name === 'GIVEN_UP' ? 'given-up' : 'refused', { amount })]
    default:
      return []
  }
}

/** Its money as it goes back; its goods once all of it is settled. E-receipts that are voided alone are no return. */
function ofReturn(one: Return): Count[] {
  if (one.state === 'called-off' || one.lines.length === 0) return []
  const money = one.parts
    .filter(isBack)
    .map((part) => count('back', wayOf(part.step), { amount: part.amount }))
  if (one.state !== 'completed') return money
  const worth = { lines: one.lines.length, amount: sumOf(one.lines) }
  return [
    ...money,
    count('return', one.reason, worth),
    count('back-cashier', cashierKey(one.by), worth),
    count('back-hour', shopHour(one.endedAt ?? one.openedAt), worth),
  ]
}

const wayOf = (step: Return['parts'][number]['step']): string => {
  if (step.name !== 'repaid') return 'card'
  return step.how === 'card' ? 'terminal' : step.how
}

const goodsBack = (sale: Sale): Count[] =>
  backOf(sale, backWithoutReturn(sale)).flatMap((one) => [
    { ...count('back-product', one.code, figuresOf(one)), times: one.lines },
    { ...count('back-category', one.category, figuresOf(one)), times: one.lines },
    { ...count('back-kind', one.kind, figuresOf(one)), times: one.lines },
  ])

/** An id has no space in it. */
const cashierKey = (cashier: Cashier | null): string =>
  cashier === null ? '' : `${cashier.id} ${cashier.name}`

export function cashierOfKey(key: string): Cashier | null {
  const space = key.indexOf(' ')
  return key === '' ? null : { id: key.slice(0, space), name: key.slice(space + 1) }
}
