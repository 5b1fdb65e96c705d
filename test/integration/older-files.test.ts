/** A till takes goods, people and settings from the files of an older version over (test/fixtures/before-register). */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PINS } from '../support/staff.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../support/terminal.ts'

const OLDER = join(import.meta.dirname, '../fixtures/before-register')
const FILES = ['goods.jsonl', 'settings.json', 'staff.json']

async function olderTill() {
  const folder = temporaryFolder()
  cpSync(OLDER, folder, { recursive: true })
  const { address } = await openPractice()
  return { folder, start: () => startTill({ folder, practice: address, settings: null }) }
}

async function goodsOf(till: Till) {
  const { rows } = await till.ask('listGoods', { query: '', only: 'all', offset: 0, limit: 9 })
  return rows.map(({ product: { code, name, price }, favourite }) => [code, name, price / 100, favourite])
}

test('goods, staff and settings of an older version are taken over, and its files are kept', async () => {
  const { folder, start } = await olderTill()
  for (const till of [await start(), null]) {
    const now = till ?? (await start())
    expect(await now.ask('getView')).toMatchObject({ settings: { theme: 'dark' }, locked: true })
    const { people } = await now.ask('listStaff')
    expect(people.map(({ name, role }) => [name, role])).toEqual([
      ['The owner', 'owner'],
      ['The manager', 'manager'],
      ['The cashier', 'cashier'],
    ])
    for (const { id, role } of people) await now.ask('signIn', { staffId: id, pin: PINS[role] })
    expect(await goodsOf(now)).toEqual([
      ['T-001', 'Талх', 2600, false],
      ['8', 'Тараг', 3100, true],
    ])
    expect(readdirSync(join(folder, 'before-register')).sort()).toEqual(FILES)
    for (const name of FILES)
      expect(readFileSync(join(folder, 'before-register', name))).toEqual(readFileSync(join(OLDER, name)))
    await now.stop()
  }
})

test('older files that stayed in the folder after the takeover are not read again', async () => {
  const { folder, start } = await olderTill()
  const till = await start()
  await till.ask('signIn', { staffId: (await till.ask('listStaff')).people[0]?.id ?? '', pin: PINS.owner })
  await till.ask('saveSettings', { theme: 'light' })
  await till.stop()
  for (const name of FILES) cpSync(join(OLDER, name), join(folder, name))
  const again = await start()
  expect(await again.ask('getView')).toMatchObject({ settings: { theme: 'light' } })
  expect(FILES.filter((name) => existsSync(join(folder, name)))).toEqual(['staff.json'])
  // With this content an earlier version of the program stays locked. Without the file it would start without staff,
  // and everybody would have every permission.
  expect(JSON.parse(readFileSync(join(folder, 'staff.json'), 'utf8'))).toHaveProperty('damaged')
})

test('an unreadable line of the older goods is reported until a person acknowledges it', async () => {
  const { folder, start } = await olderTill()
  writeFileSync(join(folder, 'goods.jsonl'), `${readFileSync(join(OLDER, 'goods.jsonl'), 'utf8')}garbage\n`)
  const setAside = join(folder, 'before-register', 'goods.jsonl')
  const damaged = { setAside, product: { old: 0, lost: 1 } }
  const startAsOwner = async () => {
    const till = await start()
    await till.ask('signIn', { staffId: (await till.ask('listStaff')).people[0]?.id ?? '', pin: PINS.owner })
    return till
  }
  const till = await startAsOwner()
  expect(await till.view()).toMatchObject({ goods: { own: true, count: 2 }, registerRescued: damaged })
  await till.stop()
  const again = await startAsOwner()
  expect(await again.view()).toMatchObject({ registerRescued: damaged })
  await again.ask('acknowledgeRegister')
  await again.stop()
  expect(await (await startAsOwner()).view()).toMatchObject({ goods: { own: true }, registerRescued: null })
})

test('an unreadable older list of staff locks the till and lists nobody', async () => {
  const { folder, start } = await olderTill()
  writeFileSync(join(folder, 'staff.json'), '{"version":1,"peo')
  const till = await start()
  expect(await till.ask('listStaff')).toEqual({ people: [], damaged: true })
  expect(await till.ask('getView')).toMatchObject({ locked: true })
})

test('a till without older files starts in test mode, with sample goods and without staff', async () => {
  const { folder, start } = await olderTill()
  for (const name of FILES) rmSync(join(folder, name))
  expect(await (await start()).view()).toMatchObject({
    mode: 'practice',
    staffed: false,
    goods: { own: false },
    settings: { theme: 'light' },
  })
  expect(existsSync(join(folder, 'before-register'))).toBe(false)
})
