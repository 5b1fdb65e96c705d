/** A register that is damaged, incomplete, or used by two programs. */
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import { registeredPeople } from '../../../../main/shop/people/people.ts'
import { settingsStore } from '../../../../main/shop/settings/index.ts'
import { openRegister, type Register, type RegisterChange } from '../../../../main/storage/register/index.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { CHEAP_SCRYPT_COST } from '../../../support/cheap-hashes.ts'
import { changeFile } from '../../../support/sql-on-file.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const NOW = Date.UTC(2026, 10, 22, 1, 2, 3)
const FILE = 'register.sqlite'

async function open(folder: string, now = NOW): Promise<Register> {
  const register = await openRegister({ folder, log: silentLog, now: () => now })
  onTestFinished(register.close)
  return register
}

/** A new register, open in a folder of its own. */
async function opened() {
  const folder = temporaryFolder()
  return { folder, register: await open(folder) }
}

const PIN = { salt: 'a'.repeat(32), hash: 'b'.repeat(64), cost: CHEAP_SCRYPT_COST }
const person = (id: string, role: string, more: object = {}) => ({
  key: id,
  body: JSON.stringify({ id, name: id, role, active: true, pin: PIN, recovery: null, ...more }),
})
const product = (key: string, price: number) => ({ key, body: JSON.stringify({ code: key, price }) })
const many = (count: number, price: number) =>
  Array.from({ length: count }, (_, at) => product(`k${at}`, price))

/** Changes rows without the program, as a bad sector inside a row might. */
function sql(folder: string, text: string): void {
  changeFile(join(folder, FILE), text)
}

/** Replaces the first occurrence of `was` after `from`. `now` must be as long. */
function flip(file: string, was: string, now: string, from = 0): void {
  const content = readFileSync(file)
  const at = content.indexOf(was, from)
  expect(at).toBeGreaterThanOrEqual(0)
  content.write(now, at)
  writeFileSync(file, content)
}

const everybody = (register: Register) => {
  const people = registeredPeople(register, silentLog)
  return { damaged: people.damaged, names: people.read().map(({ id }) => id) }
}
/** The same rule as `isStaffed` in staff.ts. */
const isLocked = (register: Register): boolean => {
  const { damaged, names } = everybody(register)
  return damaged || names.length > 0
}
const damageOf = (register: Register) =>
  JSON.parse(register.rows('note').find(({ key }) => key === 'damage')?.body ?? 'null')

/** Closes a register with these rows after its backup, and returns its folder. */
async function backedUp(
  rows: Partial<Record<'product' | 'person' | 'setting', readonly RegisterChange[]>>,
): Promise<string> {
  const { folder, register } = await opened()
  for (const kind of ['product', 'person', 'setting'] as const)
    if (rows[kind] !== undefined) register.write(kind, rows[kind])
  await register.copy()
  register.close()
  return folder
}

function copyOf(folder: string): string {
  const other = temporaryFolder()
  for (const name of readdirSync(folder))
    if (name.startsWith(FILE)) copyFileSync(join(folder, name), join(other, name))
  return other
}

// ---------- 1 a database that is no register

test('a register with a damaged table name is rescued from the backup', async () => {
  const folder = await backedUp({ product: many(10, 1) })
  const file = join(folder, FILE)
  flip(file, 'tableregisterregister', 'tableregistesregistes')
  const again = await open(folder)
  expect(again.rows('product')).toHaveLength(10)
})

test('a register with a damaged version number is rescued, and not refused as that of a newer program', async () => {
  const folder = await backedUp({ product: many(10, 1) })
  const file = join(folder, FILE)
  const content = readFileSync(file)
  content.fill(0x5a, 40, 100)
  writeFileSync(file, content)
  const again = await open(folder)
  expect(again.rows('product')).toHaveLength(10)
})

// ---------- 2 damage within a row

