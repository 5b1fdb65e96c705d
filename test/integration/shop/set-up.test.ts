/** Many tills are set up alike from a file of the office's till. */
import { readdirSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { openSealed } from '../../../main/shop/files/index.ts'
import { markSuspect } from '../../../main/storage/sqlite/index.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { changesNothing } from '../../../shared/shop/shop-file.ts'
import { chargedSale } from '../../support/charged-sale.ts'
import { handClock } from '../../support/hand-clock.ts'
import { OWN_GOODS, OWN_SELLER } from '../../support/own-shop.ts'
import { newTill, office, officeWithoutStaff, settingsFrom, setUpFile } from '../../support/set-up-files.ts'
import { spoilTree } from '../../support/spoiled-tree.ts'
import { squarePicture } from '../../support/square-picture.ts'
import { PINS, putAtTill } from '../../support/staff.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import type { Till } from '../../support/terminal.ts'

const HOUR = 3_600_000
const wish = (terminal: string | null, more: object = {}) => ({
  ...{ terminal, computer: 'POS-02', takeOver: false, olderFile: false, dryRun: false },
  ...more,
})
const failed = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  )
async function importsOtherSettings(till: Till): Promise<void> {
  const { path } = await till.ask('exportShopFile', { devices: true, sealed: null })
  const file = JSON.parse(readFileSync(path, 'utf8'))
  file.settings.discountLimitPercent = 40
  await till.ask('takeShopFile', settingsFrom(JSON.stringify(file)))
}
/** Whatever a set-up changes. */
const stateOf = async (till: Till) => ({
  settings: till.terminal.settings(),
  people: (await till.ask('listStaff')).people,
})

test('a new till has the shop’s settings, goods and people, sells in live mode, and keeps the password', async () => {
  const first = await office()
  const file = await setUpFile(first)
  const second = await newTill()
  await second.till.terminal.setUp(await file.opened(), wish('K02'))
  expect(second.till.terminal.settings()).toMatchObject({
    terminalCode: 'K02',
    shop: OWN_SELLER,
    merchant: { username: first.merchant.username, invoiceCode: first.merchant.invoiceCode },
    guide: { open: false },
  })
  await second.till.stop()

  const till = await second.open()
  await putAtTill(till, first.crew.cashier)
  const { mode, goods } = await till.view()
  expect([mode, goods.count]).toEqual(['live', OWN_GOODS.length])
  await chargedSale(till, 1)
  const { invoices } = await first.payer.state()
  expect(invoices.filter(({ sender_invoice_no }) => sender_invoice_no.startsWith('K02-'))).toHaveLength(1)
})

test('a dry run tells each change and makes none', async () => {
  const file = await setUpFile(await office())
  const { till, file: secrets } = await newTill()
  const before = await stateOf(till)
  const report = await till.terminal.setUp(await file.opened(), wish('K02', { dryRun: true }))
  expect(report).toMatchObject({ terminal: 'K02', password: true, goods: OWN_GOODS.length, people: 3 })
  expect(report.changes).toContainEqual({ field: 'terminalCode', from: 'K01', to: 'K02' })
  expect(report.changes).toContainEqual({
    field: 'shop.name',
    from: FIRST_SETTINGS.shop.name,
    to: OWN_SELLER.name,
  })
  expect(await stateOf(till)).toEqual(before)
  expect([...secrets.keys()]).not.toContain('merchant-password')
})

test('a second run changes nothing, asks the service nothing, and leaves no row in the audit trail', async () => {
  const first = await office()
  const file = await setUpFile(first)
  const { till } = await newTill()
  await till.terminal.setUp(await file.opened(), wish('K02'))
  const [before, { requests }] = [await stateOf(till), await first.payer.state()]
  await putAtTill(till, first.crew.owner)
  const rows = async () => (await till.ask('listAudit', { before: null, limit: 50 })).length
  const rowsBefore = await rows()
  for (const terminal of ['K02', null])
    expect(changesNothing(await till.terminal.setUp(await file.opened(), wish(terminal)))).toBe(true)
  expect(await stateOf(till)).toEqual(before)
  expect((await first.payer.state()).requests).toEqual(requests)
  expect(await rows()).toBe(rowsBefore)
})

