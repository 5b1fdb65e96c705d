import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import { type Backups, backupName, createBackups } from '../../../../main/storage/backup/index.ts'
import { openRegister } from '../../../../main/storage/register/index.ts'
import type { Journal } from '../../../../main/storage/store/index.ts'
import { tugriks } from '../../../../shared/money/money.ts'
import { eventually } from '../../../support/eventually.ts'
import { someOf } from '../../../support/full-runs.ts'
import { handClock } from '../../../support/hand-clock.ts'
import { countsOf } from '../../../support/journal-counts.ts'
import { LINKS_MISSING, needs } from '../../../support/needs.ts'
import { bread, lineOf } from '../../../support/sample-sale.ts'
import { changeFile } from '../../../support/sql-on-file.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { journalAt, newFile, next, numbered, OPTIONS } from './till-journal.ts'

const MODE = { ...OPTIONS, mode: 'test' } as const
const HOUR = 3_600_000

function backedUp(file = newFile()) {
  const journal = journalAt(file, MODE)
  const clock = handClock()
  const backups = createBackups({
    journal: journal.file,
    folder: dirname(file),
    mode: 'test',
    clock,
    log: silentLog,
  })
  const folder = join(dirname(file), 'backups')
  return { file, journal, clock, backups, folder }
}

function commitSome(journal: Journal, from: number, to: number): void {
  for (let number = from; number <= to; number += 1) journal.sales.commit(numbered(number))
}

test('a backup is a whole journal in one file, named by its time and number of sales', async () => {
  const { journal, backups, folder } = backedUp()
  commitSome(journal, 1, 25)
  const row = await backups.now()
  expect(row).toMatchObject({ sales: 25 })
  expect(readdirSync(folder)).toEqual([row.name])
  const copy = new DatabaseSync(join(folder, row.name), { readOnly: true })
  expect(copy.prepare('SELECT count(*) AS count FROM event').get()).toEqual({ count: 50 })
  copy.close()
})

test('a copy of the register that is made while a shop opens its backups is finished', async () => {
  const file = newFile()
  const register = await openRegister({ folder: dirname(file), log: silentLog, now: Date.now })
  onTestFinished(register.close)
  register.write('person', [{ key: 'owner', body: '{"pin":"new"}' }])
  const copying = register.copy()
  const part = join(dirname(file), 'backups', 'register.part')
  while (!statSync(part, { throwIfNoEntry: false })?.size) await nextTurn()
  const { folder } = backedUp(file)
  await copying
  expect(readdirSync(folder)).toEqual(['register.sqlite'])
})

test('a backup or a restore that a person begins while the shop is closed is refused by name', async () => {
  const { journal, backups } = backedUp()
  commitSome(journal, 1, 2)
  const { name } = await backups.now()
  await backups.stop()
  journal.close()
  await expect(backups.now()).rejects.toMatchObject({ failure: { name: 'BUSY' } })
  await expect(backups.restore(name)).rejects.toMatchObject({ failure: { name: 'BUSY' } })
})

test.each(someOf([1, 2, 3, 4, 5, 6, 7, 8], () => 'a backup during commits'))(
  'a backup that is made during commits has every sale with all its events (%i)',
  async () => {
    const { journal, backups, folder } = backedUp()
    commitSome(journal, 1, 400)
    const making = backups.now()
    for (let number = 401; number <= 460; number += 1) {
      journal.sales.commit(numbered(number))
      await new Promise((resolve) => setImmediate(resolve))
    }
    const row = await making
    const copy = new DatabaseSync(join(folder, row.name), { readOnly: true })
    const torn = copy
      .prepare(
        'SELECT count(*) AS count FROM sale WHERE version <> (SELECT count(*) FROM event WHERE subject = sale.id)',
      )
      .get()
    copy.close()
    expect(torn).toEqual({ count: 0 })
    expect(row.sales).toBeGreaterThanOrEqual(400)
  },
)

test('the pages of a backup are read in a thread, because that takes seconds in which the till must sell', async () => {
  const { journal, backups } = backedUp()
  commitSome(journal, 1, 5)
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare')
  onTestFinished(() => prepared.mockRestore())
  expect(await backups.now()).toMatchObject({ sales: 5 })
  expect(prepared.mock.calls.filter(([sql]) => sql.includes('quick_check'))).toEqual([])
})

