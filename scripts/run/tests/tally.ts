/** How many tests passed, failed and were skipped, as the runners report it, and which failed. */
import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite, JSONReportTestResult } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

export type Tally = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Each failed test with the beginning of its message. */
  readonly failures: readonly string[]
}

export const NONE: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] }

export const addTallies = (one: Tally, other: Tally): Tally => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  failures: [...one.failures, ...other.failures],
})

/** "12 passed, 0 failed", with ", 3 skipped" when tests were skipped. */
export const tallyLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const MESSAGE_LINES = 12

function failure(test: string, messages: readonly string[]): string {
  const beginnings = messages.flatMap((message) =>
    stripVTControlCharacters(message).split('\n').filter(isOwn).slice(0, MESSAGE_LINES),
  )
  return [test, ...beginnings].join('\n    ')
}

const isOwn = (line: string): boolean => !line.includes('node_modules') && !line.includes('<anonymous>')

const fromVitest = (report: JsonTestResults): Tally => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests + report.numTodoTests,
  failures: report.testResults.filter(isFailed).flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(isFailed)
    return tests.length === 0
      ? [failure(name, [message])]
      : tests.map(({ fullName, failureMessages }) =>
          failure(`${name}: ${fullName}`, failureMessages?.slice(0, 1) ?? []),
        )
  }),
})
const isFailed = ({ status }: { readonly status: string }): boolean => status === 'failed'

const fromPlaywright = ({ stats, suites }: JSONReport): Tally => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  skipped: stats.skipped,
  failures: suites
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const results = tests.flatMap((test) => test.results)
      // If a spec ran out of time, the first error says only that. The next one names the step at which it stopped.
      const errors = results.flatMap((result) => result.errors)
      const at = errors.find(({ location }) => location !== undefined)?.location?.line
      const said = failure(
        `${file}${at === undefined ? '' : `:${at}`}: ${title}`,
        errors.map(({ message = '' }) => message),
      )
      return [said, ...results.flatMap(shownIn)].join('\n    ')
    }),
})

const SHOWN_LINES = 120

/** What the page showed and the till logged when the spec failed (test/support/hosts.ts). */
const shownIn = ({ attachments }: JSONReportTestResult): readonly string[] =>
  attachments
    .filter(({ name }) => name === 'shown')
    .flatMap(({ body = '' }) => Buffer.from(body, 'base64').toString().split('\n').slice(0, SHOWN_LINES))

const specsOf = ({ specs, suites = [] }: JSONReportSuite): JSONReportSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

const REPORTS = { vitest: fromVitest, playwright: fromPlaywright }
export type Runner = keyof typeof REPORTS
export const RUNNERS = ['vitest', 'playwright'] as const satisfies readonly Runner[]

/**
 * The result of a runner. A runner that crashed without a report, or failed without a failed test (a file that does not
 * load, no test found), counts as one failure.
 */
export function readTally(runner: Runner, reportFile: string, exitCode: number): Tally {
  const tally = readReport(runner, reportFile)
  if (tally === null) return oneFailure(NONE, `${runner} left no report; it ended with ${exitCode}`)
  return exitCode !== 0 && tally.failed === 0
    ? oneFailure(tally, `${runner} ended with ${exitCode}, and no test failed`)
    : tally
}

const oneFailure = (tally: Tally, failure: string): Tally => ({ ...tally, failed: 1, failures: [failure] })

function readReport(runner: Runner, file: string): Tally | null {
  if (!existsSync(file)) return null
  try {
    return REPORTS[runner](JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** The number of specs in Playwright's listing. */
export const countSpecs = ({ suites }: JSONReport): number => suites.flatMap(specsOf).length
