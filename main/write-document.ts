import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandRefused } from '../shared/failure.ts'
import { createMutex, type Mutex } from './mutex.ts'

/**
 * Writes a file that a person asked for into the terminal's documents folder. `write` writes a draft, which replaces the document
 * once it is complete. A second request for the same document waits for the first. Throws FILE_NOT_WRITTEN, or the refusal of
 * `write`; then the earlier document stays.
 */
export async function writeDocument(
  folder: string,
  name: string,
  write: (draft: string) => Promise<unknown> | unknown,
): Promise<{ path: string }> {
  const path = join(folder, name)
  try {
    await mutexOf(path).runExclusive(() => replace(folder, name, write))
  } catch (error) {
    if (error instanceof CommandRefused) throw error
    throw new CommandRefused('FILE_NOT_WRITTEN', error instanceof Error ? error.message : null)
  }
  return { path }
}

/** One for each document written since the start, by its path. */
const mutexes = new Map<string, Mutex>()

function mutexOf(path: string): Mutex {
  const ofPath = mutexes.get(path) ?? createMutex()
  mutexes.set(path, ofPath)
  return ofPath
}

async function replace(
  folder: string,
  name: string,
  write: (draft: string) => Promise<unknown> | unknown,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  await removeDrafts(folder, name)
  const draft = join(folder, `${name}.${randomUUID()}.new`)
  try {
    await write(draft)
    await rename(draft, join(folder, name))
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}

const DRAFT_ENDING = /^\.[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.new$/

/** Removes drafts of this document left behind by a killed process: nobody else is writing it now. Failing to remove one does no harm. */
async function removeDrafts(folder: string, name: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile() && entry.name.startsWith(name) && DRAFT_ENDING.test(entry.name.slice(name.length)))
      await rm(join(folder, entry.name), { force: true }).catch(() => {})
}
