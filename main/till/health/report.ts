/** What `--diagnose` prints. */
import type { Failure } from '../../../shared/failure.ts'
import { asksForWork, type HealthResult } from '../../../shared/page/health.ts'
import type { Language } from '../../../shared/shop/settings.ts'
import { TEXTS } from '../../../shared/texts/index.ts'
import { redacted } from '../../base/log/index.ts'

/** The detail may be a host and a certificate's issuer, or a text of the service. */
const failureLine = ({ name, detail }: Failure, language: Language): string =>
  `${TEXTS[language][`failure.${name}`].replaceAll('{{detail}}', redacted(detail ?? ''))} (${name})`

const MARKS = { good: ' ok ', note: 'note', bad: 'BAD ' } as const

/** One part of the till a line, and what to do below it. */
export function healthText(results: readonly HealthResult[], language: Language): string {
  const texts = TEXTS[language]
  const lines = results.flatMap(({ check, state, finding, count, since, failure }) => {
    const sentence = texts[`health.${finding}`]
      .replace('{{count}}', String(count ?? 0))
      .replace('{{time}}', since === null ? '' : new Date(since).toLocaleString('sv'))
    const below = [
      ...(failure === null ? [] : [failureLine(failure, language)]),
      ...(asksForWork(finding) ? [texts[`health.${finding}.do`]] : []),
    ]
    return [
      `[${MARKS[state]}] ${texts[`health.${check}`]}: ${sentence}`,
      ...below.map((line) => `       ${line}`),
    ]
  })
  return `${lines.join('\n')}\n`
}
