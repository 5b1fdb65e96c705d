import type { OwnTillStatus } from '../../../shared/page/shop-link.ts'
import type { OwnEvents, Unsent } from '../../many-tills/link/index.ts'
import type { JournalReader } from '../../storage/store/index.ts'
import type { Prints } from './prints.ts'

type Parts = {
  readonly version: string | null
  readonly journal: Pick<JournalReader, 'shifts' | 'unfinished'>
  readonly prints: Pick<Prints, 'summary' | 'attention'>
  readonly unsent: () => Unsent
  readonly missing: OwnEvents['missing']
}

/** The number of sales and print jobs that need a person's attention. */
export const attentionCount = ({ journal, prints }: Pick<Parts, 'journal' | 'prints'>): number =>
  journal.unfinished.attentionCount() + prints.attention().length

/** This till's status, for the page of all tills (shared/page/shop-link.ts). */
export function tillStatus({ version, journal, prints, unsent, missing }: Parts): OwnTillStatus {
  const { count, waitsMs } = unsent()
  const shift = journal.shifts.open()
  return {
    version,
    unsent: count,
    oldestUnsentMs: waitsMs,
    printer: prints.summary().failure,
    shiftOpenedAt: shift?.openedAt ?? null,
    attention: attentionCount({ journal, prints }),
    missing: missing(),
  }
}