test('a damaged theme setting gets its first value and is reported, and no other setting is lost', async () => {
  const { folder, register } = await opened()
  const written = {
    ...FIRST_SETTINGS,
    theme: 'dark',
    terminalCode: 'K07',
    shop: { ...FIRST_SETTINGS.shop, name: 'Дэлгүүр' },
    tax: { ...FIRST_SETTINGS.tax, vatPayer: false },
    copies: { folder: '/stick', everyHours: 1, keep: 3 },
    merchant: { baseUrl: 'https://x.example', username: 'u', invoiceCode: 'i' },
  } as const
  settingsStore(register, silentLog).write(written)
  register.close()
  flip(join(folder, FILE), '"dark"', '"dark\u0001')
  const again = await open(folder)
  expect(settingsStore(again, silentLog).read()).toEqual({ ...written, theme: FIRST_SETTINGS.theme })
  expect(damageOf(again)).toMatchObject({ setting: { old: 0, lost: 1 } })
})

test('a person whose stored JSON is invalid is reported as lost, and the other staff stay', async () => {
  const { folder, register } = await opened()
  register.write('person', [person('owner', 'owner'), person('cashier', 'cashier')])
  register.close()
  flip(join(folder, FILE), '{"id":"cashier"', '!"id":"cashier"')
  const again = await open(folder)
  expect(everybody(again)).toEqual({ damaged: false, names: ['owner'] })
  expect(damageOf(again)).toMatchObject({ person: { lost: 1 } })
})

test('one wrong byte in the index does not unlock a till with staff', async () => {
  const { folder, register } = await opened()
  register.write('person', [person('owner', 'owner')])
  register.write('product', many(20, 1))
  register.close()
  const file = join(folder, FILE)
  // The index entry of the owner, on the page after the table.
  const content = readFileSync(file)
  const at = content.indexOf('personowner')
  const second = content
    .subarray(at, at + 12)
    .toString()
    .startsWith('personowner{')
    ? content.indexOf('personowner', at + 1)
    : at
  content.write('qersonowner', second)
  writeFileSync(file, content)
  expect(isLocked(await open(folder))).toBe(true)
})

test('a product row with a damaged kind is either read or reported as lost', async () => {
  const { folder, register } = await opened()
  register.write('product', many(3, 1))
  register.close()
  flip(join(folder, FILE), 'productk1{', 'prodvctk1{')
  const again = await open(folder)
  const read = [...again.portions('product')].flat().map(({ key }) => key)
  expect(read.includes('k1') || damageOf(again) !== null).toBe(true)
})

// ---------- 3 the write-ahead log of another file

test('a new register reads nothing from the write-ahead log of a deleted one', async () => {
  const { folder, register } = await opened()
  register.write('product', many(500, 1))
  register.write('person', [person('fired', 'owner')])
  const killed = copyOf(folder)
  rmSync(join(killed, FILE))
  const made = await open(killed)
  made.write('product', [product('new', 7)])
  expect(made.rows('product').map(({ key }) => key)).toEqual(['new'])
  expect(made.rows('person')).toEqual([])
})

// ---------- 4 staff after a rescue

test('a till whose only person is lost is locked, even when an earlier person was removed properly', async () => {
  const { folder, register } = await opened()
  register.write('person', [person('former', 'owner')])
  register.write('person', [{ key: 'former', body: null }])
  register.write('person', [person('owner', 'owner')])
  register.close()
  sql(folder, `UPDATE register SET body = 'damaged' WHERE key = 'owner'`)
  expect(isLocked(await open(folder))).toBe(true)
})

test('a person who is lost in a rescue is reported', async () => {
  const { folder, register } = await opened()
  register.write('person', [person('owner', 'owner'), person('cashier', 'cashier')])
  register.close()
  sql(folder, `UPDATE register SET body = 'damaged' WHERE key = 'cashier'`)
  const again = await open(folder)
  expect(everybody(again).names).toEqual(['owner'])
  expect(JSON.stringify(again.rows('note'))).toMatch(/person|people/)
})

