/** Finds shop files on sticks and other disks, and reads the text of one that a person named. */
import { access, constants, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandRefused } from '../../../shared/failure.ts'
import type { CopyRow } from '../../../shared/shop/shop-data.ts'
import { type FoundFile, MOST_FILE_BYTES } from '../../../shared/shop/shop-file.ts'
import { readForeign } from './foreign-file.ts'
import { MOST_HEAD, readHead } from './shop-file.ts'

/** As `exportShopFile` and the copies name them, also beside an older one: "shop-K01-2026-11-24-sealed (2).json". */
const NAME = /^shop-[\w-]+(?: \(\d+\))?\.json$/i
const MOST_ON_A_DISK = 20

export const shopFilesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name))

/** The sealed files at the top of these folders, newest first. Others, and those that cannot be read, are left out. */
export async function findSealed(folders: readonly string[]): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = []
  for (const folder of folders)
    for (const name of (await shopFilesIn(folder)).slice(0, MOST_ON_A_DISK)) {
      const path = join(folder, name)
      const head = await headOf(path, folder)
      if (head?.sealed) found.push({ path, at: head.at, shop: head.shop, terminal: head.terminal })
    }
  return found.sort((one, other) => other.at - one.at)
}

/** Null if it cannot be read. It is reported as damaged when a person chooses it. */
export const headOf = (path: string, within: string): Promise<CopyRow['of']> =>
  readForeign(path, MOST_FILE_BYTES, within, MOST_HEAD)
    .then((begin) => readHead(begin.toString('utf8')))
    .catch(() => null)

/** Throws FILE_DAMAGED for anything but a regular file of a sensible size, FILE_HELD, and FILE_MISSING. */
export async function readFileText(path: string, within = dirname(path)): Promise<string> {
  await access(path, constants.R_OK).catch(() => {
    throw new CommandRefused('FILE_MISSING', path)
  })
  return (await readForeign(path, MOST_FILE_BYTES, within)).toString('utf8')
}
