/**
 * Where every process of a run writes down, before it kills itself, at which step: beside the data folders, so that no
 * power cut takes it, and so that no other process dies at the same step again.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** The steps that were died at so far, as often as that was. */
export const readCrashPoints = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []

export const writeCrashPoint = (file: string, step: string): void => appendFileSync(file, `${step}\n`)
