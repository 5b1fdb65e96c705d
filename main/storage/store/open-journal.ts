import { CommandRefused } from '../../../shared/failure.ts'
import type { Mode } from '../../../shared/shop/mode.ts'
import { type Log, silentLog } from '../../base/clock-and-log.ts'
import { openJournalFile } from '../backup/index.ts'
import { MIGRATIONS, type Migration } from '../journal/index.ts'
import { isDamage, journalFailure, markSuspect, named } from '../sqlite/index.ts'
import { createJournal, type Journal } from './journal.ts'

export type JournalOptions = {
  readonly now: () => number
  readonly log?: Log
  /** Default: those of this program. */
  readonly migrations?: readonly Migration[]
  /** Stored in the file when it is first opened. A file of the other mode is refused. */
  readonly mode?: Mode
  /** Called before a damaged journal is rescued, so that the seals in the damaged file can never be read again. */
  readonly destroySealKey?: () => void
}

/**
 * Opens the journal: creates or migrates its file, and rescues a damaged one. Throws a named failure if the file cannot
 * be used. Each later call throws one if the disk refuses it; calls succeed again when the disk works again. After
 * JOURNAL_DAMAGED the next opening rescues the file.
 */
export function openJournal(file: string, options?: JournalOptions): Journal {
  const { mode = null, now = Date.now, log = silentLog, migrations = MIGRATIONS } = options ?? {}
  const { destroySealKey = () => {} } = options ?? {}
  const database = openJournalFile(file, { mode, migrations, now, log, destroySealKey })
  try {
    return guarded(file, createJournal(database, { file, mode, now, log }))
  } catch (error) {
    database.close()
    if (isDamage(error)) markSuspect(file)
    throw journalFailure(error)
  }
}

/** Throws errors of the disk as named failures, in all functions. Marks a damaged file for the next start. */
function guarded<Part extends object>(file: string, part: Part): Part {
  const guard = (value: unknown): unknown => {
    if (typeof value === 'function') return (...args: unknown[]) => namedIn(file, () => value(...args))
    return typeof value === 'object' && value !== null ? guarded(file, value) : value
  }
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, guard(value)])) as Part
}

function namedIn<Value>(file: string, work: () => Value): Value {
  try {
    return named(work)
  } catch (error) {
    if (error instanceof CommandRefused && isDamage(error)) markSuspect(file)
    throw error
  }
}
