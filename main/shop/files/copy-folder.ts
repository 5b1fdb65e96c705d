/**
 * The files of copies of the shop in the folder for copies:
 *
 *     <folder>/tugrik-pos/<terminal code>-<journal's tag>/       one for each terminal that shares the folder
 *       shop-<mode>-<time>-<number>.json   a shop file. It is renamed from its draft last, after the files listed in it were checked
 *       journal-<mode>-<time>-<number>-<sales>.sqlite
 *       goods-<hash>.jsonl             one for all copies with the same goods
 *       goods-pictures/*.jpg           copied once, because they never change
 *
 * A shop file that is not sealed has the names and roles of the staff, but no PINs: whoever finds the stick could guess
 * four digits from their scrypt hash in minutes.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mode } from '../../../shared/shop/mode.ts'
import { shopFilesIn } from './find-files.ts'
import { isRealFolder } from './foreign-file.ts'
import { nameBelow } from './places.ts'

export const COPIES = 'tugrik-pos'
export const PICTURES = 'goods-pictures'
const NAME = /^shop-(?:test|live)-\d{8}-\d{6}-(\d+)\.json$/

/** `name`: the path below the searched folder, "K01-X7F3/shop-….json", or only "shop-….json" in a terminal's own. */
type PlacedFile = { readonly name: string; readonly home: string }

const MOST_TERMINALS = 200
const MOST_COPIES = 1000

/** All shop files below a folder: the folder for copies, `tugrik-pos` in it, or a terminal's own. */
export async function filesBelow(folder: string): Promise<readonly PlacedFile[]> {
  const all = join(folder, COPIES)
  const inAll = (await isRealFolder(all)) ? await foldersIn(all) : []
  const homes = [folder, ...inAll, ...(await foldersIn(folder))]
  const found: PlacedFile[] = []
  for (const home of homes) {
    const others = (await shopFilesIn(home)).filter((name) => !NAME.test(name))
    const names = [...(await copiesIn(home)), ...others]
    found.push(...names.map((name) => ({ name: nameBelow(folder, home, name), home })))
  }
  return found.slice(0, MOST_COPIES)
}

/** The names of copies, newest first. */
export const copiesAmong = (names: readonly string[]): readonly string[] =>
  names.filter((name) => NAME.test(name)).sort((one, other) => numberOf(other) - numberOf(one))

const copiesIn = async (home: string): Promise<readonly string[]> =>
  copiesAmong(await readdir(home).catch(() => []))

/** A name with a number above all others, so that the order does not depend on the clock. */
export async function newCopyName(home: string, mode: Mode, stamp: string): Promise<string> {
  const number = Math.max(0, ...(await copiesIn(home)).map(numberOf)) + 1
  return `shop-${mode}-${stamp}-${number}.json`
}

const numberOf = (name: string): number => Number(NAME.exec(name)?.[1])

async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() && /^[A-Z0-9]{1,6}-[A-Z0-9]{1,8}$/.test(entry.name))
    .slice(0, MOST_TERMINALS)
    .map(({ name }) => join(folder, name))
}
