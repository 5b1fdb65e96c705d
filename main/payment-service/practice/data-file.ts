/**
 * The ledger on disk: one JSON line for each change. A line is written at once, so that a killed process loses
 * nothing, and fsynced before the answer leaves, so that a power cut loses nothing. The file holds the practice
 * password: only its owner can read it.
 */
import { closeSync, existsSync, fdatasync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { writeFileAtomically } from '../../base/files/atomic-file.ts'
import { makePrivateFolder } from '../../base/files/private-files.ts'
import { type Entry, entryRecord } from './records.ts'

/** Reads all changes. Throws with the line number where the file is not ours, so that it is never overwritten. */
export function readEntries(path: string): Entry[] {
  if (!existsSync(path)) return []
  const text = readFileSync(path, 'utf8')
  const lines = withoutHoles(text).split('\n')
  const torn = lines.pop() ?? ''
  const entries = lines.map((line, index) => {
    const entry = parseEntry(line)
    if (!entry) throw notOurs(path, index + 1)
    return entry
  })
  if (entries.length === 0 && text !== '') throw notOurs(path, 1)
  // A last line without an end was cut off when the process was killed. Its answer was never sent.
  const last = torn === '' ? null : parseEntry(torn)
  return last ? [...entries, last] : entries
}

/** After a power cut the file may end in zeros. The answers of the lost lines were never sent. */
const withoutHoles = (text: string): string => text.split('\0', 1)[0] ?? ''

const notOurs = (path: string, line: number): Error =>
  new Error(`${path}, line ${line}: not a record of the practice service`)

function parseEntry(line: string): Entry | null {
  try {
    const parsed = entryRecord.safeParse(JSON.parse(line))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

const asLine = (entry: Entry): string => `${JSON.stringify(entry)}\n`

export type DataFile = {
  readonly append: (entry: Entry) => void
  /** Resolves when everything appended so far is on the disk. */
  readonly flushed: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Replaces the file by the given entries in one step, and keeps it open for appending. */
export function openCompacted(path: string, entries: readonly Entry[]): DataFile {
  makePrivateFolder(dirname(path))
  writeFileAtomically(path, entries.map(asLine).join(''))
  const file = openSync(path, 'a')
  let written = 0
  const flushed = flushing(file, () => written)
  return {
    append: (entry) => {
      writeSync(file, asLine(entry))
      written += 1
    },
    flushed,
    close: async () => {
      await flushed().finally(() => closeSync(file))
    },
  }
}

const sync = promisify(fdatasync)

/** One fsync serves all writes before it. Writes during it share the next one. */
function flushing(file: number, written: () => number): () => Promise<void> {
  let kept = 0
  let running: Promise<void> | null = null
  const flush = async (): Promise<void> => {
    const upTo = written()
    try {
      await sync(file)
      kept = upTo
    } finally {
      running = null
    }
  }
  return async () => {
    const wanted = written()
    while (kept < wanted) {
      running ??= flush()
      await running
    }
  }
}
