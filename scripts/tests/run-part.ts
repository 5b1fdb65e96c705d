import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findHost, type HostKind } from '../hosts/index.ts'
import { temporaryRoot, withDisplay } from '../setup/machine.ts'
import { inProject } from '../setup/project.mjs'
import { countSpecs, NONE, type Runner, readTally, type Tally } from './tally.ts'

const VITEST = inProject('node_modules/vitest/vitest.mjs')
const PLAYWRIGHT = inProject('node_modules/@playwright/test/cli.js')

export type Part = {
  readonly name: string
  readonly runner: Runner
  /** The host that its tests open. */
  readonly host: HostKind | null
}

export const PARTS: readonly Part[] = [
  { name: 'unit', runner: 'vitest', host: null },
  // One of its files opens Electron, and reports itself when there is none.
  { name: 'integration', runner: 'vitest', host: 'electron' },
  { name: 'electron', runner: 'playwright', host: 'electron' },
  { name: 'browser', runner: 'playwright', host: 'browser' },
]

/** The specs that a browser runs when Electron runs all others: the main job, what differs between the hosts, and what only a browser can run. */
export const SMOKE = ['--grep', '@smoke|@browser']

/** Runs a part of the tests with visible output. `filters` go to the runner unchanged. */
export function runPart({ name, runner, host }: Part, filters: readonly string[]): Promise<Tally> {
  const found = host === null ? null : findHost(host)
  const missing = found !== null && 'missing' in found ? found.missing : null
  if (runner === 'playwright' && missing !== null)
    return Promise.resolve(tallyWithout(name, missing, filters))
  const needsDisplay = host === 'electron' && missing === null
  return runAndCount(runner, (report) => {
    const args = [...ARGUMENTS[runner](name, report), ...filters]
    return needsDisplay ? withDisplay(process.execPath, args) : { command: process.execPath, args }
  })
}

const ARGUMENTS: Record<Runner, (project: string, report: string) => readonly string[]> = {
  vitest: (project, report) => [
    VITEST,
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ],
  playwright: (project) => [PLAYWRIGHT, 'test', '--project', project, '--reporter=list,json'],
}

/** Without its host, the specs are skipped and report why; in CI that is a failure. */
function tallyWithout(project: string, why: string, filters: readonly string[]): Tally {
  const specs = listedSpecs(project, filters)
  const failed = Boolean(process.env.CI)
  console.log(`${specs} ${failed ? 'failed' : 'skipped'}: ${why}`)
  return failed ? { ...NONE, failed: Math.max(1, specs) } : { ...NONE, skipped: specs }
}

function listedSpecs(project: string, filters: readonly string[]): number {
  const args = [PLAYWRIGHT, 'test', '--list', '--project', project, '--reporter=json', ...filters]
  const { stdout } = spawnSync(process.execPath, args, {
    cwd: inProject('.'),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  try {
    return countSpecs(JSON.parse(stdout))
  } catch {
    return 0
  }
}

/** More than all files that the tests hold at one time. */
const SPACE = 4 * 2 ** 30

/** What Node and Playwright compile is kept: Playwright's own place for it is in TMPDIR, which is gone after each part. */
const COMPILED = {
  NODE_COMPILE_CACHE: inProject('out/.compiled'),
  PWTEST_CACHE_DIR: inProject('out/.compiled/specs'),
}

type Command = { readonly command: string; readonly args: readonly string[] }

async function runAndCount(runner: Runner, commandFor: (report: string) => Command): Promise<Tally> {
  const folder = mkdtempSync(join(temporaryRoot(SPACE), 'tugrik-'))
  chmodSync(folder, 0o711) // the printing system's own user opens files in it
  const report = join(folder, 'report.json')
  try {
    const { command, args } = commandFor(report)
    const env = { TMPDIR: folder, PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...COMPILED }
    return readTally(runner, report, await exitCodeOf(command, args, env))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function exitCodeOf(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn(command, args, {
    stdio: 'inherit',
    cwd: inProject('.'),
    env: { ...process.env, ...env },
  })
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`)
      resolve(1)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
}
