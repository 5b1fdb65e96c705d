import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inProject } from '../../scripts/run/setup/project.mjs'
import { type PowerLoss, powerLoss } from '../../scripts/trials/torture/power-loss/power-loss.ts'
import { programsMissing, systemLacks } from './needs.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A folder for power cuts; the shim's log is beside it. */
export function emptyDisk(): string {
  const folder = join(temporaryFolder(), 'disk')
  mkdirSync(folder)
  return folder
}

/** The reason why a power cut cannot be simulated on this machine; null if it can. */
export const powerLossMissing = (): string | null =>
  systemLacks('linux', 'the simulated power cut needs Linux') ?? programsMissing('cc')

export type LostPower = PowerLoss & {
  readonly folder: string
  /** The complete lines that the script had printed by then. */
  readonly said: readonly string[]
}

/**
 * Runs a script (with `FOLDER` in its environment) under the shim until it has printed so many lines, and kills it
 * then; without a number it runs to its end. Then `happen` simulates a power cut; it can be called again with another
 * seed. Files that are in the folder before the start count as durable.
 */
export async function runUnderPowerLoss(
  source: string,
  lines = Number.POSITIVE_INFINITY,
  folder = emptyDisk(),
): Promise<LostPower> {
  const cut = powerLoss()
  const env = await cut.env(folder)
  // A file, because the threads of a script from the command line do not start.
  const script = join(temporaryFolder(), 'script.mjs')
  writeFileSync(script, source)
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning', ...env, FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (text: Buffer) => {
      said += text.toString()
      if (said.split('\n').length > lines) child.kill('SIGKILL')
    })
    child.once('close', () => resolve())
  })
  return { ...cut, folder, said: said.split('\n').slice(0, -1) }
}

/** The URL of a module of the product, for such a script to import. */
export const productModule = (name: string): string =>
  pathToFileURL(inProject(name.endsWith('.ts') ? name : `main/${name}/index.ts`)).href
