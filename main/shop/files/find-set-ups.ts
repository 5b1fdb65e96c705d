/** Finds the set-up files on sticks and other disks, and reads one. */
import { access, constants, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandRefused } from '../../../shared/failure.ts'
import type { FoundSetUp } from '../../../shared/shop/set-up.ts'
import { readForeign } from './foreign-file.ts'
import { setUpHead } from './set-up-file.ts'

/** As `exportSetUp` names it, also beside an older one: "set-up-K01-2026-11-24 (2).json". */
const NAME = /^set-up-[\w-]+(?: \(\d+\))?\.json$/i
const MOST_ON_A_DISK = 20
/** Several times a file with the goods of a large shop, which are compressed. */
const MOST_BYTES = 32 * 1024 ** 2

/** The set-up files at the top of these folders, newest first. One that cannot be read is left out. */
export async function findSetUps(folders: readonly string[]): Promise<readonly FoundSetUp[]> {
  const found: FoundSetUp[] = []
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter((one) => NAME.test(one)).slice(0, MOST_ON_A_DISK)) {
      const path = join(folder, name)
      const text = await readSetUpFile(path).catch(() => null)
      const head = text === null ? null : headOf(text)
      if (head !== null) found.push({ path, ...head })
    }
  }
  return found.sort((one, other) => other.at - one.at)
}

function headOf(text: string): Omit<FoundSetUp, 'path'> | null {
  try {
    return setUpHead(text)
  } catch {
    return null // it is told as damaged when a person names it
  }
}

/** The text of the file. Throws FILE_DAMAGED for anything but a regular file of a sensible size, FILE_HELD, and FILE_MISSING. */
export async function readSetUpFile(path: string): Promise<string> {
  await access(path, constants.R_OK).catch(() => {
    throw new CommandRefused('FILE_MISSING', path)
  })
  try {
    return (await readForeign(path, MOST_BYTES, dirname(path))).toString('utf8')
  } catch (error) {
    if (error instanceof CommandRefused && error.failure.name === 'FILE_HELD') throw error
    throw new CommandRefused('FILE_DAMAGED')
  }
}
