/** Goods, people and the shop's settings go both ways between the tills of a shop. */
import { expect, test } from 'vitest'
import { newEpoch } from '../../../../main/many-tills/server/index.ts'
import { NO_GOODS_CHANGE } from '../../../../shared/shop/goods-plan.ts'
import { lineTo } from '../../../support/line.ts'
import { expectAllSent, practiceShop, sell } from '../../../support/linked-till.ts'
import { tillAtPractice } from '../../../support/looks.ts'
import { ALL_TENDERS } from '../../../support/open-shift.ts'
import { inRegister } from '../../../support/register-in.ts'
import { shopServerForFile } from '../../../support/shop-database.ts'
import { hire, PINS } from '../../../support/staff.ts'
import { type Till, unlocked } from '../../../support/terminal.ts'
import { twoTills } from '../../../support/two-tills.ts'

const server = shopServerForFile()
const open = () => tillAtPractice({ settings: { tenders: ALL_TENDERS } })

const GOODS = {
  ...{ code: '4001', name: 'Талх', category: 'Хүнс', price: '2500', unit: 'ш' },
  ...{ taxProductCode: '1', classificationCode: '2349010', taxKind: 'vat', cityTax: 'no', codes: '' },
} as const
type Typed = Partial<Record<keyof typeof GOODS, string>>

const add = (till: Pick<Till, 'ask'>, goods: Typed = {}) =>
  till.ask('saveGoods', { was: null, goods: { ...GOODS, ...goods } })
const change = (till: Pick<Till, 'ask'>, goods: Typed) =>
  till.ask('saveGoods', { was: goods.code ?? GOODS.code, goods: { ...GOODS, ...goods } })

async function productAt(till: Pick<Till, 'ask'>, code: string = GOODS.code) {
  const { row } = await till.ask('findGoods', { code })
  return row === null ? null : { name: row.product.name, price: row.product.price }
}
const untilProduct = (till: Pick<Till, 'ask'>, wanted: object | null, code: string = GOODS.code) =>
  expect.poll(() => productAt(till, code)).toEqual(wanted)

/** The tills of a shop in which the first one's product has arrived everywhere. */
async function tillsWithBread(count: number) {
  const shop = await practiceShop(server)
  const tills: Till[] = []
  for (let number = 1; number <= count; number += 1) {
    const { till } = await open()
    if (number === 1) await add(till)
    await shop.pair(till)
    await untilProduct(till, { name: 'Талх', price: 250_000 })
    tills.push(till)
  }
  return { shop, tills: tills as [Till, Till, ...Till[]] }
}

const conflictsAt = (till: Pick<Till, 'ask'>) => till.ask('listShopConflicts')
/** `wanted` is sorted by field name, because the till may find the conflicts in any order. */
const untilConflicts = (till: Pick<Till, 'ask'>, wanted: readonly object[]) =>
  expect
    .poll(async () =>
      [...(await conflictsAt(till))].sort((one, other) => `${one.field}`.localeCompare(`${other.field}`)),
    )
    .toMatchObject(wanted)

/** What two tills change before either has heard of the other: their connections are cut meanwhile. */
async function changeApart(
  shop: Awaited<ReturnType<typeof practiceShop>>,
  work: () => Promise<unknown>,
): Promise<void> {
  await shop.admin.query('BEGIN; LOCK TABLE shop.register IN EXCLUSIVE MODE')
  try {
    await work()
  } finally {
    await shop.admin.query('COMMIT')
  }
}

test('the name of an organisation is known at all tills, and gone everywhere when one takes it away', async () => {
  const { tills } = await tillsWithBread(2)
  const [first, second] = tills
  const nomin = { register: '6234567', name: 'Номин ХХК' }
  const untilKnown = (wanted: readonly object[]) =>
    expect.poll(() => second.ask('findOrganisations', { typed: '6234567' })).toEqual(wanted)
  await first.ask('nameOrganisation', nomin)
  await untilKnown([nomin])
  await first.ask('nameOrganisation', { ...nomin, name: '' })
  await untilKnown([])
})

