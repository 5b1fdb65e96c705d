import type { Clock } from '../environment.ts'
import type { JournalReader } from '../store/index.ts'

/** What a terminal's clock may differ by without anyone being told: a correction by the network is of seconds. */
const TOLERATED_DRIFT_MS = 2 * 60_000

/**
 * How far the machine's clock stands before the last recorded event, or null. Nothing depends on it: events are in the
 * order of their numbers, and times are written as the clock tells them (docs/decisions/clock.md).
 */
export function clockBehindMs(
  journal: Pick<JournalReader, 'lastAt'>,
  clock: Pick<Clock, 'now'>,
): number | null {
  const last = journal.lastAt()
  const behind = last === null ? 0 : Math.round(last - clock.now())
  return behind > TOLERATED_DRIFT_MS ? behind : null
}
