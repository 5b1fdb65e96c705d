import { join } from 'node:path'
import { type Journal, openJournal } from '../../main/storage/store/index.ts'
import { seedHistory } from '../../scripts/measure/seed-history/seed-history.ts'
import type { Sale } from '../../shared/sale/sale.ts'
import { everyRow } from './journal-counts.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A journal of invented sales of every kind. The caller closes it. */
export async function seededJournal(seed: number, sales = 300): Promise<Journal> {
  const file = join(temporaryFolder(), 'journal-test.sqlite')
  await seedHistory({ file, sales, days: 3, seed, until: Date.UTC(2026, 10, 20) })
  return openJournal(file, { now: () => 0, mode: 'test' })
}

export const everySaleOf = (journal: Journal): readonly Sale[] =>
  everyRow(journal).flatMap(({ id }) => journal.sales.byId(id) ?? [])
