/**
 * Makes a journal of events that the shop database has, for a merge. All sales of a till may be missing here, so the events are
 * kept in a file as they come, and the journal is made of them in a thread.
 */
import { DatabaseSync } from 'node:sqlite'
import type { Mode } from '../../../shared/shop/mode.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { makePrivateFile } from '../../base/files/private-files.ts'
import { appendEvents, chainAll, keyValueTable, openDatabase, type StoredEvent } from '../journal/index.ts'
import { rebuildProjections } from '../projections/index.ts'
import { closing, inTransaction, prepared, removeDatabase } from '../sqlite/index.ts'
import { withDamagedFile } from './source.ts'

export type EventOfSubject = StoredEvent & { readonly subject: string }

/** A file of events in any order, each once. The caller closes it, and removes it with its folder. */
export function eventsFile(file: string) {
  makePrivateFile(file)
  const database = new DatabaseSync(file)
  // After a power cut it is made anew. The index spares a sort, whose file would be outside of the data folder.
  database.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    CREATE TABLE told (seq INTEGER, event TEXT);
    CREATE INDEX told_seq ON told (seq);
  `)
  return {
    take: (events: readonly EventOfSubject[]): void =>
      inTransaction(database, () => {
        for (const event of events)
          prepared(database, 'INSERT INTO told VALUES (?, ?)').run(event.seq, JSON.stringify(event))
      }),
    close: (): void => database.close(),
  }
}

export type EventsWanted = {
  /** Of `eventsFile`. The events of each subject must be complete. */
  readonly events: string
  /** The journal to make. */
  readonly file: string
  readonly mode: Mode
  /** Of the journal that the events come from. */
  readonly tag: string
}

/** The rows of the journal's sales and shifts are rebuilt from the events, as in a rescue. */
export function writeJournalOfEvents({ events, file, mode, tag }: EventsWanted, log: Log): void {
  const bare = `${file}.events`
  for (const old of [file, bare]) removeDatabase(old)
  const told = new DatabaseSync(events, { readOnly: true })
  try {
    closing(openDatabase(bare, { rebuild: rebuildProjections, mode, log }), (database) => {
      inTransaction(database, () => {
        const values = keyValueTable(database)
        values.write('mode', mode)
        values.write('tag', tag)
        for (const row of told.prepare('SELECT event FROM told ORDER BY seq, rowid').iterate()) {
          const { subject, ...event } = JSON.parse(String(row.event)) as EventOfSubject
          appendEvents(database, subject, [event])
        }
      })
    })
    const reading = { log, copy: `${file}.copy` }
    withDamagedFile(bare, reading, (made) => {
      inTransaction(made, () => chainAll(made)) // it has a chain of its own
      prepared(made, 'VACUUM INTO ?').run(file)
    })
  } finally {
    told.close()
    removeDatabase(bare)
  }
}
