/**
 * The file of the shop's goods: one line a product, in UTF-8. A changed product is one line more, the last one of a code
 * counts; an import writes the whole file anew beside the old one and takes its place in one rename. A line or a file that
 * a power cut left half written was never called saved, and is not read.
 */
import { copyFile, open, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { OWNER_ONLY, removeDraft, replaceFile } from '../atomic-file.ts'
import type { Log } from '../environment.ts'
import { asEan13 } from './barcode.ts'
import { type CatalogueItem, keyOf } from './catalogue-item.ts'
import { lineOf, readLine } from './kept-row.ts'

const HEAD = '{"tugrik_goods":1}\n'
/** So many lines are made and written at a time. */
const BATCH = 1000

export type Damage = { readonly setAside: string; readonly read: number; readonly lost: number }

export type LoadedGoods = { readonly goods: Map<string, CatalogueItem>; readonly damaged: Damage | null }

export type GoodsFile = {
  readonly path: string
  /** Null where the shop has no goods of its own. */
  readonly load: () => Promise<LoadedGoods | null>
  /** On the disk when it returns. */
  readonly append: (one: CatalogueItem, was?: string) => Promise<void>
  /** Takes the place of all, or of nothing: false where it was stopped. */
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
  const replace: GoodsFile['replace'] = (goods, watch) =>
    replaceFile(
      path,
      (draft) => writeGoods(draft, goods, watch),
      () => !watch?.stopped(),
    )

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
      await removeDraft(path)
      const content = await contentOf(path)
      if (content === null) return null
      const { goods, lost, lines, whole } = await readGoods(content)
      if (lost > 0) {
        const setAside = join(folder, `goods-damaged-${stamp(parts.now())}.jsonl`)
        // A copy first: a power cut in between finds the damaged one again, and not a shop without goods.
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

async function writeGoods(draft: string, goods: readonly CatalogueItem[], watch?: Watch): Promise<void> {
  const file = await open(draft, 'w', OWNER_ONLY)
  try {
    await file.writeFile(HEAD)
    for (let at = 0; at < goods.length && !watch?.stopped(); at += BATCH) {
      const batch = goods.slice(at, at + BATCH)
      await file.writeFile(batch.map((one) => lineOf(one)).join(''))
      watch?.progress(at + batch.length, goods.length)
      await nextTurn()
    }
  } finally {
    await file.close()
  }
}

/** The goods of such a file that lies elsewhere; null where not every line of it reads. */
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

/** Lost are lines that nobody wrote so; what comes after the last line's end was being written when the power went. */
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
