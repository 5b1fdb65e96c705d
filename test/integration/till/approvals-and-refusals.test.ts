/** What the audit trail keeps of refused attempts, and what becomes of an approval whose command is refused. */
import { expect, test } from 'vitest'
import type { Clock } from '../../../main/base/clock-and-log.ts'
import { dayAfter, shopDay } from '../../../shared/shop/shop-day.ts'
import { decide } from '../../support/attention.ts'
import { rungUp } from '../../support/charged-sale.ts'
import { fastClock } from '../../support/fast-clock.ts'
import { handClock } from '../../support/hand-clock.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { type Crew, hire, PINS, putAtTill } from '../../support/staff.ts'
import { openPractice, refusal, startTill, type Till } from '../../support/terminal.ts'

const staffedTill = () => staffedTillWith(handClock())

async function staffedTillWith<TillClock extends Clock>(clock: TillClock) {
  const { till, payer, folder, address } = await tillAtPractice({ clock })
  const crew = await hire(till)
  return {
    till,
    crew,
    clock,
    payer,
    folder,
    address,
    restart: () => startTill({ folder, practice: address, clock }),
  }
}

const rowsOf = async (till: Till, action: string) =>
  (await till.ask('listAudit', { before: null, limit: 200 })).filter((row) => row.action === action).reverse()

test('the activity log can be read from the end of a chosen day back', async () => {
  const { till, crew, clock } = await staffedTill()
  const first = shopDay(clock.now())
  await till.ask('saveSettings', { discountLimitPercent: 40 })
  clock.jump(24 * 3_600_000)
  await putAtTill(till, crew.owner)
  await till.ask('saveSettings', { discountLimitPercent: 30 })
  const saved = async (until: string | null) =>
    (await till.ask('listAudit', { until, before: null, limit: 50 })).filter(
      ({ action }) => action === 'saveSettings',
    )
  const all = await saved(null)
  expect(all).toHaveLength(2)
  expect(await saved(dayAfter(first, 1))).toEqual(all)
  expect(await saved(first)).toEqual(all.slice(1))
  expect(await till.ask('listAudit', { until: dayAfter(first, -1), before: null, limit: 50 })).toEqual([])
  expect(await saved('9999-12-31')).toEqual(all)
  expect(await till.ask('listAudit', { until: '0001-01-01', before: null, limit: 50 })).toEqual([])
})

const SO_MANY = 300
const wrongCode = (staffId: string) => ({ staffId, code: '1', newPin: '97531' })

test('wrong recovery codes at a locked till add a few rows, which tell how many there were, when the last one came, and whose name it was', async () => {
  const { till, crew, clock } = await staffedTill()
  await till.ask('lock')
  for (let made = 0; made < SO_MANY; made += 1) {
    clock.advance(1_000)
    expect(await refusal(till, 'recoverOwner', wrongCode(crew.owner.id))).toBe('RECOVERY_WRONG')
  }
  const lastAt = clock.now()
  await till.ask('signIn', { staffId: crew.owner.id, pin: PINS.owner })
  clock.advance(60 * 60_000)
  await till.ask('signIn', { staffId: crew.owner.id, pin: PINS.owner })
  const rows = await rowsOf(till, 'recoverOwner')
  expect(rows.length).toBeLessThan(12)
  const wrong = { staffId: crew.owner.id, recoveryCode: 'wrong' }
  expect(rows[0]).toMatchObject({ about: wrong })
  expect(rows.at(-1)).toMatchObject({ about: { ...wrong, times: SO_MANY, lastAt } })
})

test('wrong recovery codes for made-up names are counted together', async () => {
  const { till, crew, clock } = await staffedTill()
  await till.ask('lock')
  for (let made = 0; made < SO_MANY; made += 1)
    await refusal(till, 'recoverOwner', wrongCode(`nobody-${made}`))
  clock.advance(60 * 60_000)
  await till.ask('signIn', { staffId: crew.owner.id, pin: PINS.owner })
  const rows = await rowsOf(till, 'recoverOwner')
  expect(rows.length).toBeLessThan(12)
  expect(rows.at(-1)).toMatchObject({ about: { times: SO_MANY } })
})

test('attempts during a hold add a few rows, and the next attempt that counts tells how many there were', async () => {
  const { till, crew, clock } = await staffedTill()
  await till.ask('lock')
  const wrong = () => refusal(till, 'signIn', { staffId: crew.cashier.id, pin: '9631' })
  while ((await wrong()) !== 'PIN_HELD');
  for (let made = 1; made < SO_MANY; made += 1) expect(await wrong()).toBe('PIN_HELD')
  const lastAt = clock.now()
  clock.advance(5_000)
  expect(await wrong()).toBe('PIN_WRONG')
  await till.ask('signIn', { staffId: crew.owner.id, pin: PINS.owner })
  const rows = await rowsOf(till, 'signIn')
  const held = rows.filter(({ about }) => about.pin === 'held')
  expect(held.length).toBeLessThan(12)
  expect(held.at(-1)?.about).toEqual({ staffId: crew.cashier.id, pin: 'held', times: SO_MANY, lastAt })
})

