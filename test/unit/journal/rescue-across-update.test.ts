/** A damaged journal of the version before the renaming is rescued like one of today. */
import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { suspectOf } from '../../../main/sqlite/index.ts'
import { withJournal } from '../../support/journal-figures.ts'
import { oldJournal } from '../../support/old-journal-file.ts'

const NAME = 'v33/renamed-words'

/** Loses the events of some kinds, as a page of events that cannot be read does; the rows of the sales are whole. */
function lose(file: string, kinds: readonly string[]): void {
  const database = new DatabaseSync(file)
  database.exec(`
    DROP TRIGGER event_is_kept;
    DELETE FROM event WHERE kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')});
    CREATE TRIGGER event_is_kept BEFORE DELETE ON event
      BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;
  `)
  database.close()
  writeFileSync(suspectOf(file), '')
}

const LOST = [
  'payments-seen',
  'paid-late',
  'paid',
  'tender-taken',
  'attention-settled',
  'watch-ended',
  'monitoring-ended',
]

function moneyIn(file: string) {
  return withJournal(file, (journal) =>
    Array.from({ length: 11 }, (_, index) => {
      const sale = journal.sales.byNumber(`K01-261120-${String(index + 1).padStart(4, '0')}-CSWW`)
      return {
        sequence: index + 1,
        payments: sale?.payments.map(({ paymentId, came }) => [paymentId, came]),
        tenders: sale?.tenders.map(({ kind, amount }) => [kind, amount]),
        soldAt: sale?.soldAt !== null,
        decisions: sale?.decisions.length,
        monitored: sale?.monitoredUntil,
      }
    }),
  )
}

test('a journal of the version before that is damaged when it is updated keeps the money that the rows of its sales still tell', () => {
  const whole = oldJournal(NAME)
  const before = moneyIn(whole)
  lose(whole, LOST) // damaged after it was migrated
  expect(moneyIn(whole)).toEqual(before)
  const older = oldJournal(NAME)
  lose(older, LOST) // damaged before it was migrated
  expect(moneyIn(older)).toEqual(before)
})
