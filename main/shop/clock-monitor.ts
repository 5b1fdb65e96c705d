import type { Clock } from '../environment.ts'
import type { JournalReader } from '../store/index.ts'

/** A smaller difference of the clock is not reported, because time servers correct clocks by seconds. */
const TOLERATED_DRIFT_MS = 2 * 60_000

/**
 * How many ms the machine's clock is behind the last recorded event; null where it is not. This is only reported:
 * events have numbers, and times are stored as the clock gives them (docs/decisions/clock.md).
 */
export function clockBehindMs(
  journal: Pick<JournalReader, 'lastAt'>,
  clock: Pick<Clock, 'now'>,
): number | null {
  const last = journal.lastAt()
  const behind = last === null ? 0 : Math.round(last - clock.now())
  return behind > TOLERATED_DRIFT_MS ? behind : null
}
