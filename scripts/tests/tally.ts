/** How many tests passed, failed and were skipped, as the runners report it. */
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

export type Tally = { readonly passed: number; readonly failed: number; readonly skipped: number }

export const NONE: Tally = { passed: 0, failed: 0, skipped: 0 }

export const addTallies = (one: Tally, other: Tally): Tally => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
})

/** "12 passed, 0 failed", with ", 3 skipped" when tests were skipped. */
export const tallyLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const vitestReport = z
  .object({
    numPassedTests: z.int(),
    numFailedTests: z.int(),
    numPendingTests: z.int(),
    numTodoTests: z.int(),
  })
  .transform((report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }))

const playwrightReport = z
  .object({ stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }) })
  .transform(({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }))

const REPORTS = { vitest: vitestReport, playwright: playwrightReport }
export type Runner = keyof typeof REPORTS
export const RUNNERS = ['vitest', 'playwright'] as const satisfies readonly Runner[]

/**
 * The result of a runner. A runner that crashed without a report, or failed without a failed test (a file that does not
 * load, no test found), counts as one failure.
 */
export function readTally(runner: Runner, reportFile: string, exitCode: number): Tally {
  const tally = readReport(runner, reportFile)
  if (tally === null) return { ...NONE, failed: 1 }
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}

function readReport(runner: Runner, file: string): Tally | null {
  if (!existsSync(file)) return null
  try {
    return REPORTS[runner].parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

type Suite = { readonly specs?: readonly unknown[]; readonly suites?: readonly Suite[] }

/** The number of specs in Playwright's listing. */
export const countSpecs = ({ specs = [], suites = [] }: Suite): number =>
  suites.reduce((count, suite) => count + countSpecs(suite), specs.length)
