/** Rescues of really damaged files: what can be read is saved, and the damaged file stays on the disk. */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import { heldFiles } from '../../../../main/base/files/held-files.ts'
import { createBackups } from '../../../../main/storage/backup/index.ts'
import { type Journal, openJournal } from '../../../../main/storage/store/index.ts'
import { tugriks } from '../../../../shared/money/money.ts'
import type { SaleEvent } from '../../../../shared/sale/sale.ts'
import { writeEmptyJournal } from '../../../support/empty-journal.ts'
import { isFull } from '../../../support/full-runs.ts'
import { handClock } from '../../../support/hand-clock.ts'
import { countsOf } from '../../../support/journal-counts.ts'
import { rebuildAll } from '../../../support/rebuild-all.ts'
import { bread, lineOf, opened as started } from '../../../support/sample-sale.ts'
import { fill, smallDisk } from '../../../support/small-disk.ts'
import { spoilTree } from '../../../support/spoiled-tree.ts'
import { changeFile } from '../../../support/sql-on-file.ts'
import { setAsideBeside } from '../../../support/till-files.ts'
import { first, journalAt, newFile, next, numbered, OPTIONS, rung } from './till-journal.ts'

const PAGE = 4096
const MODE = { ...OPTIONS, mode: 'test' } as const

/** A closed journal with so many sales, without a write-ahead log. */
function fileWith(sales: number): string {
  const file = newFile()
  writeEmptyJournal(file)
  sell(file, ...Array.from({ length: sales }, (_, index) => index + 1))
  return file
}

/** Opens the journal, sells the sales of these numbers, and closes it. Returns its tag. */
function sell(file: string, ...numbers: readonly number[]): string {
  const { sales, tag, close } = openJournal(file, MODE)
  for (const number of numbers)
    sales.commit(numbered(number, { due: number % 10 === 0, waits: number % 10 === 0 }))
  close()
  return tag
}

/** Overwrites some pages with garbage, never the first one. */
function spoil(file: string, pages: readonly number[]): void {
  const handle = openSync(file, 'r+')
  for (const page of pages) writeSync(handle, randomBytes(PAGE), 0, PAGE, page * PAGE)
  closeSync(handle)
}

function salesIn(file: string): ReadonlySet<string> {
  const journal = journalAt(file, MODE)
  const { sales } = countsOf(journal)
  const ids = new Set<string>()
  for (let number = 1; number <= 400; number += 1)
    if (journal.sales.byId(`sale-${number}`)) ids.add(`sale-${number}`)
  expect(ids.size).toBe(sales)
  return ids
}

test('a write-ahead log of garbage loses no sale', () => {
  const file = fileWith(20)
  writeFileSync(`${file}-wal`, randomBytes(50_000))
  expect(salesIn(file).size).toBe(20)
})

test('after a rescue unfinished sales are still unfinished, and the journal has a new tag', () => {
  const file = fileWith(300)
  const tag = sell(file)
  writeFileSync(`${file}.suspect`, '')
  const rescued = journalAt(file, MODE)
  expect(rescued.rescue.report()).toMatchObject({ sales: { read: 300, partly: 0, lost: 0 }, fromBackup: 0 })
  expect(rescued.tag).not.toBe(tag)
  expect(rescued.sales.events('sale-10').map(({ event }) => event.kind)).toEqual(['opened', 'line-added'])
})

test('a rescue that was interrupted after the file was set aside is continued', () => {
  const file = fileWith(30)
  const damaged = join(dirname(file), 'journal.damaged-20261121-031500.sqlite')
  renameSync(file, damaged)
  writeFileSync(`${file}.rescuing`, basename(damaged))
  writeFileSync(`${file}.part`, 'half of a journal')
  const rescued = journalAt(file, MODE)
  expect(rescued.rescue.report()).toMatchObject({ setAside: damaged, sales: { read: 30, lost: 0 } })
  expect(countsOf(rescued).sales).toBe(30)
  expect(setAsideBeside(file)).toHaveLength(1)
  rescued.rescue.acknowledge()
  expect(rescued.rescue.report()).toBeNull()
})

/**
 * Overwrites the page with the first event of a sale or shift, and marks the journal, so that the next start rescues
 * it.
 */