test('an older file undoes no newer change of the settings before a person agrees', async () => {
  const first = await office()
  const older = await setUpFile(first)
  await first.till.ask('saveSettings', { discountLimitPercent: 40 })
  const newer = await setUpFile(first)
  const { till } = await newTill()
  const limit = () => till.terminal.settings().discountLimitPercent
  await till.terminal.setUp(await newer.opened(), wish('K02'))
  expect(await failed(till.terminal.setUp(await older.opened(), wish('K02')))).toContain('SET_UP_OLDER: 20')
  expect(limit()).toBe(40)
  const { older: told } = await till.terminal.setUp(await older.opened(), wish('K02', { dryRun: true }))
  expect(told?.madeAt).toBeLessThan(told?.changedAt ?? 0)
  await till.terminal.setUp(await older.opened(), wish('K02', { olderFile: true }))
  expect(limit()).toBe(FIRST_SETTINGS.discountLimitPercent)
})

test.each([
  ['saved settings', (till: Till) => till.ask('saveSettings', { discountLimitPercent: 40 })],
  ['chose a logo', (till: Till) => till.ask('setLogo', { picture: squarePicture() })],
  ['imported a shop file', importsOtherSettings],
])('an older file asks first also on a till without staff where somebody %s', async (_what, change) => {
  const file = await setUpFile(await officeWithoutStaff())
  const { till } = await newTill()
  await till.terminal.setUp(await file.opened(), wish('K02'))
  await change(till)
  expect(await failed(till.terminal.setUp(await file.opened(), wish('K02')))).toContain('SET_UP_OLDER')
  await till.terminal.setUp(await file.opened(), wish('K02', { olderFile: true }))
})

test('an older file asks first also where the clock was set back after the change', async () => {
  const opened = await (await setUpFile(await officeWithoutStaff())).opened()
  const clock = handClock(opened.at)
  const { till } = await newTill(null, null, clock)
  await till.terminal.setUp(opened, wish('K02'))
  clock.jump(HOUR)
  await till.ask('saveSettings', { discountLimitPercent: 40 })
  clock.jump(-2 * HOUR)
  await till.ask('saveSettings', { autostart: 'on' })
  expect(await failed(till.terminal.setUp(opened, wish('K02')))).toContain('SET_UP_OLDER')
})

test('a till in live mode keeps its own language, colours and text size', async () => {
  const file = await setUpFile(await office({ language: 'en' }))
  const { till } = await newTill()
  await till.terminal.setUp(await file.opened(), wish('K02'))
  expect(till.terminal.settings().language).toBe('en')
  await till.ask('saveSettings', { language: 'mn', theme: 'dark', textSize: 125 })
  expect(changesNothing(await till.terminal.setUp(await file.opened(), wish('K02')))).toBe(true)
  expect(till.terminal.settings()).toMatchObject({ language: 'mn', theme: 'dark', textSize: 125 })
})

test('a newer file is taken without a question, also where a person changed other settings since', async () => {
  const first = await office()
  const { till } = await newTill()
  await till.terminal.setUp(await (await setUpFile(first)).opened(), wish('K02'))
  await first.till.ask('saveSettings', { discountLimitPercent: 40 })
  const newer = await setUpFile(first)
  await putAtTill(till, first.crew.owner)
  await till.ask('saveSettings', { autostart: 'on' })
  const { changes, older } = await till.terminal.setUp(await newer.opened(), wish('K02', { dryRun: true }))
  expect(changes.map(({ field }) => field)).toContain('discountLimitPercent')
  expect(older).toBeNull()
})

