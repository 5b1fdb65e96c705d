/** A separate CUPS server for one test. It is stopped when the test has finished. */
import { existsSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { CUPSD, type OwnCups, startOwnCups } from '../../scripts/run/hosts/own-cups.ts'
import { programsMissing, systemLacks } from './needs.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type TestCups = Omit<OwnCups, 'stop'>

/** Why no CUPS can be started here; null when one can. Its folders are those of a Linux. */
export function cupsMissing(): string | null {
  const missing = systemLacks('linux', 'the CUPS of the tests needs Linux')
  return missing ?? (existsSync(CUPSD) ? programsMissing('lp') : `not on this machine: ${CUPSD}`)
}

export async function startCups(): Promise<TestCups> {
  const { stop, ...cups } = await startOwnCups(temporaryFolder())
  onTestFinished(stop)
  return cups
}

/** The same with a queue "till" whose printer does this. */
export async function cupsWhoseTill(does: Parameters<TestCups['addQueue']>[1]): Promise<TestCups> {
  const cups = await startCups()
  await cups.addQueue('till', does)
  return cups
}
