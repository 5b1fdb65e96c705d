/**
 * The limits for sales and carts from other tills of the shop. No person can type more, so anything larger is forged: amounts
 * that cannot be added, or names that would take minutes to draw.
 */
import { LARGEST_MONEY } from '../money/money.ts'
import { LARGEST_QUANTITY } from '../money/quantity.ts'
import { type Sale, type SaleLine, saleSchema } from './sale.ts'

/** More lines than any basket has. The limit also stops a page that adds lines without end. */
export const MOST_LINES = 1000
/** Five times the longest name that a person can type. Drawing a name without a limit could take minutes. */
const LONGEST_TEXT = 1000

/** Whether a person at another till can have made these goods and this note. */
export const canBeTyped = ({ lines, note }: Pick<Sale, 'lines' | 'note'>): boolean =>
  lines.length <= MOST_LINES && isShort(note) && lines.every(isLine)

export const isShort = (text: string): boolean => text.length <= LONGEST_TEXT

const isUpTo = (most: number, value: number): boolean => value >= 0 && value <= most

function isLine({ product, quantity, unitPrice, amount, pack, note = '', unlisted = '' }: SaleLine): boolean {
  const { code, name, category, unit, taxProductCode, classificationCode, price } = product
  return (
    quantity > 0 &&
    isUpTo(LARGEST_QUANTITY, quantity) &&
    [price, unitPrice, amount].every((money) => isUpTo(LARGEST_MONEY, money)) &&
    [code, name, category, unit, taxProductCode, classificationCode].every(isShort) &&
    [pack?.code ?? '', note, unlisted].every(isShort)
  )
}

export const saleOfOtherTill = saleSchema.refine(canBeTyped)