function spoilEvent(file: string, subject: string): void {
  const database = new DatabaseSync(file, { readOnly: true })
  const pages = database
    .prepare(`SELECT pageno FROM dbstat WHERE name = 'event' AND pagetype = 'leaf' ORDER BY path`)
    .all()
  database.close()
  const bytes = readFileSync(file)
  const page = pages.find(({ pageno }) => {
    const leaf = bytes.subarray((Number(pageno) - 1) * PAGE, Number(pageno) * PAGE)
    return leaf.includes(subject)
  })
  spoil(file, [Number(page?.pageno) - 1])
  writeFileSync(`${file}.suspect`, '')
}

const backupsOf = (journal: Journal, file: string, clock = handClock()) =>
  createBackups({ journal: journal.file, folder: dirname(file), mode: 'test', clock, log: silentLog })

test('with one unreadable page of events the till starts, makes backups, and lists the incomplete sales', async () => {
  const file = fileWith(300)
  spoilEvent(file, 'sale-150')
  const rescued = openJournal(file, MODE)
  const { partly, lost } = rescued.rescue.report()?.sales ?? {}
  expect(partly).toBeGreaterThan(0)
  expect(lost).toBe(0)
  expect(rescued.unfinished.attention().map(({ notices }) => notices[0]?.cause)).toEqual(
    Array.from({ length: partly ?? 0 }, () => 'history-incomplete'),
  )
  const { name } = await backupsOf(rescued, file).now()
  rescued.rescue.acknowledge()
  rescued.close()
  const again = journalAt(file, MODE)
  expect(again.rescue.report()).toBeNull()
  expect(setAsideBeside(file)).toHaveLength(1)
  expect(await backupsOf(again, file).restore(name)).toMatchObject({ same: 300, conflicts: 0 })
})

test('a sale that was rescued without one of its events keeps its state in a replay, marked as incomplete', () => {
  const file = fileWith(300)
  const journal = openJournal(file, MODE)
  const before = journal.sales.byId('sale-150')
  journal.close()
  spoilEvent(file, 'sale-150')
  openJournal(file, MODE).close()
  const database = new DatabaseSync(file)
  rebuildAll(database)
  database.close()
  const sale = journalAt(file, MODE).sales.byId('sale-150')
  expect(sale).toEqual({ ...before, notices: [{ cause: 'history-incomplete', amount: null }] })
})

test('events that an unreadable page lost are filled in from the newest backup', async () => {
  const file = fileWith(300)
  const journal = openJournal(file, MODE)
  await backupsOf(journal, file).now()
  const before = journal.sales.byId('sale-150')
  journal.close()
  spoilEvent(file, 'sale-150')
  const rescued = journalAt(file, MODE)
  expect(rescued.rescue.report()).toMatchObject({ sales: { read: 300, partly: 0, lost: 0 }, fromBackup: 0 })
  expect(rescued.sales.byId('sale-150')).toEqual(before)
  expect(rescued.unfinished.attention()).toEqual([])
})

/** Opens a shift. Returns what puts cash into its drawer. */
function openShift({ shifts, tag }: Journal): () => void {
  const row = { id: 'shift-1', terminal: 'K01', tag, state: 'open', openedAt: 5 } as const
  const shift = { ...row, closedAt: null, zNumber: null }
  const [by, none] = [null, tugriks(0)]
  const opened = { terminal: 'K01', float: none, by, periods: [], cashBefore: none }
  const cash = { amount: tugriks(1000), reason: 'x', by }
  shifts.commit({ shift: { ...shift, version: 1 }, at: 5, events: [{ kind: 'shift-opened', ...opened }] })
  return () =>
    shifts.commit({ shift: { ...shift, version: 2 }, at: 6, events: [{ kind: 'cash-in', ...cash }] })
}

test('a shift with an unreadable event stays the open shift, and counts as incomplete', () => {
  const file = fileWith(10)
  const journal = openJournal(file, MODE)
  const putCashIn = openShift(journal)
  for (let number = 20; number <= 60; number += 1) journal.sales.commit(numbered(number))
  putCashIn()
  journal.close()
  spoilEvent(file, 'shift-1')
  const rescued = journalAt(file, MODE)
  expect(rescued.rescue.report()?.shifts).toEqual({ partly: 1, lost: 0 })
  expect(rescued.shifts.open()).toMatchObject({ id: 'shift-1', version: 2 })
  expect(rescued.shifts.events('shift-1').map(({ event }) => event.kind)).toContain('shift-opened')
})

