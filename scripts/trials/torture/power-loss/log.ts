import { readFileSync } from 'node:fs'

/** By the letter that power-loss.c writes. */
const KINDS = {
  C: 'create',
  W: 'write',
  T: 'truncate',
  S: 'sync',
  D: 'sync folder',
  R: 'rename',
  L: 'link',
  U: 'unlink',
} as const

/**
 * One line of the log of power-loss.c. Paths are relative to the root. An inode number means one file until it is
 * created again.
 */
export type LogLine = {
  readonly kind: (typeof KINDS)[keyof typeof KINDS]
  readonly path: string
  /** The new name, for rename and link. */
  readonly other: string
  readonly inode: string
  /** The place of a write, the length for truncate, and the mode for create. */
  readonly offset: number
  readonly data: Buffer
}

const HEAD = 32

/** Leaves out a last line that was cut off with its process. */
export function readLog(file: string): LogLine[] {
  const log = readFileSync(file)
  const lines: LogLine[] = []
  for (let at = 0; at + HEAD <= log.length; ) {
    const lengthAt = (place: number): number => log.readUInt32LE(at + place)
    const [path, other, data] = [lengthAt(4), lengthAt(8), lengthAt(12)]
    const end = at + HEAD + path + other + data
    if (end > log.length) break
    const text = (from: number, length: number) => log.toString('utf8', from, from + length)
    lines.push({
      kind: KINDS[String.fromCharCode(log.readUInt8(at)) as keyof typeof KINDS],
      path: text(at + HEAD, path),
      other: text(at + HEAD + path, other),
      inode: String(log.readBigUInt64LE(at + 16)),
      offset: Number(log.readBigUInt64LE(at + 24)),
      data: log.subarray(end - data, end),
    })
    at = end
  }
  return lines
}
