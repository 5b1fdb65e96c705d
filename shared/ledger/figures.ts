import { SALE_TENDERS, type ShiftTotals } from '../books/shift.ts'
import { type Money, sumMoney } from '../money/money.ts'
import type { Account } from '../shop/ledger-accounts.ts'
/** Sums of a key, all integers: `quantity` in thousandths of a unit, the amounts in hundredths of a tugrik. */
export type Figures = {
  readonly times: number
  readonly lines: number
  readonly quantity: number
  readonly amount: number
  readonly vat: number
  readonly cityTax: number
}

export const NOTHING: Figures = { times: 0, lines: 0, quantity: 0, amount: 0, vat: 0, cityTax: 0 }

/** `sign` -1 subtracts the other. */
export const plus = (one: Figures, other: Figures, sign: 1 | -1 = 1): Figures => ({
  times: one.times + sign * other.times,
  lines: one.lines + sign * other.lines,
  quantity: one.quantity + sign * other.quantity,
  amount: one.amount + sign * other.amount,
  vat: one.vat + sign * other.vat,
  cityTax: one.cityTax + sign * other.cityTax,
})

export function summed(all: Iterable<Figures>): Figures {
  let sum = NOTHING
  for (const one of all) sum = plus(sum, one)
  return sum
}

export const figuresIn = (one: Figures): Figures => plus(NOTHING, one)

export const isNothing = ({ times, lines, quantity, amount, vat, cityTax }: Figures): boolean =>
  times === 0 && lines === 0 && quantity === 0 && amount === 0 && vat === 0 && cityTax === 0

/** Adds the taxes to the accounts `sales` and `returns`, which are posted without them; sales are credits. */
export const soldGoods = (sales: Figures): Figures => ({
  ...sales,
  amount: sales.vat + sales.cityTax - sales.amount,
})
export const returnedGoods = (returns: Figures): Figures => ({
  ...returns,
  amount: returns.vat + returns.cityTax + returns.amount,
})

/**
 * What lies between the tenders and the net: tenders and bridge add up to the net, because all balances add up to zero.
 * `amount`: the sum of an account, or of one key of it.
 */
export const bridgeOf = (amount: (account: Account, key?: string) => Money): ShiftTotals['bridge'] => ({
  repaid: sumMoney(SALE_TENDERS.map((tender) => amount(tender, 'repaid'))),
  advance: amount('payers', 'advance'),
  held: amount('payers', 'held'),
  late: amount('payers', 'late'),
  surplus: amount('payers', 'surplus'),
  kept: amount('kept'),
  rounding: amount('rounding'),
  short: amount('elsewhere'),
  returning: amount('returning'),
  'written-off': amount('written-off'),
  unexplained: amount('unexplained'),
})
