/** Damaged files stay under another name, `journal.damaged-20261121-031500-1.sqlite`. Only a person deletes them. */
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeFileAtomically } from '../../base/files/atomic-file.ts'
import { copySync, isThere, textOrNone } from '../../base/files/held-files.ts'
import { diskFiles, ENDS, stampOf, stemOf } from './files.ts'
import { suspectOf } from './suspect.ts'

/** Last first by their number, because the clock may have jumped. Only the -wal of one may be there. */
function namesOf(file: string): readonly string[] {
  const folder = dirname(file)
  const start = `${basename(stemOf(file))}.damaged-`
  const found = (isThere(folder) ? readdirSync(folder) : [])
    .filter((name) => name.startsWith(start))
    .map((name) => join(folder, name.replace(/-(wal|shm|journal)$/, '')))
  return [...new Set(found)].sort((one, other) => numberOf(other) - numberOf(one) || other.localeCompare(one))
}

const numberOf = (name: string): number => Number(/-\d{6}-(\d+)\.sqlite$/.exec(name)?.[1] ?? 0)

/** The files that were set aside, last first. */
export const setAsideOf = (file: string): readonly string[] => namesOf(file).filter(isThere)

/** Whether a missing file was there: something of it is left. */
export const hasRemains = (file: string): boolean =>
  namesOf(file).length > 0 || ENDS.some((end) => isThere(`${file}${end}`))

/** A free name for a file that is damaged now. */
export const asideName = (file: string, at: number): string =>
  `${stemOf(file)}.damaged-${stampOf(at)}-${numberOf(namesOf(file)[0] ?? '') + 1}.sqlite`

/** The marker of a rescue that has renamed the file, or is about to: the new name. Without it a damaged file is only kept. */
const rescuingOf = (file: string): string => `${file}.rescuing`

/**
 * Renames the damaged file, and returns its new name. In a rescue that was cut off it was renamed already. Null where
 * there is none; then what is left of the file is renamed.
 */
export function renameAside(file: string, at: number): string | null {
  const isMissing = !isThere(file)
  const setAside = (isMissing ? renamedBefore(file) : undefined) ?? asideName(file, at)
  if (!isMissing) writeFileAtomically(rescuingOf(file), basename(setAside))
  for (const end of ['', ...ENDS])
    if (isThere(`${file}${end}`)) diskFiles.rename(`${file}${end}`, `${setAside}${end}`)
  diskFiles.syncFolder(dirname(file))
  // The marker belongs to the damaged file.
  diskFiles.remove(suspectOf(file))
  diskFiles.syncFolder(dirname(file))
  return isThere(setAside) ? setAside : null
}

/** The name that a rescue that was cut off gave the file. What is left of a later file is not renamed over that one's. */
function renamedBefore(file: string): string | undefined {
  const name = textOrNone(rescuingOf(file))
  const isOver = (path: string) => ENDS.some((end) => isThere(`${file}${end}`) && isThere(`${path}${end}`))
  return setAsideOf(file).find((path) => basename(path) === name && !isOver(path))
}

/** Removes the marker of a rescue. Call it only when the file is in its place again, so that no rescue is under way. */
export function endRescue(file: string): void {
  if (!isThere(rescuingOf(file))) return
  diskFiles.remove(rescuingOf(file))
  diskFiles.syncFolder(dirname(file))
}

export function copyAside(file: string, setAside: string): void {
  copySync(file, setAside)
  diskFiles.sync(setAside)
  diskFiles.syncFolder(dirname(file))
}