test('if the thread that verifies a backup ends without an answer, there is no new backup and the one before stays', async () => {
  const { journal, backups, folder } = backedUp()
  commitSome(journal, 1, 5)
  const { name } = await backups.now()
  const threads = temporaryFolder()
  writeFileSync(join(threads, 'backup-worker.js'), 'process.exit(0)')
  vi.stubEnv('TUGRIK_TEST_THREADS', threads)
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(backups.now()).rejects.toMatchObject({ failure: { name: 'NOT_SAVED' } })
  expect(readdirSync(folder)).toEqual([name])
})

test('a backup has no sealed lottery number', async () => {
  const { journal, backups, folder } = backedUp()
  const sealed = Buffer.from('SEALED-LOTTERY-NUMBER-OF-A-PAYER-'.repeat(200))
  journal.sales.commit(numbered(1, { seal: { paymentId: 'pay-1', sealed } }))
  const { name } = await backups.now()
  expect(readFileSync(join(folder, name)).includes('SEALED-LOTTERY')).toBe(false)
  expect(journal.seals.of('sale-1').size).toBe(1)
})

test('a restore adds what is missing and removes nothing', async () => {
  const { journal, backups, file } = backedUp()
  commitSome(journal, 1, 10)
  const { name } = await backups.now()
  const other = backedUp(join(dirname(newFile()), 'journal.sqlite'))
  commitSome(other.journal, 3, 4)
  commitSome(other.journal, 100, 101)
  mkdirSync(other.folder, { recursive: true })
  writeFileSync(join(other.folder, name), readFileSync(join(dirname(file), 'backups', name)))
  expect(await other.backups.inspect(name)).toMatchObject({ added: 8, updated: 0, same: 2, conflicts: 0 })
  expect(countsOf(other.journal).sales).toBe(4)
  expect(await other.backups.restore(name)).toMatchObject({ added: 8, same: 2 })
  expect(countsOf(other.journal).sales).toBe(12)
  expect(other.journal.sales.byId('sale-100')).not.toBeNull()
  expect(await other.backups.restore(name)).toMatchObject({ added: 0, same: 10 })
})

test('a restore does not change a sale that went on after the backup', async () => {
  const { journal, backups } = backedUp()
  commitSome(journal, 1, 2)
  const { name } = await backups.now()
  journal.sales.commit(
    next(journal, 'sale-1', [{ kind: 'line-added', line: { ...lineOf(bread), id: 'second' } }]),
  )
  expect(await backups.restore(name)).toMatchObject({ added: 0, updated: 0, same: 2 })
  expect(journal.sales.byId('sale-1')?.lines).toHaveLength(2)
})

test('a restored sale whose number another sale has is a conflict, is left out, and is named', async () => {
  const { journal, backups, file } = backedUp()
  commitSome(journal, 1, 2)
  const { name } = await backups.now()
  const other = backedUp(join(dirname(newFile()), 'journal.sqlite'))
  const theirs = numbered(1)
  other.journal.sales.commit({ ...theirs, sale: { ...theirs.sale, id: 'another' } })
  mkdirSync(other.folder, { recursive: true })
  writeFileSync(join(other.folder, name), readFileSync(join(dirname(file), 'backups', name)))
  expect(await other.backups.restore(name)).toMatchObject({
    ...{ added: 1, conflicts: 1 },
    unlike: [theirs.sale.senderInvoiceNo],
  })
  expect(other.journal.sales.byId('another')).not.toBeNull()
})

