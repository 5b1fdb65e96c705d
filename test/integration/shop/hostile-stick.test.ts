/** A copy of the shop on a stick that somebody prepared to harm the till. */
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { readForeign, withIncoming } from '../../../main/shop/files/foreign-file.ts'
import { assertOwnJournal } from '../../../main/storage/backup/index.ts'
import { EVERY_SALE } from '../../support/every-sale.ts'
import { needs, systemLacks } from '../../support/needs.ts'
import { closeShift } from '../../support/open-shift.ts'
import { changeFile } from '../../support/sql-on-file.ts'
import { squarePicture } from '../../support/square-picture.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startTill } from '../../support/terminal.ts'

const WINDOWS = systemLacks('posix', 'Windows has neither pipes nor links among files')

/** The stick that each test gets a copy of; the first test writes it. */
const ORIGINAL = mkdtempSync(join(tmpdir(), 'tugrik-stick-'))
afterAll(() => rmSync(ORIGINAL, { recursive: true, force: true }))

/** Writes a copy of a shop that has one product with a picture and one sale. */
async function writeStick(folder: string): Promise<void> {
  const first = await startTill({ folder: temporaryFolder(), practice: null })
  await first.ask('keepSample')
  const { products } = await first.ask('searchGoods', { query: '', category: null, limit: 1 })
  const code = products[0]?.code ?? ''
  await first.ask('setPicture', { code, picture: squarePicture() })
  await first.ask('openShift', { float: '' })
  const { saleId } = await first.ask('addProduct', { code })
  await first.ask('takeTender', { saleId, received: '' })
  await first.ask('saveSettings', { copies: { folder, everyHours: 4, keep: 30 } })
  await first.ask('copyNow')
  await first.stop()
}

let written: Promise<void> | null = null

/** A stick with a copy of the shop, and the path of each file. */
async function stick() {
  written ??= writeStick(ORIGINAL)
  await written
  const folder = temporaryFolder()
  cpSync(ORIGINAL, folder, { recursive: true, preserveTimestamps: true })
  const home = join(folder, 'tugrik-pos', readdirSync(join(folder, 'tugrik-pos'))[0] ?? '')
  const pathOf = (start: string): string =>
    join(home, readdirSync(home).find((name) => name.startsWith(start)) ?? '')
  const pictures = join(home, 'goods-pictures')
  return {
    folder,
    home,
    journal: pathOf('journal-'),
    goods: pathOf('goods-'),
    shop: pathOf('shop-'),
    picture: join(pictures, readdirSync(pictures)[0] ?? ''),
  }
}

type Stick = Awaited<ReturnType<typeof stick>>

/** What a new till says about the copy, and the name of its refusal where it takes it. */
async function broughtInBy({ folder, home, shop }: Stick) {
  const data = temporaryFolder()
  const till = await startTill({ folder: data, practice: null })
  const name = `tugrik-pos/${basename(home)}/${basename(shop)}`
  const [listed] = await till.ask('listCopies', { folder })
  const inspected = await till.reply('inspectShopFile', { source: { folder, name } })
  const taken = await till.reply('takeShopFile', {
    source: { folder, name },
    parts: ['sales', 'goods'],
    owner: null,
  })
  const sales = (await till.ask('searchSales', EVERY_SALE)).rows.length
  await till.stop()
  return {
    ...{ data, listed, sales },
    inspected: inspected.ok ? null : inspected.error.name,
    taken: taken.ok ? null : taken.error.name,
  }
}

