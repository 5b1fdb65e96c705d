/**
 * The log: one JSON object a line in `logs/terminal.log` of the data folder. Everything that is logged goes through
 * `lineOf`, which writes a sentence of the program without what it may not have, and fields of known shapes.
 */
import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log, LogFields } from '../clock-and-log.ts'
import { heldFiles } from '../files/held-files.ts'
import { makePrivateFolder, OWNER_ONLY } from '../files/private-files.ts'
import { writtenFields } from './fields.ts'
import { redacted } from './redact.ts'
import { currentTrace } from './work.ts'

type Level = keyof Log

/** At most so many files of so many bytes: about a month of a busy till. */
const LOG_FILES = 5
const LARGEST = 1_000_000

export const logFolder = (folder: string): string => join(folder, 'logs')

/** The files of the log, newest first. The oldest is overwritten. */
export const logNames: readonly string[] = Array.from({ length: LOG_FILES }, (_, at) =>
  at === 0 ? 'terminal.log' : `terminal.${at}.log`,
)

type Options = {
  /** Also told, for development. */
  readonly tell?: (line: string) => void
  readonly largest?: number
}

/** Never throws: a full disk is reported elsewhere, and must not stop a sale because of its log. */
export function logFile(folder: string, { tell, largest = LARGEST }: Options = {}): Log {
  const home = logFolder(folder)
  const [file = ''] = logNames.map((name) => join(home, name))
  let size: number | null = null
  let lost = 0
  const write =
    (level: Level) =>
    (text: string, fields: LogFields = {}): void => {
      const line = `${lineOf(level, text, fields)}\n`
      tell?.(line.trimEnd())
      try {
        if (size === null) makePrivateFolder(home)
        size ??= sizeOf(file)
        const lines =
          lost === 0 ? line : `${lineOf('warn', 'lines of the log are lost', { count: lost })}\n${line}`
        if (size > 0 && size + Buffer.byteLength(lines) > largest && rotated(home)) size = 0
        append(file, lines)
        size += Buffer.byteLength(lines)
        lost = 0
      } catch {
        size = null
        lost += 1
      }
    }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}

function lineOf(level: Level, text: string, fields: LogFields): string {
  const { id, sale } = currentTrace() ?? {}
  return JSON.stringify({
    at: new Date().toISOString(),
    level,
    ...(id === undefined ? {} : { work: id }),
    ...writtenFields(sale === undefined ? fields : { sale, ...fields }),
    text: redacted(text),
  })
}

/** Without a wait for a program that holds the file: the till does not stand still for its log. */
function append(file: string, lines: string): void {
  heldFiles.before?.('open', file)
  appendFileSync(file, lines, { mode: OWNER_ONLY })
}

/**
 * Moves the files before the first gap on by one; without a gap the last is overwritten. False where another program holds one:
 * the file then grows until it lets go, and the gap keeps the next try from moving the others again.
 */
function rotated(home: string): boolean {
  const paths = logNames.map((name) => join(home, name))
  const gap = paths.findIndex((path) => sizeOf(path) === 0)
  const files = paths.slice(0, (gap === -1 ? LOG_FILES - 1 : gap) + 1)
  try {
    for (const [at, path] of [...files.entries()].toReversed()) {
      const before = files[at - 1]
      if (before === undefined) continue
      heldFiles.before?.('replace', before)
      renameSync(before, path)
    }
    return true
  } catch {
    return false
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
