/**
 * A copy of a journal as it stood at one moment. The till holds SQLite's lock for as long as it runs, so nobody else can read by
 * it; what a commit or a checkpoint changed meanwhile is told by the files instead:
 *
 *     header of the -wal ─▶ copy the file ─▶ copy the -wal ─▶ the same header? ─▶ where it was empty: the same file?
 *
 * A checkpoint writes into the file what stands in the -wal too, and the -wal is begun anew only under another header. So under one
 * header the copied -wal has all that the copied file may lack; and without one nothing is written into the file.
 */
import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync } from 'node:fs'

const MOST_TRIES = 50

type CopyFile = (from: string, to: string) => void

/** Answers false where it was written to all the time. */
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

/** A till that ends takes its log away. */
function isWalCopied(file: string, copy: string): boolean {
  try {
    copyFileSync(`${file}-wal`, `${copy}-wal`)
    return true
  } catch (error) {
    if (existsSync(`${file}-wal`)) throw error
    return false
  }
}

/** Of SQLite's write-ahead log. It has numbers that are drawn anew each time that the log is begun. */
const HEADER_BYTES = 32

/** Empty where there is no log, or nothing in it. */
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