test('a till with goods and people of its own keeps them', async () => {
  const first = await office()
  const file = await setUpFile(first)
  const { till } = await newTill(null, {})
  const [own] = OWN_GOODS
  await till.ask('saveGoods', { was: null, goods: { ...own, name: 'Өөрийн талх' } })
  await till.ask('saveStaff', { id: null, name: 'Дулмаа', role: 'owner', pin: PINS.manager })
  const report = await till.terminal.setUp(await file.opened(), wish('K02'))
  expect([report.goods, report.people]).toEqual([null, 0])
  expect((await till.ask('listStaff')).people.map(({ name }) => name)).toEqual(['Дулмаа'])
  expect((await till.view()).goods.count).toBe(1)
})

test('a new password of the same merchant is taken by the next file', async () => {
  const first = await office()
  const { till, vault } = await newTill()
  const opened = await (await setUpFile(first)).opened()
  vault().write('merchant-password', 'the one before')
  const report = await till.terminal.setUp(opened, wish('K02'))
  expect(report.password).toBe(true)
  expect(vault().read('merchant-password')).toBe(first.merchant.password)
})

test('each computer of the list gets its own code, and printers only where the office wants it', async () => {
  const first = await office({
    printer: { kind: 'network', host: '127.0.0.1', port: 9100, profile: 'escpos' },
  })
  const terminals = `POS-02 K12\n${hostname()} K13`
  const alike = await setUpFile(first, { terminals, devices: true })
  const byList = await newTill()
  await byList.till.terminal.setUp(await alike.opened(), wish(null))
  expect(byList.till.terminal.settings()).toMatchObject({
    terminalCode: 'K12',
    printer: { kind: 'network', port: 9100 },
  })
  const different = await setUpFile(first, { terminals })
  const byName = await newTill()
  await byName.till.terminal.setUp(await different.opened(), wish('k20'))
  expect(byName.till.terminal.settings()).toMatchObject({ terminalCode: 'K20', printer: { kind: 'folder' } })
})

test('a till without a code, with a wrong one or with that of the office’s till is not set up', async () => {
  const file = await setUpFile(await office())
  const { till } = await newTill()
  const before = await stateOf(till)
  const opened = await file.opened()
  expect(await failed(till.terminal.setUp(opened, wish(null)))).toBe('SET_UP_TERMINAL_MISSING: POS-02')
  expect(await failed(till.terminal.setUp(opened, wish('no code')))).toBe('SET_UP_TERMINAL_INVALID')
  expect(await failed(till.terminal.setUp(opened, wish('K01')))).toBe('SET_UP_OWN_CODE: K01')
  expect(await stateOf(till)).toEqual(before)
})

test('a code under which another till sold is refused, unless a person says that this till is gone', async () => {
  const first = await office()
  const file = await setUpFile(first)
  const gone = await newTill()
  await gone.till.terminal.setUp(await file.opened(), wish('K02'))
  await putAtTill(gone.till, first.crew.cashier)
  await chargedSale(gone.till, 1)
  await gone.till.stop()
  const { till } = await newTill()
  expect(await failed(till.terminal.setUp(await file.opened(), wish('K02')))).toMatch(
    /^TERMINAL_CODE_TAKEN: K02-/,
  )
  expect(till.terminal.settings().merchant).toBeNull()
  await till.terminal.setUp(await file.opened(), wish('K02', { takeOver: true }))
  expect(till.terminal.settings().terminalCode).toBe('K02')
})

test('a till that sells for another merchant is left as it is', async () => {
  const file = await setUpFile(await office())
  const other = await office()
  const before = await stateOf(other.till)
  expect(await failed(other.till.terminal.setUp(await file.opened(), wish('K02')))).toBe(
    `SET_UP_OTHER_MERCHANT: ${other.merchant.username}`,
  )
  expect(await stateOf(other.till)).toEqual(before)
})

