/** A till with a damaged register, and changes during an import. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { silentLog } from '../../../main/base/clock-and-log.ts'
import { sessionVault } from '../../../main/shop/settings/index.ts'
import { handClock } from '../../support/hand-clock.ts'
import { csvOf, dryRun, importAll, importAt } from '../../support/import-actions.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { inRegister } from '../../support/register-in.ts'
import { fill, smallDisk } from '../../support/small-disk.ts'
import { changeFile } from '../../support/sql-on-file.ts'
import { hire, PINS } from '../../support/staff.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'

const SAMPLE_FIELDS = {
  category: 'Бусад',
  unit: 'ш',
  taxProductCode: '301',
  classificationCode: '2211000',
  taxKind: 'vat',
  cityTax: '',
}

/** A till that has goods, staff and the dark theme, before its next start. */
async function tillWithGoods() {
  const folder = temporaryFolder()
  const { till, start } = await tillAtPractice({ folder, settings: null })
  await hire(till)
  for (const [code, name] of [
    ['T-001', 'Талх'],
    ['8', 'Тараг'],
  ] as const)
    await till.ask('saveGoods', { was: null, goods: { ...SAMPLE_FIELDS, code, name, price: '2600' } })
  await till.ask('saveSettings', { theme: 'dark' })
  await till.stop()
  return { folder, start }
}

const ownerIn = async (till: Till): Promise<void> => {
  const { people } = await till.ask('listStaff')
  await till.ask('signIn', {
    staffId: people.find(({ role }) => role === 'owner')?.id ?? '',
    pin: PINS.owner,
  })
}
const importing = (till: Till) => ({
  ask: till.ask,
  onNews: (look: () => void) => till.terminal.onView(look),
})

// ---------- forget-people

test('a folder named forget-people unlocks the till at the start', async () => {
  const { folder, start } = await tillWithGoods()
  mkdirSync(join(folder, 'forget-people'))
  expect(await (await start()).view()).toMatchObject({ locked: false })
})

test('a file named forget-people.txt, as Windows makes it with hidden extensions, unlocks the till', async () => {
  const { folder, start } = await tillWithGoods()
  writeFileSync(join(folder, 'forget-people.txt'), '')
  expect(await (await start()).view()).toMatchObject({ locked: false })
})

// ---------- a till with a damaged register

test('a till with an empty register file starts locked', async () => {
  const { folder, start } = await tillWithGoods()
  rmSync(join(folder, 'backups', 'register.sqlite'))
  writeFileSync(join(folder, 'register.sqlite'), '')
  expect(await (await start()).ask('getView')).toMatchObject({ locked: true })
})

test('a till with an empty register file starts with the goods, staff and settings of its backup', async () => {
  const { folder, start } = await tillWithGoods()
  const till = await start()
  await ownerIn(till)
  await till.ask('backUpNow')
  const found = (await till.ask('searchGoods', { query: '', category: null, limit: 9 })).products
  await till.stop()
  writeFileSync(join(folder, 'register.sqlite'), '')
  const again = await start()
  await ownerIn(again)
  expect((await again.view()).settings.theme).toBe('dark')
  expect((await again.ask('searchGoods', { query: '', category: null, limit: 9 })).products).toEqual(found)
  expect(found.map(({ code }) => code).sort()).toEqual(['8', 'T-001'])
})

test('an unreadable product is not reported again at a start after a person acknowledged it', async () => {
  const { folder, start } = await tillWithGoods()
  await inRegister(folder, ({ write }) =>
    write('product', [{ key: 'x', body: '{"code":"x","name":"newer"}' }]),
  )
  const till = await start()
  await ownerIn(till)
  expect((await till.view()).registerRescued).toMatchObject({ product: { lost: 1 } })
  await till.ask('acknowledgeRegister')
  expect((await till.view()).registerRescued).toBe(null)
  await till.stop()
  const again = await start()
  await ownerIn(again)
  expect((await again.view()).registerRescued).toBe(null)
})

test('an import does not remove rows that the till cannot read', async () => {
  const { folder, start } = await tillWithGoods()
  await inRegister(folder, ({ write }) =>
    write('product', [{ key: 'x', body: '{"code":"x","name":"newer"}' }]),
  )
  const till = await start()
  await ownerIn(till)
  await importAll(importing(till), 'a.csv', csvOf(3))
  await till.stop()
  expect(await inRegister(folder, ({ rows }) => rows('product').map(({ key }) => key))).toContain('x')
})

// ---------- copies

test('goods and staff are in the backup of the register although nothing was sold', async () => {
  const clock = handClock()
  const { till, folder } = await tillAtPractice({ clock })
  await hire(till)
  await till.ask('saveGoods', {
    was: null,
    goods: { ...SAMPLE_FIELDS, code: 'А1', name: 'Талх', price: '2600' },
  })
  clock.advance(60_000)
  await till.stop() // waits for the copy that is being made
  const backedUp = await inRegister(join(folder, 'backups'), ({ rows }) => ({
    goods: rows('product').map(({ key }) => key),
    staff: rows('person').map(({ body }) => JSON.parse(body).role),
  }))
  expect(backedUp).toEqual({ goods: ['А1'], staff: ['owner', 'manager', 'cashier'] })
})

