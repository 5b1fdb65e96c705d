import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { findHost, type HostKind } from '../hosts/index.ts'
import type { Found } from '../setup/electron.ts'
import { temporaryRoot, withDisplay } from '../setup/machine.ts'
import { spawnGroup } from '../setup/process-group.ts'
import { inProject } from '../setup/project.mjs'
import type { Output } from './output.ts'
import { countSpecs, NONE, type Runner, readTally, type Tally } from './tally.ts'

const VITEST = inProject('node_modules/vitest/vitest.mjs')
const PLAYWRIGHT = inProject('node_modules/@playwright/test/cli.js')

export type Part = {
  /** The runner's projects: folders of `test`, or hosts of the specs. */
  readonly projects: readonly string[]
  readonly runner: Runner
  /** The host that its tests open. */
  readonly host: HostKind | null
  /** Which of its tests run. Default: all. */
  readonly only?: Selection
}

/** Of vitest's files by test/whole-only.ts, of the specs by the tag @smoke: those of `npm test`, or the others. */
type Selection = 'everyday' | 'rest'

/** Each can be run by its name, and then runs whole. */
export const PARTS: readonly Part[] = [
  { projects: ['unit'], runner: 'vitest', host: null },
  // One of its files opens Electron, and reports itself when there is none.
  { projects: ['integration'], runner: 'vitest', host: 'electron' },
  { projects: ['page'], runner: 'playwright', host: 'browser' },
  { projects: ['electron'], runner: 'playwright', host: 'electron' },
  { projects: ['packaged'], runner: 'playwright', host: 'packaged' },
  { projects: ['browser'], runner: 'playwright', host: 'browser' },
]

/** What `npm test` runs: without Electron, the smoke specs run beside a browser. One run of two projects leaves no processor idle between them. */
export const everyday = (): readonly Part[] => [
  { projects: ['unit', 'integration'], runner: 'vitest', host: null, only: 'everyday' },
  { projects: ['page'], runner: 'playwright', host: 'browser' },
  { projects: [smokeHost()], runner: 'playwright', host: smokeHost(), only: 'everyday' },
]

/** What `npm run test:all` runs after it. */
export const rest = (): readonly Part[] => [
  { projects: ['unit', 'integration'], runner: 'vitest', host: 'electron', only: 'rest' },
  ...(['electron', 'packaged', 'browser'] as const).map((host): Part => {
    const part: Part = { projects: [host], runner: 'playwright', host }
    return host === smokeHost() ? { ...part, only: 'rest' } : part
  }),
]

const smokeHost = (): 'electron' | 'browser' =>
  'executable' in findHost('electron') ? 'electron' : 'browser'

export const nameOf = ({ projects }: Part): string => projects.join(' and ')

/** The arguments of Playwright. vitest.config.ts reads TUGRIK_TESTS. */
const SELECTED: Record<Selection, readonly string[]> = {
  everyday: ['--grep', '@smoke'],
  rest: ['--grep-invert', '@smoke'],
}

/** Runs a part of the tests. `filters` go to the runner unchanged. */
export function runPart(
  { projects, runner, host, only }: Part,
  given: readonly string[],
  output: Output,
): Promise<Tally> {
  const filters = [...given, ...(only === undefined || runner === 'vitest' ? [] : SELECTED[only])]
  const found = host === null ? null : findHost(host)
  const missing = found !== null && 'missing' in found ? found.missing : null
  if (runner === 'playwright' && found !== null && 'missing' in found)
    return Promise.resolve(tallyWithout(projects, found, filters, output))
  const needsDisplay = host !== null && host !== 'browser' && missing === null
  return runAndCount(runner, output, only, (report) => {
    const workers = output.shared ? [WORKERS_BESIDE[runner]] : []
    const args = [...ARGUMENTS[runner](choosing(projects), report), ...workers, ...filters]
    return needsDisplay ? withDisplay(process.execPath, args) : { command: process.execPath, args }
  })
}

const choosing = (projects: readonly string[]) => projects.flatMap((name) => ['--project', name])

const ARGUMENTS: Record<Runner, (projects: readonly string[], report: string) => readonly string[]> = {
  vitest: (projects, report) => [
    VITEST,
    'run',
    ...projects,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ],
  playwright: (projects) => [PLAYWRIGHT, 'test', ...projects, '--reporter=list,json'],
}

/** When both runners run at once, each has fewer workers: with more, tests on a busy machine reach their time limits. */
const WORKERS_BESIDE: Record<Runner, string> = {
  vitest: `--maxWorkers=${availableParallelism()}`,
  playwright: `--workers=${availableParallelism()}`,
}

/** Without its host, the specs are skipped and report why; in CI that is a failure. */
function tallyWithout(
  projects: readonly string[],
  { missing, excused }: Extract<Found, { missing: string }>,
  filters: readonly string[],
  { print }: Output,
): Tally {
  const specs = listedSpecs(projects, filters)
  const failed = Boolean(process.env.CI) && !excused
  print(`${specs} ${failed ? 'failed' : 'skipped'}: ${missing}\n`)
  return failed ? { ...NONE, failed: Math.max(1, specs) } : { ...NONE, skipped: specs }
}

function listedSpecs(projects: readonly string[], filters: readonly string[]): number {
  const args = [PLAYWRIGHT, 'test', '--list', ...choosing(projects), '--reporter=json', ...filters]
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

async function runAndCount(
  runner: Runner,
  output: Output,
  only: Selection | undefined,
  commandFor: (report: string) => Command,
): Promise<Tally> {
  const folder = mkdtempSync(join(temporaryRoot(SPACE), 'tugrik-'))
  chmodSync(folder, 0o711) // the printing system's own user opens files in it
  const report = join(folder, 'report.json')
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    const { command, args } = commandFor(report)
    const env = {
      TMPDIR: folder,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      TUGRIK_TESTS: only ?? 'all',
      ...COMPILED,
    }
    return readTally(runner, report, await exitCodeOf({ command, args }, env, output, remove))
  } finally {
    remove()
  }
}

function exitCodeOf(
  { command, args }: Command,
  env: Readonly<Record<string, string>>,
  { shared, print }: Output,
  tidy: () => void,
): Promise<number> {
  const out = shared ? 'pipe' : 'inherit'
  const options = { cwd: inProject('.'), env: { ...process.env, ...env } }
  const child = spawnGroup(command, args, { ...options, stdio: ['ignore', out, out] }, tidy)
  child.stdout?.on('data', print)
  child.stderr?.on('data', print)
  return new Promise((resolve) => {
    child.once('error', (error) => {
      print(`${command}: ${error.message}\n`)
      resolve(1)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
}
