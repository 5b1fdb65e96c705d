/**
 * The ledger on disk: one JSON line a change, handed to the operating system at once, so that a killed process loses
 * nothing it answered for, and fsynced before the answer leaves, so that a power cut loses nothing either. Holds the
 * practice password: readable by its owner alone.
 */
import { closeSync, existsSync, fdatasync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { writeFileAtomically } from '../atomic-file.ts'
import { type Entry, entryRecord } from './records.ts'

/** Every change kept so far. Throws, naming the line, where the file is not one of ours: it is never begun anew. */
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
  // A line without its end was being written when the process was killed; nobody has been answered for it.
  const last = torn === '' ? null : parseEntry(torn)
  return last ? [...entries, last] : entries
}

/**
 * What a power cut keeps from the disk lies there as zeros, which no line of ours has. Nobody was answered for it, nor for
 * what comes behind it.
 */
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
  /** Resolves when all that was appended so far is on the disk. */
  readonly flushed: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Writes the file anew with the given entries, in one step, and keeps it open for more. */
export function openCompacted(path: string, entries: readonly Entry[]): DataFile {
  mkdirSync(dirname(path), { recursive: true })
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

/** One fsync answers for all who wrote before it began; who wrote during it shares the next one. */
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
