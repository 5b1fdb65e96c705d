/**
 * Computes the state of the connection from the results of requests. Pure: a state and an event give the next state.
 *
 * 1. Two failures with no success between mean disconnected, because a single one may have any cause. Failures within
 *    half a second of the last counted one are simultaneous and do not count.
 * 2. One failure is enough if the service was never reached, or if the system reported "offline" and nothing succeeded
 *    since.
 * 3. `since` is the time of the first failure of the run, when the connection was lost. The failure shown is the last one.
 * 4. One success means connected. But a connection that dropped three times within a minute must hold for three
 *    successes over three seconds, so that the header does not flicker. A minute after the last drop one success is
 *    enough again.
 *
 * Spans use monotonic time. With the wall clock, setting it back would make failures simultaneous or a connection
 * unstable.
 */
import type { Failure } from '../../../shared/failure.ts'
import type { Connection } from '../../../shared/page/index.ts'

const FAILURES_DOWN = 2
const TOGETHER_MS = 500
const BAD_LINE = { drops: 3, withinMs: 60_000, successes: 3, overMs: 3_000 }

export type ConnectionEvent =
  | { readonly kind: 'reached' }
  /** `certain`: one failure is enough, for example without a password. */
  | { readonly kind: 'failed'; readonly why: Failure; readonly certain: boolean }
  | { readonly kind: 'system'; readonly online: boolean }

/** The time of an event on both clocks. The screen shows the wall clock's. */
export type Moment = { readonly wall: number; readonly monotonic: number }

/** Times are monotonic except `since`. */
export type LineMemory = {
  readonly shown: Connection
  /** Failures since the last success; `counted` is the last one that was not simultaneous with another. */
  readonly failures: { readonly count: number; readonly since: number; readonly counted: number } | null
  /** Successes since the last failure. */
  readonly successes: { readonly count: number; readonly first: number } | null
  /** The system reported "offline", and no request has succeeded since. */
  readonly systemOffline: boolean
  /** The times of drops within the minute before the last drop. */
  readonly drops: readonly number[]
}

export const NEW_LINE: LineMemory = {
  shown: { state: 'untried' },
  failures: null,
  successes: null,
  systemOffline: false,
  drops: [],
}

export function applyConnectionEvent(line: LineMemory, event: ConnectionEvent, at: Moment): LineMemory {
  switch (event.kind) {
    case 'system':
      return { ...line, systemOffline: !event.online }
    case 'failed':
      return applyFailure(line, event, at)
    case 'reached':
      return applySuccess(line, at.monotonic)
  }
}

function applyFailure(
  line: LineMemory,
  { why, certain }: Extract<ConnectionEvent, { kind: 'failed' }>,
  at: Moment,
): LineMemory {
  const failures = longerRun(line.failures, at)
  const failed = { ...line, failures, successes: null }
  if (line.shown.state === 'disconnected')
    return line.shown.failure.name === why.name
      ? failed
      : { ...failed, shown: { ...line.shown, failure: why } }
  const enough =
    certain || line.systemOffline || line.shown.state === 'untried' || failures.count >= FAILURES_DOWN
  if (!enough) return failed
  return {
    ...failed,
    shown: { state: 'disconnected', since: failures.since, failure: why },
    drops: [...line.drops.filter((drop) => at.monotonic - drop < BAD_LINE.withinMs), at.monotonic],
  }
}

function longerRun(run: LineMemory['failures'], at: Moment): NonNullable<LineMemory['failures']> {
  if (run === null) return { count: 1, since: at.wall, counted: at.monotonic }
  if (at.monotonic - run.counted < TOGETHER_MS) return run
  return { ...run, count: run.count + 1, counted: at.monotonic }
}

function applySuccess(line: LineMemory, at: number): LineMemory {
  const successes = {
    count: (line.successes?.count ?? 0) + 1,
    first: line.successes?.first ?? at,
  }
  const reached = { ...line, failures: null, successes, systemOffline: false }
  if (line.shown.state === 'connected') return reached
  const holds = successes.count >= BAD_LINE.successes && at - successes.first >= BAD_LINE.overMs
  return isBad(line.drops, at) && !holds ? reached : { ...reached, shown: { state: 'connected' } }
}

const isBad = (drops: readonly number[], at: number): boolean => {
  const last = drops.at(-1)
  return last !== undefined && drops.length >= BAD_LINE.drops && at - last < BAD_LINE.withinMs
}