test('a deactivated person does not become active again from the backup without a report', async () => {
  const { folder, register } = await opened()
  register.write('person', [person('owner', 'owner'), person('thief', 'manager')])
  await register.copy()
  register.write('person', [person('thief', 'manager', { active: false })])
  register.close()
  sql(folder, `UPDATE register SET body = 'damaged' WHERE key = 'thief'`)
  const again = await open(folder)
  const back = registeredPeople(again, silentLog)
    .read()
    .some(({ id, active }) => id === 'thief' && active)
  expect(back && !/person|people/.test(JSON.stringify(again.rows('note')))).toBe(false)
})

test('staff who were added after a loss of staff was settled are not locked out by the backup’s note of that loss', async () => {
  const { folder, register } = await opened()
  register.write('note', [{ key: 'people-lost', body: '{"damaged":"x"}' }])
  await register.copy()
  register.write('note', [{ key: 'people-lost', body: null }]) // forget-people
  register.write('person', [person('owner', 'owner')])
  register.close()
  // Damages the row of the note.
  sql(folder, `UPDATE register SET body = 'damaged' WHERE key = 'people-lost'`)
  expect(everybody(await open(folder))).toEqual({ damaged: false, names: ['owner'] })
})

test('settings that are lost in a rescue get their first values and are reported', async () => {
  const { folder, register } = await opened()
  settingsStore(register, silentLog).write({
    ...FIRST_SETTINGS,
    tax: { ...FIRST_SETTINGS.tax, vatPayer: false },
    merchant: { baseUrl: 'https://x.example', username: 'u', invoiceCode: 'i' },
  })
  register.write('person', [person('owner', 'owner')])
  register.close()
  sql(folder, `UPDATE register SET body = 'damaged' WHERE key IN ('merchant', 'tax')`)
  const again = await open(folder)
  expect(settingsStore(again, silentLog).read()).toMatchObject({ merchant: null, tax: { vatPayer: true } })
  expect(JSON.stringify(again.rows('note'))).toMatch(/setting/)
})

// ---------- 5 the report of a rescue

test('a removed product whose row is damaged counts as lost, because nothing shows that it was removed', async () => {
  const { folder, register } = await opened()
  register.write('product', many(1000, 1))
  await register.replaceAll('product', [product('new', 1)])
  register.close()
  sql(folder, `UPDATE register SET body = 'damaged' WHERE key = 'k1'`)
  expect(damageOf(await open(folder))).toMatchObject({ product: { lost: 1 } })
})

// ---------- 6 the copy

test('a product that is changed after a rescue keeps the change at the next start', async () => {
  const { folder, register } = await opened()
  for (const price of [1, 2, 3]) register.write('product', [product('a', price)])
  await register.copy()
  register.close()
  rmSync(join(folder, FILE)) // by mistake, or as docs/operations.md advises
  const anew = await open(folder)
  anew.write('product', [product('a', 9)])
  anew.close()
  expect((await open(folder)).rows('product')[0]?.body).toBe(product('a', 9).body)
})

test('a row that can be read stays as it is, although the backup has a higher version of it', async () => {
  const { folder, register } = await opened()
  register.write('product', [product('a', 1), product('b', 1)])
  register.close()
  const earlier = readFileSync(join(folder, FILE))
  const later = await open(folder)
  for (const price of [2, 3]) later.write('product', [product('a', price), product('b', price)])
  await later.copy()
  later.close()
  writeFileSync(join(folder, FILE), earlier)
  sql(folder, `UPDATE register SET body = 'damaged' WHERE key = 'b'`)
  expect((await open(folder)).rows('product').map(({ body }) => body)).toEqual([
    product('a', 1).body,
    product('b', 3).body,
  ])
})

// ---------- 7 two programs, and a suspect marker

