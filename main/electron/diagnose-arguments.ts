import { HEADLESS } from './command-line.ts'

/** The arguments of `--diagnose`. */
export type DiagnoseArguments = {
  readonly json: boolean
  /** Where the diagnostics are written; null writes none. */
  readonly out: string | null
}

/** Null where the till is not asked to diagnose. Arguments that belong to it are taken out of `given`. */
export function diagnoseArguments(
  given: readonly string[],
): { readonly asked: DiagnoseArguments; readonly others: readonly string[] } | null {
  if (!given.includes('--diagnose')) return null
  const at = given.indexOf('--out')
  const out = at === -1 ? undefined : given[at + 1]
  const isFile = out !== undefined && !out.startsWith('-')
  const others = given.filter(
    (argument, place) =>
      argument !== '--diagnose' &&
      argument !== '--json' &&
      argument !== HEADLESS &&
      !(isFile && (place === at || place === at + 1)),
  )
  return { asked: { json: given.includes('--json'), out: isFile ? out : null }, others }
}
