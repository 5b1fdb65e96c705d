import { CommandRefused, type FailureName } from '../../../shared/failure.ts'
import { isHeld } from '../../base/files/held-files.ts'

/**
 * Failures by SQLite's whole result code (sqlite.org/rescode.html), for a full disk that its low byte calls an I/O error:
 * SQLITE_IOERR_SHMSIZE, no room for the shared memory of a file with a write-ahead log.
 */
const NAMES_OF_WHOLE_CODES: ReadonlyMap<number, FailureName> = new Map([[4874, 'DISK_FULL']])

/** Failures by the low byte of SQLite's result code; higher bytes only say where. */
const NAMES_OF_CODES: ReadonlyMap<number, FailureName> = new Map([
  [5, 'JOURNAL_LOCKED'],
  [6, 'JOURNAL_LOCKED'],
  [8, 'JOURNAL_READ_ONLY'],
  [11, 'JOURNAL_DAMAGED'],
  [13, 'DISK_FULL'],
  [26, 'JOURNAL_DAMAGED'],
])

/** Failures by SQLite's message, for an error without a code. */
const NAMES_OF_WORDS: readonly (readonly [RegExp, FailureName])[] = [
  [/database or disk is full/, 'DISK_FULL'],
  [/database (table )?is locked/, 'JOURNAL_LOCKED'],
  [/attempt to write a readonly database/, 'JOURNAL_READ_ONLY'],
  [/disk image is malformed|file is not a database/, 'JOURNAL_DAMAGED'],
]

const NAMES_OF_SYSTEM_CODES: Readonly<Record<string, FailureName>> = {
  ENOSPC: 'DISK_FULL',
  EDQUOT: 'DISK_FULL',
  EROFS: 'JOURNAL_READ_ONLY',
  EACCES: 'JOURNAL_READ_ONLY',
  EPERM: 'JOURNAL_READ_ONLY',
  EBUSY: 'FILE_HELD',
}

type Coded = { readonly code?: unknown; readonly errcode?: unknown; readonly message?: unknown }

/** The failure that an error of SQLite or of the system means; JOURNAL_FAILED where no other fits. */
export function journalFailure(error: unknown): CommandRefused {
  if (error instanceof CommandRefused) return error
  return new CommandRefused(
    namedCause(error) ?? 'JOURNAL_FAILED',
    error instanceof Error ? error.message : null,
  )
}

/** Runs the work. Throws errors of the disk as named failures, and all other errors unchanged. */
export function named<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw isOfTheDisk(error) ? journalFailure(error) : error
  }
}

export const isDamage = (error: unknown): boolean => journalFailure(error).failure.name === 'JOURNAL_DAMAGED'

/** Whether the fault is not in the file's content: the disk is full, or another program holds the file. */
export const isOutsideTheFile = (error: unknown): boolean =>
  ['DISK_FULL', 'JOURNAL_LOCKED', 'FILE_HELD'].includes(namedCause(error) ?? '') || isHeld(error)

export const isDiskFull = (error: unknown): boolean => namedCause(error) === 'DISK_FULL'

function namedCause(error: unknown): FailureName | null {
  if (!(error instanceof Error)) return null
  const { code, errcode } = error as Coded
  const bySqlite =
    typeof errcode === 'number'
      ? (NAMES_OF_WHOLE_CODES.get(errcode) ?? NAMES_OF_CODES.get(errcode & 0xff))
      : undefined
  const bySystem = typeof code === 'string' ? NAMES_OF_SYSTEM_CODES[code] : undefined
  return bySqlite ?? bySystem ?? NAMES_OF_WORDS.find(([words]) => words.test(error.message))?.[1] ?? null
}

/** SQLITE_IOERR and SQLITE_CANTOPEN: the disk failed in a way that no failure above names. */
const DISK_ERRORS = [10, 14]

export function isOfTheDisk(error: unknown): boolean {
  if (namedCause(error) !== null) return true
  const { errcode } = (error ?? {}) as Coded
  return typeof errcode === 'number' && DISK_ERRORS.includes(errcode & 0xff)
}
