import type { RestoreReport } from '../../../shared/ipc/index.ts'
import { Note } from '../../kit/index.ts'
import { type Say, useText } from '../text.ts'

type RestoreWordsProps = {
  readonly of: RestoreReport
  /** Before it is done, or after it. */
  readonly when: 'would' | 'did'
}

/** What a restore does beyond its counts: days whose figures change, and what does not fit in the backup. */
export function RestoreWords({ of: { days, wrong }, when }: RestoreWordsProps) {
  const say = useText()
  return (
    <>
      {wrong === null ? null : (
        <Note tone="warn" testId="restore-wrong">
          {say('restore.wrong', { what: wrong })}
        </Note>
      )}
      {days.length === 0 ? null : (
        <Note tone="warn" testId="restore-days">
          {say(`restore.days.${when}`, { days: daysWords(say, days) })}
        </Note>
      )}
    </>
  )
}

/** So many are spelled out. */
const MOST_DAYS = 5

export function daysWords(say: Say, days: readonly string[]): string {
  const spelled = days.slice(0, MOST_DAYS).join(', ')
  const count = days.length - MOST_DAYS
  return count > 0 ? say('restore.days.more', { days: spelled, count }) : spelled
}