test('a copy that nobody changed is taken, and its picture is drawn anew', async () => {
  const prepared = await stick()
  writeFileSync(prepared.picture, Buffer.concat([readFileSync(prepared.picture), Buffer.from('<script>')]))
  const { inspected, taken, sales, data } = await broughtInBy(prepared)
  expect({ inspected, taken, sales }).toEqual({ inspected: null, taken: null, sales: 1 })
  const kept = readFileSync(join(data, 'goods-pictures', basename(prepared.picture)))
  expect(kept.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  expect(kept.includes('<script>')).toBe(false)
  expect(readdirSync(join(data, 'incoming'))).toEqual([])
})

const asLink = (path: string): void => {
  const elsewhere = join(temporaryFolder(), basename(path))
  renameSync(path, elsewhere)
  symlinkSync(elsewhere, path)
}
const asPipe = (path: string): void => {
  rmSync(path)
  execFileSync('mkfifo', [path])
}
const asFolder = (path: string): void => {
  rmSync(path)
  mkdirSync(path)
}
const asDevice = (path: string): void => {
  rmSync(path)
  symlinkSync('/dev/zero', path)
}
const endless = (path: string): void => truncateSync(path, 2 ** 45)

const KINDS = [
  ['a link to another file', asLink],
  ['a pipe that never answers', asPipe],
  ['a folder', asFolder],
  ['a link to a device', asDevice],
  ['a file of 32 terabytes', endless],
] as const

test.each(KINDS)('a journal that is %s is refused, and nothing is taken', async (_, prepare) => {
  if (WINDOWS !== null) return
  const prepared = await stick()
  prepare(prepared.journal)
  expect(await broughtInBy(prepared)).toMatchObject({
    inspected: 'FILE_DAMAGED',
    taken: 'FILE_DAMAGED',
    sales: 0,
  })
})

test.each(KINDS)('goods that are %s are refused, and nothing is taken', async (_, prepare) => {
  if (WINDOWS !== null) return
  const prepared = await stick()
  prepare(prepared.goods)
  expect(await broughtInBy(prepared)).toMatchObject({ taken: 'FILE_DAMAGED', sales: 0 })
})

test.each(KINDS)('a list of the copy that is %s is shown as damaged', async (_, prepare) => {
  if (WINDOWS !== null) return
  const prepared = await stick()
  prepare(prepared.shop)
  const { listed, inspected, taken } = await broughtInBy(prepared)
  expect(listed?.of).toBeNull()
  expect([inspected, taken]).toEqual(['FILE_DAMAGED', 'FILE_DAMAGED'])
})

/** A PNG of 30,000 × 30,000 white dots in a few hundred kilobytes. */
function hugePicture(): Buffer {
  const chunk = (kind: string, content: Buffer): Buffer => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    const named = Buffer.concat([Buffer.from(kind), content])
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(30_000, 0)
  head.writeUInt32BE(30_000, 4)
  head[8] = 1
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(3_751 * 30_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test.each([
  ...KINDS,
  ['no picture', (path: string) => writeFileSync(path, '<svg onload="alert(1)"/>')],
  ['thirty thousand dots wide and high', (path: string) => writeFileSync(path, hugePicture())],
] as const)('a picture that is %s is left out, and the goods are taken', async (_, prepare) => {
  if (WINDOWS !== null) return
  const prepared = await stick()
  prepare(prepared.picture)
  const { taken, data } = await broughtInBy(prepared)
  expect(taken).toBeNull()
  expect(existsSync(join(data, 'goods-pictures', basename(prepared.picture)))).toBe(false)
})

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n'

test.each([
  [
    'an endless view in the place of its sales',
    `PRAGMA foreign_keys = OFF; PRAGMA writable_schema = ON;
    DELETE FROM sqlite_schema WHERE tbl_name = 'sale'; PRAGMA writable_schema = RESET; CREATE VIEW sale AS ${ENDLESS}`,
  ],
  ['an endless view beside its tables', `CREATE VIEW more AS ${ENDLESS}`],
  ['a foreign trigger', 'CREATE TRIGGER t AFTER INSERT ON event BEGIN DELETE FROM key_value; END'],
  [
    'a trigger with the name of ours',
    'DROP TRIGGER event_is_kept; CREATE TRIGGER event_is_kept BEFORE DELETE ON event BEGIN SELECT 1; END',
  ],
  ['a virtual table', 'CREATE VIRTUAL TABLE v USING fts5(a)'],
  ['a generated column', `ALTER TABLE key_value ADD COLUMN g INTEGER AS (length(value)) VIRTUAL`],
  ['an index over an expression', 'CREATE INDEX slow ON event (length(body))'],
  ['a missing index', 'DROP INDEX sale_day'],
  [
    'a part with a reserved name',
    `CREATE VIEW more AS ${ENDLESS}; PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET name = 'sqlite_more', tbl_name = 'sqlite_more' WHERE name = 'more'`,
  ],
])('a journal with %s is refused before anything is read from it', async (_, sql) => {
  const prepared = await stick()
  changeFile(prepared.journal, sql)
  expect(await broughtInBy(prepared)).toMatchObject({
    inspected: 'FILE_DAMAGED',
    taken: 'FILE_DAMAGED',
    sales: 0,
  })
})

test.each([
  ['a newer program', 'PRAGMA user_version = 15', 'FROM_FUTURE'],
  [
    'another build',
    `UPDATE key_value SET value = '1' WHERE name = 'format'; PRAGMA application_id = 1`,
    'BACKUP_OF_ANOTHER_BUILD',
  ],
])('a journal of %s is refused by its name, and nothing is taken', async (_, sql, refusal) => {
  const prepared = await stick()
  changeFile(prepared.journal, sql)
  expect(await broughtInBy(prepared)).toMatchObject({ inspected: refusal, taken: refusal, sales: 0 })
})

/** Twelve pages that each name the next one four hundred times: opening it, SQLite walks 400¹² ways to the last page. */
function mazeOfPages(path: string): void {
  const pages = Array.from({ length: 13 }, (_, index) => {
    const page = Buffer.alloc(4096)
    const at = index === 0 ? 100 : 0
    if (index === 12) {
      // A leaf with one row: a table "x" without SQL.
      page[at] = 13
      page.writeUInt16BE(1, at + 3)
      page.writeUInt16BE(4080, at + 5)
      page.writeUInt16BE(4080, at + 8)
      Buffer.from([14, 1, 6, 23, 15, 15, 1, 0, ...Buffer.from('tablexx'), 2]).copy(page, 4080)
      return page
    }
    const cells = 400
    page[at] = 5
    page.writeUInt16BE(cells, at + 3)
    page.writeUInt16BE(4090, at + 5)
    page.writeUInt32BE(index + 2, at + 8)
    page.writeUInt32BE(index + 2, 4090)
    page[4094] = 1
    for (let cell = 0; cell < cells; cell += 1) page.writeUInt16BE(4090, at + 12 + 2 * cell)
    return page
  })
  readFileSync(path).copy(pages[0] ?? Buffer.alloc(0), 0, 0, 100)
  pages[0]?.writeUInt32BE(13, 28)
  writeFileSync(path, Buffer.concat(pages))
}

test.each([
  ['pages that lead to the same page in endless ways', mazeOfPages],
  [
    'zeros in the place of its schema',
    (path: string) =>
      writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, 100), Buffer.alloc(8092)])),
  ],
  ['nothing in it', (path: string) => truncateSync(path, 0)],
  ['half of its pages', (path: string) => truncateSync(path, 20_480)],
  ['another kind of file', (path: string) => copyFileSync(import.meta.filename, path)],
])('a journal with %s is refused', async (_, prepare) => {
  const prepared = await stick()
  prepare(prepared.journal)
  expect(await broughtInBy(prepared)).toMatchObject({ inspected: 'FILE_DAMAGED', taken: 'FILE_DAMAGED' })
})