test('a till whose keyring keeps nothing, or whose service refuses the password, is left as it is', async () => {
  const first = await office()
  const file = await setUpFile(first)
  const locked = await newTill()
  locked.lock(true)
  for (const dryRun of [true, false])
    expect(await failed(locked.till.terminal.setUp(await file.opened(), wish('K02', { dryRun })))).toBe(
      'SET_UP_KEYRING',
    )
  const { till } = await newTill()
  const before = await stateOf(till)
  const wrong = { ...(await file.opened()), password: 'not the password' }
  expect(await failed(till.terminal.setUp(wrong, wish('K02')))).toMatch(/^AUTHENTICATION_FAILED/)
  expect(await stateOf(till)).toEqual(before)
  expect(await till.view()).toMatchObject({ mode: 'test' })
})

test('a set-up that fails after the settings says so, and a second run completes it', async () => {
  const file = await setUpFile(await office())
  const { till } = await newTill()
  const opened = await file.opened()
  const broken = { ...opened, goods: { lines: Buffer.from('no goods\n'), count: 1 } }
  expect(await failed(till.terminal.setUp(broken, wish('K02')))).toBe('SET_UP_PARTLY: FILE_DAMAGED')
  const rest = await till.terminal.setUp(opened, wish('K02'))
  expect(rest).toMatchObject({ changes: [], password: false, goods: OWN_GOODS.length, people: 3 })
})

test('the audit trail has what was made and what was taken, without a secret', async () => {
  const first = await office()
  const file = await setUpFile(first)
  const { till, folder } = await newTill()
  await till.terminal.setUp(await file.opened(), wish('K02'))
  await putAtTill(till, first.crew.owner)
  const rowsOf = async (one: Till, action: string) =>
    (await one.ask('listAudit', { before: null, limit: 50 })).filter((row) => row.action === action)
  expect(await rowsOf(first.till, 'exportShopFile')).toMatchObject([
    { about: { devices: false, sealed: true, goods: true } },
  ])
  const rows = await rowsOf(till, 'setUpTill')
  expect(rows.map(({ about }) => about.taken ?? about.newPassword)).toEqual([['people'], ['goods'], true])
  await till.stop()
  const digits = file.code.replaceAll(' ', '')
  const kept = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
  for (const secret of [digits, file.code, first.merchant.password])
    for (const content of [JSON.stringify(rows), ...kept]) expect(content).not.toContain(secret)
  expect(readdirSync(folder).filter((name) => name.startsWith('shop-'))).toEqual([])
})

test('only an owner makes the file, of a till with a merchant whose password is there', async () => {
  const first = await office()
  await putAtTill(first.till, first.crew.manager)
  const request = { devices: false, sealed: { goods: false, terminals: '' } }
  expect(await first.till.reply('exportShopFile', request)).toMatchObject({
    error: { name: 'NOT_ALLOWED', detail: 'merchant' },
  })
  const source = { folder: temporaryFolder(), name: 'shop-K01.json' }
  expect(await first.till.reply('inspectShopFile', { source })).toMatchObject({
    error: { name: 'NOT_ALLOWED', detail: 'restore-backup' },
  })
  const { till } = await newTill(null, {})
  expect(await till.reply('exportShopFile', request)).toMatchObject({ error: { name: 'SET_UP_NO_MERCHANT' } })
})

test('the guide finds the file on a stick, and sets the till up with its code', async () => {
  const first = await office()
  const file = await setUpFile(first)
  const { till } = await newTill(file.stick)
  const found = await till.ask('findSealedFiles')
  expect(found).toMatchObject([{ path: file.path, shop: OWN_SELLER.name, terminal: 'K01' }])
  const request = { path: file.path, code: file.code, terminal: 'K02' }
  expect(await till.reply('checkSetUp', { ...request, code: '1' })).toMatchObject({
    error: { name: 'SHOP_FILE_CODE_WRONG' },
  })
  expect(await till.ask('checkSetUp', request)).toMatchObject({ people: 3 })
  await till.ask('setUpTill', { ...request, takeOver: false, olderFile: false })
  expect(await till.ask('getView')).toMatchObject({ locked: true })
  await putAtTill(till, first.crew.manager)
  expect(await till.view()).toMatchObject({ mode: 'live', settings: { terminalCode: 'K02' } })
})

