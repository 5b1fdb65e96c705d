import { type Money, money, tugriks } from '../../../shared/money/money.ts'
import { formatQuantity, isMeasured, priceOf, quantity } from '../../../shared/money/quantity.ts'
import type { Product } from '../../../shared/shop/product.ts'
import type { WeighedCodes } from '../../../shared/shop/weighed-codes.ts'

/**
 * Barcodes as scanners send them (GS1 General Specifications, section 7.9: the check digit). An EAN-13 that begins
 * with 0 is the same article number as the twelve digits of its UPC-A; scanners send either.
 */

/** What scanners add to a code: spaces, line ends, a group separator, a byte order mark. */
const NOISE = /[\s\p{Cc}\p{Cf}]+/gu

/** Halves of surrogate pairs. SQLite stores them all as U+FFFD, and a code is a key of the register. */
const HALVES = /\p{Cs}/gu

/** The code without these characters, as the catalogue spells it. */
export const tidyCode = (scanned: string): string => scanned.replace(NOISE, '').replace(HALVES, '\uFFFD')

/**
 * The code without what another program put around it, as the catalogue spells it: quotes, the stars of Code 39, decimals and
 * separators of thousands of a number, and the zero before an EAN-13 in a GTIN-14. Where that is not sure, the code stays: points,
 * hyphens and single stars are usual in the codes of spares and clothes.
 */
export function bareCode(typed: string): string {
  const quoted = tidyCode(typed).replace(QUOTED, '$1').replace(LEADING_QUOTES, '')
  const bare = quoted.replace(/^\*([^*]+)\*$/, '$1')
  const number = asNumber(bare)
  return /^0\d{13}$/.test(number) && endsInCheckDigit(number) ? number.slice(1) : number
}

const QUOTED = /^["'`´‘’‚‛“”„«»ʼ]+(.+?)["'`´‘’‚‛“”„«»ʼ]+$/
const LEADING_QUOTES = /^['`´‘’ʼ]+(?=.)/

function asNumber(code: string): string {
  const match = /^(?:(\d{4,})|(\d{1,3}(?:([,.'’])\d{3})(?:\3\d{3})*))(?:([.,])0{1,4})?$/.exec(code)
  if (match === null) return code
  const [, plain, grouped = '', between, point] = match
  if (plain !== undefined) return plain
  const digits = grouped.replace(/\D/g, '')
  // "12.345" and "1.234.567" may be codes that the shop made. Groups divided by points are read as a barcode only if the
  // check digit is right.
  const isSure = between === '.' ? [isEan13, isUpcA, isEan8].some((fits) => fits(digits)) : between !== point
  return isSure ? digits : code
}

export const isEan13 = (code: string): boolean => /^\d{13}$/.test(code) && endsInCheckDigit(code)

export const isEan8 = (code: string): boolean => /^\d{8}$/.test(code) && endsInCheckDigit(code)

export const isUpcA = (code: string): boolean => /^\d{12}$/.test(code) && endsInCheckDigit(code)

/** The EAN-13 of a UPC-A; any other code unchanged. So each article has one spelling. */
export const asEan13 = (code: string): string => (isUpcA(code) ? `0${code}` : code)

/** Whether these are the last eleven digits of a UPC-A that begins with 0, which a spreadsheet dropped. */
export const lacksZeros = (code: string): boolean => /^\d{11}$/.test(code) && isUpcA(`0${code}`)

/** From the right, digits have weights 1, 3, 1, 3…; the weighted sum is a multiple of ten. */
function endsInCheckDigit(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    sum += place % 2 === 0 ? digit : 3 * digit
  }
  return sum % 10 === 0
}

/** Weighed and priced goods: one code contains the article and its weight or price (shared/shop/weighed-codes.ts). */

type WeighedCode = {
  readonly article: string
  readonly kind: 'weight' | 'price'
  readonly value: number
}

/** The meaning of a code that a scale printed; null for any other code or a wrong check digit. */
export function readWeighedCode(code: string, codes: WeighedCodes): WeighedCode | null {
  if (!isEan13(code)) return null
  const prefix = code.slice(0, 2)
  const kind = codes.weight.includes(prefix) ? 'weight' : codes.price.includes(prefix) ? 'price' : null
  if (kind === null) return null
  const end = 2 + codes.articleDigits
  return { article: code.slice(2, end), kind, value: Number(code.slice(end, 12)) }
}

/**
 * What a label adds to the cart: the product, the quantity as a cashier types it, and the price. Goods by weight have
 * the price of the label as their own. For goods by the piece it differs from the product's, and needs an approval.
 */
export type Weighed = { readonly product: Product; readonly quantity: string; readonly unitPrice: Money }

const KILOGRAMS = /^(кг|kg)\.?$/i
const LITRES = /^(л|l)\.?$/i

/**
 * The product and quantity of a label. May be zero or an impossible amount, which the counter refuses. A weight is in
 * grams, which are thousandths of a kilogram. For goods by the piece, scales print the number of pieces.
 */
export function weighedProduct(product: Product, { kind, value }: WeighedCode): Weighed {
  const unitPrice = product.price
  if (value === 0) return { product, quantity: '0', unitPrice }
  if (kind === 'price') return pricedProduct(product, tugriks(value))
  const small = KILOGRAMS.test(product.unit) || LITRES.test(product.unit)
  return { product, quantity: formatQuantity(quantity(small ? value : value * 1000)), unitPrice }
}

/** The net weight that a GS1 barcode contains; null for goods that are not sold by the kilogram. */
export const weighedByKilograms = (product: Product, kilograms: string): Weighed | null =>
  KILOGRAMS.test(product.unit) ? { product, quantity: kilograms, unitPrice: product.price } : null

/**
 * The quantity that costs this price. If there is none, for example because the price changed after the label was
 * printed, the unit price is adjusted. If no unit price in whole möngö fits, the quantity is one, at the label's price.
 * So the customer always pays what the label says.
 */
function pricedProduct(product: Product, price: Money): Weighed {
  if (!isMeasured(product.unit)) return { product, quantity: '1', unitPrice: price }
  const thousandths = Math.max(1, Math.round((price * 1000) / product.price))
  const amount = quantity(thousandths)
  const adjusted = money(Math.round((price * 1000) / thousandths))
  const fitting = [product.price, adjusted].find((one) => priceOf(one, amount) === price)
  const [unitPrice, weight] = fitting === undefined ? [price, '1'] : [fitting, formatQuantity(amount)]
  return { product: { ...product, price: unitPrice }, quantity: weight, unitPrice }
}
