import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandRefused } from '../shared/failure.ts'
import { createMutex, type Mutex } from './mutex.ts'

/**
 * A file that a person asked for, in the folder of the terminal's documents. `write` makes a draft, which takes the
 * document's place once it is whole. A document that is asked for again meanwhile is written again afterwards. Throws
 * FILE_NOT_WRITTEN, or as `write` refused, and what was there before stays.
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

/** Of each document that was written since the start. */
const turns = new Map<string, Mutex>()

function mutexOf(path: string): Mutex {
  const ofPath = turns.get(path) ?? createMutex()
  turns.set(path, ofPath)
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

/** Drafts of this document whose process was killed: it is nobody else's turn. One that cannot be removed hinders nothing. */
async function removeDrafts(folder: string, name: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile() && entry.name.startsWith(name) && DRAFT_ENDING.test(entry.name.slice(name.length)))
      await rm(join(folder, entry.name), { force: true }).catch(() => {})
}
