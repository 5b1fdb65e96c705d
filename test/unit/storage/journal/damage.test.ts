import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openJournal } from '../../../../main/storage/store/index.ts'
import { writeEmptyJournal } from '../../../support/empty-journal.ts'
import { countsOf } from '../../../support/journal-counts.ts'
import { spoilTree } from '../../../support/spoiled-tree.ts'
import { changeFile } from '../../../support/sql-on-file.ts'
import { setAsideBeside } from '../../../support/till-files.ts'
import { journalAt, newFile, numbered, OPTIONS } from './till-journal.ts'

/** How often the file was rescued, once it has been opened. */
function rescues(file: string): number {
  journalAt(file).close()
  return setAsideBeside(file).length
}

function goodFile(sales = 40): string {
  const file = newFile()
  writeEmptyJournal(file)
  const journal = openJournal(file, OPTIONS)
  for (let number = 1; number <= sales; number += 1) journal.sales.commit(numbered(number, { due: true }))
  journal.close()
  return file
}

test('damage in unfinished sales is found when the journal is opened', () => {
  const file = goodFile()
  const bytes = readFileSync(file)
  bytes.fill(0x5a, 4096 * 3)
  writeFileSync(file, bytes)
  expect(rescues(file)).toBe(1)
})

test('an unreadable snapshot counts as damage', () => {
  const file = goodFile(1)
  changeFile(file, `PRAGMA ignore_check_constraints = ON; UPDATE sale SET snapshot = '{"id'`)
  expect(rescues(file)).toBe(1)
})

test('a journal that was marked as damaged while in use is rescued once, at the next start', () => {
  const file = goodFile()
  writeFileSync(`${file}.suspect`, '')
  expect(rescues(file)).toBe(1)
  expect(existsSync(`${file}.suspect`)).toBe(false)
  expect(rescues(file)).toBe(1)
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