test('the last backup is used for a destroyed journal, although an earlier one was made with a clock a month ahead', async () => {
  const file = fileWith(1)
  const clock = handClock()
  const journal = openJournal(file, MODE)
  const backups = backupsOf(journal, file, clock)
  clock.jump(30 * 24 * 3_600_000)
  await backups.now()
  clock.jump(-30 * 24 * 3_600_000)
  for (let number = 2; number <= 50; number += 1) journal.sales.commit(numbered(number))
  await backups.now()
  journal.close()
  spoil(file, [0])
  expect(countsOf(journalAt(file, MODE)).sales).toBe(50)
})

test('the key of the seals is destroyed before anything is rescued', () => {
  const file = fileWith(3)
  writeFileSync(`${file}.suspect`, '')
  const destroySealKey = vi.fn(() => expect(existsSync(file)).toBe(false))
  openJournal(file, { ...MODE, destroySealKey }).close()
  openJournal(file, { ...MODE, destroySealKey }).close()
  expect(destroySealKey).toHaveBeenCalledTimes(1)
})

test('one sale that cannot be replayed does not prevent the rescue of the others', () => {
  const file = fileWith(20)
  writeFileSync(`${file}.suspect`, '')
  changeFile(
    file,
    `DROP TRIGGER event_stands; UPDATE event SET kind = 'told-by-shop',
    body = '{"kind":"told-by-shop","known":{"lines":null}}' WHERE subject = 'sale-5' AND seq = 2`,
  )
  const rescued = journalAt(file, MODE)
  expect(rescued.rescue.report()).toMatchObject({ sales: { read: 19, lost: 1 } })
  expect(rescued.sales.byId('sale-6')).not.toBeNull()
})

test('an interrupted rescue continues with the file that was set aside last, although the clock was ahead at an earlier rescue', () => {
  const file = fileWith(30)
  const marked = `${file}.suspect`
  writeFileSync(marked, '')
  openJournal(file, { ...MODE, now: () => Date.UTC(2030, 0, 1) }).close()
  sell(file, 31)
  writeFileSync(marked, '')
  const cutOff = () => {
    throw new Error('the plug was pulled')
  }
  expect(() => openJournal(file, { ...MODE, destroySealKey: cutOff })).toThrow('the plug was pulled')
  expect(existsSync(file)).toBe(false)
  expect(countsOf(journalAt(file, MODE)).sales).toBe(31)
  expect(setAsideBeside(file)).toHaveLength(2)
})

test('the result of a rescue is reported even after a power cut right after the new journal took its place', () => {
  const file = fileWith(30)
  writeFileSync(`${file}.suspect`, '')
  const warn = (line: string) => {
    if (line.startsWith('the journal was rescued')) throw new Error('the plug was pulled')
  }
  const pulled = { ...MODE, now: () => 7, log: { ...silentLog, warn } }
  expect(() => openJournal(file, pulled)).toThrow('the plug was pulled')
  expect(journalAt(file, MODE).rescue.report()).toMatchObject({ at: 7, sales: { read: 30, lost: 0 } })
  expect(setAsideBeside(file)).toHaveLength(1)
})

test('a journal that goes missing after a rescue is told as lost, and the damaged file of that rescue stays as it is', () => {
  const file = fileWith(30)
  writeFileSync(`${file}.suspect`, '')
  writeFileSync(`${file}-wal`, 'of the damaged file')
  const rescued = openJournal(file, MODE)
  rescued.rescue.acknowledge()
  rescued.sales.commit(numbered(31))
  rescued.close()
  const [aside = ''] = setAsideBeside(file)
  const kept = join(dirname(file), aside)
  const before = [readFileSync(kept), readFileSync(`${kept}-wal`)]
  rmSync(file)
  writeFileSync(`${file}-wal`, 'of the missing file')
  const again = journalAt(file, MODE)
  const { setAside, sales, fromBackup } = again.rescue.report() ?? {}
  expect([setAside, sales?.lost, fromBackup, countsOf(again).sales]).toEqual([null, null, 30, 30])
  expect([readFileSync(kept), readFileSync(`${kept}-wal`)]).toEqual(before)
  expect(setAsideBeside(file)).toHaveLength(1)
})