test('a till that is stopped during a hold has the number of all attempts in its audit trail', async () => {
  const { till, crew, restart } = await staffedTill()
  await till.ask('lock')
  const wrong = () => refusal(till, 'signIn', { staffId: crew.cashier.id, pin: '9631' })
  while ((await wrong()) !== 'PIN_HELD');
  for (let made = 1; made < 5; made += 1) await wrong()
  await till.stop()
  const again = await restart()
  await again.ask('signIn', { staffId: crew.owner.id, pin: PINS.owner })
  const held = (await rowsOf(again, 'signIn')).filter(({ about }) => about.pin === 'held')
  expect(held.at(-1)).toMatchObject({ about: { times: 5 } })
})

const TAKES_CASH = { way: 'out', amount: '1000', reason: 'Талх' }

/** A cashier at the till who takes cash out of the drawer, which a manager may approve. */
async function cashierWantsCash() {
  const staffed = await staffedTill()
  const { till, crew } = staffed
  await putAtTill(till, crew.cashier)
  const approve = () =>
    till.ask('approve', {
      ...{ staffId: crew.manager.id, pin: PINS.manager, command: 'moveCash', request: TAKES_CASH },
    })
  return { ...staffed, approve, send: () => till.reply('moveCash', TAKES_CASH) }
}

test.each<[string, (till: Till, crew: Crew) => Promise<unknown>]>([
  ['is declined', (till) => till.ask('withdrawApproval', { command: 'moveCash', request: TAKES_CASH })],
  ['ends with a lock', (till, { cashier }) => till.ask('lock').then(() => putAtTill(till, cashier))],
])('an approval that %s while its PIN is checked, or after it, does not hold', async (_how, end) => {
  const { till, crew, approve, send } = await cashierWantsCash()
  const approval = approve()
  const ended = end(till, crew)
  await expect(approval).rejects.toThrow('NOT_ALLOWED')
  await ended
  expect(await send()).toMatchObject({ error: { name: 'NOT_ALLOWED' } })
  await approve()
  await end(till, crew)
  expect(await send()).toMatchObject({ error: { name: 'NOT_ALLOWED' } })
})

test('an approval that ends with a lock while its command runs does not hold when the command fails', async () => {
  const { till, crew, address } = await staffedTill()
  await putAtTill(till, crew.cashier)
  const { url, username, invoice_code } = address
  const request = { baseUrl: url, username, password: 'wrong', invoiceCode: invoice_code }
  await till.ask('approve', { staffId: crew.owner.id, pin: PINS.owner, command: 'connectMerchant', request })
  const running = till.reply('connectMerchant', request)
  await till.ask('lock')
  await putAtTill(till, crew.cashier)
  expect(await running).toMatchObject({ ok: false })
  expect(await till.reply('connectMerchant', request)).toMatchObject({ error: { name: 'NOT_ALLOWED' } })
})

test('declining one approval does not withdraw the approval of another command', async () => {
  const { till, approve, send } = await cashierWantsCash()
  await till.ask('openShift', { float: '5000' })
  await approve()
  await till.ask('withdrawApproval', { command: 'moveCash', request: { ...TAKES_CASH, amount: '1001' } })
  expect(await send()).toMatchObject({ ok: true })
})

test('an approval stays for the same request when the command is refused, and is used up when it is done', async () => {
  const { till, approve, send, clock } = await cashierWantsCash()
  expect(await send()).toMatchObject({ error: { name: 'NOT_ALLOWED' } })
  await approve()
  expect(await send()).toMatchObject({ error: { name: 'SHIFT_NOT_OPEN' } })
  await till.ask('openShift', { float: '5000' })
  clock.advance(30_000)
  expect(await send()).toMatchObject({ ok: true })
  expect(await send()).toMatchObject({ error: { name: 'NOT_ALLOWED' } })
})

test('an approval whose command was refused is no longer valid after its minute, and for no other request', async () => {
  const { till, approve, send, clock } = await cashierWantsCash()
  await approve()
  clock.advance(30_000)
  expect(await send()).toMatchObject({ error: { name: 'SHIFT_NOT_OPEN' } })
  const other = await till.reply('moveCash', { ...TAKES_CASH, amount: '1001' })
  expect(other).toMatchObject({ error: { name: 'NOT_ALLOWED' } })
  clock.advance(30_000)
  expect(await send()).toMatchObject({ error: { name: 'NOT_ALLOWED' } })
})

