/** Staff over the life of a terminal: the first person, locks, a restart, a missing list. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fastClock } from '../support/fast-clock.ts'
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

test('the first person must be an owner with a PIN; before that the till asks for no PIN', async () => {
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

test('after a restart the till is locked, with the sale and its cashier as they were', async () => {
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

test('the till locks automatically after the minutes of the settings and tells the page', async () => {
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

test('a damaged list of staff lets nobody in, also after restarts, and is quarantined unchanged', async () => {
  const { till, folder, start } = await openTill()
  await hire(till)
  await till.stop()
  writeFileSync(join(folder, 'staff.json'), '{"version":1,"peo')
  const damaged = await start()
  expect(await damaged.ask('listStaff')).toEqual({ people: [], damaged: true })
  expect((await damaged.view()).locked).toBe(true)
  await damaged.stop()
  const aside = readdirSync(folder).find((name) => name.startsWith('staff.damaged-')) ?? ''
  expect(readFileSync(join(folder, aside), 'utf8')).toBe('{"version":1,"peo')
  expect((await (await start()).view()).locked).toBe(true)
})

test('a missing list of staff unlocks the till, and the audit trail records it', async () => {
  const { till, folder, start } = await openTill()
  await hire(till)
  await till.stop()
  rmSync(join(folder, 'staff.json'))
  const open = await start()
  expect(await open.view()).toMatchObject({ staffed: false, locked: false })
  const [last] = await open.ask('listAudit', { before: null, limit: 1 })
  expect(last?.act).toBe('staff-missing')
})

test('no PIN is in the list of staff or in the audit trail', async () => {
  const { till, folder } = await openTill()
  const crew = await hire(till)
  await refusal(till, 'signIn', { staffId: crew.owner.id, pin: '9631' })
  await putAtTill(till, crew.owner)
  await till.ask('changePin', { pin: PINS.owner, newPin: '97531' })
  const rows = JSON.stringify(await till.ask('listAudit', { before: null, limit: 50 }))
  const kept = readFileSync(join(folder, 'staff.json'), 'utf8').replace(/"(salt|hash)": "[0-9a-f]+"/g, '')
  for (const pin of ['9631', '97531', ...Object.values(PINS)]) {
    expect(rows).not.toContain(`"${pin}"`)
    expect(kept).not.toContain(pin)
  }
})
