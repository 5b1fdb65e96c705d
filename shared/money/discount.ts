import { z } from 'zod'
import type { Wire } from '../wire.ts'
import { type Money, money, NO_MONEY } from './money.ts'
import { moneySchema } from './schemas.ts'
import { typedMoney } from './typed-money.ts'

/** A discount as a person typed it. */
export const discountSchema = z.discriminatedUnion('kind', [
  /** In hundredths of a percent: 5 % is 500. */
  z.strictObject({ kind: z.literal('percent'), share: z.int() }),
  z.strictObject({ kind: z.literal('amount'), amount: moneySchema }),
])
export type Discount = Wire<typeof discountSchema>

const WHOLE = 10_000

/** The amount that a discount takes off: in whole tugriks, rounded half up, at most `gross`. */
export function takenOff(gross: Money, discount: Discount | null | undefined): Money {
  if (!discount) return NO_MONEY
  if (discount.kind === 'amount') return money(Math.min(gross, discount.amount))
  const exact = BigInt(gross) * BigInt(discount.share)
  const wholeTugriks = (exact + BigInt(WHOLE * 50)) / BigInt(WHOLE * 100)
  return money(Math.min(gross, Number(wholeTugriks) * 100))
}

/**
 * Splits a discount over the parts in proportion to their amounts, in whole tugriks. The remaining tugriks go to the
 * parts with the largest rounding loss, the earlier first. The shares add up to `off`; no share exceeds its part.
 */
export function sharesOf(off: Money, parts: readonly Money[]): readonly Money[] {
  const sum = parts.reduce((all, part) => all + part, 0)
  if (sum === 0 || off === 0) return parts.map(() => NO_MONEY)
  const exact = parts.map((part) => BigInt(off) * BigInt(part))
  const shares = exact.map((share) => Number(share / BigInt(sum) / 100n) * 100)
  const lost = exact.map((share, index) => ({
    index,
    rest: share - BigInt(shares[index] ?? 0) * BigInt(sum),
  }))
  lost.sort((one, other) =>
    other.rest > one.rest ? 1 : other.rest < one.rest ? -1 : one.index - other.index,
  )
  let left = off - shares.reduce((all, share) => all + share, 0)
  for (let turn = 0; left > 0; turn += 1) {
    const index = lost[turn % lost.length]?.index ?? 0
    const room = (parts[index] ?? 0) - (shares[index] ?? 0)
    const more = Math.min(left, 100, room)
    shares[index] = (shares[index] ?? 0) + more
    left -= more
  }
  return shares.map(money)
}

/** Reads "5%", "2.5 %" or whole tugriks, "1000". Null for other text, for zero and above 100 %. */
export function parseDiscount(text: string): Discount | null {
  const percent = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%$/.exec(text.trim())
  if (percent) {
    const [, whole, fraction = ''] = percent
    const share = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
    return share > 0 && share <= WHOLE ? { kind: 'percent', share } : null
  }
  const amount = typedMoney(text)
  return amount !== null && amount > 0 && amount % 100 === 0 ? { kind: 'amount', amount } : null
}

/** Text for people: "5 %" for a share of 500. */
export const percentWords = (share: number): string => `${share / 100} %`
