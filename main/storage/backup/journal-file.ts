import type { DatabaseSync } from 'node:sqlite'
import { keyValueTable, lastPosition } from '../journal/index.ts'
import { endPeriod } from '../projections/index.ts'
import { backUpDatabase, inTransaction, markSuspect } from '../sqlite/index.ts'
import { type MergeOptions, type MergeReport, mergeInSlices, rolledBack, type Slices } from './merge.ts'

export type JournalFile = ReturnType<typeof journalFile>

export type Merging = Partial<
  Pick<MergeOptions, 'wrong'> &
    Pick<Slices, 'mayGoOn'> & {
      /** Called after each committed slice that added events. */
      readonly added: () => void
    }
>

type Parts = {
  readonly file: string
  /** Called when a merge has written sales. */
  readonly merged: () => void
}

/** The operations on an open journal that backups need. */
export function journalFile(database: DatabaseSync, { file, merged }: Parts) {
  const merge = async (
    source: DatabaseSync,
    { wrong = null, mayGoOn = () => {} }: Merging,
    slice: Slices['slice'],
  ): Promise<MergeReport> =>
    (await mergeInSlices(database, source, { wrong, mayGoOn, live: false, slice })).report
  return {
    /** Copies the open journal into a new file. */
    backUpTo: (path: string): Promise<void> =>
      backUpDatabase(database, path).finally(() => endPeriod(database)),
    /** Adds what another journal has and this one lacks, slice by slice. The same merge completes one that was cut off. */
    merge: (source: DatabaseSync, merging: Merging = {}): Promise<MergeReport> =>
      merge(source, merging, (work) => {
        const before = lastPosition(database)
        const done = inTransaction(database, work)
        merged()
        if (lastPosition(database) !== before) merging.added?.()
        return done
      }),
    /** The dry run of `merge`. Writes nothing. */
    rehearse: (source: DatabaseSync, merging: Merging = {}): Promise<MergeReport> =>
      merge(source, merging, (work) => rolledBack(database, work)),
    /** Single values, such as its tag. */
    notes: keyValueTable(database),
    /** The position of the last event. */
    position: (): number => lastPosition(database),
    /** Marks the journal as damaged, so that the next start rescues it. */
    markSuspect: (): void => markSuspect(file),
  }
}
