/** Staff over the life of a terminal: the first person, locks, a restart, a missing list. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REGISTER_NAME } from '../../../main/storage/register/index.ts'
import { CHEAP_SCRYPT_COST } from '../../support/cheap-hashes.ts'
import { fastClock } from '../../support/fast-clock.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { inRegister } from '../../support/register-in.ts'
import { saleOf } from '../../support/returns.ts'
import { BEER, BREAD, cartOf, sellsRoundGoods } from '../../support/round-goods.ts'
import { hire, PINS, putAtTill } from '../../support/staff.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, refusal, startTill } from '../../support/terminal.ts'

test('the first person must be an owner with a PIN; before that the till asks for no PIN', async () => {
  const { till } = await tillAtPractice()
  const first = { id: null, name: 'Сарнай', pin: '4826' }
  expect(await refusal(till, 'saveStaff', { ...first, role: 'manager' })).toBe('OWNER_NEEDED')
  expect(await refusal(till, 'saveStaff', { ...first, role: 'owner', pin: null })).toBe('PIN_INVALID')
  expect((await till.view()).staffed).toBe(false)
  await till.ask('saveStaff', { ...first, role: 'owner' })
  expect(await till.view()).toMatchObject({ staffed: true, locked: false, person: { name: 'Сарнай' } })
  const [row] = await till.ask('listAudit', { before: null, limit: 1 })
  expect(row).toMatchObject({ action: 'saveStaff', who: null, about: { name: 'Сарнай', role: 'owner' } })
})

test('after a restart the till is locked, with the sale and its cashier as they were', async () => {
  const { till, start } = await tillAtPractice()
  const crew = await hire(till)
  await putAtTill(till, crew.cashier)
  const { products } = await till.ask('searchGoods', { query: '', category: null, limit: 1 })
  await till.ask('addProduct', { code: products[0]?.code ?? '' })
  await till.stop()
  const again = await start()
  expect(await again.ask('getView')).toMatchObject({ locked: true, sale: 'open' })
  await putAtTill(again, crew.manager)
  expect((await again.view()).counter?.sale.cashier).toEqual({ id: crew.cashier.id, name: crew.cashier.name })
})

test('the till locks automatically after the minutes of the settings and tells the page', async () => {
  const { address } = await openPractice()
  const fast = fastClock()
  const settings = { lockMinutes: 1 }
  let passed = 0
  const waits: (() => void)[] = []
  const clock = {
    ...fast,
    monotonic: () => fast.monotonic() + passed,
    after: (ms: number, action: () => void) => {
      if (ms > 55_000 && ms <= 60_000) waits.push(action)
      return fast.after(ms, action)
    },
  }
  const till = await startTill({ folder: temporaryFolder(), practice: address, settings, clock })
  const crew = await hire(till)
  await putAtTill(till, crew.cashier)
  const locked = new Promise<void>((resolve) => till.terminal.onView((view) => view.locked && resolve()))
  passed = 61_000
  for (const action of waits.splice(0)) action()
  await locked
  expect(await refusal(till, 'openDrawer', { printer: 'main' })).toBe('SIGNED_OUT')
})

/** Changes the stored body of each person. */
async function tamper(folder: string, change: (body: string) => string): Promise<void> {
  await inRegister(folder, ({ rows, write }) =>
    write(
      'person',
      rows('person').map(({ key, body }) => ({ key, body: change(body) })),
    ),
  )
}

test.each([
  ['an unreadable row', (body: string) => body.replace('"role"', '"rôle"')],
  ['no active owner', (body: string) => body.replace('"active":true', '"active":false')],
])('a list of staff with %s lets nobody in, also after restarts', async (_, change) => {
  const { till, folder, start } = await tillAtPractice()
  await hire(till)
  await till.stop()
  await tamper(folder, change)
  const damaged = await start()
  expect(await damaged.ask('listStaff')).toEqual({ people: [], damaged: true })
  expect((await damaged.ask('getView')).locked).toBe(true)
  await damaged.stop()
  expect((await (await start()).ask('getView')).locked).toBe(true)
})

test('a register that is lost with its staff lets nobody in, until the file forget-people empties the list', async () => {
  const { till, folder, start } = await tillAtPractice()
  await hire(till)
  await till.stop()
  writeFileSync(join(folder, REGISTER_NAME), 'garbage')
  const locked = await start()
  expect((await locked.ask('getView')).locked).toBe(true)
  await locked.stop()
  writeFileSync(join(folder, 'forget-people'), '')
  const open = await start()
  expect((await open.view()).locked).toBe(false)
  expect(readdirSync(folder)).not.toContain('forget-people')
})

test('a shop that never had staff is not locked by a register of garbage', async () => {
  const { till, folder, start } = await tillAtPractice()
  await till.stop()
  writeFileSync(join(folder, REGISTER_NAME), 'garbage')
  expect(await (await start()).view()).toMatchObject({ staffed: false, locked: false })
})

test('the file forget-people unlocks the till, and the audit trail records it', async () => {
  const { till, folder, start } = await tillAtPractice()
  await hire(till)
  await till.stop()
  writeFileSync(join(folder, 'forget-people'), '')
  const open = await start()
  expect(await open.view()).toMatchObject({ staffed: false, locked: false })
  const [last] = await open.ask('listAudit', { before: null, limit: 1 })
  expect(last?.action).toBe('staff-missing')
})

