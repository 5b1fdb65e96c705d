import { type Money, money } from './money.ts'

/** A quantity is an integer number of thousandths of the product's unit: 1 piece = 1000, 0.842 kg = 842. */
export type Quantity = number & { readonly __unit: 'thousandths of a unit' }

export const ONE = 1000 as Quantity
/** Shorter than any barcode. */
export const LARGEST_QUANTITY = 99_999_000 as Quantity

export function quantity(thousandths: number): Quantity {
  if (!Number.isSafeInteger(thousandths))
    throw new RangeError(`not an integer of thousandths: ${thousandths}`)
  return thousandths as Quantity
}

/** Reads "3", "0.842" or "0,842". Null for other text, for zero and above LARGEST_QUANTITY. */
export function parseQuantity(text: string): Quantity | null {
  const match = /^(\d{1,6})(?:[.,](\d{1,3}))?$/.exec(text.trim())
  if (!match) return null
  const [, whole, fraction = ''] = match
  const thousandths = Number(whole) * 1000 + Number(fraction.padEnd(3, '0'))
  return thousandths > 0 && thousandths <= LARGEST_QUANTITY ? quantity(thousandths) : null
}

/** The names of units that cannot be divided. Any other unit can: a shop may sell half a box. */
const PIECES = /^(ш|шир|ширхэг|шт|штук|хос|pc|pcs|piece|pieces|ea|each|pair|pairs)$/i

/** Units of weight and volume. Goods with them are weighed or measured for each customer. */
const MEASURES = /^(кг|kg|г|гр|g|gr|л|l|мл|ml)\.?$/i

export const isMeasured = (unit: string): boolean => MEASURES.test(unit)

/** A part of a piece, which cannot be sold. A file may write the unit as "Ш .". */
export const isPartOfPiece = (amount: Quantity, unit: string): boolean =>
  amount % ONE !== 0 && PIECES.test(unit.replace(/[^\p{L}\p{N}]/gu, ''))

/** "2" or "0.842", for people and for the decimal text that the service expects. */
export const formatQuantity = (amount: Quantity): string => (amount / 1000).toString()

/**
 * The price of a quantity, rounded half up to a whole tugrik: there is no smaller coin or note, and the payer's app
 * shows whole tugriks (docs/decisions/rounding.md). `pieces`: how many units have this price together.
 */
export function priceOf(unitPrice: Money, amount: Quantity, pieces = 1): Money {
  const wholeTugrik = 100_000n * BigInt(pieces)
  const wholeTugriks = (BigInt(unitPrice) * BigInt(amount) + wholeTugrik / 2n) / wholeTugrik
  return money(Number(wholeTugriks) * 100)
}
