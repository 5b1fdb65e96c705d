/**
 * Every process of a run writes the step at which it kills itself into this file, so that no other process dies at the
 * same step. The file is outside the data folders, so that no power cut changes it.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** The steps at which processes died, once for each crash. */
export const readCrashPoints = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []

export const writeCrashPoint = (file: string, step: string): void => appendFileSync(file, `${step}\n`)