test('the marker of a finished rescue that a power cut brought back does not let a later rescue overwrite the damaged file of the first', () => {
  const file = fileWith(3)
  writeFileSync(`${file}.suspect`, '')
  writeFileSync(`${file}-wal`, 'first')
  openJournal(file, MODE).close()
  const [aside = ''] = setAsideBeside(file)
  rmSync(file)
  for (const named of ['', aside]) {
    writeFileSync(`${file}.rescuing`, named)
    writeFileSync(`${file}-wal`, 'later')
    const rescued = openJournal(file, MODE)
    expect(rescued.rescue.report()).toMatchObject({ setAside: null, sales: { lost: null } })
    rescued.close()
    rmSync(file)
  }
  const logs = readdirSync(dirname(file)).filter((name) => name.endsWith('-wal'))
  expect(logs.map((name) => readFileSync(join(dirname(file), name), 'utf8'))).toEqual([
    'first',
    'later',
    'later',
  ])
})

/** Rescues a journal of three sales. `before` is called before each work on a file. */
function rescuedWatched(before: typeof heldFiles.before): {
  readonly file: string
  readonly journal: Journal
} {
  const file = fileWith(3)
  writeFileSync(`${file}.suspect`, '')
  Object.assign(heldFiles, { before })
  onTestFinished(() => void Object.assign(heldFiles, { before: null }))
  return { file, journal: journalAt(file, MODE) }
}

test('what was read of a damaged file counts, although its temporary copy cannot be removed', () => {
  let copied = false
  const { journal } = rescuedWatched((kind, path) => {
    copied ||= kind === 'copy'
    if (copied && kind === 'remove' && path.endsWith('.reading'))
      throw Object.assign(new Error('EIO'), { code: 'EIO' })
  })
  expect(journal.rescue.report()?.sales).toEqual({ read: 3, partly: 0, lost: 0 })
})

test('the folder is flushed after the marker of a rescue is removed', () => {
  const work: string[] = []
  const { file } = rescuedWatched((kind, path) => void work.push(`${kind} ${basename(path)}`))
  const folder = `open ${basename(dirname(file))}`
  expect(work.slice(work.indexOf('remove journal.sqlite.rescuing', work.indexOf(folder)))).toContain(folder)
})

/** A journal that sold after `image` was taken of it, and was backed up. */
async function withImage() {
  const file = fileWith(3)
  const image = readFileSync(file)
  const journal = openJournal(file, MODE)
  for (const number of [4, 5]) journal.sales.commit(numbered(number))
  await backupsOf(journal, file).now()
  journal.close()
  return { file, setBack: () => writeFileSync(file, image) }
}

test('an old copy in place of the journal gets what the newest backup has, is kept, and is told', async () => {
  const { file, setBack } = await withImage()
  setBack()
  const rescued = journalAt(file, MODE)
  expect(countsOf(rescued).sales).toBe(5)
  expect(rescued.rescue.report()).toMatchObject({ sales: { read: 3, lost: null }, fromBackup: 2 })
  expect(setAsideBeside(file)).toHaveLength(1)
})

/** Where a file would be the newest backup. */
const newestBeside = (file: string): string =>
  join(dirname(file), 'backups', 'journal-test-20261129-180000-99-1.sqlite')

test.each<[string, number, (file: string) => unknown]>([
  ['cannot be read', 5, (file) => writeFileSync(newestBeside(file), randomBytes(5000))],
  ['is of a journal that was rescued later', 6, rescueAndSell],
  ['is of another journal', 6, sellInAnother],
])('an old copy is found although the newest backup %s', async (_, sales, change) => {
  const { file, setBack } = await withImage()
  await change(file)
  setBack()
  const rescued = journalAt(file, MODE)
  expect([countsOf(rescued).sales, rescued.rescue.report()?.fromBackup]).toEqual([sales, sales - 3])
})

function sellInAnother(file: string): Promise<void> {
  copyFileSync(fileWith(0), file)
  return sellAndBackUp(file, 6)
}

function rescueAndSell(file: string): Promise<void> {
  writeFileSync(`${file}.suspect`, '')
  return sellAndBackUp(file, 6)
}

