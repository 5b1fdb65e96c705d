import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Readable and writable by the owner only. */
const OWNER_ONLY = 0o600

/**
 * Replaces a file in one step: it is safely on the disk when the call returns, and a power cut before that leaves the earlier file.
 * Only its owner can read it. Only one process may write to a path.
 */
export function writeFileAtomically(path: string, content: string): void {
  const draft = `${path}.new`
  rmSync(draft, { force: true }) // left behind by a power cut: writing into it would keep its file mode
  writeFileSync(draft, content, { mode: OWNER_ONLY, flush: true })
  renameSync(draft, path)
  syncFolder(dirname(path))
}

/** Windows cannot open a folder, and stores file names without it. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** The same without blocking: renamed files keep their new names in a power cut. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
