import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { journalFailure, named } from '../../../../main/storage/sqlite/index.ts'
import { openJournal } from '../../../../main/storage/store/index.ts'
import { CommandRefused, type FailureName } from '../../../../shared/failure.ts'
import { countsOf } from '../../../support/journal-counts.ts'
import { needs, PERMISSIONS_MISSING } from '../../../support/needs.ts'
import { asOrdinaryUser } from '../../../support/ordinary-user.ts'
import { fill, remount, runAsRoot, smallDisk } from '../../../support/small-disk.ts'
import { changeFile } from '../../../support/sql-on-file.ts'
import { command, first, journalAt, newFile, next, numbered, OPTIONS, rung } from './till-journal.ts'

const sqlite = (errcode: number, message = '') =>
  Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode })

/** The name of the failure, or null when the work succeeded. */
function refusal(work: () => unknown): FailureName | 'another error' | null {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof CommandRefused ? error.failure.name : 'another error'
  }
}

test.each<[FailureName, unknown]>([
  ['JOURNAL_LOCKED', sqlite(5)],
  ['JOURNAL_LOCKED', sqlite(261)],
  ['JOURNAL_READ_ONLY', sqlite(8)],
  ['DISK_FULL', sqlite(13)],
  ['JOURNAL_DAMAGED', sqlite(11)],
  ['JOURNAL_DAMAGED', sqlite(267)],
  ['JOURNAL_DAMAGED', sqlite(26)],
  ['JOURNAL_FAILED', sqlite(10)],
  ['JOURNAL_FAILED', sqlite(1)],
  ['DISK_FULL', new Error('database or disk is full')],
  ['JOURNAL_LOCKED', new Error('database is locked')],
  ['JOURNAL_READ_ONLY', new Error('attempt to write a readonly database')],
  ['JOURNAL_DAMAGED', new Error('file is not a database')],
  ['DISK_FULL', Object.assign(new Error(''), { code: 'ENOSPC' })],
  ['JOURNAL_READ_ONLY', Object.assign(new Error(''), { code: 'EROFS' })],
  ['DISK_FULL', new CommandRefused('DISK_FULL')],
  ['JOURNAL_FAILED', 'not even an error'],
])('%s is the name of the failure that a person sees', (name, error) => {
  expect(journalFailure(error).failure.name).toBe(name)
})

test('an error of the program is not reported as a disk failure', () => {
  expect(() =>
    named(() => {
      throw new TypeError('ours')
    }),
  ).toThrow(TypeError)
})

