/**
 * Replaces a file in one step: after a power cut it is completely the old one or the new one. When a call returns, the
 * new file and its name are on the disk (law 1). Only one caller at a time may write to a path.
 * By hand: libraries do not flush the folder, and take a short write for a complete one
 * (docs/decisions/own-code-or-library.md).
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OWNER_ONLY } from './private-files.ts'

/** A name that no other program uses, because documents are in a folder of the person's own. */
const draftOf = (path: string): string => `${path}.tugrik-new`

/** For small files that must be on the disk before the program continues. Only the owner can read the file. */
export function writeFileAtomically(path: string, content: string): void {
  const draft = draftOf(path)
  rmSync(draft, { force: true }) // an existing file would keep its mode
  writeFileSync(draft, content, { mode: OWNER_ONLY, flush: true })
  renameSync(draft, path)
  syncFolder(dirname(path))
}

/**
 * For all other files. `write` writes into the draft, an empty file with the given rights. `check` checks it once it is on the disk. Where it
 * returns false, or either throws, the old file stays. Resolves with whether the file was replaced.
 */
export async function replaceFile(
  path: string,
  write: (draft: string) => unknown,
  check: (draft: string) => unknown = () => true,
  rights: number = OWNER_ONLY,
): Promise<boolean> {
  const draft = draftOf(path)
  await removeDraft(path)
  try {
    await (await open(draft, 'wx', rights)).close()
    await write(draft)
    await flush(draft, 'r+')
    if ((await check(draft)) === false) return false
    await rename(draft, path)
  } finally {
    await removeDraft(path).catch(() => {})
  }
  if (FOLDERS_OPEN) await flush(dirname(path), 'r').catch(unlessUnflushable)
  return true
}

/** Errors of a folder that cannot be flushed (network shares: EINVAL, fsync(2)) or read. The file is on the disk. */
const NO_FLUSH: readonly (string | undefined)[] = ['EINVAL', 'ENOTSUP', 'EACCES', 'EPERM']

function unlessUnflushable(error: NodeJS.ErrnoException): void {
  if (!NO_FLUSH.includes(error.code)) throw error
}

/** Removes an incomplete draft that a power cut left. The next write replaces it in any case. */
const removeDraft = (path: string): Promise<void> => rm(draftOf(path), { force: true })

/** Writes the file's content to the disk before it returns. */
export function syncFile(path: string): void {
  flushSync(path, 'r+')
}

/** Writes the names in the folder to the disk before it returns. */
export function syncFolder(folder: string): void {
  if (FOLDERS_OPEN) flushSync(folder, 'r')
}

/** Windows cannot open a folder, and stores file names without it. */
const FOLDERS_OPEN = process.platform !== 'win32'

function flushSync(path: string, flags: 'r' | 'r+'): void {
  const opened = openSync(path, flags)
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

async function flush(path: string, flags: 'r' | 'r+'): Promise<void> {
  const opened = await open(path, flags)
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
