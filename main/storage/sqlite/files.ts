import { constants, copyFileSync, existsSync, linkSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Log } from '../../base/clock-and-log.ts'
import { syncFile, syncFolder } from '../../base/files/atomic-file.ts'
import { isThere, removeSync, replaceSync, untilFree } from '../../base/files/held-files.ts'

/** Operations on files, passed in so that a test can make any of them fail. */
export type Files = {
  /** Throws where the file exists. */
  readonly copy: (from: string, to: string) => void
  readonly link: (from: string, to: string) => void
  readonly rename: (from: string, to: string) => void
  readonly remove: (file: string) => void
  /** Writes the file's content to the disk before it returns. */
  readonly sync: (file: string) => void
  /** Writes the names in the folder to the disk before it returns. */
  readonly syncFolder: (folder: string) => void
}

export const diskFiles: Files = {
  copy: (from, to) => untilFree('copy', from, () => copyFileSync(from, to, constants.COPYFILE_EXCL)),
  link: linkSync,
  rename: replaceSync,
  remove: removeSync,
  sync: syncFile,
  syncFolder,
}

/** The files that SQLite keeps beside a database. */
export const ENDS = ['-wal', '-shm', '-journal'] as const

export function removeDatabase(file: string, files: Pick<Files, 'remove'> = diskFiles): void {
  for (const end of ['', ...ENDS]) files.remove(`${file}${end}`)
}

/** If another program holds the file, the till starts all the same, and the next start tries again. */
export function removeOrWarn(file: string, log: Log): void {
  try {
    removeDatabase(file)
  } catch (error) {
    log.warn('the rest of a copy cannot be removed now', { file: basename(file), error })
  }
}

/** A new version of a file while it is written. */
export const draftOf = (file: string): string => `${file}.part`

/** Gives a finished draft the name of the file, which must not be open. The caller flushes the folder. */
export function putInPlace(draft: string, file: string): void {
  // SQLite would apply a journal of the former file to the new one.
  for (const end of ENDS) diskFiles.remove(`${file}${end}`)
  diskFiles.rename(draft, file)
}

/** Whether both names are links to the same file. */
export function isSameFile(one: string, other: string): boolean {
  if (!existsSync(one) || !existsSync(other)) return false
  const [first, second] = [statSync(one, { bigint: true }), statSync(other, { bigint: true })]
  return first.ino === second.ino && first.dev === second.dev
}

/** The path without its ending: `journal` of journal.sqlite. */
export const stemOf = (file: string): string => file.replace(/\.sqlite$/, '')

/** yyyyMMdd-HHmmss in UTC, for a file's name. */
export const stampOf = (at: number): string =>
  new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')

/** The first of `stem.sqlite`, `stem-2.sqlite` and so on that does not exist. */
export function freeName(stem: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${stem}${number === 1 ? '' : `-${number}`}.sqlite`
    if (!isThere(name)) return name
  }
}
