import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { silentLog } from '../../../main/environment.ts'
import { createBackups, type Journal } from '../../../main/journal/index.ts'
import { handClock } from '../../support/hand-clock.ts'
import { bread, lineOf } from '../../support/sample-sale.ts'
import { journalAt, newFile, next, numbered, OPTIONS } from './till-journal.ts'

const MODE = { ...OPTIONS, mode: 'practice' } as const
const HOUR = 3_600_000

function backedUp(file = newFile()) {
  const journal = journalAt(file, MODE)
  const clock = handClock()
  const backups = createBackups({ journal, folder: dirname(file), mode: 'practice', clock, log: silentLog })
  const folder = join(dirname(file), 'backups')
  return { file, journal, clock, backups, folder }
}

function commitSome(journal: Journal, from: number, to: number): void {
  for (let number = from; number <= to; number += 1) journal.commit(numbered(number))
}

test('a backup is a whole journal of one file, named by its time and its number of sales', async () => {
  const { journal, backups, folder } = backedUp()
  commitSome(journal, 1, 25)
  const row = await backups.now()
  expect(row).toMatchObject({ sales: 25, verified: true })
  expect(readdirSync(folder)).toEqual([row.name])
  const copy = new DatabaseSync(join(folder, row.name), { readOnly: true })
  expect(copy.prepare('SELECT count(*) AS count FROM sale_event').get()).toEqual({ count: 50 })
  copy.close()
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a backup made while sales are committed holds every sale with all its events (%i)',
  async () => {
    const { journal, backups, folder } = backedUp()
    commitSome(journal, 1, 400)
    const making = backups.now()
    for (let number = 401; number <= 460; number += 1) {
      journal.commit(numbered(number))
      await new Promise((resolve) => setImmediate(resolve))
    }
    const row = await making
    const copy = new DatabaseSync(join(folder, row.name), { readOnly: true })
    const torn = copy
      .prepare(
        'SELECT count(*) AS count FROM sale WHERE version <> (SELECT count(*) FROM sale_event WHERE sale_id = sale.id)',
      )
      .get()
    copy.close()
    expect(torn).toEqual({ count: 0 })
    expect(row.sales).toBeGreaterThanOrEqual(400)
  },
)

test('no sealed lottery number is in a backup', async () => {
  const { journal, backups, folder } = backedUp()
  const sealed = Buffer.from('SEALED-LOTTERY-NUMBER-OF-A-PAYER-'.repeat(200))
  journal.commit(numbered(1, { seal: { paymentId: 'pay-1', sealed } }))
  const { name } = await backups.now()
  expect(readFileSync(join(folder, name)).includes('SEALED-LOTTERY')).toBe(false)
  expect(journal.seals('sale-1').size).toBe(1)
})

test('a restore adds what is missing, brings up to date what is behind, and takes nothing away', async () => {
  const { journal, backups, file } = backedUp()
  commitSome(journal, 1, 10)
  const { name } = await backups.now()
  const other = backedUp(join(dirname(newFile()), 'journal.sqlite'))
  commitSome(other.journal, 3, 4)
  commitSome(other.journal, 100, 101)
  mkdirSync(other.folder, { recursive: true })
  writeFileSync(join(other.folder, name), readFileSync(join(dirname(file), 'backups', name)))
  expect(await other.backups.inspect(name)).toMatchObject({ added: 8, updated: 0, same: 2, conflicts: 0 })
  expect(other.journal.counts().sales).toBe(4)
  expect(await other.backups.restore(name)).toMatchObject({ added: 8, same: 2 })
  expect(other.journal.counts().sales).toBe(12)
  expect(other.journal.sale('sale-100')).not.toBeNull()
  expect(await other.backups.restore(name)).toMatchObject({ added: 0, same: 10 })
})

test('a sale that went on after the backup stays as it went on', async () => {
  const { journal, backups } = backedUp()
  commitSome(journal, 1, 2)
  const { name } = await backups.now()
  journal.commit(next(journal, 'sale-1', [{ kind: 'line-added', line: { ...lineOf(bread), id: 'second' } }]))
  expect(await backups.restore(name)).toMatchObject({ added: 0, updated: 0, same: 2 })
  expect(journal.sale('sale-1')?.lines).toHaveLength(2)
})

test('a number that another sale has here is a conflict, and is left alone', async () => {
  const { journal, backups, file } = backedUp()
  commitSome(journal, 1, 2)
  const { name } = await backups.now()
  const other = backedUp(join(dirname(newFile()), 'journal.sqlite'))
  const theirs = numbered(1)
  other.journal.commit({ ...theirs, sale: { ...theirs.sale, id: 'another' } })
  mkdirSync(other.folder, { recursive: true })
  writeFileSync(join(other.folder, name), readFileSync(join(dirname(file), 'backups', name)))
  expect(await other.backups.restore(name)).toMatchObject({ added: 1, conflicts: 1 })
  expect(other.journal.sale('another')).not.toBeNull()
})

test('a damaged backup, an unknown one and one of the other mode are named, and change nothing', async () => {
  const { journal, backups, folder } = backedUp()
  commitSome(journal, 1, 40)
  const { name } = await backups.now()
  const bytes = readFileSync(join(folder, name))
  bytes.fill(0xaa, 4096 * 3, 4096 * 6)
  writeFileSync(join(folder, name), bytes)
  await expect(backups.restore(name)).rejects.toThrow('BACKUP_DAMAGED')
  await expect(backups.inspect('journal-practice-20200101-000000-1.sqlite')).rejects.toThrow('BACKUP_UNKNOWN')
  await expect(backups.inspect('../journal.sqlite')).rejects.toThrow('BACKUP_UNKNOWN')
  writeFileSync(join(folder, 'journal-merchant-20261121-031500-1.sqlite'), '')
  await expect(backups.inspect('journal-merchant-20261121-031500-1.sqlite')).rejects.toThrow(
    'BACKUP_OTHER_MODE',
  )
  expect(journal.counts().sales).toBe(40)
})

test('the newest eight are kept, and one of each of the last fourteen days', async () => {
  const { journal, backups, clock } = backedUp()
  commitSome(journal, 1, 1)
  for (let hour = 0; hour < 20 * 24; hour += 8) {
    await backups.now()
    clock.advance(8 * HOUR)
  }
  const rows = backups.list()
  expect(rows.length).toBeGreaterThanOrEqual(14)
  expect(rows.length).toBeLessThanOrEqual(8 + 14)
  const days = new Set(rows.map(({ name }) => name.slice(17, 25)))
  expect(days.size).toBe(14)
})

const SOON = { timeout: 30_000 }

test('it is made by itself, and not again while nothing was sold', async () => {
  const { journal, backups, clock, folder } = backedUp()
  commitSome(journal, 1, 3)
  backups.start()
  expect(existsSync(folder)).toBe(false)
  clock.advance(HOUR)
  await vi.waitFor(() => expect(backups.list()).toHaveLength(1), SOON)
  for (let hour = 0; hour < 30; hour += 1) clock.advance(HOUR)
  commitSome(journal, 4, 5)
  clock.advance(5 * HOUR)
  await vi.waitFor(() => expect(backups.list()).toHaveLength(2), SOON)
  await backups.stop()
  expect(backups.list().map(({ sales }) => sales)).toEqual([5, 3])
})