test('a price that is changed at one till is found, and sold for, at all others', async () => {
  const { tills } = await tillsWithBread(3)
  const [first, second, third] = tills
  await change(first, { price: '2700' })
  for (const till of [second, third as Till]) await untilProduct(till, { name: 'Талх', price: 270_000 })
  await second.ask('addProduct', { code: GOODS.code })
  expect((await second.view()).counter?.totals.total).toBe(270_000)
  expect(
    (await second.ask('listAudit', { before: null, limit: 50 })).some(
      ({ action }) => action === 'shop-changes',
    ),
  ).toBe(true)
})

test('the lines of a sale that has begun keep their price, also while it is being paid', async () => {
  const {
    tills: [office, till],
  } = await tillsWithBread(2)
  await till.ask('addProduct', { code: GOODS.code })
  await change(office, { price: '9900', name: 'Нарийн боов' })
  await untilProduct(till, { name: 'Нарийн боов', price: 990_000 })
  const { counter } = await till.view()
  expect(counter?.sale.lines).toMatchObject([{ product: { name: 'Талх', price: 250_000 } }])
  await till.ask('charge', { saleId: counter?.sale.id ?? '' })
  await change(office, { price: '100', name: 'Нарийн боов' })
  await untilProduct(till, { name: 'Нарийн боов', price: 10_000 })
  expect((await till.view()).counter?.totals.total).toBe(250_000)
})

test('changes of different fields at two tills are merged', async () => {
  const { shop, tills } = await tillsWithBread(2)
  const [first, second] = tills
  await changeApart(shop, async () => {
    await change(first, { price: '2700' })
    await change(second, { name: 'Хар талх' })
  })
  for (const till of tills) await untilProduct(till, { name: 'Хар талх', price: 270_000 })
  for (const till of tills) expect(await conflictsAt(till)).toEqual([])
})

test('when two tills change one field, the first change stands and a person decides about the second', async () => {
  const { shop, tills } = await tillsWithBread(2)
  await changeApart(shop, async () => {
    await change(tills[0], { price: '2700' })
    await change(tills[1], { price: '3000' })
  })
  const counts = async () => Promise.all(tills.map(async (till) => (await till.view()).conflicts))
  await expect.poll(async () => (await counts()).reduce((sum, count) => sum + count, 0)).toBe(1)
  const loser = ((await counts())[0] === 1 ? tills[0] : tills[1]) as Till
  const [theirs, ours] = loser === tills[1] ? [2700, 3000] : [3000, 2700]
  expect(await conflictsAt(loser)).toMatchObject([
    { kind: 'product', key: GOODS.code, name: 'Талх', field: 'price', theirs, ours },
  ])
  for (const till of tills) await untilProduct(till, { name: 'Талх', price: theirs * 100 })
  const of = { kind: 'product', key: GOODS.code, field: 'price' } as const
  await loser.ask('decideShopConflict', { ...of, keep: 'ours' })
  for (const till of tills) await untilProduct(till, { name: 'Талх', price: ours * 100 })
  await untilConflicts(loser, [])
  await expect(loser.ask('decideShopConflict', { ...of, keep: 'ours' })).rejects.toThrow('NOT_FOUND')
})

test('prices that are changed at once at one till reach the others, and a price that another till changed in the meantime is refused', async () => {
  const { tills } = await tillsWithBread(2)
  const [first, second] = tills
  const change = { ...NO_GOODS_CHANGE, price: '+10%' }
  const plan = await first.ask('planGoods', { codes: [GOODS.code], change })
  await first.ask('changeGoods', { plan })
  await untilProduct(second, { name: 'Талх', price: 275_000 })
  const late = await first.ask('planGoods', { codes: [GOODS.code], change })
  await second.ask('saveGoods', { was: GOODS.code, goods: { ...GOODS, price: '3000' } })
  await untilProduct(first, { name: 'Талх', price: 300_000 })
  await expect(first.ask('changeGoods', { plan: late })).rejects.toThrow('GOODS_CHANGED_MEANWHILE')
  expect(await productAt(first)).toEqual({ name: 'Талх', price: 300_000 })
})

