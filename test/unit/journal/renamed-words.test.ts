/** A journal of version 33 (test/fixtures/journals) reads with today's words, whatever it spelt otherwise. */
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { verifyJournal } from '../../../main/backup/index.ts'
import { saleModel } from '../../../main/sales/index.ts'
import type { Journal } from '../../../main/store/index.ts'
import { STEADY_TOTALS } from '../../../scripts/audit/steady-totals.ts'
import { statusOf } from '../../../shared/sale-status.ts'
import { withJournal } from '../../support/journal-figures.ts'
import { oldJournal } from '../../support/old-journal-file.ts'

const NAME = 'v33/renamed-words'

/** Its sales, by the sequence in their number. */
const [REPAID, OWED, RETURNED, HELD, SURPLUS, REFUNDED, FULFILLING, MONITORED] = [1, 2, 3, 4, 5, 6, 9, 11]

function saleIn({ sales }: Pick<Journal, 'sales'>, sequence = 0) {
  const sale = sales.byNumber(`K01-261120-${String(sequence).padStart(4, '0')}-CSWW`)
  if (sale === null) throw new Error('the journal lacks a sale')
  return sale
}

const eventsIn = (journal: Journal, sequence = 0) =>
  journal.sales.events(saleIn(journal, sequence).id).map(({ event }) => event)

const changed = (file: string, work: (database: DatabaseSync) => void): string => {
  const database = new DatabaseSync(file)
  work(database)
  database.close()
  return file
}

test('a late payment and a sale whose receipt is being issued have their status, and had it since then', () => {
  const file = oldJournal(NAME)
  const since = new Map<unknown, unknown>()
  changed(file, (database) => {
    for (const row of database.prepare('SELECT id, state_since FROM sale').all())
      since.set(row.id, row.state_since)
  })
  withJournal(file, (journal) => {
    const named = (sequence: number | undefined) => statusOf(saleIn(journal, sequence)).name
    expect([REPAID, OWED, FULFILLING].map(named)).toEqual(['late-payment', 'late-payment', 'fulfilling'])
    for (const [id, at] of since) expect(journal.unfinished.stateSince(String(id))).toBe(at)
  })
})

test('a cancelled return is cancelled', () => {
  withJournal(oldJournal(NAME), (journal) => {
    expect(saleIn(journal, RETURNED).returns).toMatchObject([{ state: 'cancelled' }])
    expect(eventsIn(journal, RETURNED)).toContainEqual({
      kind: 'return-cancelled',
      returnId: saleIn(journal, RETURNED).returns[0]?.id,
    })
  })
})

test('what people decided about attention items has their resolution', () => {
  withJournal(oldJournal(NAME), (journal) => {
    const decided = (sequence: number | undefined) =>
      saleIn(journal, sequence).decisions.map(({ cause, resolution }) => [cause, resolution])
    expect([REPAID, HELD, SURPLUS].flatMap(decided)).toEqual([
      ['late-money', 'repaid-cash'],
      ['cash-held', 'refunded'],
      ['surplus', 'kept'],
    ])
    expect(journal.sums.ofDays('2026-11-20', '2026-11-20')).toContainEqual(
      expect.objectContaining({ account: 'settled', key: 'refunded', times: 1 }),
    )
  })
})

test('monitoring that ended has ended, and monitoring that goes on has its end', () => {
  withJournal(oldJournal(NAME), (journal) => {
    expect(saleIn(journal, REPAID).monitoredUntil).toBeNull()
    expect(eventsIn(journal, REPAID)).toContainEqual({ kind: 'monitoring-ended' })
    const { openedAt, monitoredUntil } = saleIn(journal, MONITORED)
    expect(Number(monitoredUntil) - openedAt).toBeGreaterThan(3_600_000 - 1)
    for (const [sequence, kind] of [
      [MONITORED, 'invoice-cancelled'],
      [SURPLUS, 'paid'],
      [REFUNDED, 'refunded'],
    ] as const)
      expect(eventsIn(journal, sequence)).toContainEqual(
        expect.objectContaining({ kind, monitorUntil: expect.any(Number) }),
      )
  })
})

test('a Z has the cash that was refunded', () => {
  withJournal(oldJournal(NAME), (journal) => {
    const [closed] = journal.shifts.latest(9, Number.MAX_SAFE_INTEGER).filter(({ zNumber }) => zNumber === 1)
    const { event } = journal.shifts.events(closed?.id ?? '').at(-1) ?? {}
    expect(event?.kind === 'shift-closed' && event.totals.drawer).toEqual({
      float: 5_000_000,
      cashSales: { count: 3, amount: 1_660_000 },
      cashIn: { count: 0, amount: 0 },
      cashOut: { count: 0, amount: 0 },
      refunded: { count: 3, amount: 1_660_000 },
      expected: 5_000_000,
    })
  })
})

test('rows of the audit trail name the command and the resolution as they are named today', () => {
  withJournal(oldJournal(NAME), (journal) => {
    const rows = journal.audit.rows(100)
    expect(rows.filter(({ action }) => action === 'acknowledgeRecovered')).toHaveLength(2)
    expect(rows.flatMap(({ about }) => about.step ?? [])).toEqual(['repaid', 'cancel'])
    const resolved = rows.filter(({ action }) => action === 'settleAttention').map(({ about }) => about)
    expect(resolved.map(({ cause, resolution }) => [cause, resolution])).toEqual([
      ['surplus', 'kept'],
      ['cash-held', 'refunded'],
      ['late-money', 'repaid-cash'],
    ])
    expect(resolved.some((about) => 'remedy' in about)).toBe(false)
  })
})

test('a sale that lacks an event keeps what was stored of it, in the words of today', () => {
  const file = changed(oldJournal(NAME), (database) =>
    database.exec(`
      DROP TRIGGER event_is_kept;
      DELETE FROM event WHERE kind IN ('attention-settled', 'return-called-off', 'invoice-created');
      CREATE TRIGGER event_is_kept BEFORE DELETE ON event
        BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;
      UPDATE sale SET partly = 1;
    `),
  )
  withJournal(file, (journal) => {
    expect(saleIn(journal, RETURNED).returns).toMatchObject([{ state: 'cancelled' }])
    expect(saleIn(journal, HELD).decisions).toMatchObject([{ cause: 'cash-held', resolution: 'refunded' }])
    expect(saleIn(journal, MONITORED).monitoredUntil).toEqual(expect.any(Number))
    expect(JSON.stringify([RETURNED, HELD, MONITORED].map((one) => saleIn(journal, one)))).not.toMatch(
      /watched|remedy|called-off|given-back/,
    )
  })
})

test('nothing that was stored has changed: the chain, the audit trail and the Z hold', () => {
  const file = oldJournal(NAME)
  withJournal(file, () => {})
  expect(verifyJournal(file, { model: saleModel, head: null, ...STEADY_TOTALS }).wrong).toEqual([])
})
