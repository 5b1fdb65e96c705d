/**
 * Copies a journal as it was at one moment, while a till uses it. The till holds SQLite's lock for as long as it runs, so the lock
 * cannot be used here. Whether a commit or a checkpoint changed the files during the copy is seen from the files themselves:
 *
 *     header of the -wal ─▶ copy the file ─▶ copy the -wal ─▶ the same header? ─▶ where it was empty: the same file?
 *
 * A checkpoint only writes into the file what the -wal contains, and a -wal that is begun again gets another header. So while the
 * header stays the same, the copied -wal has everything that the copied file may lack. While there is no header, the file must not
 * have changed.
 */
import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync } from 'node:fs'

const MOST_TRIES = 50

type CopyFile = (from: string, to: string) => void

/** Returns false when the till wrote to the journal during every try. */
export function copyInUse(file: string, copy: string, copyFile: CopyFile = copyFileSync): boolean {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) if (isCopied(file, copy, copyFile)) return true
  return false
}

function isCopied(file: string, copy: string, copyFile: CopyFile): boolean {
  const header = headerOf(`${file}-wal`)
  copyFile(file, copy)
  rmSync(`${copy}-wal`, { force: true })
  if (header !== '' && !isWalCopied(file, copy)) return false
  if (headerOf(`${file}-wal`) !== header) return false
  return header !== '' || isSame(file, copy)
}

/** Returns false when the -wal is gone: a till deletes it when it quits. */
function isWalCopied(file: string, copy: string): boolean {
  try {
    copyFileSync(`${file}-wal`, `${copy}-wal`)
    return true
  } catch (error) {
    if (existsSync(`${file}-wal`)) throw error
    return false
  }
}

/** The header of SQLite's write-ahead log. It contains random numbers that change whenever the log is begun again. */
const HEADER_BYTES = 32

/** Empty when there is no log or the log is empty. */
function headerOf(wal: string): string {
  try {
    return withFile(wal, (open) => chunkAt(open, 0, HEADER_BYTES).toString('hex'))
  } catch (error) {
    if (existsSync(wal)) throw error
    return ''
  }
}

const CHUNK_BYTES = 1_048_576

const isSame = (file: string, copy: string): boolean =>
  withFile(file, (one) =>
    withFile(copy, (other) => {
      for (let at = 0; ; at += CHUNK_BYTES) {
        const chunk = chunkAt(one, at, CHUNK_BYTES)
        if (!chunk.equals(chunkAt(other, at, CHUNK_BYTES))) return false
        if (chunk.length < CHUNK_BYTES) return true
      }
    }),
  )

function chunkAt(open: number, at: number, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  return bytes.subarray(0, readSync(open, bytes, 0, size, at))
}

function withFile<Value>(file: string, work: (open: number) => Value): Value {
  const open = openSync(file, 'r')
  try {
    return work(open)
  } finally {
    closeSync(open)
  }
}
