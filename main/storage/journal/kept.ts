/**
 * Keeps the old file after a migration for ever, but erases its sealed lottery numbers, because they must not outlive
 * the paper.
 *
 *     journal.v1.keeping.sqlite   a second name of the old file, made before the new file takes the first one
 *     journal.v1.kept.sqlite      the same file, once its seals are erased
 */
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Log } from '../../base/environment.ts'
import { connect, emptyWal, type Files, freeName, isSameFile, makeWriter, stemOf } from '../sqlite/index.ts'

const KEEPING = /\.keeping(-\d+)?\.sqlite$/
const PART = /\.keeping(-\d+)?\.sqlite\.part$/

/** Gives the old file a second name, before the new file takes the first one. Returns the second name. */
export function keepOld(file: string, version: number, files: Files): string {
  const keeping = freeName(`${stemOf(file)}.v${version}.keeping`)
  try {
    files.link(file, keeping)
  } catch {
    copyWhole(file, keeping, files)
  }
  files.syncFolder(dirname(file))
  return keeping
}

/** For a disk without hard links: copies the file, and renames the copy once it is complete. */
function copyWhole(file: string, keeping: string, files: Files): void {
  const part = `${keeping}.part`
  files.remove(part)
  files.copy(file, part)
  files.sync(part)
  files.rename(part, keeping)
}

/** Finishes the work after a migration, also after a power cut. A step that fails is tried again at the next start. */
export function finishKept(file: string, files: Files, log: Log): void {
  for (const name of namesBeside(file)) {
    try {
      if (PART.test(name)) files.remove(name)
      else if (KEEPING.test(name)) finish(file, name, files)
    } catch (error) {
      log.warn('a kept file is not finished', { file: basename(name), error })
    }
  }
}

function finish(file: string, keeping: string, files: Files): void {
  // the migration was cut off before the new file took the first name, so the old file is still in use
  if (isSameFile(file, keeping)) {
    files.remove(keeping)
    return
  }
  // the new file's name must be on the disk before seals of the old file are erased
  files.syncFolder(dirname(file))
  eraseSeals(keeping)
  files.sync(keeping)
  files.rename(keeping, freeName(keeping.replace(KEEPING, '.kept')))
  files.syncFolder(dirname(file))
}

function eraseSeals(keeping: string): void {
  const database = connect(keeping)
  try {
    makeWriter(database)
    database.exec('DELETE FROM receipt_seal')
    emptyWal(database)
  } finally {
    database.close()
  }
}

function namesBeside(file: string): readonly string[] {
  const folder = dirname(file)
  const start = `${basename(stemOf(file))}.v`
  return readdirSync(folder)
    .filter((name) => name.startsWith(start))
    .map((name) => join(folder, name))
}
