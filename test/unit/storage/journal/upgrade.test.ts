import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import {
  MIGRATIONS,
  type Migration,
  type OpenOptions,
  openDatabase,
} from '../../../../main/storage/journal/index.ts'
import { foldSale, rebuildProjections } from '../../../../main/storage/projections/index.ts'
import { diskFiles, type Files } from '../../../../main/storage/sqlite/index.ts'
import { type Journal, openJournal } from '../../../../main/storage/store/index.ts'
import { attentionOf } from '../../../../shared/sale/attention-items.ts'
import { makeJournalOf1, owedAmong, UP_TO_2 } from '../../../support/example-migration.ts'
import { countsOf } from '../../../support/journal-counts.ts'
import { changeFile } from '../../../support/sql-on-file.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { journalAt, newFile, OPTIONS } from './till-journal.ts'

/** A program that knows step 2. */
const NEXT = { ...OPTIONS, migrations: UP_TO_2 }
const SALES = 10
const LOTTERY = 'LOTTERY-OF-THREE'

function oldFile(sales = SALES): string {
  const file = newFile()
  makeJournalOf1(file, sales)
  return file
}

/** The attention items: sale, cause and amount. */
const attentionIn = (journal: Journal) =>
  journal.unfinished
    .attention()
    .flatMap((sale) => attentionOf(sale).map(({ cause, amount }) => [sale.id, cause, amount]))

/** Expects everything of the old journal in the new one. */
function expectAll(file: string, sales = SALES): void {
  const journal = openJournal(file, NEXT)
  try {
    expect(countsOf(journal).sales).toBe(sales)
    expect(journal.tag).toBe('ABCD')
    expect(journal.counter.saleId()).toBe('sale-1')
    expect(attentionIn(journal)).toEqual([['sale-6', 'late-money', 250_000]])
    expect(new Set(journal.printJobs.owed().map(({ saleId }) => saleId))).toEqual(new Set(owedAmong(sales)))
    expect(Buffer.from(journal.seals.of('sale-3').get('pay-1') ?? []).toString()).toBe(LOTTERY)
    for (let number = 1; number <= sales; number += 1) {
      const id = `sale-${number}`
      expect(journal.sales.byId(id)).toEqual(foldSale(id, journal.sales.events(id)).sale)
    }
  } finally {
    journal.close()
  }
}

const neighbours = (file: string) => readdirSync(dirname(file)).sort()

const steps = (...sql: string[]): Migration[] => [...MIGRATIONS, ...sql.map((text) => ({ sql: text }))]

const openAndClose = (file: string, options: Partial<OpenOptions>): void =>
  openDatabase(file, { rebuild: rebuildProjections, migrations: UP_TO_2, ...options }).close()

test('a journal of step 1 is taken to step 2 with every sale, replayed from its events', () => {
  const file = oldFile()
  expectAll(file)
})

test('pending sales are known after an upgrade', () => {
  const file = oldFile()
  const journal = journalAt(file, NEXT)
  const expected = Array.from({ length: SALES }, (_, index) => `sale-${index + 1}`).filter(
    (id) => foldSale(id, journal.sales.events(id)).columns.waits,
  )
  expect(journal.unfinished.waiting().map(({ id }) => id)).toEqual(expected)
  expect(expected.length).toBeGreaterThan(0)
})

test('the old file is kept, without its seals', () => {
  const file = oldFile()
  expect(readFileSync(file).includes(LOTTERY)).toBe(true)
  expectAll(file)
  expect(neighbours(file)).toEqual(['journal.sqlite', 'journal.v1.kept.sqlite'])
  const kept = join(dirname(file), 'journal.v1.kept.sqlite')
  expect(readFileSync(kept).includes(LOTTERY)).toBe(false)
  const database = new DatabaseSync(kept)
  expect({ ...database.prepare('PRAGMA user_version').get() }).toEqual({ user_version: 1 })
  expect({ ...database.prepare('SELECT count(*) AS count FROM sale').get() }).toEqual({ count: SALES })
  expect({ ...database.prepare('SELECT count(*) AS count FROM receipt_seal').get() }).toEqual({ count: 0 })
  database.close()
})

test('an older kept file is not overwritten', () => {
  const file = oldFile()
  writeFileSync(join(dirname(file), 'journal.v1.kept.sqlite'), 'of before')
  expectAll(file)
  expect(neighbours(file)).toEqual(['journal.sqlite', 'journal.v1.kept-2.sqlite', 'journal.v1.kept.sqlite'])
  expect(readFileSync(join(dirname(file), 'journal.v1.kept.sqlite'), 'utf8')).toBe('of before')
})