test.each(['missing', 'damaged'])(
  'nothing is taken from a copy of another build in place of a %s register',
  async (what) => {
    const { folder, register } = await opened()
    register.write('product', many(10, 1))
    await register.copy()
    register.close()
    const [file, copy] = [join(folder, FILE), join(folder, 'backups', FILE)]
    changeFile(copy, 'PRAGMA application_id = 7; ALTER TABLE register ADD COLUMN shop TEXT')
    const before = readFileSync(copy)
    if (what === 'missing') rmSync(file)
    else writeFileSync(file, 'damaged')
    await expect(open(folder)).rejects.toMatchObject({
      failure: { name: 'DATA_OF_ANOTHER_BUILD', detail: copy },
    })
    expect(readFileSync(copy)).toEqual(before)
    expect(readdirSync(folder).sort()).toEqual(what === 'missing' ? ['backups'] : ['backups', FILE])
  },
)

test('a row that a rescue took from an older backup gets a higher version at its next change than it ever had', async () => {
  const { folder, register } = await opened()
  register.write('product', [product('a', 1)])
  await register.copy()
  for (const price of [2, 3, 4]) register.write('product', [product('a', price)])
  register.close()
  sql(folder, `UPDATE register SET body = 'damaged' WHERE key = 'a'`)
  const again = await open(folder)
  again.write('product', [product('a', 5)])
  expect(again.rows('product')[0]?.version).toBeGreaterThan(4)
})

// ---------- 8 writes during a replacement

test('all products are replaced completely while settings are written and copies are made, and the settings stay', async () => {
  const { register } = await opened()
  register.write('product', many(5000, 1))
  let round = 0
  const [done] = await Promise.all([
    register.replaceAll('product', many(60_000, 2), {
      progress: () => register.write('setting', [{ key: 'n', body: String(++round) }]),
      stopped: () => false,
    }),
    register.copy(),
    register.copy(),
  ])
  expect(done).toBe(true)
  expect(register.rows('product')).toHaveLength(60_000)
  expect(register.rows('setting')[0]?.body).toBe(String(round))
})

test('a replacement fails where a row cannot be made, and the earlier rows stay', async () => {
  const register = await open(temporaryFolder())
  register.write('product', many(10, 1))
  const rows = {
    length: 2,
    *[Symbol.iterator]() {
      yield product('new', 1)
      throw new Error('no such row')
    },
  }
  await expect(register.replaceAll('product', rows)).rejects.toThrow('no such row')
  expect(register.rows('product')).toHaveLength(10)
})

test('a register that is closed during a replacement keeps its earlier rows', async () => {
  const { folder, register } = await opened()
  register.write('product', many(10, 1))
  const replacing = register.replaceAll('product', many(60_000, 2)).then(
    () => 'done',
    () => 'failed',
  )
  await new Promise((resolve) => setImmediate(resolve))
  register.close()
  expect(await replacing).toBe('failed')
  expect((await open(folder)).rows('product')).toHaveLength(10)
})

// ---------- 9 more cases of the same causes

test('goods are still restored from a backup that another program had locked at the first start', async () => {
  const folder = await backedUp({ product: many(10, 1), person: [person('owner', 'owner')] })
  writeFileSync(join(folder, FILE), 'garbage'.repeat(1000))
  const other = new DatabaseSync(join(folder, 'backups', FILE))
  other.exec('BEGIN EXCLUSIVE')
  const first = await openRegister({ folder, log: silentLog, now: () => NOW }).catch(() => null)
  other.exec('ROLLBACK')
  other.close()
  if (first !== null) {
    await first.copy() // as every hour
    first.close()
    writeFileSync(join(folder, FILE), 'garbage'.repeat(1000))
  }
  expect((await open(folder)).rows('product')).toHaveLength(10)
})

test('a missing register is rescued from its backup, and the till stays locked', async () => {
  const folder = await backedUp({ product: many(10, 1), person: [person('owner', 'owner')] })
  rmSync(join(folder, FILE))
  const again = await open(folder)
  expect([isLocked(again), again.rows('product').length]).toEqual([true, 10])
})

