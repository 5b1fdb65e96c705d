/**
 * The packages that people would use instead of parts of the product. They are dependencies of test/bench/package.json
 * alone, and are installed at the first measurement.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { runStep } from '../../run/setup/progress.mjs'
import { inProject } from '../../run/setup/project.mjs'

const FOLDER = inProject('test/bench')
const load = createRequire(`${FOLDER}/package.json`)

/** A peer's module, as its users load it. */
export const peer = <Module>(name: string): Promise<Module> => import(peerPath(name)) as Promise<Module>

/** The path of a peer's main file. */
export const peerPath = (name: string): string => load.resolve(name)

export async function ensurePeers(): Promise<void> {
  const wanted = readFileSync(`${FOLDER}/package-lock.json`, 'utf8')
  const installed = `${FOLDER}/node_modules/.package-lock.json`
  if (existsSync(installed) && versionsIn(readFileSync(installed, 'utf8')) === versionsIn(wanted)) return
  await runStep({
    title: 'Installing what the product is measured beside',
    command: 'npm',
    args: ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    cwd: FOLDER,
    env: process.env,
  })
}

function versionsIn(lock: string): string {
  const { packages } = JSON.parse(lock) as {
    packages: Record<string, { version?: string; optional?: boolean }>
  }
  return Object.entries(packages)
    .filter(([path, { optional }]) => path !== '' && !optional)
    .map(([path, { version }]) => `${path}@${version}`)
    .sort()
    .join()
}
