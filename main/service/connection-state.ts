/**
 * What is said of the line, out of how requests fared. Pure: a state and a piece of news give the next state. The rules,
 * each with its reason:
 *
 * 1. One failure may be anything: it takes two with no success between. Failures within half a second of each other were out
 *    together and count once.
 * 2. Where nothing was ever reached, or the system says that it is offline, the first failure is enough.
 * 3. `since` is the first failure of the run: that is when the line went.
 * 4. The first success is the line back. But a line that went three times within a minute is a bad one: it must hold for three
 *    successes over three seconds, or the header would flicker faster than anyone reads.
 */
import type { Failure } from '../../shared/failure.ts'
import type { Connection } from '../../shared/ipc/index.ts'

const FAILURES_DOWN = 2
const TOGETHER_MS = 500
const BAD_LINE = { drops: 3, withinMs: 60_000, successes: 3, overMs: 3_000 }

export type LineNews =
  | { readonly kind: 'reached' }
  /** `certain`: no doubt is possible, as when there is no password to ask with. */
  | { readonly kind: 'failed'; readonly why: Failure; readonly certain: boolean }
  | { readonly kind: 'system'; readonly online: boolean }

export type LineMemory = {
  readonly shown: Connection
  /** The run of failures since the last success. */
  readonly failures: { readonly count: number; readonly first: number; readonly last: number } | null
  /** The run of successes since the last failure, kept while the line is down. */
  readonly successes: { readonly count: number; readonly first: number } | null
  readonly systemOffline: boolean
  /** When it went down lately. */
  readonly drops: readonly number[]
}

export const NEW_LINE: LineMemory = {
  shown: { state: 'untried' },
  failures: null,
  successes: null,
  systemOffline: false,
  drops: [],
}

export function afterNews(line: LineMemory, news: LineNews, at: number): LineMemory {
  switch (news.kind) {
    case 'system':
      return { ...line, systemOffline: !news.online }
    case 'failed':
      return afterFailure(line, news, at)
    case 'reached':
      return afterSuccess(line, at)
  }
}

function afterFailure(
  line: LineMemory,
  { why, certain }: Extract<LineNews, { kind: 'failed' }>,
  at: number,
): LineMemory {
  const had = line.failures
  const together = had !== null && at - had.last < TOGETHER_MS
  const failures = {
    count: (had?.count ?? 0) + (together ? 0 : 1),
    first: had?.first ?? at,
    last: at,
  }
  const failed = { ...line, failures, successes: null }
  if (line.shown.state === 'disconnected') return failed
  const enough =
    certain || line.systemOffline || line.shown.state === 'untried' || failures.count >= FAILURES_DOWN
  if (!enough) return failed
  return {
    ...failed,
    shown: { state: 'disconnected', since: failures.first, failure: why },
    drops: [...line.drops.filter((drop) => at - drop < BAD_LINE.withinMs), at],
  }
}

function afterSuccess(line: LineMemory, at: number): LineMemory {
  const successes = {
    count: (line.successes?.count ?? 0) + 1,
    first: line.successes?.first ?? at,
  }
  const reached = { ...line, failures: null, successes }
  if (line.shown.state === 'connected') return reached
  const bad = line.drops.filter((drop) => at - drop < BAD_LINE.withinMs).length >= BAD_LINE.drops
  const holds = successes.count >= BAD_LINE.successes && at - successes.first >= BAD_LINE.overMs
  return bad && !holds ? reached : { ...reached, shown: { state: 'connected' } }
}
