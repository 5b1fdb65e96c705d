/**
 * The log: one JSON object a line in `logs/terminal.log` of the data folder. Everything that is logged goes through
 * `lineOf`, which writes a sentence of the program without what it may not have, and fields of known shapes.
 */
import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log, LogFields } from '../environment.ts'
import { makePrivateFolder, OWNER_ONLY } from '../private-files.ts'
import { writtenFields } from './fields.ts'
import { redacted } from './redact.ts'
import { currentWork } from './work.ts'

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
  const write =
    (level: Level) =>
    (text: string, fields: LogFields = {}): void => {
      const line = `${lineOf(level, text, fields)}\n`
      tell?.(line.trimEnd())
      try {
        makePrivateFolder(home)
        size ??= sizeOf(file)
        if (size > 0 && size + Buffer.byteLength(line) > largest) {
          rotate(home)
          size = 0
        }
        appendFileSync(file, line, { mode: OWNER_ONLY })
        size += Buffer.byteLength(line)
      } catch {
        size = null
      }
    }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}

function lineOf(level: Level, text: string, fields: LogFields): string {
  const { id, sale } = currentWork() ?? {}
  return JSON.stringify({
    at: new Date().toISOString(),
    level,
    ...(id === undefined ? {} : { work: id }),
    ...writtenFields(sale === undefined ? fields : { sale, ...fields }),
    text: redacted(text),
  })
}

/** Moves every file on by one; the last is overwritten. */
function rotate(home: string): void {
  for (let at = LOG_FILES - 1; at > 0; at--) {
    try {
      renameSync(join(home, logNames[at - 1] ?? ''), join(home, logNames[at] ?? ''))
    } catch {
      // There are not so many yet.
    }
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
