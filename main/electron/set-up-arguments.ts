import type { SetUpWish } from '../till/commands/index.ts'
import { HEADLESS } from './command-line.ts'

/** The arguments of `--set-up`. The code is never among them: every program of the machine can read them. */
export type SetUpArguments = Omit<SetUpWish, 'computer'> & {
  /** Empty if `--set-up` is the last argument. */
  readonly file: string
  /** A file with the code; null reads it from the standard input. */
  readonly codeFile: string | null
}

const WITH_VALUE = ['--set-up', '--code-file', '--terminal'] as const
/** `--set-up` without a file is a known option, so that the answer can ask for the file. */
const ALONE = ['--set-up', '--take-over', '--older-file', '--dry-run', HEADLESS] as const

/** Null where the till is not asked to set itself up. Arguments that do not belong to it, or lack their value, are `others`. */
export function setUpArguments(
  given: readonly string[],
): { readonly asked: SetUpArguments; readonly others: readonly string[] } | null {
  if (!given.includes('--set-up')) return null
  const values = new Map<string, string>()
  const alone = new Set<string>()
  const others: string[] = []
  for (let at = 0; at < given.length; at += 1) {
    const [argument = '', value = ''] = given.slice(at, at + 2)
    const isNew = !values.has(argument) && !alone.has(argument)
    if (isNew && isOneOf(WITH_VALUE, argument) && value !== '' && !value.startsWith('-')) {
      values.set(argument, value)
      at += 1
    } else if (isNew && isOneOf(ALONE, argument)) alone.add(argument)
    else others.push(argument)
  }
  return {
    asked: {
      file: values.get('--set-up') ?? '',
      codeFile: values.get('--code-file') ?? null,
      terminal: values.get('--terminal') ?? null,
      takeOver: alone.has('--take-over'),
      olderFile: alone.has('--older-file'),
      dryRun: alone.has('--dry-run'),
    },
    others,
  }
}

const isOneOf = (names: readonly string[], argument: string): boolean => names.includes(argument)
