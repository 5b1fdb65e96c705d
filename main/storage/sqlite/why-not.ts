import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CommandRefused } from '../../../shared/failure.ts'
import { OWNER_ONLY } from '../../base/files/private-files.ts'
import { journalFailure } from './failures.ts'

/** SQLite only reports that it cannot open or write a file. A trial write finds the reason. */
export function whyNot(error: unknown, file: string): CommandRefused {
  const failure = journalFailure(error)
  if (failure.failure.name !== 'JOURNAL_FAILED' || error instanceof CommandRefused) return failure
  try {
    tryToWrite(file)
    return failure
  } catch (reason) {
    const told = journalFailure(reason)
    return told.failure.name === 'JOURNAL_FAILED' ? failure : told
  }
}

function tryToWrite(file: string): void {
  if (existsSync(file)) closeSync(openSync(file, 'r+'))
  const probe = join(nearestFolder(dirname(file)), `${basename(file)}.probe`)
  try {
    writeFileSync(probe, Buffer.alloc(4096), { mode: OWNER_ONLY })
  } finally {
    rmSync(probe, { force: true })
  }
}

const nearestFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