test('a journal of the current version is opened as it is', () => {
  const file = oldFile()
  expectAll(file)
  const before = statSync(file).ino
  expectAll(file)
  expect(statSync(file).ino).toBe(before)
  expect(neighbours(file)).toHaveLength(2)
})

test('a new journal is made in all steps at once and leaves no other file', () => {
  const file = newFile()
  openJournal(file, NEXT).close()
  expect(neighbours(file)).toEqual(['journal.sqlite'])
})

test('commits that are only in the write-ahead log are upgraded, too', () => {
  const file = oldFile()
  const database = new DatabaseSync(file)
  database.exec(`UPDATE key_value SET value = 'EFGH' WHERE name = 'tag'`)
  const torn = newFile()
  for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${torn}${end}`)
  database.close()
  expect(statSync(`${torn}-wal`).size).toBeGreaterThan(0)
  expect(journalAt(torn, NEXT).tag).toBe('EFGH')
})

test('an interrupted upgrade is done again', () => {
  const file = oldFile()
  for (const end of ['', '-wal', '-journal']) writeFileSync(`${file}.migrating${end}`, 'half of it')
  expectAll(file)
  expect(neighbours(file)).toEqual(['journal.sqlite', 'journal.v1.kept.sqlite'])
})

test('a migration that fails leaves the file as it was', () => {
  const file = oldFile()
  const before = readFileSync(file)
  const broken = steps('CREATE TABLE three (x); CREATE TABLE sale (x)')
  expect(() => openAndClose(file, { migrations: broken })).toThrow(
    /JOURNAL_FAILED: table sale already exists/,
  )
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(neighbours(file)).toEqual(['journal.sqlite'])
  expectAll(file)
})

test.each([
  ['a due sale', `UPDATE sale SET due = 0 WHERE id = 'sale-2'`, 'no longer due: sale-2 \\(1\\)'],
  ['money', `UPDATE sale SET total = total + 1 WHERE id = 'sale-2'`, 'total: 2500000 became 2500001'],
  [
    'a sale',
    `DROP TRIGGER sale_is_kept; PRAGMA defer_foreign_keys = ON; DELETE FROM event; DELETE FROM sale`,
    '',
  ],
  ['an owed print job', `DELETE FROM print_job WHERE sale_id = 'sale-3'`, 'owed print jobs: 2 became 1'],
  ['a seal', 'DELETE FROM receipt_seal', 'seals: 1 became 0'],
  [
    'an event',
    `DROP TRIGGER event_is_kept; DELETE FROM event WHERE subject = 'sale-5' AND seq = 1`,
    'events',
  ],
])('a migration that would lose %s is refused, and the error says what differs', (_, sql, words) => {
  const file = oldFile()
  const before = readFileSync(file)
  expect(() => openAndClose(file, { migrations: steps(sql) })).toThrow(
    new RegExp(`JOURNAL_FAILED: .*${words}`),
  )
  expect(readFileSync(file).equals(before)).toBe(true)
  expectAll(file)
})

test.each([
  ['is missing', `DELETE FROM event WHERE subject = 'sale-5' AND seq = 3`],
  ['does not fit', `UPDATE event SET body = '{"kind":"resumed"}' WHERE subject = 'sale-5' AND seq = 3`],
  ['cannot be read', `UPDATE event SET body = '{"kind":"line-added"}' WHERE subject = 'sale-5' AND seq = 2`],
])('a sale with an event that %s is kept and held, and a person is told', (_, spoiling) => {
  const file = oldFile()
  changeFile(file, `DROP TRIGGER event_is_kept; DROP TRIGGER event_stands; ${spoiling}`)
  const journal = journalAt(file, NEXT)
  expect(countsOf(journal)).toMatchObject({ sales: SALES, total: SALES * 250_000 })
  expect(attentionIn(journal)).toContainEqual(['sale-5', 'history-incomplete', null])
  expect(journal.sales.byId('sale-5')).toMatchObject({ held: true, version: 6 })
  expect(journal.sales.byId('sale-6')?.notices).toEqual([])
})

test('a sale that cannot be replayed is kept with its first event, and a person is told', () => {
  const file = oldFile()
  changeFile(
    file,
    `DROP TRIGGER event_stands; UPDATE event SET kind = 'told-by-shop',
    body = '{"kind":"told-by-shop","known":{"lines":null}}' WHERE subject = 'sale-5' AND seq = 2`,
  )
  const journal = journalAt(file, NEXT)
  expect(countsOf(journal)).toMatchObject({ sales: SALES, total: SALES * 250_000 })
  expect(attentionIn(journal)).toContainEqual(['sale-5', 'history-incomplete', null])
  expect(journal.sales.events('sale-5')).toHaveLength(6)
})

test('an old journal is refused unchanged when sales cannot be replayed', () => {
  const file = oldFile()
  const failing = (): never => {
    throw new Error('a mistake of ours')
  }
  expect(() => openDatabase(file, { migrations: UP_TO_2, rebuild: failing })).toThrow(/JOURNAL_FAILED/)
  expectAll(file)
})

test('a journal of the other mode is refused and not changed', () => {
  const file = oldFile()
  changeFile(file, `INSERT INTO key_value VALUES ('mode', 'test')`)
  const before = readFileSync(file)
  expect(() => openJournal(file, { ...NEXT, mode: 'live' })).toThrow(/OTHER_MODE/)
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(neighbours(file)).toEqual(['journal.sqlite'])
})

test('a damaged page is found before the file is copied', () => {
  const file = oldFile(400)
  const bytes = readFileSync(file)
  bytes.fill(0x5a, 20 * 4096, 24 * 4096)
  writeFileSync(file, bytes)
  expect(() => openAndClose(file, {})).toThrow(/JOURNAL_DAMAGED/)
  expect(neighbours(file)).toEqual(['journal.sqlite'])
  expect(readFileSync(file).equals(bytes)).toBe(true)
})

test('on a disk without hard links the old file is copied', () => {
  const file = oldFile()
  const noLinks: Files = {
    ...diskFiles,
    link: () => {
      throw Object.assign(new Error('not supported'), { code: 'ENOTSUP' })
    },
  }
  openAndClose(file, { files: noLinks })
  expect(neighbours(file)).toEqual(['journal.sqlite', 'journal.v1.kept.sqlite'])
  expect(readFileSync(join(dirname(file), 'journal.v1.kept.sqlite')).includes(LOTTERY)).toBe(false)
  expectAll(file)
})

test('a kept file that cannot be cleaned does not prevent the upgrade', () => {
  const file = oldFile()
  expectAll(file)
  const keeping = join(dirname(file), 'journal.v1.keeping.sqlite')
  writeFileSync(keeping, 'no database at all, but of a length that looks like one'.repeat(100))
  expectAll(file)
  expect(existsSync(keeping)).toBe(true)
})

type Break = 'before it' | 'after it' | 'and all that follow'

/** A file system that breaks at the step with this number. */
function breaking(at: number, how: Break, links: boolean): { files: Files; broke: () => boolean } {
  let step = 0
  const broken = (name: string): never => {
    throw Object.assign(new Error(`${name} broke`), { code: 'EIO' })
  }
  const wrap = (name: keyof Files) => {
    const real = diskFiles[name] as (...args: string[]) => void
    return (...args: string[]) => {
      if (name === 'link' && !links) broken('link')
      step += 1
      const breaks = how === 'and all that follow' ? step >= at : step === at
      if (breaks && how !== 'after it') broken(name)
      real(...args)
      if (breaks) broken(name)
    }
  }
  const names = Object.keys(diskFiles) as (keyof Files)[]
  const files = Object.fromEntries(names.map((name) => [name, wrap(name)])) as Files
  return { files, broke: () => step >= at }
}

test.each([
  ['before it', true],
  ['after it', true],
  ['and all that follow', true],
  ['before it', false],
  ['and all that follow', false],
] as const)('an upgrade whose disk fails at any step (%s) loses nothing (hard links: %s)', (how, links) => {
  const old = oldFile()
  const folder = temporaryFolder()
  for (let at = 1, broke = true; broke; at += 1) {
    const file = join(folder, String(at), 'journal.sqlite')
    mkdirSync(dirname(file))
    copyFileSync(old, file)
    const disk = breaking(at, how, links)
    try {
      openAndClose(file, { files: disk.files })
    } catch (error) {
      expect(String(error)).toMatch(/JOURNAL_FAILED|JOURNAL_LOCKED/)
    }
    broke = disk.broke()
    expectAll(file)
    const names = neighbours(file)
    expect(names.filter((name) => !/\.kept(-\d)?\.sqlite$/.test(name))).toEqual(['journal.sqlite'])
    expect(names.length).toBeGreaterThan(1)
    for (const kept of names.slice(1))
      expect(readFileSync(join(dirname(file), kept)).includes(LOTTERY)).toBe(false)
    expect(at).toBeLessThan(60)
  }
})
