import { readFileSync } from 'node:fs'

/**
 * One line of the log of power-loss.c. Paths are relative to the root. An inode number means one file until it is
 * created again.
 */
export type LogLine =
  | { readonly kind: 'create'; readonly path: string; readonly inode: string; readonly mode: number }
  | { readonly kind: 'write'; readonly inode: string; readonly offset: number; readonly data: Buffer }
  | { readonly kind: 'truncate'; readonly inode: string; readonly length: number }
  | { readonly kind: 'sync'; readonly inode: string }
  | { readonly kind: 'sync folder'; readonly path: string }
  | { readonly kind: 'rename' | 'link'; readonly path: string; readonly other: string }
  | { readonly kind: 'unlink'; readonly path: string }

const HEAD = 32

/** Leaves out a last line that was cut off with its process. */
export function readLog(file: string): LogLine[] {
  const log = readFileSync(file)
  const lines: LogLine[] = []
  for (let at = 0; at + HEAD <= log.length; ) {
    const [path, other, data] = [
      log.readUInt32LE(at + 4),
      log.readUInt32LE(at + 8),
      log.readUInt32LE(at + 12),
    ]
    const end = at + HEAD + path + other + data
    if (end > log.length) break
    const text = (from: number, length: number) => log.toString('utf8', from, from + length)
    const line = lineOf(
      String.fromCharCode(log.readUInt8(at)),
      text(at + HEAD, path),
      text(at + HEAD + path, other),
      String(log.readBigUInt64LE(at + 16)),
      Number(log.readBigUInt64LE(at + 24)),
      log.subarray(end - data, end),
    )
    if (line) lines.push(line)
    at = end
  }
  return lines
}

function lineOf(
  type: string,
  path: string,
  other: string,
  inode: string,
  offset: number,
  data: Buffer,
): LogLine | null {
  switch (type) {
    case 'C':
      return { kind: 'create', path, inode, mode: offset }
    case 'W':
      return { kind: 'write', inode, offset, data }
    case 'T':
      return { kind: 'truncate', inode, length: offset }
    case 'S':
      return { kind: 'sync', inode }
    case 'D':
      return { kind: 'sync folder', path }
    case 'R':
      return { kind: 'rename', path, other }
    case 'L':
      return { kind: 'link', path, other }
    case 'U':
      return { kind: 'unlink', path }
    default:
      return null
  }
}