async function sellAndBackUp(file: string, ...numbers: readonly number[]): Promise<void> {
  const journal = openJournal(file, MODE)
  for (const number of numbers) journal.sales.commit(numbered(number))
  await backupsOf(journal, file).now()
  journal.close()
}

/** A journal that went missing after a sale that no backup has, was rescued, sold these sales, and was then put back. */
async function lostAndFound(...soldMeanwhile: readonly number[]) {
  const { file } = await withImage()
  const tag = sell(file, 6)
  const lost = `${file}.lost`
  renameSync(file, lost)
  await sellAndBackUp(file, ...soldMeanwhile)
  renameSync(lost, file)
  return { file, tag }
}

test('a lost journal that is put back gets what was sold since its rescue, and is told once', async () => {
  const { file } = await lostAndFound(7, 8)
  const rescued = openJournal(file, MODE)
  expect(countsOf(rescued).sales).toBe(8)
  expect(rescued.rescue.report()).toMatchObject({ sales: { read: 6, lost: null }, fromBackup: 2 })
  rescued.rescue.acknowledge()
  rescued.close()
  expect([sell(file), journalAt(file, MODE).rescue.report()]).toEqual([rescued.tag, null])
})

test('a lost journal that is put back before its rescued one sold stays as it is', async () => {
  const { file, tag } = await lostAndFound()
  const found = journalAt(file, MODE)
  expect([found.tag, countsOf(found).sales, found.rescue.report()]).toEqual([tag, 6, null])
})

test('a journal and its backup that sold apart, as two tills of one disk image do, stay as they are, with a warning', async () => {
  const { file, setBack } = await withImage()
  const [folder, hidden] = [join(dirname(file), 'backups'), join(dirname(file), 'elsewhere')]
  renameSync(folder, hidden)
  setBack()
  const tag = sell(file, 5, 6)
  renameSync(hidden, folder)
  const warn = vi.fn()
  const again = journalAt(file, { ...MODE, log: { ...silentLog, warn } })
  expect([again.tag, countsOf(again).sales, again.rescue.report()]).toEqual([tag, 5, null])
  expect(warn.mock.calls).toEqual([[expect.stringContaining('sold apart'), { file: readdirSync(folder)[0] }]])
})

test('a file named as the newest backup whose tables are views is not asked', async () => {
  const { file } = await withImage()
  const tag = sell(file)
  changeFile(
    newestBeside(file),
    `CREATE VIEW key_value AS SELECT 'tag' AS name, '${tag}' AS value;
     CREATE VIEW event AS SELECT 1 AS position, 'x' AS subject, 1 AS seq, x'00' AS hash`,
  )
  expect(journalAt(file, MODE).tag).toBe(tag)
})

test.each<[string, (file: string) => void]>([
  ['of a journal that was rescued later', (file) => writeFileSync(`${file}.suspect`, '')],
  ['that cannot be read', (file) => spoilBackups(file)],
])('a backup %s makes no journal look old', async (_, change) => {
  const { file } = await withImage()
  change(file)
  const tag = sell(file)
  const again = journalAt(file, MODE)
  expect([again.tag, countsOf(again).sales]).toEqual([tag, 5])
})

test('the log names a backup that a start could not read', async () => {
  const { file } = await withImage()
  spoilBackups(file)
  const warn = vi.fn()
  journalAt(file, { ...MODE, log: { ...silentLog, warn } })
  const [name] = readdirSync(join(dirname(file), 'backups'))
  expect(warn.mock.calls).toEqual([[expect.stringContaining('backup cannot be read'), { file: name }]])
})

function spoilBackups(file: string): void {
  const folder = join(dirname(file), 'backups')
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), randomBytes(5000))
}

/** Deletes the row of a sale and its events from that one on, as a damaged disk might. */
function forget(file: string, saleId: string, fromEvent: number): void {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA foreign_keys = OFF; DROP TRIGGER event_is_kept; DROP TRIGGER sale_is_kept')
  database.prepare('DELETE FROM event WHERE subject = ? AND seq >= ?').run(saleId, fromEvent)
  database.prepare('DELETE FROM sale WHERE id = ?').run(saleId)
  database.close()
  writeFileSync(`${file}.suspect`, '')
}

