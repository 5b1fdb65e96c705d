import type { Mode } from '../../shared/mode.ts'
import type { Log } from '../environment.ts'
import { appendEvents, chainAll, keyValueTable, openDatabase, type StoredEvent } from '../journal/index.ts'
import { rebuildWith, type SaleModel } from '../projections/index.ts'
import { inTransaction, prepared, removeDatabase } from '../sqlite/index.ts'
import { withDamagedFile } from './source.ts'

export type EventOfSubject = StoredEvent & { readonly subject: string }

type Options = {
  readonly mode: Mode
  /** Of the journal that the events come from. */
  readonly tag: string
  readonly model: SaleModel
  readonly log: Log
}

/**
 * Writes a journal with only these events, for a merge. The rows of its sales and shifts are rebuilt from the events, as
 * in a rescue. The events of each subject must be complete and in order.
 */
export function writeJournalOfEvents(
  file: string,
  events: readonly EventOfSubject[],
  { mode, tag, model, log }: Options,
): void {
  const bare = `${file}.events`
  for (const old of [file, bare]) removeDatabase(old)
  try {
    const database = openDatabase(bare, { rebuild: rebuildWith(model), mode, log })
    try {
      inTransaction(database, () => {
        const values = keyValueTable(database)
        values.write('mode', mode)
        values.write('tag', tag)
        for (const { subject, ...event } of events) appendEvents(database, subject, [event])
      })
    } finally {
      database.close()
    }
    const reading = { model, log, copy: `${file}.copy` }
    withDamagedFile(bare, reading, (made) => {
      inTransaction(made, () => chainAll(made, () => {})) // it has a chain of its own
      prepared(made, 'VACUUM INTO ?').run(file)
    })
  } finally {
    removeDatabase(bare)
  }
}
