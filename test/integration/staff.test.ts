/** People over a terminal's life: the first of them, locks, a restart, a list that is gone. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REGISTER_NAME } from '../../main/register/index.ts'
import { fastClock } from '../support/fast-clock.ts'
import { inRegister } from '../support/register-in.ts'
import { hire, PINS, putAtTill } from '../support/staff.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../support/terminal.ts'

async function openTill() {
  const { address } = await openPractice()
  const folder = temporaryFolder()
  const start = () => startTill({ folder, practice: address })
  return { till: await start(), folder, start, address }
}

const refusal = async (till: Till, command: string, request?: unknown) => {
  const reply = await till.reply(command, request)
  return reply.ok ? null : reply.error.name
}

test('the first person is the owner, and no PIN was there before', async () => {
  const { till } = await openTill()
  const first = { id: null, name: 'Сарнай', pin: '4826' }
  expect(await refusal(till, 'saveStaff', { ...first, role: 'manager' })).toBe('OWNER_FIRST')
  expect(await refusal(till, 'saveStaff', { ...first, role: 'owner', pin: null })).toBe('PIN_INVALID')
  expect((await till.view()).staffed).toBe(false)
  await till.ask('saveStaff', { ...first, role: 'owner' })
  expect(await till.view()).toMatchObject({ staffed: true, locked: false, person: { name: 'Сарнай' } })
  const [row] = await till.ask('listAudit', { before: null, limit: 1 })
  expect(row).toMatchObject({ act: 'saveStaff', who: null, about: { name: 'Сарнай', role: 'owner' } })
})

test('a restart begins locked, with the sale at the counter as it was; the cashier is on it', async () => {
  const { till, start } = await openTill()
  const crew = await hire(till)
  await putAtTill(till, crew.cashier)
  const { products } = await till.ask('searchGoods', { query: '', category: null, limit: 1 })
  await till.ask('addProduct', { code: products[0]?.code ?? '' })
  await till.stop()
  const again = await start()
  const view = await again.view()
  expect(view).toMatchObject({ locked: true, person: null })
  expect(view.counter?.sale.cashier).toEqual({ id: crew.cashier.id, name: crew.cashier.name })
})

test('the till locks by itself after the minutes of the settings, and tells the page', async () => {
  const { address } = await openPractice()
  const fast = fastClock()
  const settings = { lockMinutes: 1 }
  let passed = 0
  const waits: (() => void)[] = []
  const clock = {
    ...fast,
    monotonic: () => fast.monotonic() + passed,
    after: (ms: number, act: () => void) => {
      if (ms > 55_000 && ms <= 60_000) waits.push(act)
      return fast.after(ms, act)
    },
  }
  const till = await startTill({ folder: temporaryFolder(), practice: address, settings, clock })
  const crew = await hire(till)
  await putAtTill(till, crew.cashier)
  passed = 61_000
  for (const act of waits) act()
  await till.untilView(({ locked }) => locked)
  expect(await refusal(till, 'openDrawer', { printer: 'main' })).toBe('SIGNED_OUT')
})

/** Changes what is stored of each person, as another program would. */
async function tamper(folder: string, change: (body: string) => string): Promise<void> {
  await inRegister(folder, ({ rows, write }) =>
    write(
      'person',
      rows('person').map(({ key, body }) => ({ key, body: change(body) })),
    ),
  )
}

test.each([
  ['a row that does not read', (body: string) => body.replace('"role"', '"rôle"')],
  ['no active owner', (body: string) => body.replace('"active":true', '"active":false')],
])('people with %s let nobody in, over every restart', async (_, change) => {
  const { till, folder, start } = await openTill()
  await hire(till)
  await till.stop()
  await tamper(folder, change)
  const damaged = await start()
  expect(await damaged.ask('listStaff')).toEqual({ people: [], damaged: true })
  expect((await damaged.view()).locked).toBe(true)
  await damaged.stop()
  expect((await (await start()).view()).locked).toBe(true)
})

test('a damaged register gets its people back from the last backup, with their PINs', async () => {
  const { till, folder, start } = await openTill()
  const crew = await hire(till)
  await putAtTill(till, crew.owner)
  await till.ask('backUpNow')
  await till.stop()
  writeFileSync(join(folder, REGISTER_NAME), 'garbage')
  const again = await start()
  expect(await again.view()).toMatchObject({ staffed: true, locked: true })
  await putAtTill(again, crew.cashier)
})

test('a register that is lost with its people lets nobody in, until the owner has it forget them', async () => {
  const { till, folder, start } = await openTill()
  await hire(till)
  await till.stop()
  writeFileSync(join(folder, REGISTER_NAME), 'garbage')
  const locked = await start()
  expect((await locked.view()).locked).toBe(true)
  await locked.stop()
  writeFileSync(join(folder, 'forget-people'), '')
  const open = await start()
  expect((await open.view()).locked).toBe(false)
  expect(readdirSync(folder)).not.toContain('forget-people')
})

test('people that the register was told to forget open the till, and the trail says since when', async () => {
  const { till, folder, start } = await openTill()
  await hire(till)
  await till.stop()
  writeFileSync(join(folder, 'forget-people'), '')
  const open = await start()
  expect(await open.view()).toMatchObject({ staffed: false, locked: false })
  const [last] = await open.ask('listAudit', { before: null, limit: 1 })
  expect(last?.act).toBe('staff-missing')
})

test('no PIN is in any file or in the trail', async () => {
  const { till, folder } = await openTill()
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