test('a sale with an unreadable row and an unreadable last event counts as incomplete', () => {
  const file = fileWith(3)
  forget(file, 'sale-2', 2)
  const rescued = journalAt(file, MODE)
  expect(rescued.rescue.report()).toMatchObject({ sales: { read: 3, partly: 1, lost: 0 } })
  expect(rescued.unfinished.attention().map(({ id, held }) => [id, held])).toEqual([['sale-2', true]])
})

test.each([2, 3])(
  'a sale with an unreadable row and unreadable events from number %i on is restored as the newest backup has it',
  async (fromEvent) => {
    const file = fileWith(3)
    const journal = openJournal(file, MODE)
    await backupsOf(journal, file).now()
    const before = journal.sales.byId('sale-2')
    journal.close()
    forget(file, 'sale-2', fromEvent)
    const rescued = journalAt(file, MODE)
    expect(rescued.rescue.report()).toMatchObject({ sales: { partly: 0, lost: 0 } })
    expect(rescued.sales.byId('sale-2')).toEqual(before)
  },
)

test('sales of a shift whose own events are lost stay in a shift, which a person closes', () => {
  const file = fileWith(1)
  const journal = openJournal(file, MODE)
  openShift(journal)
  journal.sales.commit(numbered(2))
  journal.close()
  changeFile(
    file,
    `DROP TRIGGER event_is_kept; DROP TRIGGER shift_is_kept;
    DELETE FROM event WHERE subject = 'shift-1'; DELETE FROM shift`,
  )
  writeFileSync(`${file}.suspect`, '')
  const rescued = journalAt(file, MODE)
  expect(rescued.rescue.report()?.shifts).toEqual({ partly: 1, lost: 0 })
  expect(rescued.shifts.byId('shift-1')).toMatchObject({ terminal: 'K01', zNumber: null })
  expect(rescued.shifts.byId('shift-1')?.state).not.toBe('closed')
  expect(rescued.shiftSales.numbers('shift-1')).toMatchObject([{ first: 2, last: 2 }])
})

test('a shift with an unreadable row and last event is the open shift, and counts as incomplete', () => {
  const file = fileWith(1)
  const journal = openJournal(file, MODE)
  openShift(journal)()
  const senderInvoiceNo = `K01-2-${journal.tag}`
  const begun = { ...started, sequence: 2, senderInvoiceNo } as SaleEvent
  journal.sales.commit(first([begun, rung], 'sale-2'))
  journal.close()
  changeFile(
    file,
    `DROP TRIGGER event_is_kept; DROP TRIGGER shift_is_kept;
    DELETE FROM event WHERE kind = 'cash-in'; DELETE FROM shift`,
  )
  writeFileSync(`${file}.suspect`, '')
  const rescued = journalAt(file, MODE)
  expect(rescued.rescue.report()?.shifts).toEqual({ partly: 1, lost: 0 })
  expect(rescued.shifts.open()).toMatchObject({ id: 'shift-1', tag: journal.tag, version: 2 })
})

test('later events of a sale are kept when only the backup has its beginning, and the sale is incomplete', async () => {
  const file = fileWith(3)
  const journal = openJournal(file, MODE)
  await backupsOf(journal, file).now()
  journal.sales.commit(
    next(journal, 'sale-2', [{ kind: 'line-added', line: { ...lineOf(bread), id: 'second' } }]),
  )
  journal.close()
  changeFile(
    file,
    `DROP TRIGGER event_is_kept; DROP TRIGGER sale_is_kept; PRAGMA foreign_keys = OFF;
    DELETE FROM event WHERE subject = 'sale-2' AND seq = 1; DELETE FROM sale WHERE id = 'sale-2'`,
  )
  writeFileSync(`${file}.suspect`, '')
  const rescued = journalAt(file, MODE)
  expect(rescued.rescue.report()?.sales).toEqual({ read: 2, partly: 1, lost: 0 })
  expect(rescued.sales.byId('sale-2')?.lines).toHaveLength(2)
  expect(rescued.unfinished.attention().map(({ id }) => id)).toEqual(['sale-2'])
})

