/** Hostile, racing and repeated calls of saveSettings. */
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import type { FieldChange } from '../../../shared/shop/field-changes.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { handClock } from '../../support/hand-clock.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { settingsFrom } from '../../support/set-up-files.ts'
import { hire, putAtTill } from '../../support/staff.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'

const openTill = async (settings = {}) => (await tillAtPractice({ settings })).till

test('fields of a setting that are left out stay, and one that somebody else changed meanwhile is refused', async () => {
  const till = await openTill()
  const { shop } = (await till.view()).settings
  await till.ask('saveSettings', { shop: { name: 'Дэнж' }, tax: { codes: { vat: '7' } } })
  const { settings } = await till.view()
  expect(settings.shop).toEqual({ ...shop, name: 'Дэнж' })
  expect(settings.tax.codes).toEqual({ ...FIRST_SETTINGS.tax.codes, vat: '7' })
  const save = (change: object) => till.reply('saveSettings', { shop: change, over: { shop } })
  expect(await save({ name: 'Салбар' })).toMatchObject({ error: { name: 'CHANGED_MEANWHILE' } })
  expect(await save({ name: 'Дэнж' })).toMatchObject({ ok: true })
  expect(await save({ branch: '2' })).toMatchObject({ ok: true })
  expect((await till.view()).settings.shop).toEqual({ ...shop, name: 'Дэнж', branch: '2' })
  expect(await till.reply('saveSettings', { shop: { unknown: '1' } })).toMatchObject({ ok: false })
})

test('what somebody else saves while the folder of copies is tried stays', async () => {
  const till = await openTill()
  const saving = till.reply('saveSettings', { copies: { folder: temporaryFolder() }, shop: { name: 'Дэнж' } })
  await till.ask('saveSettings', { shop: { branch: '2' }, copies: { keep: 3 } })
  expect(await saving).toMatchObject({ ok: true })
  const { shop, copies } = (await till.view()).settings
  expect([shop.name, shop.branch, copies.keep]).toEqual(['Дэнж', '2', 3])
})

test('a terminal code does not change during a shift that was opened while the folder of copies was tried', async () => {
  const till = await openTill()
  const copies = { folder: temporaryFolder(), everyHours: 4, keep: 3 }
  const saving = till.reply('saveSettings', { terminalCode: 'K77', takeOver: true, copies })
  const opened = await till.reply('openShift', { float: '0' })
  const saved = await saving
  expect([saved.ok, opened.ok]).not.toEqual([true, true])
})

test('a terminal code does not change during a shift that was opened while the service was asked about the code', async () => {
  const till = await openTill()
  await till.ask('listServiceInvoices', {
    from: '2026-11-20',
    to: '2026-11-20',
    number: '',
    status: null,
    page: 1,
  })
  expect((await till.view()).connection.state).toBe('connected')
  const saving = till.reply('saveSettings', { terminalCode: 'K77' })
  const opened = await till.reply('openShift', { float: '0' })
  const saved = await saving
  expect([saved.ok, opened.ok]).not.toEqual([true, true])
})

test.each([
  ['a number that JSON does not know', { pollMs: 1n }],
  [
    'an object that contains itself',
    (() => {
      const own: Record<string, unknown> = {}
      own.shop = own
      return own
    })(),
  ],
])('settings with %s are refused with a named failure', async (_name, request) => {
  const till = await openTill()
  await expect(till.reply('saveSettings', request)).resolves.toMatchObject({ ok: false })
})

