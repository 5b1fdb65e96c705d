import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { type Commit, type Journal, openJournal } from '../../../main/journal/index.ts'
import { openDatabase } from '../../../main/journal/open.ts'
import { evolveAll } from '../../../main/sales/index.ts'
import { CommandRefused } from '../../../shared/failure.ts'
import { tugriks } from '../../../shared/money.ts'
import type { SaleEvent } from '../../../shared/sale.ts'
import { bread, lineOf, opened } from '../../support/sample-sale.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const rung: SaleEvent = { kind: 'line-added', line: lineOf(bread) }

function first(events: readonly SaleEvent[] = [opened, rung], id = 'sale-1'): Commit {
  return { sale: evolveAll(null, id, 5, events), total: tugriks(2500), at: 5, events, due: false }
}

function journalIn(file = join(temporaryFolder(), 'journal.sqlite')): { journal: Journal; file: string } {
  return { journal: openJournal(file), file }
}

test('what was committed is there after the file is opened again', () => {
  const { journal, file } = journalIn()
  journal.commit(first())
  const before = journal.sale('sale-1')
  journal.close()
  const again = openJournal(file)
  expect(again.sale('sale-1')).toEqual(before)
  expect(again.events('sale-1').map(({ event }) => event)).toEqual([opened, rung])
  again.close()
})

test('the events add up to the sale that lies beside them', () => {
  const { journal } = journalIn()
  journal.commit(first())
  const events = journal.events('sale-1').map(({ event }) => event)
  expect(evolveAll(null, 'sale-1', 5, events)).toEqual(journal.sale('sale-1'))
  journal.close()
})

test('a commit is whole or not there at all', () => {
  const { journal } = journalIn()
  expect(() =>
    journal.commit({ ...first(), attention: [{ cause: 'surplus', failure: null, amount: 0.5 as never }] }),
  ).toThrow()
  expect(journal.sale('sale-1')).toBeNull()
  expect(journal.events('sale-1')).toEqual([])
  journal.close()
})

test('a sale that changed meanwhile is not overwritten', () => {
  const { journal } = journalIn()
  journal.commit(first())
  const before = journal.sale('sale-1')
  const after = evolveAll(before, 'sale-1', 6, [rung])
  journal.commit({ ...first(), sale: after, events: [rung] })
  expect(() => journal.commit({ ...first(), sale: after, events: [rung] })).toThrow(/not at version 2/)
  journal.close()
})

test('one invoice number belongs to one sale for ever', () => {
  const { journal } = journalIn()
  journal.commit(first())
  expect(() => journal.commit(first([opened, rung], 'sale-2'))).toThrow(/UNIQUE/)
  journal.close()
})

test('numbers start at one for each terminal and day', () => {
  const { journal } = journalIn()
  expect(journal.nextSequence('K01', '2026-11-20')).toBe(1)
  journal.commit(first())
  expect(journal.nextSequence('K01', '2026-11-20')).toBe(148)
  expect(journal.nextSequence('K02', '2026-11-20')).toBe(1)
  expect(journal.nextSequence('K01', '2026-11-21')).toBe(1)
  journal.close()
})

test('two journals never have the same tag, and one keeps its own', () => {
  const { journal, file } = journalIn()
  const other = journalIn().journal
  expect(journal.tag).toMatch(/^[A-Z2-9]{4}$/)
  expect(journal.tag).not.toBe(other.tag)
  journal.close()
  other.close()
  const again = openJournal(file)
  expect(again.tag).toBe(journal.tag)
  again.close()
})

test('no event is ever changed or deleted, not even by hand', () => {
  const { journal, file } = journalIn()
  journal.commit(first())
  journal.close()
  const database = new DatabaseSync(file)
  expect(() => database.exec('DELETE FROM sale_event')).toThrow(/never deleted/)
  expect(() => database.exec("UPDATE sale_event SET body = '{}'")).toThrow(/never changed/)
  expect(() => database.exec('DELETE FROM sale')).toThrow(/never deleted/)
  expect(() => database.exec("UPDATE sale SET sender_invoice_no = 'x'")).toThrow(/kept for ever/)
  database.close()
})

test('every commit is on the disk before the call returns', () => {
  const database = openDatabase(join(temporaryFolder(), 'journal.sqlite'))
  const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
  expect(pragma('journal_mode')).toBe('wal')
  expect(Number(pragma('synchronous'))).toBe(2)
  expect(Number(pragma('foreign_keys'))).toBe(1)
  expect(Number(pragma('secure_delete'))).toBe(1)
  database.close()
})

test('a journal from a newer program is refused and left as it is', () => {
  const file = join(temporaryFolder(), 'journal.sqlite')
  openDatabase(file, ['CREATE TABLE one (x)', 'CREATE TABLE two (x)']).close()
  expect(() => openDatabase(file, ['CREATE TABLE one (x)'])).toThrow(CommandRefused)
  openDatabase(file, ['CREATE TABLE one (x)', 'CREATE TABLE two (x)']).close()
})

test('a migration that fails leaves the file at the version before', () => {
  const file = join(temporaryFolder(), 'journal.sqlite')
  openDatabase(file, ['CREATE TABLE one (x)']).close()
  expect(() =>
    openDatabase(file, ['CREATE TABLE one (x)', 'CREATE TABLE three (x); CREATE TABLE one (x)']),
  ).toThrow()
  const database = openDatabase(file, ['CREATE TABLE one (x)'])
  expect(database.prepare("SELECT count(*) AS count FROM sqlite_master WHERE name = 'three'").get()).toEqual({
    count: 0,
  })
  database.close()
})

test('a file that is no journal is refused by name and not touched', () => {
  const file = join(temporaryFolder(), 'journal.sqlite')
  openDatabase(file, []).close()
  const database = new DatabaseSync(file)
  database.exec('CREATE TABLE sale (x)')
  database.close()
  expect(() => openJournal(file)).toThrow(CommandRefused)
})
