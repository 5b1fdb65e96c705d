import { constants, copyFileSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { syncFile, syncFolder } from '../atomic-file.ts'

/** What changing a journal's file asks of the disk, handed in so that a test breaks any step of it. */
export type Files = {
  /** Refuses to write over a file that is there. */
  readonly copy: (from: string, to: string) => void
  readonly link: (from: string, to: string) => void
  readonly rename: (from: string, to: string) => void
  readonly remove: (file: string) => void
  /** What was written to it is on the disk when the call returns. */
  readonly sync: (file: string) => void
  /** Its names are on the disk when the call returns. */
  readonly syncFolder: (folder: string) => void
}

export const diskFiles: Files = {
  copy: (from, to) => copyFileSync(from, to, constants.COPYFILE_EXCL),
  link: linkSync,
  rename: renameSync,
  remove: (file) => rmSync(file, { force: true }),
  sync: syncFile,
  syncFolder,
}

/** Whether both names are of one file. */
export function isSameFile(one: string, other: string): boolean {
  if (!existsSync(one) || !existsSync(other)) return false
  const [first, second] = [statSync(one, { bigint: true }), statSync(other, { bigint: true })]
  return first.ino === second.ino && first.dev === second.dev
}
