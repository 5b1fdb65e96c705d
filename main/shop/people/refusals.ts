/**
 * Writes repeated refusals into few audit rows, because a locked till answers anybody. Of a series of the same refusal the
 * first, second, fourth, eighth … has a row, with the number so far, and so has the last one when the series ends. So a
 * series of a million has 21 rows, and a kill loses less than half of its number.
 */
import type { Clock } from '../../base/clock-and-log.ts'
import type { StaffAudit } from './approvals.ts'

/** A series ends this long after its last refusal. As long as the longest hold, so that a day has few series. */
const SERIES_ENDS_MS = 15 * 60_000

export type Refusals = {
  /** `series`: what is refused, and of whom. */
  readonly add: (series: string, entry: StaffAudit) => void
  readonly end: (series: string) => void
  readonly endAll: () => void
}

type Series = {
  readonly last: StaffAudit
  readonly lastAt: number
  readonly times: number
  readonly cancelTimer: () => void
}

export function createRefusals(
  clock: Pick<Clock, 'now' | 'after'>,
  tell: (entry: StaffAudit) => void,
): Refusals {
  const known = new Map<string, Series>()

  const row = ({ last, times }: Series, about: StaffAudit['about'] = {}): StaffAudit => ({
    ...last,
    about: { ...last.about, ...(times > 1 ? { times } : {}), ...about },
  })

  const end = (series: string): void => {
    const ended = known.get(series)
    if (ended === undefined) return
    known.delete(series)
    ended.cancelTimer()
    if (!isTold(ended.times)) tell(row(ended, { lastAt: ended.lastAt }))
  }

  return {
    add: (series, entry) => {
      const had = known.get(series)
      had?.cancelTimer()
      const now: Series = {
        last: entry,
        lastAt: clock.now(),
        times: (had?.times ?? 0) + 1,
        cancelTimer: clock.after(SERIES_ENDS_MS, () => end(series)),
      }
      known.set(series, now)
      if (isTold(now.times)) tell(row(now))
    },
    end,
    endAll: () => {
      for (const series of [...known.keys()]) end(series)
    },
  }
}

/** Whether the number is a power of two. */
const isTold = (times: number): boolean => Number.isInteger(Math.log2(times))
