import type { DatabaseSync } from 'node:sqlite'
import type { Log } from '../environment.ts'
import { lastPosition, markSuspect } from '../journal/index.ts'
import { endPeriod, type SaleModel } from '../projections/index.ts'
import { backUpDatabase } from './backup-database.ts'
import { type MergeReport, mergeJournal, rehearseMerge } from './merge.ts'
import { withJournalFile } from './source.ts'
import { wrongInFile } from './wrong-in-file.ts'

export type JournalFile = ReturnType<typeof journalFile>

/** What backups do with the file of an open journal. */
export function journalFile(
  database: DatabaseSync,
  { file, model, log }: { readonly file: string; readonly model: SaleModel; readonly log: Log },
) {
  const takenFrom = (source: DatabaseSync) => ({ model, live: false, wrong: wrongInFile(source) })
  return {
    /** SQLite's online backup into a new file. */
    backUpTo: (path: string): Promise<void> =>
      backUpDatabase(database, path).finally(() => endPeriod(database)),
    /** Opens a backup. One of an older version is upgraded in a copy of this name. */
    withBackup: <Value>(path: string, copy: string, work: (source: DatabaseSync) => Value): Value =>
      withJournalFile(path, { model, log, copy }, work),
    /** Takes what another journal has and this one lacks. */
    merge: (source: DatabaseSync): MergeReport => mergeJournal(database, source, takenFrom(source)).report,
    /** What `merge` would report. Writes nothing. */
    rehearse: (source: DatabaseSync): MergeReport =>
      rehearseMerge(database, source, takenFrom(source)).report,
    /** The position of the last event: tells how far the journal has come. */
    position: (): number => lastPosition(database),
    /** Some pages cannot be read: the journal is rescued at the next start. */
    markSuspect: (): void => markSuspect(file),
  }
}
