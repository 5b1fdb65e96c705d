/**
 * A change of the register and its audit row are one transaction. In these tests the register refuses the rows that wait
 * for the audit trail: as after a kill before the row is written, the change must then be missing too.
 */
import { copyFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { PracticeAddress } from '../../../main/payment-service/practice/index.ts'
import { REGISTER_NAME } from '../../../main/storage/register/index.ts'
import type { CommandName } from '../../../main/till/commands/index.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { inRegister } from '../../support/register-in.ts'
import { settingsFrom } from '../../support/set-up-files.ts'
import { changeFile } from '../../support/sql-on-file.ts'
import { hire, PINS, putAtTill } from '../../support/staff.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'
import { drawerAt, sum } from '../../unit/books/shifts/drawer.ts'

const goods = (price: string) => ({
  ...{ code: 'Т-1', name: 'Тараг', category: 'Сүү', price, unit: 'ш' },
  ...{ taxProductCode: '301', classificationCode: '2211000', taxKind: 'vat', cityTax: 'no' },
})

async function shopWithGoods() {
  const { till, folder, start } = await tillAtPractice()
  const crew = await hire(till)
  await till.ask('saveGoods', { was: null, goods: goods('1000') })
  await till.ask('saveSettings', { discountLimitPercent: 60 })
  const content = readFileSync(
    (await till.ask('exportShopFile', { devices: true, sealed: null })).path,
    'utf8',
  )
  await till.ask('saveSettings', { discountLimitPercent: 5 })
  const { code } = await till.ask('makeRecoveryCode', { pin: PINS.owner })
  await till.stop()
  return { folder, start, crew, content, code }
}

type Shop = Awaited<ReturnType<typeof shopWithGoods>>

/** Adds a trigger to the register, as a disk that fails at this write would. */
function inFile(folder: string, sql: string): void {
  changeFile(join(folder, REGISTER_NAME), sql)
}

const REFUSE_ROWS = `CREATE TRIGGER refused BEFORE INSERT ON register WHEN NEW.key LIKE 'audit/%'
  BEGIN SELECT RAISE(ABORT, 'refused'); END`

/** The product, the cashier, the owner and the limit, as they are stored. PIN hashes that are renewed have new salts. */
const storedIn = (folder: string): Promise<readonly string[]> =>
  inRegister(folder, ({ rows }) =>
    (['product', 'person', 'setting'] as const).flatMap((kind) => rows(kind).map(({ body }) => body)),
  )

const CHANGES: readonly (readonly [CommandName, (shop: Shop) => unknown])[] = [
  ['saveSettings', () => ({ discountLimitPercent: 60 })],
  ['takeShopFile', ({ content }) => settingsFrom(content)],
  ['saveGoods', () => ({ was: 'Т-1', goods: goods('900') })],
  ['hideGoods', () => ({ code: 'Т-1', hidden: true })],
  [
    'changeGoods',
    () => ({ plan: [{ code: 'Т-1', name: 'Тараг', from: { price: '1000' }, to: { price: '900' } }] }),
  ],
  ['saveStaff', ({ crew }) => ({ id: crew.cashier.id, name: 'x', role: 'owner', pin: null })],
  ['setStaffActive', ({ crew }) => ({ id: crew.cashier.id, active: false })],
  ['changePin', () => ({ pin: PINS.owner, newPin: '6417' })],
  ['makeRecoveryCode', () => ({ pin: PINS.owner })],
  ['recoverOwner', ({ crew, code }) => ({ staffId: crew.owner.id, code, newPin: '6417' })],
]

test.each(CHANGES)(
  '%s changes nothing if its audit row cannot be stored with it',
  async (command, request) => {
    const shop = await shopWithGoods()
    inFile(shop.folder, REFUSE_ROWS)
    const before = await storedIn(shop.folder)
    const till = await shop.start()
    await putAtTill(till, shop.crew.owner)
    expect(await till.reply(command, request(shop))).toMatchObject({ ok: false })
    await till.stop()
    expect(await storedIn(shop.folder)).toEqual(before)
  },
)

test('a merchant is not connected if the audit row cannot be stored with it', async () => {
  const { url, username, password, invoice_code } = (await openPractice()).address
  const merchant = { baseUrl: url, username, password, invoiceCode: invoice_code }
  const shop = await shopWithGoods()
  inFile(shop.folder, REFUSE_ROWS)
  const till = await shop.start()
  await putAtTill(till, shop.crew.owner)
  expect(await till.reply('connectMerchant', merchant)).toMatchObject({ ok: false })
  expect((await till.view()).mode).toBe('test')
})

test('the rows of changes leave nothing in the register once they are in the trail', async () => {
  const { folder } = await shopWithGoods()
  const database = new DatabaseSync(join(folder, REGISTER_NAME))
  const left = database.prepare("SELECT key FROM register WHERE kind = 'note'").all()
  database.close()
  expect(left).toEqual([])
})

test('the audit row of a deactivated person comes before that of their session that ends', async () => {
  const { start, crew } = await shopWithGoods()
  const till = await start()
  await putAtTill(till, crew.owner)
  const { id, name } = crew.manager
  await till.ask('saveStaff', { id, name, role: 'owner', pin: null })
  await till.ask('setStaffActive', { id: crew.owner.id, active: false })
  await putAtTill(till, crew.manager)
  const rows = await till.ask('listAudit', { before: null, limit: 3 })
  expect(rows.map(({ action }) => action)).toEqual(['signIn', 'lock', 'setStaffActive'])
})

/** The till with the disk of `folder` as it is now, as after a kill. */
async function killedTill(folder: string, address: PracticeAddress): Promise<Till> {
  const disk = temporaryFolder()
  cpSync(folder, disk, { recursive: true })
  return startTill({ folder: disk, practice: address })
}

const rowsOf = async (till: Till, wanted: string) =>
  (await till.ask('listAudit', { before: null, limit: 60 })).filter(({ action }) => action === wanted)

test.each<[CommandName, (name: string) => unknown]>([
  ['restoreBackup', (name) => ({ name })],
  ['clearOutdated', () => undefined],
])(
  'a till that is killed during %s has one audit row about it, after each start',
  async (command, request) => {
    const { till, folder, address } = await tillAtPractice()
    const { owner } = await hire(till)
    const { name } = await till.ask('backUpNow')
    const going = till.reply(command, request(name))
    const killed = await killedTill(folder, address)
    expect(await going).toMatchObject({ ok: true })
    expect((await rowsOf(till, command)).map(({ about }) => about)).not.toContainEqual(
      expect.objectContaining({ interrupted: true }),
    )
    expect(await rowsOf(till, command)).toHaveLength(1)
    await putAtTill(killed, owner)
    const [row, ...others] = await rowsOf(killed, command)
    expect(row).toMatchObject({ who: { id: owner.id }, about: { interrupted: true } })
    expect(others).toEqual([])
  },
)

test('a restore that changes nothing leaves no audit row', async () => {
  const shop = await shopWithGoods()
  const till = await shop.start()
  await putAtTill(till, shop.crew.owner)
  expect(await till.reply('restoreBackup', { name: 'no-such-backup.sqlite' })).toMatchObject({ ok: false })
  expect(await rowsOf(till, 'restoreBackup')).toEqual([])
  await till.stop()
  const again = await shop.start()
  await putAtTill(again, shop.crew.owner)
  expect(await rowsOf(again, 'restoreBackup')).toEqual([])
})

/** Several slices of a restore, so that a till is stopped between two of them. */
const LONG = 300

/** A backup with more sales than a merge takes at a time, put in the place of an own backup of the till. */
async function withLongBackup(folder: string, name: string): Promise<void> {
  const other = drawerAt()
  other.shifts().open('0')
  for (let sale = 0; sale < LONG; sale += 1) {
    const saleId = other.ringUp(sum(1000))
    other.take(saleId, '')
    other.record(
      saleId,
      { kind: 'receipt-queued', jobId: saleId },
      { kind: 'receipt-printed', jobId: saleId },
    )
  }
  other.shut()
  copyFileSync(await other.backUp(), join(folder, 'backups', name))
  other.close()
}

const everySale = { text: '', from: null, to: null, standing: null, tender: null, cashier: null }
const salesAt = async (till: Till): Promise<number> =>
  (await till.ask('searchSales', { ...everySale, product: null, before: null, limit: 1 })).count?.known ?? 0

async function tillWithLongBackup() {
  const { till, folder, start } = await tillAtPractice()
  const { owner } = await hire(till)
  const { name } = await till.ask('backUpNow')
  await withLongBackup(folder, name)
  const untilSome = async (): Promise<void> => {
    while ((await salesAt(till)) === 0) await nextTurn()
  }
  return { folder, till, owner, name, untilSome, start }
}

test('a restore that a stop of the till cuts off has an audit row, because a part of its sales stays', async () => {
  const { till, owner, name, untilSome, start } = await tillWithLongBackup()
  const restoring = till.reply('restoreBackup', { name })
  await untilSome()
  const stopping = till.stop()
  expect(await restoring).toMatchObject({ ok: false })
  await stopping
  const again = await start()
  await putAtTill(again, owner)
  expect(await salesAt(again)).toBeLessThan(LONG)
  // As failed, or as interrupted where the register was closed first.
  expect(await rowsOf(again, 'restoreBackup')).toMatchObject([{ about: { name } }])
})

test('a restore in test mode is in the audit trail of test mode even if the shop cannot be reopened afterwards', async () => {
  const { folder, till, owner, name, untilSome } = await tillWithLongBackup()
  const journal = join(folder, 'journal-test.sqlite')
  const restoring = till.reply('restoreBackup', { name })
  await untilSome()
  renameSync(journal, `${journal}.away`)
  mkdirSync(journal)
  expect(await restoring).toMatchObject({ ok: false })
  rmdirSync(journal)
  renameSync(`${journal}.away`, journal)
  await putAtTill(till, owner)
  expect(await rowsOf(till, 'restoreBackup')).toMatchObject([{ about: { name, days: [] } }])
})
