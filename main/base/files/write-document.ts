import { join } from 'node:path'
import { CommandRefused } from '../../../shared/failure.ts'
import type { Clock } from '../clock-and-log.ts'
import { createMutex, type Mutex } from '../mutex.ts'
import { saveDocument } from './atomic-file.ts'
import { codeOf } from './error-code.ts'
import { isHeld } from './held-files.ts'
import { makePrivateFolder } from './private-files.ts'

/**
 * The name of a file without letters that could lead out of its folder. The number of a sale, of which many are named, may
 * come from a journal that somebody forged.
 */
export const inFolder = (name: string): string => name.replace(/[^\p{L}\p{N} ._-]/gu, '-').replace(/^\.+/, '')

/**
 * Writes a file that a person asked for into the documents folder. `write` writes into a draft, which replaces the
 * document once it is complete; if that is open in another program, the new one is beside it: "name (2)". Only its owner
 * can read it: a person who passes it on gives the rights. A second request for the same document waits for the first.
 * Throws FILE_HELD, DISK_FULL, NOT_SAVED, or the refusal of `write`; then the previous document stays.
 */
export async function writeDocument(
  folder: string,
  name: string,
  write: (draft: string) => Promise<unknown> | unknown,
): Promise<{ path: string }> {
  const path = join(folder, inFolder(name))
  try {
    return await mutexOf(path).runExclusive(async () => {
      makePrivateFolder(folder)
      return { path: await saveDocument(path, write) }
    })
  } catch (error) {
    if (error instanceof CommandRefused) throw error
    throw new CommandRefused(nameOf(error), error instanceof Error ? error.message : null)
  }
}

const nameOf = (error: unknown) =>
  isHeld(error) ? 'FILE_HELD' : codeOf(error) === 'ENOSPC' ? 'DISK_FULL' : 'NOT_SAVED'

/** The mutexes of the documents written since the start, by path. */
const mutexes = new Map<string, Mutex>()

function mutexOf(path: string): Mutex {
  const ofPath = mutexes.get(path) ?? createMutex()
  mutexes.set(path, ofPath)
  return ofPath
}

/** A hostile page opens no more windows than this over the till. */
const OPENING_PAUSE_MS = 3_000

/** Opens the folder of the documents with `open`; null where nothing can. Presses in quick succession open it once. */
export function documentsOpener(
  folder: string,
  open: ((path: string) => Promise<boolean>) | null,
  clock: Pick<Clock, 'monotonic'>,
): () => Promise<void> {
  let opened = Number.NEGATIVE_INFINITY
  return async () => {
    if (clock.monotonic() - opened < OPENING_PAUSE_MS) return
    opened = clock.monotonic()
    makePrivateFolder(folder)
    if (open === null || !(await open(folder))) throw new CommandRefused('FOLDER_NOT_OPENED', folder)
  }
}
