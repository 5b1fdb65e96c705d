/** Really damaged files: what can be read is saved, and the damaged bytes stay on the disk. */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { silentLog } from '../../../main/environment.ts'
import { createBackups, openJournal } from '../../../main/journal/index.ts'
import { handClock } from '../../support/hand-clock.ts'
import { journalAt, newFile, numbered, OPTIONS } from './till-journal.ts'

const PAGE = 4096
const MODE = { ...OPTIONS, mode: 'practice' } as const

/** A journal of so many sales, closed, its write-ahead log emptied into it. */
function fileWith(sales: number): string {
  const file = newFile()
  const journal = openJournal(file, MODE)
  for (let number = 1; number <= sales; number += 1)
    journal.commit(numbered(number, { due: number % 10 === 0, waits: number % 10 === 0 }))
  journal.close()
  return file
}

/** Up to where SQLite put the tables' own descriptions and roots: with those gone there is only the backup, as with the header. */
function firstPages(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  const { last } = database.prepare('SELECT max(rootpage) AS last FROM sqlite_schema').get() as {
    last: number
  }
  database.close()
  return last
}

/** Writes garbage over some pages, never the first. */
function spoil(file: string, pages: readonly number[]): void {
  const handle = openSync(file, 'r+')
  for (const page of pages) writeSync(handle, randomBytes(PAGE), 0, PAGE, page * PAGE)
  closeSync(handle)
}

const pagesOf = (file: string): number => Math.floor(statSync(file).size / PAGE)

const setAsideBeside = (file: string): readonly string[] =>
  readdirSync(dirname(file)).filter((name) => name.includes('.damaged-') && name.endsWith('.sqlite'))

function salesIn(file: string): ReadonlySet<string> {
  const journal = journalAt(file, MODE)
  const { sales } = journal.counts()
  const ids = new Set<string>()
  for (let number = 1; number <= 400; number += 1)
    if (journal.sale(`sale-${number}`)) ids.add(`sale-${number}`)
  expect(ids.size).toBe(sales)
  return ids
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'with pages of garbage in the middle (seed %i) every sale in a readable page is saved, and the bytes are kept',
  (seed) => {
    const file = fileWith(300)
    const pages = pagesOf(file)
    const first = firstPages(file)
    const spoiled = [1, 2, 3].map((step) => first + ((seed * 13 + step * 29) % (pages - first)))
    spoil(file, spoiled)
    const damaged = readFileSync(file)
    const journal = openJournal(file, MODE)
    const news = journal.rescueNews()
    // A page that nothing at the start reads is found later: by the backup, which marks the journal.
    if (news === null) {
      journal.markSuspect()
      journal.close()
      const again = openJournal(file, MODE)
      expect(again.rescueNews()?.sales.read).toBeGreaterThan(200)
      again.close()
    } else {
      journal.close()
      expect(news.sales.read + (news.sales.lost ?? 0)).toBeGreaterThanOrEqual(
        news.sales.lost === null ? 0 : 300,
      )
    }
    expect(salesIn(file).size).toBeGreaterThan(200)
    const [kept] = setAsideBeside(file)
    expect(readFileSync(join(dirname(file), kept ?? '')).equals(damaged)).toBe(true)
  },
)

test('a destroyed header leaves what the backup has, and says so', async () => {
  const file = fileWith(50)
  const journal = journalAt(file, MODE)
  const backups = createBackups({
    journal,
    folder: dirname(file),
    mode: 'practice',
    clock: handClock(),
    log: silentLog,
  })
  await backups.now()
  journal.commit(numbered(51))
  journal.close()
  const handle = openSync(file, 'r+')
  writeSync(handle, randomBytes(PAGE), 0, PAGE, 0)
  closeSync(handle)
  const rescued = journalAt(file, MODE)
  expect(rescued.rescueNews()).toMatchObject({ sales: { read: 0, lost: null }, fromBackup: 50 })
  expect(rescued.counts().sales).toBe(50)
})

test('a file cut in half opens, with what its first half holds', () => {
  const file = fileWith(300)
  const handle = openSync(file, 'r+')
  ftruncateSync(handle, Math.floor(pagesOf(file) / 2) * PAGE)
  closeSync(handle)
  const rescued = journalAt(file, MODE)
  expect(rescued.rescueNews()).not.toBeNull()
  rescued.commit(numbered(1000))
  expect(rescued.sale('sale-1000')).not.toBeNull()
  expect(setAsideBeside(file)).toHaveLength(1)
})

test('a write-ahead log of garbage takes nothing from the journal', () => {
  const file = fileWith(20)
  writeFileSync(`${file}-wal`, randomBytes(50_000))
  expect(salesIn(file).size).toBe(20)
})

test('unfinished sales that were saved are unfinished still, and the tag is the same', () => {
  const file = fileWith(300)
  const before = openJournal(file, MODE)
  const { tag } = before
  before.markSuspect()
  before.close()
  const rescued = journalAt(file, MODE)
  expect(rescued.rescueNews()).toMatchObject({ sales: { read: 300, partly: 0, lost: 0 }, fromBackup: 0 })
  expect(rescued.tag).toBe(tag)
  expect(rescued.events('sale-10').map(({ event }) => event.kind)).toEqual(['opened', 'line-added'])
})

test('a rescue that was cut off after the damaged file was set aside is taken up again', () => {
  const file = fileWith(30)
  const damaged = join(dirname(file), 'journal.damaged-20261121-031500.sqlite')
  renameSync(file, damaged)
  writeFileSync(`${file}.rescuing`, 'half of a journal')
  const rescued = journalAt(file, MODE)
  expect(rescued.rescueNews()).toMatchObject({ setAside: damaged, sales: { read: 30, lost: 0 } })
  expect(rescued.counts().sales).toBe(30)
  expect(setAsideBeside(file)).toHaveLength(1)
  rescued.acknowledgeRescue()
  expect(rescued.rescueNews()).toBeNull()
})
