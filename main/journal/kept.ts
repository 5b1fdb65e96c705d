/**
 * The old file after a migration. It is kept for ever, but its sealed lottery numbers are erased: they must not outlive the
 * paper.
 *
 *     journal.v1.keeping.sqlite   another name of the old file, from before the new one takes its place
 *     journal.v1.kept.sqlite      the same, once what was sealed in it is erased
 */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Log } from '../environment.ts'
import { connect, emptyWal, makeWriter } from './connect.ts'
import { type Files, isSameFile } from './files.ts'

const KEEPING = /\.keeping(-\d+)?\.sqlite$/
const PART = /\.keeping(-\d+)?\.sqlite\.part$/

/** The `journal` of journal.sqlite and journal.v1.kept.sqlite. */
export const stemOf = (file: string): string => file.replace(/\.sqlite$/, '')

/** Gives the old file a second name, before the new file takes the first. Answers with the second name. */
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

/** For a disk without hard links: a copy, which gets its name once it is complete. */
function copyWhole(file: string, keeping: string, files: Files): void {
  const part = `${keeping}.part`
  files.remove(part)
  files.copy(file, part)
  files.sync(part)
  files.rename(part, keeping)
}

/** Finishes what a migration left, also one that was cut off. What fails is tried again at the next start. */
export function finishKept(file: string, files: Files, log: Log): void {
  for (const name of namesBeside(file)) {
    try {
      if (PART.test(name)) files.remove(name)
      else if (KEEPING.test(name)) finish(file, name, files)
    } catch (error) {
      log.warn(`${basename(name)} is not finished: ${error instanceof Error ? error.message : 'unknown'}`)
    }
  }
}

function finish(file: string, keeping: string, files: Files): void {
  // cut off before the new file took the first name: the old one is still in use
  if (isSameFile(file, keeping)) {
    files.remove(keeping)
    return
  }
  // the new file's name must be on the disk before anything of the old one is erased
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

function freeName(stem: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${stem}${number === 1 ? '' : `-${number}`}.sqlite`
    if (!existsSync(name)) return name
  }
}