test('two shifts with one Z number both stay after a restore, and a waiting Z is not printed automatically', async () => {
  const { journal, backups, file } = backedUp()
  const zero = tugriks(0)
  const day = (at: Journal, id: string): void => {
    const opened = { id, terminal: 'K01', tag: 'SAME', openedAt: 5 } as const
    at.shifts.commit({
      shift: { ...opened, state: 'open', closedAt: null, zNumber: null, version: 1 },
      at: 5,
      events: [
        { kind: 'shift-opened', terminal: 'K01', float: zero, by: null, periods: [], cashBefore: tugriks(0) },
      ],
      newJobs: [{ id: `drawer of ${id}`, kind: 'drawer', shiftId: id }],
    })
    at.shifts.commit({
      shift: { ...opened, state: 'closed', closedAt: 6, zNumber: 1, version: 2 },
      at: 6,
      events: [{ kind: 'cash-out', amount: zero, reason: 'to the bank', by: null }],
      newJobs: [{ id: `z of ${id}`, kind: 'z-report', shiftId: id }],
    })
  }
  day(journal, 'theirs')
  const { name } = await backups.now()
  const other = backedUp(join(dirname(newFile()), 'journal.sqlite'))
  day(other.journal, 'ours')
  mkdirSync(other.folder, { recursive: true })
  writeFileSync(join(other.folder, name), readFileSync(join(dirname(file), 'backups', name)))
  expect(await other.backups.restore(name)).toMatchObject({ conflicts: 0 })
  expect(await other.backups.restore(name)).toMatchObject({ conflicts: 0 })
  expect(['ours', 'theirs'].map((id) => other.journal.shifts.byId(id)?.zNumber)).toEqual([1, 1])
  expect(other.journal.shifts.nextZ('K01')).toBe(2)
  const jobs = other.journal.printJobs.owed().map(({ id, state }) => [id, state])
  expect(jobs).toEqual([
    ['drawer of ours', 'queued'],
    ['z of ours', 'queued'],
    ['z of theirs', 'unconfirmed'],
  ])
})

test('damaged and unknown backups, and backups of the other mode, are refused by name and change nothing', async () => {
  const { journal, backups, folder } = backedUp()
  commitSome(journal, 1, 40)
  const { name } = await backups.now()
  const bytes = readFileSync(join(folder, name))
  bytes.fill(0xaa, 4096 * 3, 4096 * 6)
  writeFileSync(join(folder, name), bytes)
  await expect(backups.restore(name)).rejects.toThrow('FILE_DAMAGED')
  await expect(backups.inspect('journal-test-20200101-000000-1-1.sqlite')).rejects.toThrow('NOT_FOUND')
  await expect(backups.inspect('../journal.sqlite')).rejects.toThrow('NOT_FOUND')
  writeFileSync(join(folder, 'journal-live-20261121-031500-1-1.sqlite'), '')
  await expect(backups.inspect('journal-live-20261121-031500-1-1.sqlite')).rejects.toThrow('OTHER_MODE')
  expect(countsOf(journal).sales).toBe(40)
})

/** Overwrites a page in the middle of the table. */
function spoil(file: string, table: string): void {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = DELETE')
  const leaves = database
    .prepare("SELECT pgoffset, pgsize FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno")
    .all(table)
  database.close()
  const { pgoffset, pgsize } = leaves[leaves.length >> 1] ?? {}
  const bytes = readFileSync(file)
  bytes.fill(0xa5, Number(pgoffset), Number(pgoffset) + Number(pgsize))
  writeFileSync(file, bytes)
}

test.each(['audit', 'shift', 'ledger_sum', 'explanation', 'chain'])(
  'a journal with damage in the table %s gets no backup that a restore would refuse, and the one before stays',
  async (table) => {
    const { file, journal, backups } = backedUp()
    commitSome(journal, 1, 3)
    const audited = { at: 1, who: null, action: 'test', about: {}, approvedBy: null }
    for (let entry = 1; entry <= 60; entry += 1) journal.audited(audited, () => {})
    const { name } = await backups.now()
    await backups.stop()
    journal.close()
    spoil(file, table)
    const again = backedUp(file)
    await expect(again.backups.now()).rejects.toMatchObject({ failure: { name: 'JOURNAL_DAMAGED' } })
    expect(again.backups.list().map((one) => one.name)).toEqual([name])
    expect(readdirSync(again.folder)).toEqual([name])
  },
)

test('the newest eight backups are kept, and one for each of the last fourteen days', async () => {
  const { journal, backups, clock } = backedUp()
  commitSome(journal, 1, 1)
  // One a day at first, and three on each of the last days.
  for (let made = 0; made < 26; made += 1) {
    await backups.now()
    clock.advance((made < 14 ? 24 : 8) * HOUR)
  }
  const rows = backups.list()
  expect(rows.length).toBeGreaterThanOrEqual(14)
  expect(rows.length).toBeLessThanOrEqual(8 + 14)
  const days = new Set(rows.map(({ name }) => name.slice(13, 21)))
  expect(days.size).toBe(14)
})

