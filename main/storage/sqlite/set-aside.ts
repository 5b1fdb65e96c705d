/** Damaged files stay under another name, `journal.damaged-20261121-031500-1.sqlite`. Only a person deletes them. */
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { copySync, isThere } from '../../base/files/held-files.ts'
import { diskFiles, stampOf, stemOf } from './files.ts'
import { suspectOf } from './suspect.ts'

/** The last one by its number, because the clock may have jumped. */
function lastOf(file: string): { readonly path: string; readonly number: number } | null {
  const start = `${basename(stemOf(file))}.damaged-`
  const [last] = namesIn(dirname(file))
    .filter((name) => name.startsWith(start) && name.endsWith('.sqlite'))
    .map((name) => ({ name, number: Number(/-\d{6}-(\d+)\.sqlite$/.exec(name)?.[1] ?? 0) }))
    .sort((one, other) => other.number - one.number || other.name.localeCompare(one.name))
  return last === undefined ? null : { path: join(dirname(file), last.name), number: last.number }
}

const namesIn = (folder: string): readonly string[] => (isThere(folder) ? readdirSync(folder) : [])

export const wasSetAside = (file: string): boolean => lastOf(file) !== null

/** A free name for a file that is damaged now. */
export const asideName = (file: string, at: number): string =>
  `${stemOf(file)}.damaged-${stampOf(at)}-${(lastOf(file)?.number ?? 0) + 1}.sqlite`

/**
 * Renames the damaged file, and returns its new name. In a rescue that was cut off it was renamed already: then it is
 * the last one that was set aside. Null where there is none.
 */
export function renameAside(file: string, at: number): string | null {
  const ends = ['', '-wal', '-shm'].filter((end) => isThere(`${file}${end}`))
  const last = isThere(file) ? null : lastOf(file)
  const setAside = last?.path ?? asideName(file, at)
  for (const end of ends) diskFiles.rename(`${file}${end}`, `${setAside}${end}`)
  diskFiles.syncFolder(dirname(file))
  // The marker belongs to the damaged file.
  diskFiles.remove(suspectOf(file))
  diskFiles.syncFolder(dirname(file))
  return isThere(setAside) ? setAside : null
}

export function copyAside(file: string, setAside: string): void {
  copySync(file, setAside)
  diskFiles.sync(setAside)
  diskFiles.syncFolder(dirname(file))
}