test('a shop that never had staff is not told after a start that its list is missing', async () => {
  const { till, start } = await tillAtPractice()
  await till.ask('saveSettings', { discountLimitPercent: 40 })
  await till.stop()
  const rows = await (await start()).ask('listAudit', { before: null, limit: 10 })
  expect(rows.map(({ action }) => action)).toEqual(['saveSettings'])
})

test('a hash of another cost is replaced by one of the present cost when its person signs in', async () => {
  const { till, folder, address } = await tillAtPractice()
  const crew = await hire(till)
  await till.stop()
  const present = { N: 4, r: 1, p: 2 }
  const again = await startTill({ folder, practice: address, scryptCost: present })
  await putAtTill(again, crew.cashier)
  await again.ask('lock')
  await putAtTill(again, crew.cashier)
  await again.stop()
  const people = await inRegister(folder, ({ rows }) => rows('person').map(({ body }) => JSON.parse(body)))
  const costs = people.map(({ role, pin }) => [role, pin.cost])
  expect(costs).toEqual([
    ['owner', CHEAP_SCRYPT_COST],
    ['manager', CHEAP_SCRYPT_COST],
    ['cashier', present],
  ])
})

test('no PIN is in the list of staff or in the audit trail', async () => {
  const { till, folder } = await tillAtPractice()
  const crew = await hire(till)
  await refusal(till, 'signIn', { staffId: crew.owner.id, pin: '9631' })
  await putAtTill(till, crew.owner)
  await till.ask('changePin', { pin: PINS.owner, newPin: '97531' })
  const rows = JSON.stringify(await till.ask('listAudit', { before: null, limit: 50 }))
  await till.stop()
  const people = await inRegister(folder, ({ rows }) => rows('person'))
  const kept = JSON.stringify(people).replace(/\\"(salt|hash)\\":\\"[0-9a-f]+\\"/g, '')
  for (const pin of ['9631', '97531', ...Object.values(PINS)]) {
    expect(rows).not.toContain(`"${pin}"`)
    expect(kept).not.toContain(pin)
  }
})

test('the audit trail says how much a cashier took out of a cart, undid, discarded and gave back', async () => {
  const { till } = await tillAtPractice()
  await sellsRoundGoods(till)
  const crew = await hire(till)
  await putAtTill(till, crew.cashier)
  const { saleId, lines } = await cartOf(till, { [BREAD]: 2, [BEER]: 1 })
  await till.ask('removeLine', { saleId, lineId: lines[BREAD] ?? '' })
  await till.ask('undo', { saleId })
  await till.ask('takeTender', { saleId, received: '1000' })
  const [tender] = (await saleOf(till, saleId)).tenders
  await till.ask('returnTender', { saleId, tenderId: tender?.id ?? '' })
  await till.ask('discardSale', { saleId })
  const { saleId: single } = await till.ask('addProduct', { code: BREAD })
  await till.ask('undo', { saleId: single })
  await putAtTill(till, crew.manager)
  const rows = await till.ask('listAudit', { before: null, limit: 50 })
  const toldIn = (action: string) => rows.filter((row) => row.action === action).map(({ about }) => about)
  expect(toldIn('removeLine')).toMatchObject([{ totalBefore: 332_000, total: 112_000 }])
  expect(toldIn('undo')).toMatchObject([
    { totalBefore: 110_000, total: 0 },
    { totalBefore: 112_000, total: 332_000 },
  ])
  expect(toldIn('returnTender')).toMatchObject([{ kind: 'cash', amount: 100_000 }])
  expect(toldIn('discardSale')).toMatchObject([{ total: 332_000 }])
})

test('the list of staff of a locked till has no inactive people', async () => {
  const { till } = await tillAtPractice()
  const { cashier, owner } = await hire(till)
  await till.ask('setStaffActive', { id: cashier.id, active: false })
  const listed = async () => (await till.ask('listStaff')).people.map(({ id }) => id)
  expect(await listed()).toContain(cashier.id)
  await till.ask('lock')
  expect(await listed()).not.toContain(cashier.id)
  expect(await listed()).toContain(owner.id)
})

test('a deactivated person cannot sign in, and the last owner cannot be deactivated', async () => {
  const { till } = await tillAtPractice()
  const { manager, owner } = await hire(till)
  await till.ask('setStaffActive', { id: manager.id, active: false })
  expect(await refusal(till, 'setStaffActive', { id: owner.id, active: false })).toBe('OWNER_NEEDED')
  await till.ask('lock')
  expect(await refusal(till, 'signIn', { staffId: manager.id, pin: PINS.manager })).toBe('NOT_FOUND')
})

test('the audit row of a person has the id by which later rows name them, and what was stored', async () => {
  const { till } = await tillAtPractice()
  const { cashier } = await hire(till)
  const newest = async () => (await till.ask('listAudit', { before: null, limit: 1 }))[0]
  expect(await newest()).toMatchObject({
    ...{ action: 'saveStaff', about: { id: cashier.id }, whom: cashier.name },
  })
  const over = { name: cashier.name, role: 'cashier' } as const
  await till.ask('saveStaff', { id: cashier.id, ...over, role: 'manager', pin: null }) // somebody else, meanwhile
  await till.ask('saveStaff', { id: cashier.id, ...over, name: ' Бат ', pin: null, over })
  expect((await newest())?.about).toMatchObject({ name: 'Бат', nameBefore: cashier.name, role: 'manager' })
})
