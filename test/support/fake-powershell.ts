/** A child process that answers as the PowerShell script does, from recorded answers. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../main/base/clock-and-log.ts'
import { powerShell } from '../../main/paper/print/index.ts'
import { temporaryFolder } from './temporary-folder.ts'

type Answer = Readonly<Record<string, unknown>> | 'hangs' | 'dies'

export type Scenario = {
  /** `ready`, the language mode that a policy imposes, `policy` where the script may not run at all, or `slowly`. */
  readonly start?: string
  /** The answers to each kind of request, in order. The last one is repeated. */
  readonly answers?: Readonly<Record<string, readonly Answer[]>>
}

export function fakePowerShell(clock: Clock, scenario: Scenario) {
  const requests = join(temporaryFolder(), 'requests.jsonl')
  const shell = powerShell({
    clock,
    command: [process.execPath, join(import.meta.dirname, 'fake-powershell.mjs')],
    environment: { ...process.env, FAKE_POWERSHELL: JSON.stringify({ ...scenario, requests }) },
  })
  onTestFinished(shell.end)
  return {
    shell,
    /** What it was asked so far. */
    requests: (): readonly Readonly<Record<string, unknown>>[] =>
      existsSync(requests)
        ? readFileSync(requests, 'utf8')
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line))
        : [],
  }
}