test('the backup with the most sales is kept however old it is, because a journal with fewer sales lost some', async () => {
  const { journal, backups, clock, folder } = backedUp()
  commitSome(journal, 1, 1)
  mkdirSync(folder)
  const names = Array.from({ length: 30 }, (_, at) =>
    backupName('test', clock.now() - (30 - at) * 24 * HOUR, at + 1, at === 3 ? 5000 : 9),
  )
  for (const name of names) writeFileSync(join(folder, name), '')
  await backups.now()
  const kept = names.filter((name) => existsSync(join(folder, name)))
  expect(kept).toEqual([names[3], ...names.slice(-13)])
})

/** Resolves once there are that many backups and none is being made. A backup is listed slightly before it is finished. */
async function made(backups: Backups, count: number): Promise<void> {
  await eventually(() => expect(backups.list()).toHaveLength(count))
  await backups.inspect(backups.list()[0]?.name ?? '')
}

test('a backup is made automatically, and not again while nothing was sold', async () => {
  const { journal, backups, clock, folder } = backedUp()
  commitSome(journal, 1, 3)
  backups.start()
  expect(existsSync(folder)).toBe(false)
  clock.advance(HOUR)
  await made(backups, 1)
  for (let hour = 0; hour < 30; hour += 1) clock.advance(HOUR)
  commitSome(journal, 4, 5)
  clock.advance(5 * HOUR)
  await made(backups, 2)
  await backups.stop()
  expect(backups.list().map(({ sales }) => sales)).toEqual([5, 3])
})

test('the backup that is being restored is not deleted, even when it is the oldest', async () => {
  const { journal, backups, clock } = backedUp()
  for (let number = 1; number <= 8; number += 1) {
    commitSome(journal, number, number)
    await backups.now()
    clock.advance(HOUR)
  }
  const oldest = backups.list().at(-1)?.name ?? ''
  expect(await backups.restore(oldest)).toMatchObject({ same: 1, conflicts: 0 })
  expect(existsSync(backups.pathOf(oldest))).toBe(true)
})

const DAY = 24 * HOUR

test('after a backup under a clock that was a month ahead, backups are still made every four hours and the last is listed first', async () => {
  const { journal, backups, clock } = backedUp()
  commitSome(journal, 1, 1)
  clock.jump(30 * DAY)
  await backups.now()
  clock.jump(-30 * DAY)
  commitSome(journal, 2, 2)
  backups.start()
  clock.advance(HOUR)
  await made(backups, 2)
  commitSome(journal, 3, 3)
  clock.advance(4 * HOUR)
  await made(backups, 3)
  await backups.stop()
  expect(backups.list().map(({ sales }) => sales)).toEqual([3, 2, 1])
})

test('after a start no backup is made when nothing was sold since the last one, whatever the clock says', async () => {
  const { file, journal, backups, clock } = backedUp()
  commitSome(journal, 1, 1)
  await backups.now()
  clock.jump(300 * DAY)
  const again = createBackups({
    journal: journal.file,
    folder: dirname(file),
    mode: 'test',
    clock,
    log: silentLog,
  })
  again.start()
  clock.advance(HOUR)
  await again.stop()
  expect(backups.list()).toHaveLength(1)
})

const LINK = 'a link to nowhere'
const ENDLESS = 'WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS position FROM n'

test.for([
  [
    'a query that never ends',
    (file: string) => {
      changeFile(file, `PRAGMA user_version = 1; CREATE VIEW event AS ${ENDLESS}`)
    },
  ],
  ['no database', (file: string) => writeFileSync(file, 'nothing')],
  [LINK, (file: string) => symlinkSync('nowhere', file)],
] as const)(
  'a newest file of the folder that is %s does not stop the till, and a backup is made',
  async ([what, put], { skip }) => {
    if (what === LINK) needs(skip, LINKS_MISSING)
    const { journal, backups, clock, folder } = backedUp()
    commitSome(journal, 1, 1)
    mkdirSync(folder)
    put(join(folder, 'journal-test-20991231-120000-7-1.sqlite'))
    backups.start()
    clock.advance(HOUR)
    await eventually(() => expect(backups.list()[0]).toMatchObject({ sales: 1, at: clock.now() }))
    await backups.stop()
  },
)

