import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** For the file's owner alone. */
const OWNER_ONLY = 0o600

/**
 * On the disk, name and all, when the call returns: a power cut before that leaves what was there. Readable by its owner
 * alone. One process a path.
 */
export function writeFileAtomically(path: string, content: string): void {
  const draft = `${path}.new`
  rmSync(draft, { force: true }) // of whoever was cut off: it would keep its mode
  writeFileSync(draft, content, { mode: OWNER_ONLY, flush: true })
  renameSync(draft, path)
  syncFolder(dirname(path))
}

/** Windows opens no folder, and keeps names without being asked. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
