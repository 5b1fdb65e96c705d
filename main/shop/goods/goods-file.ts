/**
 * Goods as JSON in UTF-8: one product is the body of a row of the register, and a line of the goods file in a copy of
 * the shop.
 */
import { open, readFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { money } from '../../../shared/money/money.ts'
import { isTaxKind } from '../../../shared/money/tax.ts'
import { isShort } from '../../../shared/sale/of-other-till.ts'
import type { FurtherCode } from '../../../shared/shop/further-codes.ts'
import { codeOf } from '../../base/files/error-code.ts'
import { whenFree } from '../../base/files/held-files.ts'
import { OWNER_ONLY } from '../../base/files/private-files.ts'
import { type CatalogueItem, keyOf } from './catalogue-item.ts'

const HEAD = '{"tugrik_goods":1}\n'
/** How many lines are written at a time. */
const BATCH = 1000

export async function writeGoodsFile(path: string, goods: readonly CatalogueItem[]): Promise<void> {
  const file = await open(path, 'w', OWNER_ONLY)
  try {
    await file.writeFile(HEAD)
    for (let at = 0; at < goods.length; at += BATCH) {
      const batch = goods.slice(at, at + BATCH)
      await file.writeFile(batch.map((one) => `${bodyOf(one)}\n`).join(''))
      await nextTurn()
    }
  } finally {
    await file.close()
  }
}

/** The goods of a file, and how many of its lines cannot be read. Null where there is no file. */
export async function readGoodsFile(
  path: string,
): Promise<{ readonly goods: Map<string, CatalogueItem>; readonly lost: number } | null> {
  const content = await contentOf(path)
  return content && readGoods(content)
}

async function contentOf(path: string): Promise<Buffer | null> {
  try {
    return await whenFree('read', path, () => readFile(path))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

const NEWLINE = 0x0a
/** Many times a product with the longest names. */
const LONGEST_LINE = 65_536

/** Counts unreadable lines. */
async function readGoods(content: Buffer) {
  const goods = new Map<string, CatalogueItem>()
  let lines = 0
  let lost = content.subarray(0, HEAD.length).equals(Buffer.from(HEAD)) ? 0 : 1
  let at = content.indexOf(NEWLINE) + 1
  while (at < content.length) {
    const next = content.indexOf(NEWLINE, at)
    const end = next === -1 ? content.length : next
    const one = end - at > LONGEST_LINE ? null : readBody(content.toString('utf8', at, end))
    at = end + 1
    lines++
    if (one === null) lost++
    else goods.set(keyOf(one), one)
    if (lines % BATCH === 0) await nextTurn()
  }
  return { goods, lost }
}

/** The fields of resources/catalogue/sample.json and the shop's own data. */
const bodyOf = ({ product, codes, favourite, hidden, picture, pricedAt }: CatalogueItem): string =>
  JSON.stringify({
    code: product.code,
    name: product.name,
    category: product.category,
    price: product.price / 100,
    unit: product.unit,
    tax_product_code: product.taxProductCode,
    classification_code: product.classificationCode,
    tax_kind: product.taxKind,
    city_tax: product.cityTax,
    ...(codes.length > 0
      ? { codes: codes.map((one) => ({ ...one, price: one.price && one.price / 100 })) }
      : {}),
    ...(favourite > 0 ? { favourite } : {}),
    ...(hidden ? { hidden } : {}),
    ...(picture === null ? {} : { picture }),
    ...(pricedAt === null ? {} : { priced_at: pricedAt }),
  })

/** The row of a product in the register. */
export const productRow = (one: CatalogueItem) => ({ key: keyOf(one), body: bodyOf(one) })

/** The body of a product as this version writes it. Null if it is no product, or not the one of this key. */
export function tidyBody(key: string, body: string): string | null {
  const read = readBody(body)
  return read === null || keyOf(read) !== key ? null : bodyOf(read)
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && isShort(value)

/** A tax code may be missing. */
const isCode = (value: unknown): value is string => value === '' || isText(value)

/** Null if the line is no product. Checked by hand, because every start reads up to 100,000 rows. */
export function readBody(line: string): CatalogueItem | null {
  let row: Record<string, unknown>
  try {
    row = JSON.parse(line)
  } catch {
    return null
  }
  if (typeof row !== 'object' || row === null) return null
  const { code, name, category, price, unit, tax_product_code, classification_code, tax_kind, city_tax } = row
  const { codes = [], favourite = 0, hidden = false, picture = null, priced_at = null } = row
  const further = furtherCodes(codes)
  if (!isText(code) || !isText(name) || !isText(category) || !isText(unit)) return null
  if (typeof price !== 'number' || !Number.isSafeInteger(price * 100) || price <= 0) return null
  if (!isCode(tax_product_code) || !isCode(classification_code) || typeof city_tax !== 'boolean') return null
  if (!isTaxKind(tax_kind)) return null
  if (further === null) return null
  if (typeof favourite !== 'number' || typeof hidden !== 'boolean') return null
  if (picture !== null && !isPictureName(picture)) return null
  if (priced_at !== null && typeof priced_at !== 'number') return null
  return {
    product: {
      code,
      name,
      category,
      price: money(price * 100),
      unit,
      taxProductCode: tax_product_code,
      classificationCode: classification_code,
      taxKind: tax_kind,
      cityTax: city_tax,
    },
    codes: further,
    favourite,
    hidden,
    picture,
    pricedAt: priced_at,
  }
}

/** Null where one of them is no further code. */
function furtherCodes(rows: unknown): FurtherCode[] | null {
  if (!Array.isArray(rows)) return null
  const read = rows.flatMap(({ code, pieces, price }: Record<string, unknown>): FurtherCode[] =>
    isText(code) &&
    isAbove0(pieces) &&
    (price === null || (isAbove0(price) && Number.isSafeInteger(price * 100)))
      ? [{ code, pieces, price: price === null ? null : money(price * 100) }]
      : [],
  )
  return read.length === rows.length ? read : null
}

const isAbove0 = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** Only a plain name, because a damaged row must not lead out of the folder, nor to a device of Windows (`con.jpg`). */
const isPictureName = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{1,80}\.jpg$/.test(value) && !WINDOWS_DEVICE.test(value)

const WINDOWS_DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)\./i
