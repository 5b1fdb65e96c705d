import { dirname } from 'node:path'
import { CommandRefused } from '../../../shared/failure.ts'
import { nameWhenFree } from '../../base/files/atomic-file.ts'
import { makePrivateFolder } from '../../base/files/private-files.ts'
import { journalFailure } from './failures.ts'
import { removeDatabase } from './files.ts'

type Copying = {
  /** The file of an unfinished copy. */
  readonly part: string
  readonly copy: (part: string) => Promise<void>
  /** Checks the copy and flushes it to the disk. Resolves with the path that it gets then. */
  readonly check: (part: string) => Promise<string>
}

/** Makes a copy of an open file, which has its name only once it is checked. Throws NOT_SAVED or a more exact failure. */
export async function makeCheckedCopy({ part, copy, check }: Copying): Promise<void> {
  try {
    makePrivateFolder(dirname(part))
    removeDatabase(part)
    await copy(part)
    await nameWhenFree(part, await check(part))
  } catch (error) {
    const { name, detail } = journalFailure(error).failure
    throw new CommandRefused(name === 'JOURNAL_FAILED' ? 'NOT_SAVED' : name, detail)
  } finally {
    removeDatabase(part)
  }
}
