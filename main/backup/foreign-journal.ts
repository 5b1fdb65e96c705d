/**
 * Looks into a journal that a person brings from elsewhere, before the till reads it: on a stick anything may have the
 * name of a journal. A thread looks, so that the till can sell meanwhile, and its time is limited. The file is a copy
 * in the data folder (main/shop-data/foreign-file.ts), which nobody can change between the look and the reading.
 */
import { CommandRefused, type Failure } from '../../shared/failure.ts'
import { startThread } from '../thread.ts'

/** Enough for every page of the journal of many years on a slow disk. */
const MOST_MS = 300_000
const MOST_MEGABYTES = 256

/** Throws BACKUP_DAMAGED where the file is not exactly a journal, or JOURNAL_FROM_FUTURE. */
export async function assertOwnJournal(file: string, mostMs = MOST_MS): Promise<void> {
  const limits = { megabytes: MOST_MEGABYTES, ms: mostMs }
  const look = startThread<Failure | null, Failure | null>(
    'foreign-journal-worker.js',
    file,
    limits,
    (wrong, { done }) => done(wrong),
  )
  const wrong = await look.done.catch((error: unknown) => {
    throw new CommandRefused('BACKUP_DAMAGED', error instanceof Error ? error.message : null)
  })
  if (wrong !== null) throw new CommandRefused(wrong.name, wrong.detail)
}