test('no page makes the till read a file that is on no stick', async () => {
  const file = await setUpFile(await office())
  const { till } = await newTill()
  const request = { path: file.path, code: file.code, terminal: 'K02' }
  expect(await till.reply('checkSetUp', request)).toMatchObject({ error: { name: 'FILE_MISSING' } })
})

test('a new till does not get the code with which every till begins while another till sells under it', async () => {
  const first = await office({ terminalCode: 'K05' })
  const file = await setUpFile(first)
  const other = await newTill()
  await other.till.terminal.setUp(await file.opened(), wish('K01'))
  await putAtTill(other.till, first.crew.cashier)
  await chargedSale(other.till, 1)
  const { till } = await newTill()
  expect(till.terminal.settings().terminalCode).toBe('K01')
  expect(await failed(till.terminal.setUp(await file.opened(), wish('K01')))).toMatch(
    /^TERMINAL_CODE_TAKEN: K01-/,
  )
  expect(till.terminal.settings().merchant).toBeNull()
})

test('a till that went back to test mode gets its own code again, although it sold under it', async () => {
  const first = await office()
  const file = await setUpFile(first)
  const { till } = await newTill()
  await till.terminal.setUp(await file.opened(), wish('K02'))
  await putAtTill(till, first.crew.owner)
  const { saleId } = await chargedSale(till, 1)
  await till.ask('cancelCharge', { saleId })
  await expect.poll(async () => (await till.reply('leaveMerchant')).ok).toBe(true)
  await till.ask('saveSettings', { terminalCode: 'K03' })
  await till.terminal.setUp(await file.opened(), wish('K02'))
  expect(till.terminal.settings()).toMatchObject({
    terminalCode: 'K02',
    merchant: { username: first.merchant.username },
  })
})

test('a till that sells does not get the code of the file’s own till', async () => {
  const file = await setUpFile(await office())
  const { till } = await newTill()
  await till.terminal.setUp(await file.opened(), wish('K02'))
  for (const takeOver of [false, true])
    expect(await failed(till.terminal.setUp(await file.opened(), wish('K01', { takeOver })))).toBe(
      'SET_UP_OWN_CODE: K01',
    )
  expect(till.terminal.settings().terminalCode).toBe('K02')
})

test('a till whose live shift is open keeps its code, also from test mode', async () => {
  const first = await office()
  const file = await setUpFile(first)
  const { till } = await newTill()
  await till.terminal.setUp(await file.opened(), wish('K02'))
  await putAtTill(till, first.crew.owner)
  await till.ask('openShift', { float: '50000' })
  await till.ask('leaveMerchant')
  expect(await failed(till.terminal.setUp(await file.opened(), wish('K03')))).toBe('CODE_IN_LIVE_SHIFT')
  expect(await till.reply('saveSettings', { terminalCode: 'K03', takeOver: true })).toMatchObject({
    error: { name: 'CODE_IN_LIVE_SHIFT' },
  })
  expect(till.terminal.settings()).toMatchObject({ terminalCode: 'K02', merchant: null })
  await till.terminal.setUp(await file.opened(), wish('K02'))
  expect(till.terminal.settings().merchant).not.toBeNull()
})

