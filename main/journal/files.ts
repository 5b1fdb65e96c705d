import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'

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
  sync: (file) => syncOpened(file, 'r+'),
  // Windows opens no folder, and keeps names without being asked.
  syncFolder: (folder) => {
    if (process.platform !== 'win32') syncOpened(folder, 'r')
  },
}

/** Removes a database with the files that SQLite keeps beside it. */
export function removeDatabase(file: string, files: Pick<Files, 'remove'> = diskFiles): void {
  for (const end of ['', '-wal', '-shm', '-journal']) files.remove(`${file}${end}`)
}

/** Whether both names are of one file. */
export function isSameFile(one: string, other: string): boolean {
  if (!existsSync(one) || !existsSync(other)) return false
  const [first, second] = [statSync(one, { bigint: true }), statSync(other, { bigint: true })]
  return first.ino === second.ino && first.dev === second.dev
}

function syncOpened(path: string, flags: string): void {
  const opened = openSync(path, flags)
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
