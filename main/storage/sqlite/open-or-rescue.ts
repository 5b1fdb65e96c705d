/**
 * Opens a file of the till, makes a new one, and rescues a damaged one. A damaged file is never deleted. Its readable
 * rows, and those of its copies, go into a new file, which gets the name when it is complete:
 *
 *     journal.sqlite ─▶ journal.damaged-20261121-031500-1.sqlite (and its -wal)
 *     readable rows ─▶ journal.sqlite.part ─▶ on the disk ─▶ journal.sqlite
 *
 * A rescue that is cut off begins again at the next start. A missing file that was there before is rescued from its
 * copies.
 */
import { statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandRefused } from '../../../shared/failure.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { isThere } from '../../base/files/held-files.ts'
import { makePrivateFolder } from '../../base/files/private-files.ts'
import { closing, emptyWal } from './connect.ts'
import { isDamage, isOutsideTheFile, journalFailure } from './failures.ts'
import { diskFiles, draftOf, putInPlace, removeDatabase } from './files.ts'
import { asideName, copyAside, endRescue, hasRemains, renameAside } from './set-aside.ts'
import { suspectOf } from './suspect.ts'
import { whyNot } from './why-not.ts'

/** What one of the till's files is. */
export type TillFile = {
  readonly file: string
  /** For the log. */
  readonly name: 'journal' | 'register'
  readonly now: () => number
  readonly log: Log
  /** Opens the file for its one writer, and checks it. Throws JOURNAL_DAMAGED. */
  readonly open: (file: string) => DatabaseSync
  /** Makes an empty file. */
  readonly create: (file: string) => DatabaseSync
  /** Throws for a file of another build or of a newer program: it is left as it is. */
  readonly assertOwn: (database: DatabaseSync) => void
  /** Whether a copy shows that a missing file was there before. */
  readonly hasCopy: () => boolean
  /**
   * How a damaged file is set aside. Renaming needs no room and takes the write-ahead log along, but a rescue that was
   * cut off leaves no file. Copying keeps the file until the new one takes its name.
   */
  readonly setAside: 'by renaming' | 'by copying'
  /** Fills a new file with what can be read, with the report for a person. Returns what was rescued, for the log. */
  readonly rescue: (target: DatabaseSync, damaged: string | null) => string
}

/** Throws a named failure. */
export function openOrRescue(parts: TillFile): DatabaseSync {
  try {
    makePrivateFolder(dirname(parts.file))
    return openSound(parts) ?? rescued(parts)
  } catch (error) {
    throw whyNot(error, parts.file)
  }
}

/** Null for a file that must be rescued. */
function openSound(parts: TillFile): DatabaseSync | null {
  const { file, name, log } = parts
  if (isThere(suspectOf(file))) return null
  if (!isThere(file)) {
    if (hasRemains(file) || parts.hasCopy()) return null
    writeAnew(parts, () => {})
    diskFiles.syncFolder(dirname(file))
  }
  endRescue(file)
  try {
    // A new file gets its name when it is complete, so this one was emptied.
    if (statSync(file).size === 0) throw new CommandRefused('JOURNAL_DAMAGED', 'an empty file')
    return parts.open(file)
  } catch (error) {
    if (!isDamage(error)) throw error
    log.error(`the ${name} is damaged: ${journalFailure(error).failure.detail}`, { file: basename(file) })
    return null
  }
}

/** If it fails, it throws JOURNAL_DAMAGED, unless the disk gives a more exact failure. */
function rescued(parts: TillFile): DatabaseSync {
  const { file, name, log } = parts
  if (isThere(file)) refuseOther(parts)
  try {
    const { told, setAside } = rescue(parts)
    diskFiles.syncFolder(dirname(file))
    diskFiles.remove(suspectOf(file))
    endRescue(file)
    const aside = setAside === null ? 'it was missing' : `the damaged one is ${basename(setAside)}`
    log.warn(`the ${name} was rescued: ${told}; ${aside}`)
    return parts.open(file)
  } catch (error) {
    const why = whyNot(error, file)
    throw why.failure.name === 'JOURNAL_FAILED'
      ? new CommandRefused('JOURNAL_DAMAGED', why.failure.detail)
      : why
  }
}

function refuseOther({ file, assertOwn }: TillFile): void {
  try {
    closing(new DatabaseSync(file, { readOnly: true }), assertOwn)
  } catch (error) {
    if (isOutsideTheFile(error) || (error instanceof CommandRefused && !isDamage(error))) throw error
  }
}

function rescue(parts: TillFile): { readonly told: string; readonly setAside: string | null } {
  const { file } = parts
  const at = parts.now()
  const fill = (setAside: string | null) =>
    writeAnew(parts, (database) => ({ told: parts.rescue(database, setAside), setAside }))
  if (parts.setAside === 'by renaming' || !isThere(file)) return fill(renameAside(file, at))
  const setAside = asideName(file, at)
  try {
    copyAside(file, setAside)
    return fill(setAside)
  } catch (error) {
    // The file is still there. Otherwise each start on a full disk would leave another copy.
    removeDatabase(setAside)
    throw error
  }
}

/** Makes a new file in place of the former one. If this fails, the former one stays. */
function writeAnew<Value>({ file, create }: TillFile, fill: (database: DatabaseSync) => Value): Value {
  const draft = draftOf(file)
  removeDatabase(draft)
  try {
    const value = closing(create(draft), (database) => {
      const filled = fill(database)
      emptyWal(database)
      return filled
    })
    diskFiles.sync(draft)
    putInPlace(draft, file)
    return value
  } catch (error) {
    removeDatabase(draft)
    throw error
  }
}
