/**
 * The ledger on disk: one JSON line a change, handed to the operating system before the answer leaves, so that a killed
 * process loses nothing it answered for. Holds the practice password: readable by its owner alone.
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { type Entry, entryRecord } from './records.ts'

const OWNER_ONLY = 0o600

/** Every change kept so far. Throws, naming the line, where the file is not one of ours: it is never begun anew. */
export function readEntries(path: string): Entry[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  const torn = lines.pop() ?? ''
  const entries = lines.map((line, index) => {
    const entry = parseEntry(line)
    if (!entry) throw new Error(`${path}, line ${index + 1}: not a record of the practice service`)
    return entry
  })
  // A line without its end was being written when the process was killed; nobody has been answered for it.
  const last = torn === '' ? null : parseEntry(torn)
  return last ? [...entries, last] : entries
}

function parseEntry(line: string): Entry | null {
  try {
    const parsed = entryRecord.safeParse(JSON.parse(line))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

const asLine = (entry: Entry): string => `${JSON.stringify(entry)}\n`

export type DataFile = { readonly append: (entry: Entry) => void; readonly close: () => void }

/** Writes the file anew with the given entries, in one step, and keeps it open for more. */
export function openCompacted(path: string, entries: readonly Entry[]): DataFile {
  mkdirSync(dirname(path), { recursive: true })
  const fresh = `${path}.new`
  writeFileSync(fresh, entries.map(asLine).join(''), { mode: OWNER_ONLY, flush: true })
  renameSync(fresh, path)
  const file = openSync(path, 'a', OWNER_ONLY)
  return {
    append: (entry) => void writeSync(file, asLine(entry)),
    close: () => closeSync(file),
  }
}