test('an approval that was given in test mode is not valid in live mode', async () => {
  const { till, crew, approve, send } = await cashierWantsCash()
  const live = await openPractice()
  await approve()
  await putAtTill(till, crew.owner)
  const { url, username, password, invoice_code } = live.address
  await till.ask('connectMerchant', { baseUrl: url, username, password, invoiceCode: invoice_code })
  await till.ask('openShift', { float: '5000' })
  await putAtTill(till, crew.cashier)
  expect(await send()).toMatchObject({ error: { name: 'NOT_ALLOWED' } })
})

test('the same idempotency key is another command in live mode than in test mode', async () => {
  const { till } = await staffedTill()
  const live = await openPractice()
  const open = () => till.terminal.answer('openShift', { float: '5000' }, 'one-key-01')
  expect(await open()).toMatchObject({ ok: true })
  const { url, username, password, invoice_code } = live.address
  await till.ask('connectMerchant', { baseUrl: url, username, password, invoiceCode: invoice_code })
  expect(await open()).toMatchObject({ ok: true })
  expect((await till.view()).mode).toBe('live')
  expect(await till.ask('getShift', { shiftId: null })).not.toBeNull()
})

test.each([
  ['is deactivated', (till: Till, id: string) => till.ask('setStaffActive', { id, active: false })],
  [
    'becomes a cashier',
    (till: Till, id: string) => till.ask('saveStaff', { id, name: 'x', role: 'cashier', pin: null }),
  ],
])('an approval ends when the manager who gave it %s', async (_name, change) => {
  const { till, crew, approve, send } = await cashierWantsCash()
  await till.ask('openShift', { float: '5000' })
  await approve()
  await putAtTill(till, crew.owner)
  await change(till, crew.manager.id)
  await putAtTill(till, crew.cashier)
  expect(await send()).toMatchObject({ error: { name: 'NOT_ALLOWED' } })
})

test('a recovery code is answered once: the same idempotency key shows it to nobody again', async () => {
  const { till, crew } = await staffedTill()
  const make = () => till.terminal.answer('makeRecoveryCode', { pin: PINS.owner }, 'one-key-01')
  const [first, ...repeated] = await Promise.all([make(), make()])
  expect(first).toMatchObject({ ok: true })
  expect([...repeated, await make()]).toMatchObject([
    { ok: false, error: { name: 'COMMAND_REUSED' } },
    { ok: false, error: { name: 'COMMAND_REUSED' } },
  ])
  const { code } = (first as { value: { code: string } }).value
  await till.ask('recoverOwner', { staffId: crew.owner.id, code, newPin: '97531' })
})

test('a wrong PIN for a recovery code may be corrected with the same idempotency key', async () => {
  const { till } = await staffedTill()
  const make = (pin: string) => till.terminal.answer('makeRecoveryCode', { pin }, 'one-key-01')
  expect(await make('9631')).toMatchObject({ error: { name: 'PIN_WRONG' } })
  expect(await make(PINS.owner)).toMatchObject({ ok: true })
})

test('the audit row of a person who was changed has the role and the name before', async () => {
  const { till, crew } = await staffedTill()
  const { id } = crew.cashier
  await till.ask('saveStaff', { id, name: 'Шинэ нэр', role: 'manager', pin: null })
  await till.ask('saveStaff', { id, name: 'Шинэ нэр', role: 'manager', pin: '6417' })
  const [changed, same] = (await rowsOf(till, 'saveStaff')).slice(-2)
  expect(changed?.about).toEqual({
    ...{ id, name: 'Шинэ нэр', role: 'manager', newPin: false },
    ...{ nameBefore: crew.cashier.name, roleBefore: 'cashier' },
  })
  expect(same?.about).toEqual({ id, name: 'Шинэ нэр', role: 'manager', newPin: true })
})

test('the audit row of a late payment that sells the goods names what the discounts take off', async () => {
  const { till, payer } = await staffedTillWith(fastClock(50))
  const { saleId } = await rungUp(till, 1)
  await till.ask('discountSale', { saleId, discount: '50%' })
  const invoice = await till.charge(saleId)
  const due = (await till.view()).counter?.totals.total
  await till.cancel(saleId)
  await payer.pay({ invoice_id: invoice.invoiceId, amount: 10 })
  await till.check(saleId, 'late-payment')
  const [late] = await till.ask('listAttention')
  await decide(till, late, 'sold-with-cash')
  const [row] = await rowsOf(till, 'settleAttention')
  expect(row?.about).toMatchObject({ resolution: 'sold-with-cash', total: due, off: due })
})
