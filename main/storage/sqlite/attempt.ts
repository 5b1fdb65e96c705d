import { basename } from 'node:path'
import type { FailureName } from '../../../shared/failure.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { isOfTheDisk, isOutsideTheFile, journalFailure } from './failures.ts'

export const UNREADABLE = Symbol('unreadable')

/** Returns the work's result, or UNREADABLE if it throws. Throws the error of a full disk or a held file, which is not damage. */
export function attempt<Value>(work: () => Value): Value | typeof UNREADABLE {
  try {
    return work()
  } catch (error) {
    if (isOutsideTheFile(error)) throw error
    return UNREADABLE
  }
}

/**
 * Null for a file that can never be read: its content is lost. Throws where it may be read later: the disk is full, another
 * program holds the file, or wrote it, unless that failure is one of `leftOut`.
 */
export function unlessUnreadable<Value>(
  file: string,
  log: Log,
  read: () => Value,
  leftOut: readonly FailureName[] = [],
): Value | null {
  try {
    return read()
  } catch (error) {
    const { failure, message } = journalFailure(error)
    const isUnreadable =
      failure.name === 'JOURNAL_DAMAGED' || (failure.name === 'JOURNAL_FAILED' && !isOfTheDisk(error))
    if (!isUnreadable && !leftOut.includes(failure.name)) throw error
    log.error(`nothing is read from ${basename(file)}: ${message}`)
    return null
  }
}
