import type { ClockOff } from '../../../shared/page/index.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import type { JournalReader } from '../../storage/store/index.ts'

/** A smaller difference to the last event is not reported, because time servers correct clocks by seconds. */
const TOLERATED_DRIFT_MS = 2 * 60_000
/** An answer takes up to 15 s, and its Date has whole seconds. */
export const TOLERATED_OFFSET_MS = 60_000

/**
 * Compares the machine's clock with the Date of the service's answers, and before the first answer with the last recorded
 * event. A difference is only reported: events have numbers, and times are stored as the clock gives them
 * (docs/decisions/clock.md).
 */
export function createClockMonitor(
  journal: Pick<JournalReader, 'lastAt'>,
  clock: Pick<Clock, 'now'>,
  changed: () => void,
) {
  /** The service's time less ours, of the last two answers. */
  let offsets: readonly number[] = []
  const off = (): ClockOff | null => {
    const [one, other] = offsets
    if (one === undefined || other === undefined) return behindJournal(journal, clock)
    // Two answers must agree, because one may come out of a proxy's store.
    const least = Math.abs(one) < Math.abs(other) ? one : other
    const agree = Math.sign(one) === Math.sign(other)
    return agree && Math.abs(least) > TOLERATED_OFFSET_MS
      ? { than: 'service', byMs: Math.round(least) }
      : null
  }
  let wasOff = off() !== null
  return {
    off,
    answered: (at: number): void => {
      offsets = [...offsets.slice(-1), at - clock.now()]
      const isOff = off() !== null
      if (isOff !== wasOff) changed()
      wasOff = isOff
    },
  }
}

function behindJournal(journal: Pick<JournalReader, 'lastAt'>, clock: Pick<Clock, 'now'>): ClockOff | null {
  const last = journal.lastAt()
  const byMs = last === null ? 0 : Math.round(last - clock.now())
  return byMs > TOLERATED_DRIFT_MS ? { than: 'last-event', byMs } : null
}