test('a till left alone locks its screen after the new, shorter time without use', async () => {
  const { address } = await openPractice()
  const clock = handClock()
  const till = await startTill({
    folder: temporaryFolder(),
    practice: address,
    settings: { lockMinutes: 480 },
    clock,
  })
  await hire(till)
  await till.ask('saveSettings', { lockMinutes: 1 })
  let locked = false
  till.terminal.onView((view) => {
    locked = view.locked
  })
  for (let minute = 0; minute < 5; minute += 1) {
    clock.advance(60_000)
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(locked).toBe(true)
})

test('the folder of the test printer is shown as soon as that printer is chosen', async () => {
  const till = await openTill({ printer: { kind: 'none' } })
  expect((await till.view()).printFolder).toBeNull()
  await till.ask('saveSettings', { printer: FIRST_SETTINGS.printer })
  expect((await till.view()).printFolder).not.toBeNull()
})

test('a cashier changes nothing with keys of a prototype, arrays, or a field beside one that everybody may change', async () => {
  const till = await openTill()
  const crew = await hire(till)
  await putAtTill(till, crew.cashier)
  const before = (await till.view()).settings
  const requests: unknown[] = [
    Object.create({ lockMinutes: 480 }),
    JSON.parse('{"__proto__":{"lockMinutes":480}}'),
    JSON.parse('{"theme":"light","__proto__":{"lockMinutes":480}}'),
    Object.assign([], { lockMinutes: 480 }),
    [{ lockMinutes: 480 }],
    { guide: before.guide, lockMinutes: 480 },
    { constructor: { lockMinutes: 480 } },
    { theme: 'light', lockMinutes: undefined },
    { settings: { lockMinutes: 480 } },
    { 'shop.name': 'x' },
    { takeOver: true },
    { takeOver: { lockMinutes: 480 } },
    { Shop: FIRST_SETTINGS.shop },
    new Map([['lockMinutes', 480]]),
  ]
  for (const request of requests) await till.reply('saveSettings', request)
  expect((await till.view()).settings).toEqual({ ...before, theme: 'light' })
})

test('an approval of one setting allows no other one', async () => {
  const till = await openTill()
  const crew = await hire(till)
  await putAtTill(till, crew.cashier)
  const request = { lockMinutes: 20 }
  await till.ask('approve', { staffId: crew.owner.id, pin: '2580', command: 'saveSettings', request })
  for (const other of [
    { lockMinutes: 480 },
    { lockMinutes: 20, discountLimitPercent: 100 },
    { retention: FIRST_SETTINGS.retention },
    { lockMinutes: 20, takeOver: true },
  ])
    expect(await till.reply('saveSettings', other)).toMatchObject({ ok: false })
  expect(await till.reply('saveSettings', request)).toMatchObject({ ok: true })
  expect(await till.reply('saveSettings', request)).toMatchObject({ ok: false })
  await putAtTill(till, crew.manager)
  const rows = await till.ask('listAudit', { before: null, limit: 9 })
  expect(rows.find(({ action }) => action === 'saveSettings')).toMatchObject({
    approvedBy: { role: 'owner' },
  })
})

/** The newest row of the audit trail. */
const lastAudited = async (till: Till) => (await till.ask('listAudit', { before: null, limit: 1 }))[0]

test('the audit trail has each changed setting with its old and its new value, and no other', async () => {
  const till = await openTill()
  await hire(till)
  const shop = { ...FIRST_SETTINGS.shop, name: 'Шинэ нэр' }
  await till.ask('saveSettings', { discountLimitPercent: 100, lockMinutes: FIRST_SETTINGS.lockMinutes, shop })
  expect((await lastAudited(till))?.about).toEqual({
    changes: [
      { field: 'shop.name', from: FIRST_SETTINGS.shop.name, to: 'Шинэ нэр' },
      { field: 'discountLimitPercent', from: FIRST_SETTINGS.discountLimitPercent, to: 100 },
    ],
  })
})

test('of two requests for one setting at the same time, each row has the value that it replaced', async () => {
  const till = await openTill()
  await hire(till)
  const copies = { folder: temporaryFolder(), everyHours: 4, keep: 3 } as const
  await Promise.all([
    till.ask('saveSettings', { lockMinutes: 20, copies }),
    till.ask('saveSettings', { lockMinutes: 30 }),
  ])
  const rows = await till.ask('listAudit', { before: null, limit: 2 })
  const lockMinutes = rows.map(({ about }) =>
    (about.changes as FieldChange[]).find(({ field }) => field === 'lockMinutes'),
  )
  expect(lockMinutes.toReversed()).toEqual([
    { field: 'lockMinutes', from: FIRST_SETTINGS.lockMinutes, to: 30 },
    { field: 'lockMinutes', from: 30, to: 20 },
  ])
})

test('the audit trail has the folder of copies as it was saved, not as it was typed', async () => {
  const till = await openTill()
  await hire(till)
  const folder = temporaryFolder()
  await till.ask('saveSettings', { copies: { ...FIRST_SETTINGS.copies, folder: `  ${folder}  ` } })
  expect((await till.view()).settings.copies.folder).toBe(folder)
  expect((await lastAudited(till))?.about).toEqual({
    changes: [{ field: 'copies.folder', from: '', to: folder }],
  })
})

test('the audit trail has the settings that a shop file changed, with old and new values', async () => {
  const till = await openTill()
  await hire(till)
  await till.ask('saveSettings', { lockMinutes: 33 })
  const { path } = await till.ask('exportShopFile', { devices: true, sealed: null })
  await till.ask('saveSettings', { lockMinutes: 44 })
  await till.ask('takeShopFile', settingsFrom(readFileSync(path, 'utf8')))
  expect((await lastAudited(till))?.about).toMatchObject({
    changes: [{ field: 'lockMinutes', from: 44, to: 33 }],
  })
})

test('when its port is free again, the callback receiver starts as soon as its settings are saved again', async () => {
  const { address } = await openPractice()
  const other = createServer()
  const port = await new Promise<number>((resolve) =>
    other.listen(0, '127.0.0.1', () => resolve((other.address() as AddressInfo).port)),
  )
  const till = await startTill({ folder: temporaryFolder(), practice: address, clock: handClock() })
  const callback = { enabled: true, publicUrl: '', host: '127.0.0.1', port }
  await till.ask('saveSettings', { callback })
  await till.untilView((view) => view.callback.state === 'failed')
  await new Promise((resolve) => other.close(resolve))
  await till.ask('saveSettings', { callback })
  await till.untilView((view) => view.callback.state === 'listening')
})

test('a till that got its code and its folder of copies in one request makes copies there', async () => {
  const till = await openTill()
  const folder = temporaryFolder()
  await till.ask('saveSettings', {
    terminalCode: 'K77',
    takeOver: true,
    copies: { folder, everyHours: 4, keep: 3 },
  })
  expect(await till.reply('copyNow')).toMatchObject({ ok: true })
  const copies = await till.ask('listCopies', { folder })
  expect(copies).toHaveLength(1)
})

test('a printer, its width, the callback and the plan of copies that change in one request all apply at once', async () => {
  const till = await openTill({ printer: { kind: 'none' } })
  const folder = temporaryFolder()
  const server = createServer()
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )
  await new Promise((resolve) => server.close(resolve))
  await till.ask('saveSettings', {
    printer: FIRST_SETTINGS.printer,
    paperWidth: 58,
    callback: { enabled: true, publicUrl: '', host: '127.0.0.1', port },
    copies: { folder, everyHours: 1, keep: 3 },
    lockMinutes: 3,
  })
  await till.untilView((view) => view.callback.state === 'listening')
  expect((await till.ask('getCopies')).nextAt).not.toBeNull()
  expect(await till.reply('printTestPage', { printer: 'main' })).toMatchObject({ ok: true })
  await till.ask('saveSettings', { theme: 'dark' })
  expect((await till.view()).callback.state).toBe('listening')
})
