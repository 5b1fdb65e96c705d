import type { Pack } from '../../../shared/sale/sale.ts'
import type { Product } from '../../../shared/shop/product.ts'
import type { WeighedCodes } from '../../../shared/shop/weighed-codes.ts'
import {
  isEan13,
  isUpcA,
  readWeighedCode,
  tidyCode,
  type Weighed,
  weighedByKilograms,
  weighedProduct,
} from './barcode.ts'
import type { LiveCatalogue } from './catalogue.ts'

/** What a code adds to the cart. */
export type Scanned =
  | Weighed
  | { readonly product: Product; readonly quantity: null; readonly pack?: Pack }
  /**
   * Nothing. `missing` is the code that the product would have: for a scale's label, the code of the article. `several` are
   * the products whose codes differ only in the case of letters.
   */
  | { readonly product: null; readonly missing: string; readonly several: readonly Product[] }

/** `chosen`: the own code of the product that a person chose from several. */
type Reading = { readonly codes: WeighedCodes; readonly chosen?: string | undefined }

type Known = Pick<LiveCatalogue, 'anyCase' | 'find'>

/** What a scanned or typed code means. A code in the catalogue is not read as a scale's label. */
export function readScan(catalogue: Known, scanned: string, { codes, chosen }: Reading): Scanned {
  const meanings = meaningsOf(scanned)
  for (const { code, kilograms } of meanings) {
    const found = catalogue.anyCase(code)
    const [sold, ...others] = found.filter(({ product }) => chosen === undefined || product.code === chosen)
    if (others.length > 0)
      return { product: null, missing: code, several: found.map(({ product }) => product) }
    if (sold !== undefined)
      return (kilograms && weighedByKilograms(sold.product, kilograms)) || { ...sold, quantity: null }
  }
  const missing = { product: null, missing: newCodeOf(scanned), several: [] }
  for (const { code } of meanings) {
    const weighed = readWeighedCode(code, codes)
    if (weighed === null) continue
    const short = weighed.article.replace(/^0+(?=\d)/, '')
    const article = catalogue.find(weighed.article) ?? catalogue.find(short)
    return article === null ? { ...missing, missing: short } : weighedProduct(article, weighed)
  }
  return missing
}

/**
 * The codes that a scan may mean, the most exact first. A scanner may send more than the code of a product: the prefix that
 * names the kind of barcode (ISO/IEC 15424, "AIM"), GS1 element strings (GS1 General Specifications, 3 and 7.8), the two or five
 * digits beside an EAN of a magazine, or an EAN in the fourteen digits of a GTIN.
 */
type Meaning = {
  readonly code: string
  /** The net weight in the barcode, as a cashier types it; null without. */
  readonly kilograms: string | null
}

/** "]", a letter and a digit before what the barcode contains. */
const PREFIX = /^\][A-Za-z]\d/
/** GS1-128, GS1 DataBar, GS1 DataMatrix, GS1 QR. */
const OF_GS1: ReadonlySet<string> = new Set([']C1', ']e0', ']d2', ']Q3'])
const SEPARATOR = '\u001d'

function meaningsOf(scanned: string): readonly Meaning[] {
  const { whole, content, elements } = partsOf(scanned)
  const found = [
    { code: whole, kilograms: null },
    { code: content, kilograms: null },
    ...(elements === null ? [] : [elements]),
  ]
  return found.flatMap(({ code, kilograms }) =>
    [code, ...shorter(code)].map((one) => ({ code: one, kilograms })),
  )
}

/** The code that an unknown product would have. */
function newCodeOf(scanned: string): string {
  const { content, elements } = partsOf(scanned)
  const code = elements?.code ?? content
  return withoutZero(code) ?? code
}

function partsOf(scanned: string) {
  const prefix = PREFIX.exec(scanned)?.[0] ?? ''
  const rest = scanned.slice(prefix.length)
  const isGs1 = OF_GS1.has(prefix) || rest.startsWith(SEPARATOR) || isElements(rest)
  return { whole: tidyCode(scanned), content: tidyCode(rest), elements: isGs1 ? read(rest) : null }
}

/** The EAN-13 of a GTIN-14. */
const withoutZero = (code: string): string | null =>
  /^0\d{13}$/.test(code) && isEan13(code.slice(1)) ? code.slice(1) : null

/** The EAN-13 of a GTIN-14, and the EAN or UPC without the digits beside it. */
function shorter(code: string): readonly string[] {
  const ean = withoutZero(code)
  const found = ean === null ? [] : [ean]
  // A pack: its first twelve digits may be those of any UPC-A.
  if (/^\d{14}$/.test(code) && isGtin14(code)) return found
  for (const [length, isRight] of [
    [13, isEan13],
    [12, isUpcA],
  ] as const)
    if (/^\d+$/.test(code) && [2, 5].includes(code.length - length) && isRight(code.slice(0, length)))
      found.push(code.slice(0, length))
  return found
}

/** A GTIN with its Application Identifier, and more behind it or nothing. */
const isElements = (content: string): boolean => /^01\d{14}/.test(content) && isGtin14(content.slice(2, 16))

const isGtin14 = (code: string): boolean => {
  const sum = [...code].reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 3 : 1), 0)
  return sum % 10 === 0
}

/** The lengths of elements that no separator ends, by the first two digits of their identifier, with it. */
const FIXED: Readonly<Record<string, number>> = {
  '00': 20,
  '01': 16,
  '02': 16,
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((one) => [one, 8])),
  '20': 4,
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((one) => [one, 10])),
  '41': 16,
}

/** The GTIN and the net weight in kilograms among the elements; null without a GTIN. */
function read(content: string): Meaning | null {
  let gtin: string | null = null
  let kilograms: string | null = null
  for (let at = 0; at < content.length; ) {
    if (content[at] === SEPARATOR) {
      at += 1
      continue
    }
    const end = content.indexOf(SEPARATOR, at)
    const length = FIXED[content.slice(at, at + 2)] ?? (end === -1 ? content.length : end) - at
    const element = content.slice(at, at + length)
    at += length
    // "02" is the content of a pallet, and no piece of it.
    gtin ??= /^01(\d{14})$/.exec(element)?.[1] ?? null
    const [, points = '', digits = ''] = /^310([0-5])(\d{6})$/.exec(element) ?? []
    if (digits !== '') kilograms ??= String(Number(digits) / 10 ** Number(points))
  }
  return gtin === null ? null : { code: gtin, kilograms }
}
