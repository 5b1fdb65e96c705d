import type { DatabaseSync } from 'node:sqlite'
import type { Log } from '../environment.ts'
import { lastPosition } from '../journal/index.ts'
import { endPeriod, type SaleModel } from '../projections/index.ts'
import { backUpDatabase, markSuspect } from '../sqlite/index.ts'
import { signOf } from './finding.ts'
import { type MergeReport, mergeJournal, rehearseMerge } from './merge.ts'
import { withJournalFile } from './source.ts'
import { wrongInFile } from './wrong-in-file.ts'

export type JournalFile = ReturnType<typeof journalFile>

/** The operations on an open journal that backups need. */
export function journalFile(
  database: DatabaseSync,
  { file, model, log }: { readonly file: string; readonly model: SaleModel; readonly log: Log },
) {
  const takenFrom = (source: DatabaseSync) => ({ model, live: false, wrong: signOf(wrongInFile(source)) })
  return {
    /** Copies the open journal into a new file. */
    backUpTo: (path: string): Promise<void> =>
      backUpDatabase(database, path).finally(() => endPeriod(database)),
    /** Opens a backup for `work`. An older version is first migrated in a copy named `copy`. */
    withBackup: <Value>(path: string, copy: string, work: (source: DatabaseSync) => Value): Value =>
      withJournalFile(path, { model, log, copy }, work),
    /** Adds what another journal has and this one lacks. */
    merge: (source: DatabaseSync): MergeReport => mergeJournal(database, source, takenFrom(source)).report,
    /** The dry run of `merge`. */
    rehearse: (source: DatabaseSync): MergeReport =>
      rehearseMerge(database, source, takenFrom(source)).report,
    /** The position of the last event. */
    position: (): number => lastPosition(database),
    /** Marks the journal as damaged, so that the next start rescues it. */
    markSuspect: (): void => markSuspect(file),
  }
}