test('a till that joins takes the goods of the shop, keeps what it has besides, and asks about the same codes', async () => {
  const { shop, tills } = await tillsWithBread(2)
  const { till: joins } = await open()
  await add(joins, { price: '1', name: 'Боов' })
  await add(joins, { code: '4002', name: 'Сүү', price: '3000' })
  await shop.pair(joins)
  await untilProduct(joins, { name: 'Талх', price: 250_000 })
  await untilProduct(tills[0], { name: 'Сүү', price: 300_000 }, '4002')
  await untilConflicts(joins, [
    { field: 'name', theirs: 'Талх', ours: 'Боов' },
    { field: 'price', theirs: 2500, ours: 1 },
  ])
  await joins.ask('decideShopConflict', { kind: 'product', key: GOODS.code, field: 'name', keep: 'theirs' })
  await untilConflicts(joins, [{ field: 'price' }])
  await joins.ask('keepAllOfShop')
  await untilConflicts(joins, [])
  await untilProduct(joins, { name: 'Талх', price: 250_000 })
})

test('the sample goods of a till are not sent', async () => {
  const shop = await practiceShop(server)
  const { till } = await open()
  await shop.pair(till)
  await expect.poll(() => shop.count('register', "kind = 'setting'")).toBeGreaterThan(0)
  expect(await shop.count('register', "kind = 'product'")).toBe(0)
})

test('settings of the shop are those of all tills, and those of a till stay there', async () => {
  const {
    shop,
    tills: [first, second],
  } = await tillsWithBread(2)
  await first.ask('saveSettings', { discountLimitPercent: 7, display: 'off', paperWidth: 58, theme: 'dark' })
  await second.untilView(({ settings }) => settings.discountLimitPercent === 7)
  expect((await second.view()).settings).toMatchObject({
    ...{ display: 'second-screen', paperWidth: 80, theme: 'light', terminalCode: 'K02' },
  })
  const { rows } = await shop.admin.query("SELECT key FROM shop.register WHERE kind = 'setting'")
  const keys = rows.map(({ key }) => key)
  expect(keys).toContain('tax')
  for (const own of ['terminalCode', 'printer', 'sparePrinter', 'callback', 'merchant', 'display', 'guide'])
    expect(keys).not.toContain(own)
})

test('a person signs in at every till, and a deactivated one at none', async () => {
  const {
    shop,
    tills: [first, second],
  } = await tillsWithBread(2)
  const owner = await first.ask('saveStaff', { id: null, name: 'Эзэн', role: 'owner', pin: PINS.owner })
  const cashier = await first.ask('saveStaff', { id: null, name: 'Болд', role: 'cashier', pin: PINS.cashier })
  const signsIn = ({ id }: { id: string }, pin: string) =>
    second.ask('signIn', { staffId: id, pin }).then(
      () => true,
      () => false,
    )
  await expect.poll(() => signsIn(cashier, PINS.cashier)).toBe(true)
  await first.ask('setStaffActive', { id: cashier.id, active: false })
  await expect.poll(async () => (await second.ask('getView')).locked).toBe(true)
  expect(await signsIn(cashier, PINS.cashier)).toBe(false)
  expect(await signsIn(owner, PINS.owner)).toBe(true)
  const { rows } = await shop.admin.query("SELECT body::text FROM shop.register WHERE kind = 'person'")
  expect(JSON.stringify(rows)).not.toMatch(/salt|hash|recovery/)
  expect(unlocked(await first.ask('getView')).staffed).toBe(true)
})

