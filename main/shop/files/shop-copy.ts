/**
 * The content of a copy of the shop, and its files in the folder for copies:
 *
 *     <folder>/tugrik-pos/<terminal code>-<journal's tag>/       one for each terminal that shares the folder
 *       shop-<mode>-<time>-<number>.json   written last, when the files that it names are verified
 *       journal-<mode>-<time>-<number>-<sales>.sqlite
 *       goods-<hash>.jsonl             one for all copies with the same goods
 *       goods-pictures/*.jpg           copied once, because they never change
 *
 * It contains the names and roles of the staff, but no PINs: whoever finds the stick could guess four digits from their
 * scrypt hash in minutes (docs/decisions/copies-of-the-shop.md). It contains no passwords, PIN attempts or seals.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CommandRefused } from '../../../shared/failure.ts'
import { MODES, type Mode } from '../../../shared/shop/mode.ts'
import { ROLES } from '../../../shared/shop/staff.ts'
import { parseJson } from '../../base/files/parse-json.ts'
import { isBackupName } from '../../storage/backup/index.ts'
import { isRealFolder, readForeign } from './foreign-file.ts'
import { nameBelow } from './places.ts'
import { asText, readSettingsFile, type SettingsFile } from './settings-file.ts'

export const COPIES = 'tugrik-pos'
export const PICTURES = 'goods-pictures'
const SHOP_FORMAT = 'tugrik-pos-shop'
const SHOP_VERSION = 1
const NAME = /^shop-(?:test|live)-\d{8}-\d{6}-(\d+)\.json$/
export const GOODS_NAME = /^goods-[0-9a-f]{16}\.jsonl$/

const content = z.strictObject({
  format: z.literal(SHOP_FORMAT),
  version: z.literal(SHOP_VERSION),
  at: z.int().nonnegative(),
  mode: z.enum(MODES),
  terminal: z.string().max(20),
  sales: z.int().nonnegative(),
  journal: z.string().refine((name) => isBackupName(name)),
  /** Null if the shop used the sample goods. */
  goods: z.strictObject({ file: z.string().regex(GOODS_NAME), count: z.int().nonnegative() }).nullable(),
  people: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[\w-]{1,64}$/),
        name: z.string().min(1).max(60),
        role: z.enum(ROLES),
        active: z.boolean(),
      }),
    )
    .max(1000),
  settings: z.string(),
})

export type ShopCopy = Omit<z.infer<typeof content>, 'format' | 'version' | 'settings'> & {
  readonly settings: SettingsFile
}

export const shopCopyText = ({ settings, ...copy }: ShopCopy): string =>
  `${JSON.stringify({ format: SHOP_FORMAT, version: SHOP_VERSION, ...copy, settings: asText(settings) }, null, 2)}\n`

/** Throws FILE_DAMAGED or FROM_FUTURE. */
export function readShopCopy(text: string): ShopCopy {
  const json = parseJson(text)
  const parsed = content.safeParse(json)
  if (!parsed.success) {
    const newer = z.looseObject({ format: z.literal(SHOP_FORMAT), version: z.int().gt(SHOP_VERSION) })
    throw new CommandRefused(
      newer.safeParse(json).success ? 'FROM_FUTURE' : 'FILE_DAMAGED',
      parsed.error.issues[0]?.path.join('.') ?? null,
    )
  }
  const { format: _format, version: _version, ...copy } = parsed.data
  return { ...copy, settings: readSettingsFile(parsed.data.settings) }
}

/** `name`: the path below the searched folder, "K01-X7F3/shop-….json", or only "shop-….json" in a terminal's own. */
export type PlacedCopy = { readonly name: string; readonly folder: string; readonly copy: ShopCopy | null }

const MOST_TERMINALS = 200
const MOST_COPIES = 1000
/** Four times a copy with a logo for each width and a thousand people. */
export const MOST_BYTES = 4_000_000

/** All copies below a folder, newest first: the folder for copies, `tugrik-pos` in it, or a terminal's own. */
export async function copiesBelow(folder: string): Promise<readonly PlacedCopy[]> {
  const all = join(folder, COPIES)
  const inAll = (await isRealFolder(all)) ? await foldersIn(all) : []
  const homes = [folder, ...inAll, ...(await foldersIn(folder))]
  const found: PlacedCopy[] = []
  for (const home of homes)
    for (const name of (await copiesIn(home)).slice(0, MOST_COPIES - found.length)) {
      found.push({
        name: nameBelow(folder, home, name),
        folder: home,
        copy: await copyOf(join(home, name), folder),
      })
    }
  return found.sort((one, other) => (other.copy?.at ?? 0) - (one.copy?.at ?? 0))
}

/** The names of the copies in a terminal's folder, newest first. */
export async function copiesIn(home: string): Promise<readonly string[]> {
  const names = await readdir(home).catch(() => [])
  return names.filter((name) => NAME.test(name)).sort((one, other) => numberOf(other) - numberOf(one))
}

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

/** Throws as `readShopCopy`, also for anything but a regular file. */
export const shopCopyIn = async (file: string, within: string): Promise<ShopCopy> =>
  readShopCopy((await readForeign(file, MOST_BYTES, within)).toString('utf8'))

/** Null if it cannot be read. It is listed all the same, and reported as damaged when a person chooses it. */
async function copyOf(file: string, within: string): Promise<ShopCopy | null> {
  try {
    return await shopCopyIn(file, within)
  } catch {
    return null
  }
}
