/**
 * Upgrades the histories that version 15 could write (test/fixtures/journals/v15/walks.jsonl.br): each is a sale as
 * that version's steps and counter left it, with a failing service. `npm run prove -- laws` upgrades all of them.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { MIGRATIONS, migrate } from '../../../main/journal/index.ts'
import { rebuildWith } from '../../../main/projections/index.ts'
import type { Sale } from '../../../shared/sale.ts'
import type { SaleStatusName } from '../../../shared/sale-status.ts'
import { someOf } from '../../support/full-runs.ts'
import { OLD_JOURNALS } from '../../support/old-journal-file.ts'
import { unshowable } from '../../support/showable.ts'
import { journalAt, newFile } from './till-journal.ts'

type Walk = {
  readonly state: SaleStatusName
  readonly sold: boolean
  readonly due: boolean
  readonly attention: readonly string[]
  readonly events: readonly { readonly kind: string }[]
}

const ALL_WALKS = brotliDecompressSync(readFileSync(join(OLD_JOURNALS, 'v15/walks.jsonl.br')))
  .toString()
  .split('\n')
  .map((line) => JSON.parse(line) as Walk)

/** Walks of one kind came to the same, by the same last event. */
const kindOf = ({ state, sold, due, attention, events }: Walk): string =>
  [state, sold, due, ...attention, events.at(-1)?.kind].join(' ')

const WALKS = someOf(ALL_WALKS, kindOf)

/** A journal of version 15 with one sale for each history. */
function walkedJournal(): string {
  const file = newFile()
  const database = new DatabaseSync(file)
  migrate(database, MIGRATIONS.slice(0, 15), rebuildWith(null))
  database.exec('BEGIN')
  const sale = database.prepare(
    `INSERT INTO sale (id, terminal, day, sequence, sender_invoice_no, opened_at, version, state, state_since, total, due, waits, snapshot)
     VALUES (?, 'K01', '2026-11-20', ?, ?, ?, ?, ?, 1, ?, ?, 0, '{}')`,
  )
  const insert = database.prepare(
    'INSERT INTO sale_event (sale_id, seq, at, kind, body) VALUES (?, ?, ?, ?, ?)',
  )
  WALKS.forEach(({ state, due, events }, index) => {
    const [id, number] = [`walk-${index}`, `K01-261120-${index}-TEST`]
    sale.run(id, index + 1, number, index, events.length, state, totalOf(events), Number(due))
    events.forEach((event, place) => {
      const named =
        event.kind === 'opened' ? { ...event, sequence: index + 1, senderInvoiceNo: number } : event
      insert.run(id, place + 1, index, event.kind, JSON.stringify(named))
    })
  })
  database.exec('COMMIT')
  database.close()
  return file
}

const totalOf = (events: Walk['events']): number =>
  events.reduce((sum, event) => ('line' in event ? sum + (event.line as { amount: number }).amount : sum), 0)

/**
 * Sales that this version knows to need nothing more: a withdrawn charge whose invoice was certainly not made is a cart
 * again; an e-receipt that is already printed is not printed again when it is issued again under its old id.
 */
const NOTHING_LEFT = [
  'invoicing became open',
  'receipting became completed',
  'receipting became receipt-owed',
]

test('a history that version 15 could write opens in full, and continues when something is left to do', () => {
  const file = walkedJournal()
  journalAt(file).close()
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare('SELECT state, due, partly, snapshot FROM sale ORDER BY sequence').all()
  database.close()
  const wrong = rows.flatMap(({ state, due, partly, snapshot }, index) => {
    const walk = WALKS[index]
    const sale = JSON.parse(String(snapshot)) as Sale
    const unshown = unshowable(sale)
    const stopped = walk?.due && due === 0 && !NOTHING_LEFT.includes(`${walk.state} became ${state}`)
    const isRight = partly === 0 && !stopped && (sale.soldAt !== null) === walk?.sold && unshown.length === 0
    return isRight ? [] : [{ state, due, partly, unshown, walk }]
  })
  expect(rows).toHaveLength(WALKS.length)
  expect(wrong).toEqual([])
})