test('a till whose register is garbage and whose backup is older than its staff and goods is locked and does not sell the sample', async () => {
  const { till, folder, start } = await tillAtPractice()
  await till.ask('backUpNow') // before there are staff or goods
  const copy = join(folder, 'backups', 'register.sqlite')
  const older = readFileSync(copy)
  await hire(till)
  await till.ask('saveGoods', {
    was: null,
    goods: { ...SAMPLE_FIELDS, code: 'А1', name: 'Талх', price: '2600' },
  })
  await till.stop()
  writeFileSync(copy, older)
  writeFileSync(join(folder, 'register.sqlite'), 'garbage'.repeat(1000))
  const again = await start()
  expect(await again.ask('getView')).toMatchObject({ locked: true })
  await again.stop()
  // The owner unlocks the till, as docs/operations.md says.
  mkdirSync(join(folder, 'forget-people'))
  const unlocked = await start()
  expect(await unlocked.view()).toMatchObject({ locked: false, goods: { own: true, count: 0 } })
  const { products } = await unlocked.ask('searchGoods', { query: '', category: null, limit: 9 })
  expect(products).toEqual([])
})

// ---------- disks

test('an import that a full disk refuses is reported as not saved, and till and register keep the same goods', async (context) => {
  const disk = smallDisk(context, 4000)
  const { till, folder } = await tillAtPractice({ folder: join(disk, 'till') })
  await hire(till)
  await importAll(importing(till), 'a.csv', csvOf(200))
  const free = fill(disk, 0)
  const saved = await till.reply('saveGoods', {
    was: null,
    goods: { ...SAMPLE_FIELDS, code: 'А1', name: 'Талх', price: '2600' },
  })
  // The page of one product fits into the space that the register already has.
  expect(saved.ok).toBe(true)
  const { id } = await dryRun(importing(till), 'b.csv', csvOf(8000))
  await till.ask('runImport', { id, wrong: 'leave out' })
  await expect(importAt(importing(till), 'done')).rejects.toThrow('NOT_SAVED')
  free()
  const { total } = await till.ask('listGoods', { query: '', only: 'all', offset: 0, limit: 9 })
  await till.stop()
  const rows = await inRegister(folder, (register) => register.rows('product').length)
  expect([rows, total]).toEqual([201, 201])
})

// ---------- changes during an import, and lost settings

test('goods that are edited during an import are found unchanged, and in the same order, after a restart', async () => {
  const { till, folder, start } = await tillAtPractice()
  await importAll(importing(till), 'a.csv', csvOf(3000))
  const { id } = await dryRun(importing(till), 'b.csv', csvOf(9000))
  const [, saved] = await Promise.all([
    till.ask('runImport', { id, wrong: 'leave out' }),
    till.reply('saveGoods', {
      was: 'Г-5',
      goods: { ...SAMPLE_FIELDS, code: 'Г-5', name: 'Формоор', price: '777' },
    }),
    till.ask('saveSettings', { theme: 'dark' }),
    till.reply('hideGoods', { code: 'Г-6', hidden: true }),
    till.reply('starGoods', { code: 'Г-8999', favourite: true }),
  ])
  await till.reply('saveGoods', {
    was: 'Г-7',
    goods: { ...SAMPLE_FIELDS, code: '036000291452', name: 'UPC', price: '5' },
  })
  await till.reply('saveGoods', {
    was: '0036000291452',
    goods: { ...SAMPLE_FIELDS, code: '0036000291452', name: 'EAN', price: '6' },
  })
  await importAt(importing(till), 'done')
  const all = async (of: Till) =>
    Promise.all(
      ['', 'Формоор', 'UPC', 'EAN'].map((query) =>
        of.ask('searchGoods', { query, category: null, limit: 200 }),
      ),
    )
  const before = await all(till)
  expect(saved.ok).toBe(true)
  await till.stop()
  const again = await start()
  expect(await all(again)).toEqual(before)
  expect((await again.view()).settings.theme).toBe('dark')
  await again.stop()
  const database = new DatabaseSync(join(folder, 'register.sqlite'))
  const doubled = database
    .prepare('SELECT key FROM register WHERE body IS NOT NULL GROUP BY kind, key HAVING count(*) > 1')
    .all()
  database.close()
  expect(doubled).toEqual([])
})

test('a live till that lost its merchant settings starts with the guide and reports the loss', async () => {
  const { address } = await openPractice()
  const folder = temporaryFolder()
  const vault = sessionVault()
  vault.write('merchant-password', address.password)
  const merchant = { baseUrl: address.url, username: address.username, invoiceCode: address.invoice_code }
  const till = await startTill({ folder, practice: address, vault, settings: { merchant } })
  expect(await till.view()).toMatchObject({ mode: 'live' })
  await till.ask('saveGoods', {
    was: null,
    goods: { ...SAMPLE_FIELDS, code: 'А1', name: 'Талх', price: '2600' },
  })
  await till.stop()
  // As after a bad sector in the merchant's row.
  changeFile(join(folder, 'register.sqlite'), `UPDATE register SET body = 'damaged' WHERE key = 'merchant'`)
  const again = await startTill({ folder, practice: address, vault, settings: null })
  const view = await again.view()
  expect(view).toMatchObject({
    mode: 'test',
    settings: { guide: { open: true } },
    registerRescued: { setting: { lost: 1 } },
  })
})

test('a backup whose copy of the register fails is refused, and the reply names the copy', async () => {
  const { address } = await openPractice()
  const folder = temporaryFolder()
  // A folder with the copy's name, which cannot be replaced.
  const copy = join(folder, 'backups', 'register.sqlite')
  mkdirSync(join(copy, 'x'), { recursive: true })
  const clock = handClock()
  const errors: string[] = []
  const log = { ...silentLog, error: (line: string) => void errors.push(line) }
  const till = await startTill({ folder, practice: address, clock, log })
  expect(await till.reply('backUpNow')).toEqual({
    ok: false,
    error: { name: 'NOT_SAVED', detail: expect.stringContaining(copy) },
  })
  // Nobody asked for the copy of each hour, so its failure is in the log.
  clock.advance(60_000)
  await expect.poll(() => errors.join()).toContain('copy of the register: NOT_SAVED')
})
