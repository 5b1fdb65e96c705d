import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { openJournal } from '../../../../main/storage/store/index.ts'
import { writeEmptyJournal } from '../../../support/empty-journal.ts'
import { countsOf } from '../../../support/journal-counts.ts'
import { spoilTree } from '../../../support/spoiled-tree.ts'
import { journalAt, newFile, numbered, OPTIONS } from './till-journal.ts'

/** Opens it. `rescues` counts the files that were set aside. */
function opening(file: string) {
  const journal = journalAt(file)
  return { journal, rescues: () => setAsideBeside(file).length, report: journal.rescue.report() }
}

const setAsideBeside = (file: string): readonly string[] =>
  readdirSync(dirname(file)).filter((name) => name.includes('.damaged-') && name.endsWith('.sqlite'))

function goodFile(sales = 40): string {
  const file = newFile()
  writeEmptyJournal(file)
  const journal = openJournal(file, OPTIONS)
  for (let number = 1; number <= sales; number += 1) journal.sales.commit(numbered(number, { due: true }))
  journal.close()
  return file
}

test('a readable file is not rescued', () => {
  const { rescues, report } = opening(goodFile())
  expect(rescues()).toBe(0)
  expect(report).toBeNull()
})

test('a file that is not a database any more is rescued, and a person is told until they acknowledge it', () => {
  const file = newFile()
  writeFileSync(file, 'what the disk made of it'.repeat(1000))
  const { journal: rescued, rescues, report } = opening(file)
  expect(rescues()).toBe(1)
  expect(report).toMatchObject({ at: 5, sales: { read: 0, partly: 0, lost: null } })
  rescued.close()
  const journal = journalAt(file)
  expect(journal.rescue.report()).toMatchObject({ at: 5, fromBackup: 0 })
  journal.rescue.acknowledge()
  expect(journal.rescue.report()).toBeNull()
  journal.close()
  expect(journalAt(file).rescue.report()).toBeNull()
})

test('damage in unfinished sales is found when the journal is opened', () => {
  const file = goodFile()
  const bytes = readFileSync(file)
  bytes.fill(0x5a, 4096 * 3)
  writeFileSync(file, bytes)
  expect(opening(file).rescues()).toBe(1)
})

