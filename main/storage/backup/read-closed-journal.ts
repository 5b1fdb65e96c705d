import { DatabaseSync } from 'node:sqlite'
import { CommandRefused } from '../../../shared/failure.ts'
import { keyValueTable, MIGRATIONS, ownVersionOf } from '../journal/index.ts'
import { saleNumberReader, shiftReader } from '../projections/index.ts'
import { closing, journalFailure } from '../sqlite/index.ts'

export type ClosedJournal = {
  readonly tag: string
  readonly shifts: ReturnType<typeof shiftReader>
  readonly saleNumbers: ReturnType<typeof saleNumberReader>
}

/**
 * Reads a journal that is not open, and changes nothing: no rescue, no row. Null where an older version wrote it, so
 * that its tables may be others. Throws a named failure if the file cannot be read.
 */
export function readClosedJournal<Value>(
  file: string,
  look: (journal: ClosedJournal) => Value,
): Value | null {
  try {
    return closing(new DatabaseSync(file, { readOnly: true }), (database) => {
      if (ownVersionOf(database) < MIGRATIONS.length) return null
      return look({
        tag: keyValueTable(database).read('tag') ?? '',
        shifts: shiftReader(database),
        saleNumbers: saleNumberReader(database),
      })
    })
  } catch (error) {
    const why = journalFailure(error)
    // Opening the till again rescues only the journal of its mode.
    throw why.failure.name === 'JOURNAL_DAMAGED'
      ? new CommandRefused('LIVE_JOURNAL_DAMAGED', why.failure.detail)
      : why
  }
}
