import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findHost, type HostKind } from '../hosts/index.ts'
import { withDisplay } from '../setup/machine.ts'
import { inProject } from '../setup/project.mjs'
import { countSpecs, NONE, type Runner, readTally, type Tally } from './tally.ts'

const VITEST = inProject('node_modules/vitest/vitest.mjs')
const PLAYWRIGHT = inProject('node_modules/@playwright/test/cli.js')

export type Part = { readonly name: string; readonly host: HostKind | null }

export const PARTS: readonly Part[] = [
  { name: 'unit', host: null },
  { name: 'integration', host: null },
  { name: 'electron', host: 'electron' },
  { name: 'browser', host: 'browser' },
]

/** Runs a part of the tests, its output in full view. `filters` go to the runner as they are. */
export function runPart({ name, host }: Part, filters: readonly string[]): Promise<Tally> {
  if (host === null) {
    return runAndCount('vitest', (report) => ({
      command: process.execPath,
      args: [
        VITEST,
        'run',
        '--project',
        name,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...filters,
      ],
    }))
  }
  const found = findHost(host)
  if ('missing' in found) return Promise.resolve(tallyWithout(name, found.missing, filters))
  const args = [PLAYWRIGHT, 'test', '--project', name, '--reporter=list,json', ...filters]
  return runAndCount('playwright', () =>
    host === 'electron' ? withDisplay(process.execPath, args) : { command: process.execPath, args },
  )
}

/** Where a host is missing its specs are skipped, and say why; in CI that is a failure. */
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

type Command = { readonly command: string; readonly args: readonly string[] }

async function runAndCount(runner: Runner, commandFor: (report: string) => Command): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'tugrik-test-'))
  const report = join(folder, 'report.json')
  try {
    const { command, args } = commandFor(report)
    return readTally(runner, report, await exitCodeOf(command, args, report))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function exitCodeOf(command: string, args: readonly string[], report: string): Promise<number> {
  const child = spawn(command, args, {
    stdio: 'inherit',
    cwd: inProject('.'),
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`)
      resolve(1)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
}
