/**
 * The file of the shop's goods in UTF-8, one line a product. A changed product is appended, and the last line of a
 * code counts; an import writes a new file and renames it over the old one. A line or file that a power cut left half
 * written was never reported as saved, and is not read.
 */
import { copyFile, open, readFile, rename, rm, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { money } from '../../shared/money.ts'
import { isTaxKind, taxKindOf } from '../../shared/tax.ts'
import { flushFolder } from '../atomic-file.ts'
import type { Log } from '../environment.ts'
import { asEan13 } from './barcode.ts'
import { type CatalogueItem, keyOf } from './catalogue-item.ts'

const HEAD = '{"tugrik_goods":1}\n'
const OWNER_ONLY = 0o600
/** How many lines are written at a time. */
const BATCH = 1000

type Damage = { readonly setAside: string; readonly read: number; readonly lost: number }

type LoadedGoods = { readonly goods: Map<string, CatalogueItem>; readonly damaged: Damage | null }

type GoodsFile = {
  readonly path: string
  /** Null where the shop has no goods of its own. */
  readonly load: () => Promise<LoadedGoods | null>
  /** On the disk when it returns. */
  readonly append: (one: CatalogueItem, was?: string) => Promise<void>
  /** Replaces all goods or none: false where it was stopped. */
  readonly replace: (goods: readonly CatalogueItem[], watch?: Watch) => Promise<boolean>
}

export type Watch = {
  readonly progress: (done: number, all: number) => void
  readonly stopped: () => boolean
}

export function goodsFile(
  folder: string,
  parts: { readonly log: Log; readonly now: () => number },
): GoodsFile {
  const path = join(folder, 'goods.jsonl')
  const draft = `${path}.new`

  const replace: GoodsFile['replace'] = async (goods, watch) => {
    try {
      if (!(await writeDraft(goods, watch))) return false
      await rename(draft, path)
    } finally {
      await rm(draft, { force: true })
    }
    await flushFolder(dirname(path))
    return true
  }

  const writeDraft = async (goods: readonly CatalogueItem[], watch?: Watch): Promise<boolean> => {
    const file = await open(draft, 'w', OWNER_ONLY)
    try {
      await file.write(HEAD)
      for (let at = 0; at < goods.length; at += BATCH) {
        if (watch?.stopped()) return false
        const batch = goods.slice(at, at + BATCH)
        await file.write(batch.map((one) => lineOf(one)).join(''))
        watch?.progress(at + batch.length, goods.length)
        await nextTurn()
      }
      await file.sync()
      return !watch?.stopped()
    } finally {
      await file.close()
    }
  }

  return {
    path,
    replace,
    append: async (one, was) => {
      const file = await open(path, 'r+')
      try {
        const { size } = await file.stat()
        try {
          await file.write(lineOf(one, was), size)
          await file.sync()
        } catch (error) {
          await file.truncate(size).catch(() => {})
          throw error
        }
      } finally {
        await file.close()
      }
    },
    load: async () => {
      await rm(draft, { force: true }) // of an interrupted write
      const content = await contentOf(path)
      if (content === null) return null
      const { goods, lost, lines, whole } = await readGoods(content)
      if (lost > 0) {
        const setAside = join(folder, `goods-damaged-${stamp(parts.now())}.jsonl`)
        // A copy first: after a power cut in between, the damaged file is found again, and not a shop without
        // goods.
        await copyFile(path, setAside)
        await replace([...goods.values()])
        const damaged = { setAside, read: goods.size, lost }
        parts.log.error(
          `goods: ${lost} lines could not be read, ${goods.size} could; set aside in ${setAside}`,
        )
        return { goods, damaged }
      }
      if (whole < content.length) await truncate(path, whole)
      if (lines > 2 * goods.size + BATCH) await replace([...goods.values()])
      return { goods, damaged: null }
    },
  }
}

/** The goods of a file elsewhere; null where a line does not read. */
export async function readGoodsElsewhere(path: string): Promise<Map<string, CatalogueItem> | null> {
  const content = await contentOf(path)
  if (content === null) return null
  const { goods, lost } = await readGoods(content)
  return lost === 0 ? goods : null
}

async function contentOf(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const NEWLINE = 0x0a

/** A line that cannot be read is damage. What follows the last line end was being written when the power failed. */
async function readGoods(content: Buffer) {
  const whole = content.lastIndexOf(NEWLINE) + 1
  const goods = new Map<string, CatalogueItem>()
  let lines = 0
  let lost = content.subarray(0, HEAD.length).equals(Buffer.from(HEAD)) ? 0 : 1
  let at = content.indexOf(NEWLINE) + 1
  while (at < whole) {
    const end = content.indexOf(NEWLINE, at)
    const kept = readLine(content.toString('utf8', at, end))
    at = end + 1
    lines++
    if (kept === null) lost++
    else {
      if (kept.was !== null) goods.delete(asEan13(kept.was))
      goods.set(keyOf(kept.one), kept.one)
    }
    if (lines % BATCH === 0) await nextTurn()
  }
  return { goods, lost, lines, whole }
}

const stamp = (at: number): string => new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)

/** A line of the goods file: the fields of resources/catalogue/sample.json and the shop's own data. */

/** `was` is the code that this line replaces. */
function lineOf({ product, favourite, hidden, picture }: CatalogueItem, was?: string): string {
  return `${JSON.stringify({
    code: product.code,
    name: product.name,
    category: product.category,
    price: product.price / 100,
    unit: product.unit,
    tax_product_code: product.taxProductCode,
    classification_code: product.classificationCode,
    tax_kind: product.taxKind,
    city_tax: product.cityTax,
    ...(favourite > 0 ? { favourite } : {}),
    ...(hidden ? { hidden } : {}),
    ...(picture === null ? {} : { picture }),
    ...(was === undefined ? {} : { was }),
  })}\n`
}

type KeptLine = { readonly one: CatalogueItem; readonly was: string | null }

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Null where it is not a line of goods. Parsed by hand, because every start reads a hundred thousand. */
function readLine(line: string): KeptLine | null {
  let row: Record<string, unknown>
  try {
    row = JSON.parse(line)
  } catch {
    return null
  }
  if (typeof row !== 'object' || row === null) return null
  const { code, name, category, price, unit, tax_product_code, classification_code, tax_kind, city_tax } = row
  const { favourite = 0, hidden = false, picture = null, was = null } = row
  if (!isText(code) || !isText(name) || !isText(category) || !isText(unit)) return null
  if (typeof price !== 'number' || !Number.isSafeInteger(price * 100) || price <= 0) return null
  if (!isText(tax_product_code) || !isText(classification_code) || typeof city_tax !== 'boolean') return null
  if (tax_kind !== undefined && !isTaxKind(tax_kind)) return null
  if (typeof favourite !== 'number' || typeof hidden !== 'boolean') return null
  if (picture !== null && !isPictureName(picture)) return null
  if (was !== null && typeof was !== 'string') return null
  return {
    one: {
      product: {
        code,
        name,
        category,
        price: money(price * 100),
        unit,
        taxProductCode: tax_product_code,
        classificationCode: classification_code,
        taxKind: taxKindOf(tax_kind),
        cityTax: city_tax,
      },
      favourite,
      hidden,
      picture,
    },
    was,
  }
}

/** A plain name: a damaged file must not lead out of the folder. */
const isPictureName = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{1,80}\.jpg$/.test(value)