test('the look into a journal ends after its time', async () => {
  await expect(assertOwnJournal((await stick()).journal, 1)).rejects.toThrow('FILE_DAMAGED')
})

test('a folder of copies that is a link is not searched, and not written into', async ({ skip }) => {
  needs(skip, WINDOWS)
  const prepared = await stick()
  const all = dirname(prepared.home)
  const elsewhere = join(temporaryFolder(), 'elsewhere')
  renameSync(all, elsewhere)
  symlinkSync(elsewhere, all)
  const till = await startTill({ folder: temporaryFolder(), practice: null })
  expect(await till.ask('listCopies', { folder: prepared.folder })).toEqual([])
  const plan = { copies: { folder: prepared.folder, everyHours: 4, keep: 30 } }
  expect(await till.reply('saveSettings', plan)).toMatchObject({
    ok: false,
    error: { name: 'FILE_MISSING' },
  })
})

test('a file of a stick is refused where a folder above it became a link after somebody looked', async ({
  skip,
}) => {
  needs(skip, WINDOWS)
  for (const linked of ['tugrik-pos', 'tugrik-pos/K01-AAAA']) {
    const [folder, elsewhere, data] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
    const file = join(folder, 'tugrik-pos/K01-AAAA/shop.json')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'of the stick')
    expect(String(await readForeign(file, 100, folder))).toBe('of the stick')
    renameSync(join(folder, linked), join(elsewhere, 'moved'))
    symlinkSync(join(elsewhere, 'moved'), join(folder, linked))
    await expect(readForeign(file, 100, folder)).rejects.toThrow('FILE_DAMAGED')
    const copied = withIncoming(data, (incoming) => incoming.copy(file, 100, folder))
    await expect(copied).rejects.toThrow('FILE_DAMAGED')
  }
})

