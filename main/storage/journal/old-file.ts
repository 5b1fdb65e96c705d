/**
 * Keeps the old file after a migration for ever, but erases its sealed lottery numbers, because they must not outlive
 * the paper.
 *
 *     journal.v1.keeping.sqlite   a second name of the old file, made before the new file takes the first one
 *     journal.v1.kept.sqlite      the same file, once its seals are erased
 */
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Log } from '../../base/clock-and-log.ts'
import {
  closing,
  connect,
  emptyWal,
  type Files,
  freeName,
  isSameFile,
  makeWriter,
  stemOf,
} from '../sqlite/index.ts'

const KEEPING = /\.keeping(-\d+)?\.sqlite$/
const PART = /\.keeping(-\d+)?\.sqlite\.part$/

/** Gives the old file a second name, before the new file takes the first one. Returns the second name. */
export function keepOldFile(file: string, version: number, files: Files): string {
  const secondName = freeName(`${stemOf(file)}.v${version}.keeping`)
  try {
    files.link(file, secondName)
  } catch {
    copyWhole(file, secondName, files)
  }
  files.syncFolder(dirname(file))
  return secondName
}

/** For a disk without hard links: copies the file, and renames the copy once it is complete. */
function copyWhole(file: string, secondName: string, files: Files): void {
  const part = `${secondName}.part`
  files.remove(part)
  files.copy(file, part)
  files.sync(part)
  files.rename(part, secondName)
}

/** Finishes the work after a migration, also after a power cut. A step that fails is tried again at the next start. */
export function finishOldFiles(file: string, files: Files, log: Log): void {
  for (const name of namesBeside(file)) {
    try {
      if (PART.test(name)) files.remove(name)
      else if (KEEPING.test(name)) finish(file, name, files)
    } catch (error) {
      log.warn('an old file is not finished', { file: basename(name), error })
    }
  }
}

function finish(file: string, secondName: string, files: Files): void {
  // the migration was cut off before the new file took the first name, so the old file is still in use
  if (isSameFile(file, secondName)) {
    files.remove(secondName)
    return
  }
  // the new file's name must be on the disk before seals of the old file are erased
  files.syncFolder(dirname(file))
  eraseSeals(secondName)
  files.sync(secondName)
  files.rename(secondName, freeName(secondName.replace(KEEPING, '.kept')))
  files.syncFolder(dirname(file))
}

const eraseSeals = (secondName: string): void =>
  closing(connect(secondName), (database) => {
    makeWriter(database)
    database.exec('DELETE FROM receipt_seal')
    emptyWal(database)
  })

function namesBeside(file: string): readonly string[] {
  const folder = dirname(file)
  const start = `${basename(stemOf(file))}.v`
  return readdirSync(folder)
    .filter((name) => name.startsWith(start))
    .map((name) => join(folder, name))
}
