/**
 * Measures a start with a long history: opening the journal and reading all unfinished sales. The comparison is bare
 * SQLite that opens the same file and counts the sales that are due.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { chainAll } from '../../main/journal/index.ts'
import { saleModel } from '../../main/sales/index.ts'
import { openJournal } from '../../main/store/index.ts'
import { type Times, timesOf } from './times.ts'

const SALES = 100_000
const EVENTS_OF_EACH = 12
const DUE = 20
const PARKED = 10
const ROUNDS = 10

export type Recovery = {
  readonly sales: number
  readonly events: number
  readonly due: number
  readonly parked: number
  /** `openJournal`, and reading everything that is unfinished. */
  readonly journal: Times
  /** Bare SQLite: open the file and run `SELECT count(*) FROM sale WHERE due = 1`. */
  readonly bare_sqlite: Times
}

export function measureRecovery(): Recovery {
  const folder = mkdtempSync(join(tmpdir(), 'tugrik-bench-'))
  try {
    const file = join(folder, 'journal.sqlite')
    const open = () => openJournal(file, { model: saleModel, now: Date.now })
    open().close()
    fill(file)
    return {
      sales: SALES,
      events: SALES * EVENTS_OF_EACH,
      due: DUE,
      parked: PARKED,
      journal: timesOf(ROUNDS, () => {
        const journal = open()
        const found = [
          journal.unfinished.due().length,
          journal.unfinished.waitingSummary().count,
          journal.unfinished.setAside().length - DUE,
        ]
        journal.unfinished.attentionCount()
        if (String(found) !== String([DUE, DUE, PARKED])) throw new Error(`found ${found}`)
        return () => journal.close()
      }),
      bare_sqlite: timesOf(ROUNDS, () => {
        const database = new DatabaseSync(file)
        database.prepare('SELECT count(*) FROM sale WHERE due = 1').get()
        return () => database.close()
      }),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Uses plain SQL instead of commits, for speed. The newest sales are unfinished; each snapshot is as long as that of a
 * sale with three lines.
 */
function fill(file: string): void {
  const database = new DatabaseSync(file)
  database.exec(`
    PRAGMA synchronous = OFF;
    BEGIN;
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${SALES})
    INSERT INTO sale (id, terminal, day, sequence, tag, sender_invoice_no, opened_at, version, state, state_since, total, invoice_id, due, waits, snapshot)
      SELECT 'sale-' || n, 'K01', date(1700000000 + n * 60, 'unixepoch'), n, 'BENC', 'K01-' || n, 1700000000000 + n * 60000, ${EVENTS_OF_EACH},
        ${stateOf('n')}, 1700000000000 + n * 60000, 250000, 'inv-' || n, n > ${SALES - DUE}, n > ${SALES - DUE},
        json_object('id', 'sale-' || n, 'state', json_object('name', ${stateOf('n')}), 'lines', printf('%.1800c', 'x'))
      FROM number;
    INSERT INTO event (id, subject, seq, at, kind, version, body)
      SELECT sale.id || '.' || seq.value, sale.id, seq.value, opened_at + seq.value * 1000, 'line-added', 2, json_object('kind', 'line-added', 'line', printf('%.150c', 'x'))
      FROM sale, json_each('[${Array.from({ length: EVENTS_OF_EACH }, (_, index) => index + 1)}]') AS seq;
  `)
  chainAll(database, () => {})
  database.exec('COMMIT')
  database.close()
}

const stateOf = (number: string): string =>
  `CASE WHEN ${number} > ${SALES - DUE} THEN 'awaiting-payment' WHEN ${number} > ${SALES - DUE - PARKED} THEN 'parked' ELSE 'completed' END`
