import { type Money, money } from './money.ts'

/** How much of a product: an integer count of thousandths of its unit (1 piece = 1000, 0.842 kg = 842). */
export type Quantity = number & { readonly __unit: 'thousandths of a unit' }

export const ONE = 1000 as Quantity
export const LARGEST_QUANTITY = 100_000_000 as Quantity

export function quantity(thousandths: number): Quantity {
  if (!Number.isSafeInteger(thousandths))
    throw new RangeError(`not an integer of thousandths: ${thousandths}`)
  return thousandths as Quantity
}

/** Reads "3", "0.842" or "0,842". Null where it is no quantity, or not above zero, or past 100,000 units. */
export function parseQuantity(text: string): Quantity | null {
  const match = /^(\d{1,6})(?:[.,](\d{1,3}))?$/.exec(text.trim())
  if (!match) return null
  const [, whole, fraction = ''] = match
  const thousandths = Number(whole) * 1000 + Number(fraction.padEnd(3, '0'))
  return thousandths > 0 && thousandths <= LARGEST_QUANTITY ? quantity(thousandths) : null
}

/** "2" or "0.842", for people and for the wire's numeric text. */
export const formatQuantity = (amount: Quantity): string => (amount / 1000).toString()

/**
 * What so much of a product costs, rounded half up to a whole tugrik: there is no smaller coin or note, and the
 * payer's app shows whole tugriks (docs/decisions/rounding.md).
 */
export function priceOf(unitPrice: Money, amount: Quantity): Money {
  const hundredThousandths = BigInt(unitPrice) * BigInt(amount)
  const wholeTugriks = (hundredThousandths + 50_000n) / 100_000n
  return money(Number(wholeTugriks) * 100)
}