test('a till whose register is missing stays locked after a rescue that was cut off when it had renamed the unreadable copy', async () => {
  const folder = await backedUp({ person: [person('owner', 'owner')] })
  rmSync(join(folder, FILE))
  const copy = join(folder, 'backups', FILE)
  writeFileSync(copy, Buffer.alloc(8192, 0x41))
  renameSync(copy, join(folder, 'backups', 'register.damaged-20261122-010203-1.sqlite'))
  const register = await open(folder)
  expect(isLocked(register)).toBe(true)
  expect(damageOf(register)).toMatchObject({ seen: false })
})

test('a damage note of another version is read without an error', async () => {
  const { register } = await opened()
  register.write('note', [
    { key: 'damage', body: '{"setAside":"x","read":1,"old":0,"lost":0,"own":true,"seen":true,"people":1}' },
  ])
  const { readDamage } = await import('../../../../main/storage/register/index.ts')
  expect(() => readDamage(register)).not.toThrow()
})

test.each([
  ['garbage', 'garbage'.repeat(1000)],
  ['empty', ''],
  ['cut short', 'SQLite format 3\0'],
])(
  'a till whose register is garbage and whose backup is %s is locked, and its shop keeps the mark of goods of its own',
  async (_, content) => {
    const { folder, register } = await opened()
    register.write('product', many(10, 1))
    register.write('person', [person('owner', 'owner')])
    await register.copy()
    register.close()
    writeFileSync(join(folder, FILE), 'garbage'.repeat(1000))
    writeFileSync(join(folder, 'backups', FILE), content)
    const again = await open(folder)
    expect([isLocked(again), damageOf(again).own]).toEqual([true, true])
  },
)

test('two simultaneous replacements leave the rows of exactly one of them', async () => {
  const register = await open(temporaryFolder())
  const [one, other] = await Promise.all([
    register.replaceAll('product', many(9000, 1)).catch(() => 'refused'),
    register.replaceAll('product', many(9000, 2)).catch(() => 'refused'),
  ])
  expect([one, other]).toEqual(expect.arrayContaining([true]))
  expect(new Set(register.rows('product').map(({ body }) => JSON.parse(body).price)).size).toBe(1)
  expect(register.rows('product')).toHaveLength(9000)
})

test('a flipped bit in the index does not make reading the rows fail', async () => {
  const { folder, register } = await opened()
  settingsStore(register, silentLog).write(FIRST_SETTINGS)
  register.write('person', [person('owner', 'owner')])
  register.write('product', many(150, 1))
  register.close()
  const file = join(folder, FILE)
  const sound = readFileSync(file)
  const failed: string[] = []
  // One bit in each of many bytes of the index: in headers, lengths and row ids of its entries.
  for (let at = 8192 + 8; at < 12288; at += 60) {
    const content = Buffer.from(sound)
    content[at] = (content[at] ?? 0) ^ 0x20
    writeFileSync(file, content)
    const opened = await openRegister({ folder, log: silentLog, now: () => NOW })
    try {
      for (const kind of ['setting', 'person', 'product', 'note'] as const) opened.rows(kind)
    } catch (error) {
      failed.push(`${at} ${(error as Error).message}`)
    }
    opened.close()
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
  }
  expect(failed).toEqual([])
})

test('the backup’s row takes the place of an unreadable one, and is still in the next backup', async () => {
  const folder = await backedUp({ product: [product('a', 1000), product('b', 2000)] })
  flip(join(folder, FILE), '{"code":"b"', '!"code":"b"')
  const again = await open(folder)
  const both = [product('a', 1000).body, product('b', 2000).body]
  expect(again.rows('product').map(({ body }) => body)).toEqual(both)
  await again.copy()
  again.close()
  const backup = await open(join(folder, 'backups'))
  expect(backup.rows('product').map(({ body }) => body)).toEqual(both)
})
