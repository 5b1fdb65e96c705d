/** Requests about people that come at the same time: a page may send the next one before the last is answered. */
import { expect, test } from 'vitest'
import { tillAtPractice } from '../../support/looks.ts'
import { hire, PINS } from '../../support/staff.ts'
import type { Till } from '../../support/terminal.ts'

async function staffedTill() {
  const { till } = await tillAtPractice()
  return { till, crew: await hire(till) }
}

const refusals = async (...replies: ReturnType<Till['reply']>[]) =>
  (await Promise.all(replies)).map((reply) => (reply.ok ? null : reply.error.name))

test('two people who get the same PIN at the same time do not both have it', async () => {
  const { till, crew } = await staffedTill()
  const give = ({ id, name, role }: typeof crew.cashier) =>
    till.reply('saveStaff', { id, name, role, pin: '6417' })
  expect(await refusals(give(crew.cashier), give(crew.manager))).toEqual([null, 'PIN_INVALID'])
  expect(await refusals(till.reply('signIn', { staffId: crew.cashier.id, pin: '6417' }))).toEqual([null])
  expect(await refusals(till.reply('signIn', { staffId: crew.manager.id, pin: '6417' }))).toEqual([
    'PIN_WRONG',
  ])
})

test('a person who chooses a PIN while another gets it does not have it too', async () => {
  const { till, crew } = await staffedTill()
  const { id, name, role } = crew.cashier
  const both = await refusals(
    till.reply('saveStaff', { id, name, role, pin: '6417' }),
    till.reply('changePin', { pin: PINS.owner, newPin: '6417' }),
  )
  expect(both.toSorted()).toEqual(['PIN_INVALID', null].toSorted())
})

test('a person who is deactivated while their PIN is being checked is not signed in', async () => {
  const { till, crew } = await staffedTill()
  const answers = await refusals(
    till.reply('signIn', { staffId: crew.cashier.id, pin: PINS.cashier }),
    till.reply('setStaffActive', { id: crew.cashier.id, active: false }),
  )
  expect(answers).toEqual(['NOT_FOUND', null])
  expect(await till.view()).toMatchObject({ person: { id: crew.owner.id } })
})

test('the role of an approver is the one after the PIN was checked', async () => {
  const { till, crew } = await staffedTill()
  const request = { way: 'out', amount: '1000', reason: 'x' }
  const { id, name } = crew.manager
  const [approved] = await refusals(
    till.reply('approve', { staffId: id, pin: PINS.manager, command: 'moveCash', request }),
    till.reply('saveStaff', { id, name, role: 'cashier', pin: null }),
  )
  expect(approved).toBe('NOT_ALLOWED')
})

test('a person who is active again needs a new PIN, because somebody else may have the old one by now', async () => {
  const { till, crew } = await staffedTill()
  const { id, name, role } = crew.cashier
  await till.ask('setStaffActive', { id, active: false })
  await till.ask('saveStaff', { id: null, name: 'New', role, pin: PINS.cashier })
  await till.ask('setStaffActive', { id, active: true })
  expect(await refusals(till.reply('signIn', { staffId: id, pin: PINS.cashier }))).toEqual(['PIN_NOT_SET'])
  expect(await refusals(till.reply('saveStaff', { id, name, role, pin: PINS.cashier }))).toEqual([
    'PIN_INVALID',
  ])
})
