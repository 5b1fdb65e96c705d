import type { RestoreReport } from '../../../../shared/page/index.ts'
import { Note } from '../../../kit/index.ts'
import { type Say, say } from '../../page/index.ts'
import { tamperingWords } from '../../parts/tampering-words.ts'

/** For the texts `backup.would` and `backup.did`. */
export const restoreCounts = ({ added, updated, same, conflicts }: RestoreReport) => ({
  added,
  updated,
  same,
  conflicts,
})

type RestoreWordsProps = {
  readonly of: RestoreReport
  /** Whether the words announce a restore or report one that is done. */
  readonly when: 'would' | 'did'
}

/** Lists the sales and shifts that a restore leaves out, the days whose figures it changes, and the first sign of tampering. */
export const RestoreWords = ({ of: { conflicts, unlike, days, wrong }, when }: RestoreWordsProps) => (
  <>
    <Note tone="warn">{wrong && say('restore.wrong', { what: tamperingWords(say, wrong) })}</Note>
    <Note tone="warn" testId="restore-unlike">
      {conflicts > 0 && say('restore.unlike', { count: conflicts, names: unlike.join(', ') })}
    </Note>
    <Note tone="warn">{days.length > 0 && say(`restore.days.${when}`, { days: daysWords(say, days) })}</Note>
  </>
)

/** At most this many days are listed by name. */
const MOST_DAYS = 5

export function daysWords(say: Say, days: readonly string[]): string {
  const spelled = days.slice(0, MOST_DAYS).join(', ')
  const count = days.length - MOST_DAYS
  return count > 0 ? say('restore.days.more', { days: spelled, count }) : spelled
}