async function waitingEdits({ name, connect }: Awaited<ReturnType<typeof practiceShop>>): Promise<number> {
  const { rows } = await (await connect()).query(
    `SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = $1 AND wait_event_type = 'Lock' AND query LIKE 'SELECT till\\_%.edit(%'`,
    [name],
  )
  return rows[0]?.n
}

test('an edit whose answer was lost is carried out once, and a later change here is no conflict with it', async () => {
  const shop = await practiceShop(server)
  const line = await lineTo(server.server().port)
  const { till } = await open()
  await shop.pair(till, { port: line.port })
  await add(till)
  await expect.poll(() => shop.count('register', "kind = 'product'")).toBe(1)
  // The server carries the edit out, but cannot answer in time.
  await shop.admin.query('BEGIN; LOCK TABLE shop.register IN EXCLUSIVE MODE')
  await change(till, { price: '2700' })
  await expect.poll(() => waitingEdits(shop)).toBe(1)
  line.cut()
  await shop.admin.query('COMMIT')
  line.restore()
  const version = async () => {
    const { rows } = await shop.admin.query("SELECT version, body FROM shop.register WHERE kind = 'product'")
    return rows
  }
  await expect.poll(version).toMatchObject([{ version: 2, body: { price: 2700 } }])
  await change(till, { price: '2800' })
  await expect.poll(version).toMatchObject([{ version: 3, body: { price: 2800 } }])
  expect(await conflictsAt(till)).toEqual([])
})

test('a server that was restored from an older dump gets the lost rows back from its tills', async () => {
  const { shop, tills } = await tillsWithBread(2)
  await change(tills[0], { price: '2700' })
  await untilProduct(tills[1], { name: 'Талх', price: 270_000 })
  await shop.admin.query("DELETE FROM shop.register WHERE kind = 'product'")
  await newEpoch(shop.admin)
  const there = async () => {
    const { rows } = await shop.admin.query("SELECT version, body FROM shop.register WHERE kind = 'product'")
    return rows
  }
  await expect.poll(there).toMatchObject([{ version: 2, body: { price: 2700 } }])
  await change(tills[1], { price: '2900' })
  await untilProduct(tills[0], { name: 'Талх', price: 290_000 })
})

/** Remembers the register as a dump does. Returns what restores it. */
async function dumped({ admin }: Awaited<ReturnType<typeof practiceShop>>): Promise<() => Promise<void>> {
  await admin.query('CREATE TABLE public.dumped AS TABLE shop.register')
  return async () => {
    await admin.query('DELETE FROM shop.register')
    await admin.query('INSERT INTO shop.register SELECT * FROM public.dumped')
    await newEpoch(admin)
  }
}

test('after a restore of the server no till loses its changes of a product, and a person decides if two tills changed the same field', async () => {
  const { shop, first, second, line, lineOfFirst } = await twoTills(server)
  await add(first)
  await untilProduct(second, { name: 'Талх', price: 250_000 })
  const restore = await dumped(shop)
  line.cut()
  await change(first, { price: '2700', unit: 'кг' })
  await expect.poll(() => shop.count('register', `body ->> 'unit' = 'кг'`)).toBe(1)
  lineOfFirst.cut()
  await restore()
  await change(first, { price: '2700', unit: 'кг', name: 'Цагаан талх', category: 'Боов' })
  await change(second, { price: '2600', name: 'Хар талх' })
  line.restore()
  await expect.poll(() => shop.count('register', `body ->> 'name' = 'Хар талх'`)).toBe(1)
  lineOfFirst.restore()
  await untilConflicts(first, [
    { field: 'name', theirs: 'Хар талх', ours: 'Цагаан талх' },
    { field: 'price', theirs: 2600, ours: 2700 },
  ])
  const kept = { name: 'Хар талх', price: 260_000, unit: 'кг', category: 'Боов' }
  for (const till of [first, second])
    await expect
      .poll(async () => (await till.ask('findGoods', { code: GOODS.code })).row?.product)
      .toMatchObject(kept)
  expect(await conflictsAt(second)).toEqual([])
  await first.ask('decideShopConflict', { kind: 'product', key: GOODS.code, field: 'price', keep: 'ours' })
  await untilProduct(second, { name: 'Хар талх', price: 270_000 })
})

