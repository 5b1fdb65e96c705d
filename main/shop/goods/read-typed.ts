/** Reads a product as typed or as in a file, field by field, and names every wrong field. */

import { type Money, NO_MONEY, tugriks } from '../../../shared/money/money.ts'
import type { TaxKind } from '../../../shared/money/tax.ts'
import { typedMoney } from '../../../shared/money/typed-money.ts'
import { type FurtherCode, LONGEST_CODES } from '../../../shared/shop/further-codes.ts'
import type { FieldProblem, Goods, GoodsField, GoodsProblem, TypedGoods } from '../../../shared/shop/goods.ts'
import type { Product } from '../../../shared/shop/product.ts'
import { asEan13, bareCode, isEan13, tidyCode } from './barcode.ts'
import { taxKindFrom } from './tax-kind-words.ts'

export type ReadGoods =
  | (Goods & { readonly problems: null })
  | { readonly product: null; readonly problems: readonly FieldProblem[] }

type Read<Value> = { readonly value: Value } | { readonly problem: GoodsProblem }

export function readTyped(typed: TypedGoods): ReadGoods {
  const problems: FieldProblem[] = []
  const taken = <Value>(field: GoodsField, read: Read<Value>, otherwise: Value): Value => {
    if ('value' in read) return read.value
    problems.push({ field, problem: read.problem })
    return otherwise
  }
  const product: Product = {
    code: taken('code', readCode(typed.code), ''),
    name: taken('name', readText(typed.name, 200), ''),
    category: taken('category', readText(typed.category, 120), ''),
    price: taken('price', readPrice(typed.price), tugriks(1)),
    unit: taken('unit', readText(typed.unit, 20), ''),
    taxProductCode: taken('taxProductCode', readDigits(typed.taxProductCode), ''),
    classificationCode: taken('classificationCode', readClassification(typed.classificationCode), ''),
    taxKind: taken<TaxKind>('taxKind', readTaxKind(typed.taxKind), 'vat'),
    cityTax: taken('cityTax', readYesOrNo(typed.cityTax), false),
  }
  const codes = taken('codes', readCodes(typed.codes, product.code), [])
  return problems.length === 0 ? { product, codes, problems: null } : { product: null, problems }
}

/** All codes as typed, also where some or other fields cannot be read. */
export const readTypedCodes = ({ code, codes }: Pick<TypedGoods, 'code' | 'codes'>): readonly string[] =>
  [code, ...codes.split(FURTHER_CODES).map((part) => FURTHER_CODE.exec(part)?.[1] ?? '')]
    .map(bareCode)
    .filter((one) => one !== '')

const MOST_PIECES = 10_000

/** Further codes in lines or between ";": "4870001", "4870001*12", "4870001 × 12 = 24 000". */
function readCodes(typed: string, own: string): Read<readonly FurtherCode[]> {
  if (typed.length > LONGEST_CODES) return { problem: 'too-long' }
  const codes: FurtherCode[] = []
  const keys = new Set([asEan13(own)])
  for (const part of typed.split(FURTHER_CODES)) {
    const [, codeText = '', piecesText = '', priceText = ''] = FURTHER_CODE.exec(part) ?? ['', part, '0']
    // An empty line, or an empty row of the form: "*=".
    if (`${codeText}${piecesText}${priceText}`.trim() === '') continue
    const pieces = piecesText === '' ? 1 : Number(piecesText)
    if (codeText.trim() === '' || pieces < 1 || pieces > MOST_PIECES) return { problem: 'not-a-pack' }
    const [code, price] = [readCode(codeText), priceText.trim() === '' ? NO_PRICE : readPrice(priceText)]
    if ('problem' in code) return code
    if ('problem' in price) return price
    if (keys.has(asEan13(code.value))) return { problem: 'listed-twice' }
    keys.add(asEan13(code.value))
    codes.push({ code: code.value, pieces, price: price.value })
  }
  return { value: codes }
}

const FURTHER_CODES = /[;\n]/
const FURTHER_CODE = /^([^*×=]*)(?:[*×]\s*(?:(\d{1,6})\s*)?)?(?:=(.*))?$/
const NO_PRICE: Read<Money | null> = { value: null }

