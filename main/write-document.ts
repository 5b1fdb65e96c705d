import { join } from 'node:path'
import { CommandRefused } from '../shared/failure.ts'
import { replaceFile } from './atomic-file.ts'
import { createMutex, type Mutex } from './mutex.ts'
import { makePrivateFolder } from './private-files.ts'

/**
 * Writes a file that a person asked for into the documents folder. `write` writes into a draft, which replaces the
 * document once it is complete. Only its owner can read it: a person who passes it on gives the rights. A second request for the same document waits for the first. Throws FILE_NOT_WRITTEN, or the
 * refusal of `write`; then the previous document stays.
 */
export async function writeDocument(
  folder: string,
  name: string,
  write: (draft: string) => Promise<unknown> | unknown,
): Promise<{ path: string }> {
  const path = join(folder, name)
  try {
    await mutexOf(path).runExclusive(async () => {
      makePrivateFolder(folder)
      await replaceFile(path, write)
    })
  } catch (error) {
    if (error instanceof CommandRefused) throw error
    throw new CommandRefused('FILE_NOT_WRITTEN', error instanceof Error ? error.message : null)
  }
  return { path }
}

/** The mutexes of the documents written since the start, by path. */
const mutexes = new Map<string, Mutex>()

function mutexOf(path: string): Mutex {
  const ofPath = mutexes.get(path) ?? createMutex()
  mutexes.set(path, ofPath)
  return ofPath
}