test('a deactivation, a lower role and a new PIN are not undone by a restore of the server, whatever another till changed first', async () => {
  const { shop, first, second, line, lineOfFirst } = await twoTills(server)
  const { owner, manager, cashier } = await hire(first)
  const newPin = '1593'
  const signsIn = (till: Till, { id }: { id: string }, pin: string) =>
    till.ask('signIn', { staffId: id, pin }).then(
      () => true,
      () => false,
    )
  await expect.poll(() => signsIn(second, cashier, PINS.cashier)).toBe(true)
  expect(await signsIn(second, owner, PINS.owner)).toBe(true)
  const restore = await dumped(shop)
  line.cut()
  await first.ask('setStaffActive', { id: cashier.id, active: false })
  await first.ask('saveStaff', { id: manager.id, name: manager.name, role: 'cashier', pin: newPin })
  const count = (where: string) => () => shop.count('register', `kind = 'person' AND ${where}`)
  await expect.poll(count(`body -> 'active' = 'false'`)).toBe(1)
  await expect.poll(count(`body ->> 'role' = 'cashier'`)).toBe(2)
  lineOfFirst.cut()
  await restore()
  await second.ask('saveStaff', { id: cashier.id, name: 'Болд', role: 'cashier', pin: null })
  await second.ask('saveStaff', { id: manager.id, name: 'Сараа', role: 'manager', pin: null })
  line.restore()
  await expect.poll(count(`body ->> 'name' IN ('Болд', 'Сараа')`)).toBe(2)
  expect(await count(`body ->> 'role' = 'cashier'`)()).toBe(1)
  lineOfFirst.restore()
  const known = [
    expect.objectContaining({ name: 'Сараа', role: 'cashier' }),
    expect.objectContaining({ name: 'Болд', active: false }),
  ]
  for (const till of [second, first])
    await expect.poll(async () => (await till.ask('listStaff')).people).toEqual(expect.arrayContaining(known))
  expect(await conflictsAt(first)).toEqual([])
  for (const till of [first, second]) {
    expect(await signsIn(till, cashier, PINS.cashier)).toBe(false)
    expect(await signsIn(till, manager, PINS.manager)).toBe(false)
    expect(await signsIn(till, manager, newPin)).toBe(true)
  }
})

test('a till that belongs to a live shop exchanges nothing with a shop of test mode', async () => {
  const shop = await practiceShop(server)
  const { till, folder } = await open()
  await add(till)
  await till.stop()
  const member = {
    host: 'localhost',
    port: 1,
    database: 'shop',
    ca: '',
    user: 'tugrik_till_x',
    code: 'K01',
    shop: 'Номин',
  }
  await inRegister(folder, (register) =>
    register.write('note', [{ key: 'shop-database-live', body: JSON.stringify(member) }]),
  )
  const { till: again } = await tillAtPractice({ folder })
  await shop.pair(again)
  await sell(again)
  await expectAllSent(shop, again, folder)
  expect(await shop.count('register')).toBe(0)
})

test('changes made without a connection are sent when it is back', async () => {
  const { tills } = await tillsWithBread(2)
  const [first, second] = tills
  await server.server().kill()
  await change(first, { price: '2700' })
  await add(second, { code: '4003', name: 'Цай', price: '900' })
  await server.server().start()
  await untilProduct(second, { name: 'Талх', price: 270_000 })
  await untilProduct(first, { name: 'Цай', price: 90_000 }, '4003')
})
