/**
 * Replaces a file in one step: after a power cut it is the earlier one or the new one, whole. The new one and its name are on the
 * disk when a call returns (law 1). Only one at a time may write to a path.
 * By hand: libraries do not flush the folder, and take a short write for a whole one (docs/decisions/by-hand-or-library.md).
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Readable and writable by the owner only. */
export const OWNER_ONLY = 0o600

/** No other program gives a file this name: documents lie in a folder of the person's own. */
const draftOf = (path: string): string => `${path}.tugrik-new`

/** For a few lines that must be on the disk before anything else happens. Only the owner can read the file. */
export function writeFileAtomically(path: string, content: string): void {
  const draft = draftOf(path)
  rmSync(draft, { force: true }) // writing into an old one would keep its file mode
  writeFileSync(draft, content, { mode: OWNER_ONLY, flush: true })
  renameSync(draft, path)
  syncFolder(dirname(path))
}

/**
 * For all else. `write` writes the draft at the path that it is given. `check` looks at it once it is on the disk; where it gives
 * false, or either throws, the earlier file stays. Gives whether the file was replaced.
 */
export async function replaceFile(
  path: string,
  write: (draft: string) => unknown,
  check: (draft: string) => unknown = () => true,
): Promise<boolean> {
  const draft = draftOf(path)
  await removeDraft(path)
  try {
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

/** A folder that cannot be flushed (network shares: EINVAL, fsync(2)) or not be read. The file itself is on the disk. */
const NO_FLUSH: readonly (string | undefined)[] = ['EINVAL', 'ENOTSUP', 'EACCES', 'EPERM']

function unlessUnflushable(error: NodeJS.ErrnoException): void {
  if (!NO_FLUSH.includes(error.code)) throw error
}

/** Removes what a power cut left half written. The next call writes it anew in any case. */
const removeDraft = (path: string): Promise<void> => rm(draftOf(path), { force: true })

/** What was written to the file is on the disk when the call returns. */
export function syncFile(path: string): void {
  flushSync(path, 'r+')
}

/** The names in the folder are on the disk when the call returns. */
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
