/** What is counted and added up: whole numbers of sales, payments, lines, thousandths of a unit, hundredths of a tugrik. */
export type Figures = {
  readonly times: number
  readonly lines: number
  readonly quantity: number
  readonly amount: number
  readonly vat: number
  readonly cityTax: number
}

export const NOTHING: Figures = { times: 0, lines: 0, quantity: 0, amount: 0, vat: 0, cityTax: 0 }

/** -1 takes the other away. */
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

/** What the accounts `sales` and `returns` have without taxes, the first as credits: as it was paid for. */
export const soldGoods = (sales: Figures): Figures => ({
  ...sales,
  amount: sales.vat + sales.cityTax - sales.amount,
})
export const returnedGoods = (returns: Figures): Figures => ({
  ...returns,
  amount: returns.vat + returns.cityTax + returns.amount,
})