test('a database that is not a journal is refused by name and not changed', () => {
  const file = newFile()
  changeFile(file, 'CREATE TABLE sale (x)')
  const before = readFileSync(file)
  expect(refusal(() => openJournal(file, OPTIONS))).toBe('JOURNAL_FAILED')
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('a folder with the name of the file is refused by name', () => {
  const file = newFile()
  mkdirSync(file)
  expect(refusal(() => openJournal(file, OPTIONS))).toBe('JOURNAL_FAILED')
})

test('on a full disk every write is refused by name, and succeeds once there is room', (context) => {
  const folder = smallDisk(context, 4096)
  const journal = journalAt(join(folder, 'journal.sqlite'))
  journal.sales.commit({
    ...numbered(1),
    newJobs: [{ id: 'job-1', kind: 'sale' }],
    attention: 1,
  })
  journal.counter.take('sale-1')
  const giveBack = fill(folder, 0)
  // Fills the rest of the last page that the file system gave the file.
  let number = 2
  while (refusal(() => journal.sales.commit(numbered(number))) === null) number += 1
  const writes: readonly (() => unknown)[] = [
    () => journal.sales.commit(numbered(number)),
    () => journal.command(command('cash:12345678'), () => journal.sales.commit(numbered(number))),
    () => journal.printJobs.begin('job-1'),
    () => journal.counter.free(),
    () => journal.sales.noteRounds('sale-1', { rounds: 1, lastAt: 6 }),
  ]
  for (const write of writes) expect(refusal(write)).toBe('DISK_FULL')
  expect(countsOf(journal).sales).toBe(number - 1)
  expect(journal.counter.saleId()).toBe('sale-1')
  expect(journal.unfinished.attentionCount()).toBe(1)
  giveBack()
  for (const write of writes.slice(1)) expect(refusal(write)).toBeNull()
  expect(countsOf(journal).sales).toBe(number)
  expect(journal.sales.byId(`sale-${number}`)?.version).toBe(2)
  expect(journal.counter.saleId()).toBeNull()
  journal.sales.commit(next(journal, 'sale-1', [rung]))
  journal.close()
  expect(countsOf(journalAt(join(folder, 'journal.sqlite'))).sales).toBe(number)
})

test('listeners are told when the disk is full, and when a commit succeeds again', (context) => {
  const folder = smallDisk(context, 4096)
  const journal = journalAt(join(folder, 'journal.sqlite'))
  const told: unknown[] = []
  journal.onCommit(
    (change) => void told.push(change.failure === null ? [...change.sales] : change.failure.name),
  )
  journal.sales.commit(numbered(1))
  const giveBack = fill(folder, 0)
  let number = 2
  while (refusal(() => journal.sales.commit(numbered(number))) === null) number += 1
  giveBack()
  journal.sales.commit(numbered(number))
  expect(told.slice(0, 1)).toEqual([['sale-1']])
  expect(told.slice(-2)).toEqual(['DISK_FULL', [`sale-${number}`]])
})

test('a journal can be read on a full disk, even when old commands should be deleted', (context) => {
  const folder = smallDisk(context, 2048)
  const file = join(folder, 'journal.sqlite')
  const journal = journalAt(file)
  journal.sales.commit(first())
  journal.command(command('old-12345', { at: 0 }), () => 'old')
  journal.close()
  fill(folder, 0)
  const again = journalAt(file, { ...OPTIONS, now: () => 30 * 24 * 3_600_000 })
  expect(again.sales.byId('sale-1')).not.toBeNull()
})

test('without room a journal can neither be made nor upgraded, and the reason is named', (context) => {
  const folder = smallDisk(context, 512)
  fill(folder, 8)
  expect(refusal(() => openJournal(join(folder, 'new', 'journal.sqlite'), OPTIONS))).toBe('DISK_FULL')
})

test('a read-only disk is refused by name', (context) => {
  const folder = smallDisk(context, 2048)
  const file = join(folder, 'journal.sqlite')
  journalAt(file).close()
  remount(folder, 'ro')
  expect(refusal(() => openJournal(file, OPTIONS))).toBe('JOURNAL_READ_ONLY')
  expect(refusal(() => openJournal(join(folder, 'other', 'journal.sqlite'), OPTIONS))).toBe(
    'JOURNAL_READ_ONLY',
  )
  remount(folder, 'rw')
  expect(countsOf(journalAt(file)).sales).toBe(0)
})

test('an immutable file is refused by name', (context) => {
  const file = join(smallDisk(context, 2048), 'journal.sqlite')
  journalAt(file).close()
  needs(context.skip, immutableMissing(file))
  onTestFinished(() => runAsRoot('chattr', '-i', file))
  expect(refusal(() => openJournal(file, OPTIONS))).toBe('JOURNAL_READ_ONLY')
})

/** Makes a file immutable, or says why that cannot be. */
function immutableMissing(file: string): string | null {
  try {
    runAsRoot('chattr', '+i', file)
    return null
  } catch {
    return 'this file system has no immutable files'
  }
}

test('a read-only file is refused by name', ({ skip }) => {
  needs(skip, PERMISSIONS_MISSING)
  const file = newFile()
  journalAt(file).close()
  chmodSync(file, 0o444)
  expect(asOrdinaryUser(dirname(file), () => refusal(() => openJournal(file, OPTIONS)))).toBe(
    'JOURNAL_READ_ONLY',
  )
})

test('a read-only folder is refused by name', ({ skip }) => {
  needs(skip, PERMISSIONS_MISSING)
  const file = newFile()
  chmodSync(dirname(file), 0o555)
  onTestFinished(() => chmodSync(dirname(file), 0o755))
  expect(asOrdinaryUser(dirname(file), () => refusal(() => openJournal(file, OPTIONS)))).toBe(
    'JOURNAL_READ_ONLY',
  )
})