test('a clock that was set back by years does not prevent backups or restores', async () => {
  const { journal, backups, clock } = backedUp()
  for (let day = 1; day <= 15; day += 1) {
    commitSome(journal, day, day)
    await backups.now()
    clock.advance(DAY)
  }
  const newest = backups.list()[0]?.name ?? ''
  clock.jump(-3 * 365 * DAY)
  const { name } = await backups.now()
  expect(existsSync(backups.pathOf(name))).toBe(true)
  expect(await backups.restore(newest)).toMatchObject({ same: 15 })
})

test('the next start deletes an incomplete backup', () => {
  const { file, journal, clock, folder } = backedUp()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'journal-test.part'), 'sealed')
  writeFileSync(join(folder, 'journal-test.part-journal'), 'sealed')
  createBackups({ journal: journal.file, folder: dirname(file), mode: 'test', clock, log: silentLog })
  expect(readdirSync(folder)).toEqual([])
})

test('a till starts although an incomplete backup cannot be removed', () => {
  const { file, journal, clock, folder } = backedUp()
  // A folder is not removed as a file is, like a file that another program holds.
  mkdirSync(join(folder, 'journal-test.part'), { recursive: true })
  createBackups({ journal: journal.file, folder: dirname(file), mode: 'test', clock, log: silentLog })
  expect(readdirSync(folder)).toEqual(['journal-test.part'])
})

/** A backup of one sale with a change such as a newer program might write. */
async function changedBackup(change: string): Promise<string> {
  const { journal, backups } = backedUp()
  commitSome(journal, 1, 1)
  const path = backups.pathOf((await backups.now()).name)
  changeFile(path, `DROP TRIGGER event_stands; ${change}`)
  return path
}

test.each([
  ['tables', 'PRAGMA user_version = 99'],
  ['bodies of events', `UPDATE event SET version = 3 WHERE kind = 'line-added'`],
])('a backup with %s of a newer program is refused and changes nothing', async (_, change) => {
  const path = await changedBackup(change)
  const { journal, backups } = backedUp()
  commitSome(journal, 9, 9)
  await expect(backups.restoreFile(path)).rejects.toThrow('FROM_FUTURE')
  expect(countsOf(journal).sales).toBe(1)
})

test('two different histories of one sale are a conflict, whichever is longer', async () => {
  const { journal, backups } = backedUp()
  commitSome(journal, 1, 1)
  const before = backups.pathOf((await backups.now()).name)
  journal.sales.commit(
    next(journal, 'sale-1', [{ kind: 'line-added', line: lineOf(bread, undefined, 'theirs') }]),
  )
  const theirs = backups.pathOf((await backups.now()).name)
  const here = backedUp(join(dirname(newFile()), 'journal.sqlite'))
  expect(await here.backups.restoreFile(before)).toMatchObject({ added: 1 })
  for (const id of ['one', 'two']) {
    here.journal.sales.commit(
      next(here.journal, 'sale-1', [{ kind: 'line-added', line: lineOf(bread, undefined, id) }]),
    )
    expect(await here.backups.restoreFile(theirs)).toMatchObject({ same: 0, updated: 0, conflicts: 1 })
  }
  expect(here.journal.sales.byId('sale-1')?.lines.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['one', 'two']),
  )
})

test('restoring a newer backup after an older one removes the papers from the queue that were printed in between', async () => {
  const { journal, backups } = backedUp()
  journal.sales.commit(numbered(1))
  journal.printJobs.queue({ id: 'out', kind: 'copy' }, 'sale-1', 5)
  journal.printJobs.queue({ id: 'waits', kind: 'copy' }, 'sale-1', 5)
  journal.printJobs.queue({ id: 'x', kind: 'x-report', shiftId: 'shift-1' }, null, 5)
  const image = await backups.now()
  for (const id of ['out', 'x']) {
    journal.printJobs.begin(id)
    journal.printJobs.end(id, 'printed', 6)
  }
  const later = await backups.now()

  const older = backedUp()
  mkdirSync(older.folder)
  for (const { name } of [image, later]) copyFileSync(backups.pathOf(name), join(older.folder, name))
  await older.backups.restore(image.name)
  expect(older.journal.printJobs.owed().map(({ id }) => id)).toEqual(['out', 'waits', 'x'])
  await older.backups.restore(later.name)
  expect(older.journal.printJobs.owed().map(({ id }) => id)).toEqual(['waits'])
  await older.backups.restore(image.name)
  expect(older.journal.printJobs.owed().map(({ id }) => id)).toEqual(['waits'])
})