test('a folder that a person chose may itself be reached through a link', async ({ skip }) => {
  needs(skip, WINDOWS)
  const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()]
  writeFileSync(join(folder, 'shop.json'), 'of the stick')
  const chosen = join(elsewhere, 'stick')
  symlinkSync(folder, chosen)
  expect(String(await readForeign(join(chosen, 'shop.json'), 100, chosen))).toBe('of the stick')
})

test('a picture far larger than a stored one is left out without being drawn, and the goods are taken', async () => {
  const prepared = await stick()
  writeFileSync(prepared.picture, squarePicture(2000), 'base64')
  const { taken, data } = await broughtInBy(prepared)
  expect(taken).toBe(null)
  expect(readdirSync(join(data, 'goods-pictures'))).toEqual([])
})

test('a file in the till’s own folder of backups that is no journal of ours is refused before it is read', async () => {
  const data = temporaryFolder()
  const till = await startTill({ folder: data, practice: null })
  const name = 'journal-test-20991231-120000-9-1.sqlite'
  mkdirSync(join(data, 'backups'), { recursive: true })
  const { journal } = await stick()
  copyFileSync(journal, join(data, 'backups', name))
  expect(await till.reply('inspectBackup', { name })).toMatchObject({ ok: true })
  changeFile(
    join(data, 'backups', name),
    'CREATE TRIGGER hostile AFTER INSERT ON event BEGIN DELETE FROM event; END',
  )
  for (const command of ['inspectBackup', 'restoreBackup'] as const)
    expect(await till.reply(command, { name })).toMatchObject({
      ok: false,
      error: { name: 'FILE_DAMAGED' },
    })
})

test('the receipt of a sale whose number is a path is saved in the documents folder', async () => {
  const prepared = await stick()
  const number = '../../../outside'
  const journal = new DatabaseSync(prepared.journal)
  const triggers = journal.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all()
  for (const { name } of triggers) journal.exec(`DROP TRIGGER ${name}`)
  journal.exec(`UPDATE sale SET sender_invoice_no = '${number}';
    UPDATE event SET body = json_set(body, '$.senderInvoiceNo', '${number}') WHERE kind = 'opened'`)
  for (const { sql } of triggers) journal.exec(String(sql))
  journal.close()
  const data = join(temporaryFolder(), 'one', 'two')
  const till = await startTill({ folder: data, practice: null })
  const name = `tugrik-pos/${basename(prepared.home)}/${basename(prepared.shop)}`
  await till.ask('takeShopFile', { source: { folder: prepared.folder, name }, parts: ['sales'], owner: null })
  const { rows } = await till.ask('searchSales', EVERY_SALE)
  expect(rows).toMatchObject([{ senderInvoiceNo: number }])
  for (const format of ['html', 'pdf'] as const) {
    const { path } = await till.ask('saveReceipt', { saleId: rows[0]?.id ?? '', format })
    expect(dirname(path)).toBe(join(data, 'documents'))
    expect(existsSync(path)).toBe(true)
  }
})

test.each(['Infinity', '9007199254740993', '1.5', '-3'])(
  'a till closes its shift after a copy in which the last Z number is %s',
  async (noted) => {
    const { folder, home, shop, journal } = await stick()
    changeFile(journal, `INSERT INTO key_value (name, value) VALUES ('last-z K01', '${noted}')`)
    const till = await startTill({ folder: temporaryFolder(), practice: null })
    const name = `tugrik-pos/${basename(home)}/${basename(shop)}`
    await till.ask('takeShopFile', { source: { folder, name }, parts: ['sales'], owner: null })
    await till.ask('openShift', { float: '' })
    await closeShift(till)
    expect(
      (await till.ask('listShifts', { most: 60, also: null })).shifts.map(({ zNumber }) => zNumber),
    ).toContain(1)
  },
)
