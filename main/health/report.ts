/** What `--diagnose` prints. */
import { asksForWork, type HealthResult } from '../../shared/health.ts'
import type { Language } from '../../shared/settings.ts'
import { TEXTS } from '../../shared/texts/index.ts'

const MARKS = { good: ' ok ', note: 'note', bad: 'BAD ' } as const

/** One part of the till a line, and what to do below it. */
export function healthText(results: readonly HealthResult[], language: Language): string {
  const texts = TEXTS[language]
  const lines = results.flatMap(({ check, state, finding, count, since, failure }) => {
    const sentence = texts[`health.${finding}`]
      .replace('{{count}}', String(count ?? 0))
      .replace('{{time}}', since === null ? '' : new Date(since).toLocaleString('sv'))
    const below = [
      ...(failure === null ? [] : [`${texts[`failure.${failure.name}`]} (${failure.name})`]),
      ...(asksForWork(finding) ? [texts[`health.${finding}.do`]] : []),
    ]
    return [
      `[${MARKS[state]}] ${texts[`health.${check}`]}: ${sentence}`,
      ...below.map((line) => `       ${line}`),
    ]
  })
  return `${lines.join('\n')}\n`
}
