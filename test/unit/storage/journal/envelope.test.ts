/** What is recorded with every event: its position, an id of its own, and the command and person that made it. */
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Journal } from '../../../../main/storage/store/index.ts'
import type { Cashier } from '../../../../shared/shop/staff.ts'
import { command, journalAt, newFile, next, numbered, rung } from './till-journal.ts'

const SARNAI: Cashier = { id: 'sarnai', name: 'Сарнай' }

type Envelope = {
  readonly position: number
  readonly id: string
  readonly subject: string
  readonly seq: number
  readonly command: string | null
  readonly actor: string | null
}

/** Closes the journal first, because an open journal is locked. */
function envelopes(journal: Journal, file: string): readonly Envelope[] {
  journal.close()
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database
    .prepare('SELECT position, id, subject, seq, command, actor FROM event ORDER BY position')
    .all()
  database.close()
  return rows.map((row) => ({ ...row }) as unknown as Envelope)
}

function openShift(journal: Journal, id: string): void {
  const shift = {
    id,
    terminal: 'K01',
    tag: journal.tag,
    state: 'open',
    openedAt: 5,
    closedAt: null,
    zNumber: null,
    version: 1,
  } as const
  journal.shifts.commit({
    shift,
    at: 5,
    events: [{ kind: 'shift-opened', float: 0, cashier: null, periods: [], cashBefore: 0 } as never],
  })
}

test('positions are 1, 2, 3… over sales and shifts, and an undone transaction leaves no gap', () => {
  const file = newFile()
  const journal = journalAt(file)
  journal.sales.commit(numbered(1))
  openShift(journal, 'shift-1')
  expect(() =>
    journal.command(command('key-1234'), () => {
      journal.sales.commit(numbered(2))
      throw new Error('no')
    }),
  ).toThrow('no')
  journal.sales.commit(numbered(3))
  journal.sales.commit(next(journal, 'sale-1', [rung]))
  const rows = envelopes(journal, file)
  expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6])
  expect(rows.map(({ subject, seq }) => `${subject} ${seq}`)).toEqual([
    'sale-1 1',
    'sale-1 2',
    'shift-1 1',
    'sale-3 1',
    'sale-3 2',
    'sale-1 3',
  ])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(6)
})

test('an event names its command and person; an event of the terminal itself names neither', () => {
  const file = newFile()
  const journal = journalAt(file)
  journal.command(command('key-1234', { actor: SARNAI }), () => {
    journal.sales.commit(numbered(1))
    openShift(journal, 'shift-1')
  })
  journal.command(command('key-5678'), () => journal.sales.commit(next(journal, 'sale-1', [rung])))
  journal.sales.commit(next(journal, 'sale-1', [rung]))
  expect(journal.sales.events('sale-1').map((one) => one.command)).toEqual([
    'key-1234',
    'key-1234',
    'key-5678',
    null,
  ])
  const rows = envelopes(journal, file)
  expect(rows.map((one) => [one.subject, one.command, one.actor && JSON.parse(one.actor)])).toEqual([
    ['sale-1', 'key-1234', SARNAI],
    ['sale-1', 'key-1234', SARNAI],
    ['shift-1', 'key-1234', SARNAI],
    ['sale-1', 'key-5678', null],
    ['sale-1', null, null],
  ])
})

test('events that a command writes after a nested command belong to it', () => {
  const journal = journalAt()
  journal.command(command('outer-123'), () => {
    journal.command(command('inner-123'), () => journal.sales.commit(numbered(1)))
    journal.sales.commit(next(journal, 'sale-1', [rung]))
  })
  expect(journal.sales.events('sale-1').map((one) => one.command)).toEqual([
    'inner-123',
    'inner-123',
    'outer-123',
  ])
})

test('a merged event keeps its id, command and person, and gets another position', async () => {
  const [here, there] = [newFile(), newFile()]
  const other = journalAt(there)
  other.sales.commit(numbered(7))
  other.command(command('key-1234', { actor: SARNAI }), () =>
    other.sales.commit(next(other, 'sale-7', [rung])),
  )
  const theirs = envelopes(other, there)
  const journal = journalAt(here)
  journal.sales.commit(numbered(1))
  const source = new DatabaseSync(there, { readOnly: true })
  expect(await journal.file.merge(source)).toMatchObject({ added: 1 })
  source.close()
  const ours = envelopes(journal, here).filter(({ subject }) => subject === 'sale-7')
  expect(ours.map(({ position: _place, ...rest }) => rest)).toEqual(
    theirs.map(({ position: _place, ...rest }) => rest),
  )
  expect(ours.map(({ position }) => position)).toEqual([3, 4, 5])
})
