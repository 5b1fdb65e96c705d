/** Files that another program holds: a virus scanner for a moment, Excel for hours. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { machineClock } from '../../../main/base/clock-and-log.ts'
import { replaceFile, writeFileAtomically } from '../../../main/base/files/atomic-file.ts'
import { heldCodes, heldFiles, isThere, removeSync, textOrNone } from '../../../main/base/files/held-files.ts'
import { writeDocument } from '../../../main/base/files/write-document.ts'
import { sealKeys } from '../../../main/paper/print/index.ts'
import { openPinAttempts } from '../../../main/shop/people/pin-attempts.ts'
import { sessionVault } from '../../../main/shop/settings/index.ts'
import { attempt, connect, journalFailure, makeWriter } from '../../../main/storage/sqlite/index.ts'
import { openJournal } from '../../../main/storage/store/index.ts'
import { heldFile } from '../../support/held-file.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const fileWith = (text: string, name = 'list.json'): string => {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, text)
  return path
}
const endsWith = (end: string) => (path: string) => path.endsWith(end)

test('Windows refuses a held file in three ways, other systems in one', () => {
  expect(heldCodes('win32')).toEqual(['EBUSY', 'EPERM', 'EACCES'])
  expect(heldCodes('linux')).toEqual(['EBUSY'])
  expect(heldCodes('darwin')).toEqual(['EBUSY'])
})

test('a file that is held for a moment is replaced, read and removed after it', async () => {
  const path = fileWith('old')
  const replaced = heldFile({ work: ['replace'], path: endsWith('list.json'), times: 3 })
  writeFileAtomically(path, 'new')
  expect(replaced.tried()).toBe(4)
  heldFile({ work: ['replace'], path: endsWith('list.json'), times: 3 })
  expect(await replaceFile(path, (draft) => writeFile(draft, 'newer'))).toBe(true)
  heldFile({ work: ['read'], path: endsWith('list.json'), times: 3 })
  expect(textOrNone(path)).toBe('newer')
  heldFile({ work: ['remove'], path: endsWith('list.json'), times: 3 })
  removeSync(path)
  expect(existsSync(path)).toBe(false)
})

test('a file that stays held is given up after the longest wait, and stays as it was', () => {
  const path = fileWith('old')
  const { tried } = heldFile({ work: ['replace'], path: endsWith('list.json') })
  expect(() => writeFileAtomically(path, 'new')).toThrow('EBUSY')
  expect(tried()).toBeGreaterThan(1)
  expect(tried()).toBeLessThan(7) // pauses of 20, 40, 80, 160 ms
  expect(readFileSync(path, 'utf8')).toBe('old')
})

test('the steps of writing a file wait for the longest wait together, and not each of them', () => {
  const path = fileWith('old')
  const tried = { remove: 0, replace: 0 }
  heldFile({ work: [], path: () => false })
  const held = Object.assign(new Error('EBUSY'), { code: 'EBUSY' })
  heldFiles.before = (work) => {
    if (work === 'remove' && ++tried.remove < 5) throw held
    if (work === 'replace' && ++tried.replace > 0) throw held
  }
  expect(() => writeFileAtomically(path, 'new')).toThrow('EBUSY')
  expect(tried.remove).toBeGreaterThan(1)
  expect(tried.replace).toBeLessThan(2)
})

test('no other error is tried again', () => {
  const path = join(temporaryFolder(), 'missing', 'list.json')
  const opened = heldFile({ work: ['open'], path: endsWith('.tugrik-new'), times: 0 })
  expect(() => writeFileAtomically(path, 'new')).toThrow('ENOENT')
  expect(opened.tried()).toBe(1)
})

test('a file that cannot be asked for does not count as missing', () => {
  const path = fileWith('old')
  heldFile({ work: ['open'], path: endsWith('list.json') })
  expect(() => isThere(path)).toThrow('EBUSY')
})

test('an export beside one that is open in Excel is “name (2)”, then “name (3)”', async () => {
  const folder = temporaryFolder()
  const write = (text: string) =>
    writeDocument(folder, 'Өдрийн тайлан.csv', (draft) => writeFile(draft, text))
  expect((await write('1')).path).toBe(join(folder, 'Өдрийн тайлан.csv'))
  heldFile({ work: ['replace'], path: endsWith('тайлан.csv') })
  expect((await write('2')).path).toBe(join(folder, 'Өдрийн тайлан (2).csv'))
  expect((await write('3')).path).toBe(join(folder, 'Өдрийн тайлан (3).csv'))
  expect(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')])).toEqual([
    ['Өдрийн тайлан (2).csv', '2'],
    ['Өдрийн тайлан (3).csv', '3'],
    ['Өдрийн тайлан.csv', '1'],
  ])
})

test('an export that cannot be written because its draft is held is told as a held file', async () => {
  heldFile({ work: ['open'], path: endsWith('.tugrik-new') })
  await expect(writeDocument(temporaryFolder(), 'a.csv', () => {})).rejects.toThrow('FILE_HELD')
})

test('a held file is neither a full disk nor damage nor missing rights, and reads nothing as lost', () => {
  const error = Object.assign(new Error('EBUSY'), { code: 'EBUSY' })
  expect(journalFailure(error).failure.name).toBe('FILE_HELD')
  const held = () => {
    throw error
  }
  expect(() => attempt(held)).toThrow('EBUSY')
})

const MODE = { model: {} as never, mode: 'test', now: Date.now } as const

test('a journal that a scanner holds at the start opens after it, and is not rescued', () => {
  const file = join(temporaryFolder(), 'journal.sqlite')
  openJournal(file, MODE).close()
  const opened = heldFile({ work: ['open'], path: (path) => path === file, times: 3 })
  openJournal(file, MODE).close()
  expect(opened.tried()).toBeGreaterThan(3)
  expect(readdirSync(dirname(file))).toEqual(['journal.sqlite'])
})

test('the key of owed receipts is not replaced while its file cannot be read', () => {
  const folder = temporaryFolder()
  const key = sealKeys(sessionVault(), folder).current()
  const kept = readFileSync(join(folder, 'receipt-seal.key'), 'utf8')
  heldFile({ work: ['read'], path: endsWith('receipt-seal.key') })
  expect(() => sealKeys(sessionVault(), folder)).toThrow('EBUSY')
  expect(readFileSync(join(folder, 'receipt-seal.key'), 'utf8')).toBe(kept)
  heldFile({ work: ['read'], path: endsWith('receipt-seal.key'), times: 2 })
  expect(sealKeys(sessionVault(), folder).current().equals(key)).toBe(true)
})

test('a wait after wrong PINs does not end because the file of the attempts is held', () => {
  const folder = temporaryFolder()
  const attempts = openPinAttempts(folder, machineClock)
  attempts.remember()
  attempts.stop()
  heldFile({ work: ['read'], path: endsWith('.json') })
  expect(() => openPinAttempts(folder, machineClock)).toThrow('EBUSY')
})

const pragma = (database: DatabaseSync, name: string) =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]

test('every commit is asked to pass the drive’s own cache', () => {
  const database = connect(join(temporaryFolder(), 'journal.sqlite'))
  makeWriter(database)
  expect([pragma(database, 'fullfsync'), pragma(database, 'checkpoint_fullfsync')]).toEqual([1, 1])
  expect(pragma(database, 'synchronous')).toBe(2)
  database.close()
})