test('an unreadable snapshot counts as damage', () => {
  const file = goodFile(1)
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA ignore_check_constraints = ON; UPDATE sale SET snapshot = '{"id'`)
  database.close()
  expect(opening(file).rescues()).toBe(1)
})

test('a journal that was marked as damaged while in use is rescued once, at the next start', () => {
  const file = goodFile()
  writeFileSync(`${file}.suspect`, '')
  const { journal, rescues } = opening(file)
  expect(rescues()).toBe(1)
  expect(existsSync(`${file}.suspect`)).toBe(false)
  journal.close()
  expect(opening(file).rescues()).toBe(1)
})

test('an interrupted rescue is continued', () => {
  const file = goodFile()
  renameSync(file, join(dirname(file), 'journal.damaged-20261120-101500.sqlite'))
  expect(opening(file).rescues()).toBe(1)
})

test('a finished rescue is not repeated', () => {
  const file = goodFile()
  copyFileSync(file, join(dirname(file), 'journal.damaged-20261120-101500.sqlite'))
  expect(opening(file).report).toBeNull()
})

/** The pages that have rows of sales, in the order of the rows. */
function pagesOfSales(file: string): readonly number[] {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database
    .prepare("SELECT pageno FROM dbstat WHERE name = 'sale' AND pagetype = 'leaf' ORDER BY path")
    .all()
  database.close()
  return rows.map(({ pageno }) => Number(pageno))
}

test('damage that is found while the till is in use is named, and the journal is marked for the next start', () => {
  const file = newFile()
  const made = openJournal(file, OPTIONS)
  for (let number = 1; number <= 400; number += 1) made.sales.commit(numbered(number, { state: 'completed' }))
  made.close()
  const bytes = readFileSync(file)
  // The pages of completed sales in the middle, which the start does not read.
  for (const page of pagesOfSales(file).slice(10, 30)) bytes.fill(0x5a, (page - 1) * 4096, page * 4096)
  writeFileSync(file, bytes)
  const journal = journalAt(file)
  expect(existsSync(`${file}.suspect`)).toBe(false)
  expect(() => countsOf(journal)).toThrow(/JOURNAL_DAMAGED/)
  expect(existsSync(`${file}.suspect`)).toBe(true)
})

test('a rescue that fails is reported by name', () => {
  const failing = (error: unknown) => () => {
    const file = newFile()
    writeFileSync(file, 'no database'.repeat(1000))
    const destroySealKey = () => {
      throw error
    }
    openJournal(file, { ...OPTIONS, destroySealKey })
  }
  expect(failing(new Error('half-way'))).toThrow(/JOURNAL_DAMAGED: half-way/)
  expect(failing(Object.assign(new Error('no room'), { code: 'ENOSPC' }))).toThrow(/DISK_FULL/)
})

test('a till with a damaged journal opens with what could be read, and sells', () => {
  const file = goodFile(400)
  const bytes = readFileSync(file)
  bytes.fill(0x5a, 40 * 4096, 60 * 4096)
  writeFileSync(file, bytes)
  const journal = journalAt(file)
  const report = journal.rescue.report()
  expect(readFileSync(report?.setAside ?? '').equals(bytes)).toBe(true)
  expect(countsOf(journal).sales).toBeGreaterThan(200)
  expect(report?.sales.read).toBe(countsOf(journal).sales)
  journal.sales.commit(numbered(401))
  expect(journal.sales.byId('sale-401')?.version).toBe(2)
})

/** Changes that make a journal look like that of another program, and how to undo each. */
const FOREIGN: readonly (readonly [string, string, RegExp, string])[] = [
  ['a newer program', 'PRAGMA user_version = 99', /JOURNAL_FROM_FUTURE/, 'PRAGMA user_version = 1'],
  [
    'another build',
    `UPDATE key_value SET value = value + 1 WHERE name = 'format'; PRAGMA application_id = 7`,
    /DATA_OF_ANOTHER_BUILD/,
    `UPDATE key_value SET value = value - 1 WHERE name = 'format'`,
  ],
]

describe.each(FOREIGN)('a journal of %s', (_, make, refusal, undo) => {
  const changed = (file: string, sql: string): Buffer => {
    const database = new DatabaseSync(file)
    database.exec(`PRAGMA journal_mode = DELETE; ${sql}`)
    database.close()
    return readFileSync(file)
  }

  test.each([false, true])('is refused untouched, and never rescued (marked as damaged: %s)', (isMarked) => {
    const file = goodFile(3)
    const before = changed(file, make)
    if (isMarked) writeFileSync(`${file}.suspect`, '')
    const names = readdirSync(dirname(file))
    for (let tries = 1; tries <= 2; tries += 1) expect(() => openJournal(file, OPTIONS)).toThrow(refusal)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(readdirSync(dirname(file))).toEqual(names)
    changed(file, undo)
    expect(countsOf(journalAt(file)).sales).toBe(3)
  })
})

test.each(["UPDATE key_value SET value = 'x' WHERE name = 'format'", 'PRAGMA application_id = 7'])(
  'a journal in which one of its two fingerprints is damaged is our own (%s)',
  (sql) => {
    const file = goodFile(3)
    const database = new DatabaseSync(file)
    database.exec(sql)
    database.close()
    expect(countsOf(journalAt(file)).sales).toBe(3)
  },
)

test('a journal that does not open because of any unreadable table or index is rescued when it is opened again', () => {
  const file = newFile()
  const journal = openJournal(file, OPTIONS)
  journal.sales.commit(numbered(1, { due: true }))
  journal.close()
  const database = new DatabaseSync(file)
  const trees = database.prepare('SELECT name FROM sqlite_master WHERE rootpage > 0').all()
  database.close()
  for (const { name } of trees) {
    const copy = newFile()
    copyFileSync(file, copy)
    spoilTree(copy, String(name))
    try {
      openJournal(copy, OPTIONS).close()
    } catch (error) {
      expect(String(error), String(name)).toContain('JOURNAL_DAMAGED')
    }
    const again = journalAt(copy, OPTIONS)
    expect(again.tag, String(name)).toHaveLength(4)
  }
})