/** Thirteen digits must be a valid EAN-13: a shop's own codes look different. */
function readCode(typed: string): Read<string> {
  const code = bareCode(typed)
  if (code === '') return { problem: 'empty' }
  if (code.length > 64) return { problem: 'too-long' }
  if (/^\d[.,]?\d*E\+?\d+$/i.test(code) && /[.,+]/.test(code)) return { problem: 'rounded' }
  if (/^\d{13}$/.test(code) && !isEan13(code)) return { problem: 'check-digit' }
  return { value: code }
}

/** A letter with its marks is at most so many times as long as one code point. */
const LONGEST_SPELLING = 4

function readText(typed: string, most: number): Read<string> {
  const words = typed.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  // Thousands of marks on one letter take the normalisation a fifth of a second.
  if (words.length > most * LONGEST_SPELLING) return { problem: 'too-long' }
  const text = words.normalize('NFC').trim()
  if (text === '') return { problem: 'empty' }
  return text.length > most ? { problem: 'too-long' } : { value: text }
}

const CURRENCY = /^(?:₮|төгрөг|төг\.?|mnt|tug(?:rik)?\.?)|(?:₮|төгрөг|төг\.?|mnt|tug(?:rik)?\.?)$/gi
/** Other spaces than " " that stand between thousands. A line end or a tab stands between two prices. */
const THIN_SPACES = /[\u00a0\u2009\u202f]/g

/** A price without the currency at its beginning or end. Between two figures it may stand between two prices. */
const priceText = (typed: string): string =>
  typed.trim().replace(CURRENCY, '').trim().replace(THIN_SPACES, ' ')

/** Whether the price can only be one with a decimal comma: "2600,00", "2600,000". */
export const hasDecimalComma = (price: string): boolean =>
  /^(?:\d{4,},\d{3}|\d+,(?:\d\d?|\d{4,}))$/.test(priceText(price))

/** Whether the comma may be a decimal comma, or stand between thousands: "600,000". */
export const mayHaveDecimalComma = (price: string): boolean => /^\d{1,3},\d{3}$/.test(priceText(price))

/**
 * "2600", "2,600", "2 600 ₮", "2600.00". In "1.500" and "1.000" the point may stand between thousands. In "12,000,00"
 * a figure may be missing.
 */
function readPrice(typed: string): Read<Money> {
  const text = priceText(typed)
  if (text === '') return { problem: 'empty' }
  if (/^[+-]?\d{1,3}\.\d{3}$/.test(text)) return { problem: 'ambiguous' }
  const match = /^([+-]?)(\d{1,3}([ ,'’])\d{3}(?:\3\d{3})*|\d+)(?:([.,])(\d+))?$/.exec(text)
  if (!match) return { problem: 'not-a-number' }
  const [, sign, whole = '', between, point, fraction = ''] = match
  if (point !== undefined && point === between) return { problem: 'ambiguous' }
  if (/[1-9]/.test(fraction)) return { problem: 'not-whole' }
  const amount = typedMoney(whole.replace(/\D/g, ''))
  if (sign === '-' || amount === NO_MONEY) return { problem: 'not-above-zero' }
  return amount === null ? { problem: 'too-large' } : { value: amount }
}

function readDigits(typed: string): Read<string> {
  const text = tidyCode(typed)
  return /^\d{0,20}$/.test(text) ? { value: text } : { problem: 'not-digits' }
}

function readClassification(typed: string): Read<string> {
  const text = tidyCode(typed)
  return /^(\d{7})?$/.test(text) ? { value: text } : { problem: 'not-seven-digits' }
}

function readTaxKind(typed: string): Read<TaxKind> {
  if (typed.trim() === '') return { problem: 'empty' }
  const kind = taxKindFrom(typed)
  return kind === null ? { problem: 'not-a-tax-kind' } : { value: kind }
}

const YES = new Set(['yes', 'y', 'true', '1', '+', 'тийм', 'т', 'да', 'x', 'х'])
const NO = new Set(['no', 'n', 'false', '0', '-', '', 'үгүй', 'ү', 'нет'])

function readYesOrNo(typed: string): Read<boolean> {
  const word = typed.trim().toLowerCase()
  if (YES.has(word)) return { value: true }
  return NO.has(word) ? { value: false } : { problem: 'not-yes-or-no' }
}
