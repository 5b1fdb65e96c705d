/**
 * The till's own folders and files are open to their owner only, whatever the umask: other users of the machine must
 * not read sales, people and settings. SQLite gives its -wal, -shm and -journal the rights of the database. Windows has
 * no such rights: there, a folder's access list counts, and this file changes nothing (docs/security.md).
 */
import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../clock-and-log.ts'

/** Readable and writable by the owner only. */
export const OWNER_ONLY = 0o600
/** For files in a folder that a person chose for others, such as another till: the system takes away what it takes. */
export const SYSTEMS_RIGHTS = 0o666
const OWNERS_FOLDER = 0o700
const RIGHTS_OF_OTHERS = 0o077

/** Creates the folder, and those above it, where they are missing. */
export const makePrivateFolder = (folder: string): void =>
  void mkdirSync(folder, { recursive: true, mode: OWNERS_FOLDER })

/** Creates an empty file where it is missing. */
export const makePrivateFile = (file: string): void => closeSync(openSync(file, 'a', OWNER_ONLY))

/** Throws if the till cannot make its data folder, or may not make a file in it. */
export function assertWritable(folder: string): void {
  makePrivateFolder(folder)
  const trial = join(folder, '.trial')
  makePrivateFile(trial)
  rmSync(trial)
}

/**
 * Takes the rights of others from the data folder and all that is in it, such as a copy by hand has. Where the
 * folder is closed, others reach nothing in it, and a walk past 100,000 pictures at each start would take seconds.
 */
export function closeToOthers(folder: string, log: Pick<Log, 'warn'>): void {
  if (process.platform === 'win32' || (lstatSync(folder).mode & RIGHTS_OF_OTHERS) === 0) return
  closeTree(folder, log)
}

/** The folder comes after its content, so that the next start walks again where this one is killed. Follows no links. */
function closeTree(path: string, log: Pick<Log, 'warn'>): void {
  try {
    const found = lstatSync(path)
    if (!found.isDirectory() && !found.isFile()) return
    if (found.isDirectory()) for (const name of readdirSync(path)) closeTree(join(path, name), log)
    if ((found.mode & RIGHTS_OF_OTHERS) !== 0) chmodSync(path, found.mode & 0o777 & ~RIGHTS_OF_OTHERS)
  } catch (error) {
    log.warn('the rights of a file stay', { error })
  }
}
