/** The fields of a log line. Only these are written, and each only in its shape: what does not fit is written as "?". */
import type { LogFields } from '../clock-and-log.ts'
import { hasSecret, hidesNumber, redacted } from './redact.ts'

/** Words of the program: camelCase, words in small letters, or a NAME of a failure or an error. Coded data has no such case. */
const WORD =
  /^(?=.{1,60}$)(?:[a-z]+(?:[ -][a-z]+)*|[A-Za-z]?[a-z]{2,}(?:[A-Z][a-z]+)*[A-Z]?|(?!.*\d{4})[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)$/
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const OWN_FILE =
  /^(?:(?:backups|logs|test-receipts|goods-pictures|crashes)\/)?(?:journal|register|goods|staff|terminal|practice|copies|vault)[\w.-]{0,100}$/

const isCount = (value: unknown): boolean => Number.isSafeInteger(value)
const fits =
  (shape: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && shape.test(value)

/** A number in base64 may look like a word: "927119" is "OTI3MTE5". */
const isWord = (value: unknown): boolean =>
  typeof value === 'string' && WORD.test(value) && value.split(/[ -]/).every((word) => !hidesNumber(word))

const SHAPES: Readonly<Record<Exclude<keyof LogFields, 'error'>, (value: unknown) => boolean>> = {
  command: isWord,
  operation: isWord,
  step: isWord,
  sale: fits(ID),
  job: fits(ID),
  kind: isWord,
  printer: isWord,
  failure: isWord,
  status: isCount,
  ms: isCount,
  count: isCount,
  file: fits(OWN_FILE),
  reason: isWord,
}

/** The fields as they are written. */
export function writtenFields(fields: LogFields): Readonly<Record<string, unknown>> {
  const { error, ...plain } = fields
  const written = Object.entries(plain).flatMap(([name, value]) => {
    const fitting = Object.hasOwn(SHAPES, name) ? SHAPES[name as keyof typeof SHAPES] : null
    if (fitting === null || value === null || value === undefined) return []
    const isSafe = fitting(value) && !(typeof value === 'string' && hasSecret(value))
    return [[name, isSafe ? value : '?']]
  })
  return { ...Object.fromEntries(written), ...(error === undefined ? {} : { error: writtenError(error) }) }
}

const MOST_FRAMES = 8

/** An error by its class, code and message, and where in the program it was thrown. */
function writtenError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { name: typeof error }
  const { code, failure } = error as { code?: unknown; failure?: { name?: unknown } }
  return {
    name: isWord(error.name) ? error.name : '?',
    ...(isWord(code) ? { code } : {}),
    ...(isWord(failure?.name) ? { failure: failure?.name } : {}),
    message: redacted(error.message),
    at: framesOf(afterMessage(error)),
  }
}

/** A message of several lines may look like frames. A stack that does not begin with its message shows none. */
function afterMessage({ message, stack = '' }: Error): string {
  const at = stack.indexOf(message)
  return at === -1 ? '' : stack.slice(at + message.length)
}

/** The function, the file without its folder, and the place in it. */
const framesOf = (stack: string): readonly string[] =>
  [...stack.matchAll(/^\s+at (?:(?:async )?([\w.<>$]+) \()?.*?([\w.-]+:\d{1,6}:\d{1,6})\)?$/gm)]
    .slice(0, MOST_FRAMES)
    .map(([, where, place]) => [where, place].filter(Boolean).join(' '))