test('a live journal that is damaged keeps the code in test mode, and connecting the merchant helps', async () => {
  const first = await officeWithoutStaff()
  const file = await setUpFile(first)
  const { till, folder } = await newTill()
  await till.terminal.setUp(await file.opened(), wish('K02'))
  await till.ask('openShift', { float: '50000' })
  await till.ask('leaveMerchant')
  spoilTree(join(folder, 'journal.sqlite'), 'shift')
  expect(await failed(till.terminal.setUp(await file.opened(), wish('K03')))).toContain(
    'LIVE_JOURNAL_DAMAGED',
  )
  expect(await till.reply('saveSettings', { terminalCode: 'K03', takeOver: true })).toMatchObject({
    error: { name: 'LIVE_JOURNAL_DAMAGED' },
  })
  await till.ask('connectMerchant', first.merchant)
  expect((await till.view()).mode).toBe('live')
  await till.ask('leaveMerchant')
  const again = await till.reply('saveSettings', { terminalCode: 'K03', takeOver: true })
  expect(JSON.stringify(again)).not.toContain('DAMAGED')
})

test('a dry run from test mode only reads the live journal, and rescues nothing', async () => {
  const file = await setUpFile(await officeWithoutStaff())
  const { till, folder } = await newTill()
  await till.terminal.setUp(await file.opened(), wish('K02'))
  await till.ask('openShift', { float: '50000' })
  await till.ask('leaveMerchant')
  const live = join(folder, 'journal.sqlite')
  markSuspect(live)
  const files = () => readdirSync(folder).filter((name) => /^journal\..*(sqlite|suspect)$/.test(name))
  const before = files()
  expect(await failed(till.terminal.setUp(await file.opened(), wish('K03', { dryRun: true })))).toBe(
    'CODE_IN_LIVE_SHIFT',
  )
  expect(files()).toEqual(before)
})

test('a sealed file gives its settings, goods and people wherever a file is opened, but never its password', async () => {
  const first = await office({ discountLimitPercent: 40 })
  const file = await setUpFile(first)
  for (const [till, source] of [
    [(await newTill(null, {})).till, { content: file.text }],
    [(await newTill(null, {})).till, { folder: file.stick, name: basename(file.path) }],
  ] as const) {
    expect(await till.reply('inspectShopFile', { source })).toMatchObject({
      error: { name: 'SHOP_FILE_SEALED' },
    })
    expect(await till.reply('inspectShopFile', { source: { ...source, code: '1' } })).toMatchObject({
      error: { name: 'SHOP_FILE_CODE_WRONG' },
    })
    const opened = { ...source, code: file.code }
    const report = await till.ask('inspectShopFile', { source: opened })
    expect(report).toMatchObject({ kept: 'none', goods: OWN_GOODS.length, pins: true })
    expect(report.changes.map(({ field }) => field)).not.toContain('terminalCode')
    await till.ask('takeShopFile', {
      source: opened,
      parts: ['settings', 'goods', 'people'],
      owner: null,
    })
    await putAtTill(till, first.crew.owner)
    expect(await till.view()).toMatchObject({
      mode: 'test',
      settings: { terminalCode: 'K01', merchant: null, discountLimitPercent: 40 },
      goods: { count: OWN_GOODS.length },
    })
  }
})

test('a copy of the shop gives only its settings where the files beside it are not read, and sets up no till', async () => {
  const first = await office({ terminalCode: 'K05' })
  const folder = temporaryFolder()
  await first.till.ask('saveSettings', { copies: { folder, everyHours: 4, keep: 3 }, pollMs: 3000 })
  await first.till.ask('copyNow')
  const [row] = await first.till.ask('listCopies', { folder })
  const content = readFileSync(join(folder, row?.name ?? ''), 'utf8')
  const { till } = await newTill(null, {})
  const report = await till.ask('inspectShopFile', { source: { content } })
  expect(report).toMatchObject({ sales: null, kept: 'none', goods: null, pins: false })
  await till.ask('takeShopFile', settingsFrom(content))
  expect((await till.view()).settings).toMatchObject({ terminalCode: 'K01', pollMs: 3000 })
  expect(await failed(openSealed(content, '1'.repeat(25)))).toBe('SHOP_FILE_NOT_SEALED')
})