test('a sale whose first event is lost is reported as partly read', () => {
  const file = fileWith(3)
  changeFile(
    file,
    `DROP TRIGGER event_is_kept; DROP TRIGGER sale_is_kept; PRAGMA foreign_keys = OFF;
    DELETE FROM event WHERE subject = 'sale-2' AND seq = 1; DELETE FROM sale WHERE id = 'sale-2'`,
  )
  writeFileSync(`${file}.suspect`, '')
  expect(journalAt(file, MODE).rescue.report()?.sales).toEqual({ read: 2, partly: 1, lost: 0 })
})

test('a rescue waits for the newer program that made the newest backup, and does not use an older one', async () => {
  const file = fileWith(3)
  const journal = openJournal(file, MODE)
  const backups = backupsOf(journal, file)
  await backups.now()
  journal.sales.commit(numbered(4))
  const { name } = await backups.now()
  journal.close()
  const backup = new DatabaseSync(backups.pathOf(name))
  const version = backup.prepare('PRAGMA user_version').get()?.user_version
  backup.exec('PRAGMA user_version = 99')
  backup.close()
  spoil(file, [0])
  expect(() => openJournal(file, MODE)).toThrow('FROM_FUTURE')
  changeFile(backups.pathOf(name), `PRAGMA user_version = ${version}`)
  expect(countsOf(journalAt(file, MODE)).sales).toBe(4)
})

async function backedUpTwice(sales: number) {
  const file = fileWith(sales)
  const journal = openJournal(file, MODE)
  const backups = backupsOf(journal, file)
  await backups.now()
  const newest = backups.pathOf((await backups.now()).name)
  journal.close()
  return { file, newest }
}

test('a backup of another build is left out of a rescue, and the older backup of ours is used', async () => {
  const { file, newest } = await backedUpTwice(3)
  changeFile(newest, `UPDATE key_value SET value = '1' WHERE name = 'format'; PRAGMA application_id = 1`)
  spoil(file, [0])
  expect(countsOf(journalAt(file, MODE)).sales).toBe(3)
})

test('events that a damaged newest backup lacks come from the backup before it', async () => {
  const { file, newest } = await backedUpTwice(60)
  spoil(file, [0])
  spoilEvent(newest, 'sale-30')
  const rescued = journalAt(file, MODE)
  expect(rescued.rescue.report()).toMatchObject({ sales: { partly: 0 }, fromBackup: 60 })
  expect(countsOf(rescued)).toMatchObject({ sales: 60, events: 120 })
})

test('a rescue on a full disk is refused, and uses the newest backup once there is room', async (context) => {
  const from = fileWith(1)
  const backups = join(dirname(from), 'backups')
  mkdirSync(backups)
  copyFileSync(fileWith(900), join(backups, 'journal-test-20261120-030000-2-900.sqlite'))
  copyFileSync(fileWith(56), join(backups, 'journal-test-20261119-030000-1-56.sqlite'))
  spoil(from, [0])
  const folder = smallDisk(context, 16_000)
  cpSync(dirname(from), folder, { recursive: true })
  const file = join(folder, 'journal.sqlite')
  for (const left of [1000, 3000]) {
    const empty = fill(folder, left)
    expect(() => openJournal(file, MODE)).toThrow('DISK_FULL')
    empty()
  }
  expect(countsOf(journalAt(file, MODE)).sales).toBe(900)
})

test('whatever room a full disk has left, a rescue is refused or saves every sale', (context) => {
  const from = fileWith(60)
  spoilTree(from, 'event')
  const disk = smallDisk(context, 8_000)
  const file = join(disk, 'journal.sqlite')
  copyFileSync(from, file)
  /** Null where the rescue is refused. */
  const salesRead = (left: number): number | null => {
    const empty = fill(disk, left)
    try {
      const journal = openJournal(file, MODE)
      const report = journal.rescue.report()
      journal.close()
      return report?.sales.read ?? 0
    } catch (error) {
      expect(error).toMatchObject({ failure: { name: 'DISK_FULL' } })
      return null
    } finally {
      empty()
    }
  }
  // SQLite's shared memory needs 32 KiB, and the copy that is read needs as much as the file.
  let read: number | null = null
  const step = isFull ? 16 : 160
  for (let left = Math.floor(statSync(from).size / 1024); read === null; left += step) read = salesRead(left)
  expect(read).toBe(60)
})
