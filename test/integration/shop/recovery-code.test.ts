/** An owner whose PIN is held or forgotten gets in with the recovery code. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { handClock } from '../../support/hand-clock.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { inRegister } from '../../support/register-in.ts'
import { hire, PINS, putAtTill } from '../../support/staff.ts'
import { refusal, type Till } from '../../support/terminal.ts'

async function openTill() {
  const clock = handClock()
  const { till, folder, start } = await tillAtPractice({ clock })
  const crew = await hire(till)
  return { till, crew, folder, start, clock }
}

const NEW_PIN = '97531'

/** A passer-by types wrong PINs at this name until it is held. */
async function holdUp(till: Till, staffId: string): Promise<void> {
  while ((await refusal(till, 'signIn', { staffId, pin: '9631' })) !== 'PIN_HELD');
}

test('an owner whose PIN is held gets in at once with the recovery code and a new PIN', async () => {
  const { till, crew } = await openTill()
  const { code } = await till.ask('makeRecoveryCode', { pin: PINS.owner })
  await till.ask('lock')
  await holdUp(till, crew.owner.id)
  expect(await refusal(till, 'signIn', { staffId: crew.owner.id, pin: PINS.owner })).toBe('PIN_HELD')
  await till.ask('recoverOwner', { staffId: crew.owner.id, code, newPin: NEW_PIN })
  expect(await till.view()).toMatchObject({ locked: false, person: { role: 'owner' } })
  await till.ask('lock')
  expect(await refusal(till, 'signIn', { staffId: crew.owner.id, pin: PINS.owner })).toBe('PIN_WRONG')
  await till.ask('signIn', { staffId: crew.owner.id, pin: NEW_PIN })
})

test('a recovery code has 25 digits, and is accepted with and without spaces', async () => {
  const { till, crew } = await openTill()
  const { code } = await till.ask('makeRecoveryCode', { pin: PINS.owner })
  expect(code).toMatch(/^\d{5}( \d{5}){4}$/)
  await till.ask('recoverOwner', { staffId: crew.owner.id, code: code.replaceAll(' ', ''), newPin: NEW_PIN })
})

test('a recovery code is used once, also by two requests at the same time and after a restart', async () => {
  const { till, crew, start } = await openTill()
  const { code } = await till.ask('makeRecoveryCode', { pin: PINS.owner })
  const use = (at: Till, newPin: string) =>
    refusal(at, 'recoverOwner', { staffId: crew.owner.id, code, newPin })
  const both = await Promise.all([use(till, NEW_PIN), use(till, '86420')])
  expect(both.toSorted()).toEqual([null, 'RECOVERY_WRONG'].toSorted())
  await till.stop()
  expect(await use(await start(), '13579')).toBe('RECOVERY_WRONG')
})

test('a recovery code is replaced by the next one', async () => {
  const { till, crew } = await openTill()
  const first = await till.ask('makeRecoveryCode', { pin: PINS.owner })
  const second = await till.ask('makeRecoveryCode', { pin: PINS.owner })
  const recover = (code: string) =>
    refusal(till, 'recoverOwner', { staffId: crew.owner.id, code, newPin: NEW_PIN })
  expect(await recover(first.code)).toBe('RECOVERY_WRONG')
  expect(await recover(second.code)).toBeNull()
})

test('a refused new PIN does not use up the recovery code', async () => {
  const { till, crew } = await openTill()
  const { code } = await till.ask('makeRecoveryCode', { pin: PINS.owner })
  const recover = (newPin: string) => refusal(till, 'recoverOwner', { staffId: crew.owner.id, code, newPin })
  expect(await recover('1234')).toBe('PIN_INVALID')
  expect(await recover(PINS.cashier)).toBe('PIN_INVALID')
  expect(await recover(NEW_PIN)).toBeNull()
})

test('a recovery code opens nothing without its owner: not for another person, a former owner, or before one was made', async () => {
  const { till, crew } = await openTill()
  const recover = (staffId: string, code: string) =>
    refusal(till, 'recoverOwner', { staffId, code, newPin: NEW_PIN })
  expect(await recover(crew.owner.id, '')).toBe('RECOVERY_WRONG')
  expect(await recover(crew.owner.id, '00000 00000 00000 00000 00000')).toBe('RECOVERY_WRONG')
  const { code } = await till.ask('makeRecoveryCode', { pin: PINS.owner })
  expect(await recover(crew.manager.id, code)).toBe('RECOVERY_WRONG')
  expect(await recover('nobody', code)).toBe('RECOVERY_WRONG')
  const { id, name } = crew.manager
  await till.ask('saveStaff', { id, name, role: 'owner', pin: null })
  await till.ask('saveStaff', { id: crew.owner.id, name: 'x', role: 'manager', pin: null })
  await putAtTill(till, crew.manager)
  await till.ask('saveStaff', { id: crew.owner.id, name: 'x', role: 'owner', pin: null })
  expect(await recover(crew.owner.id, code)).toBe('RECOVERY_WRONG')
})

test('an inactive owner does not get in with a recovery code', async () => {
  const { till, crew } = await openTill()
  const { code } = await till.ask('makeRecoveryCode', { pin: PINS.owner })
  await till.ask('saveStaff', { id: crew.manager.id, name: 'x', role: 'owner', pin: null })
  await putAtTill(till, crew.manager)
  await till.ask('setStaffActive', { id: crew.owner.id, active: false })
  await till.ask('lock')
  expect(await refusal(till, 'recoverOwner', { staffId: crew.owner.id, code, newPin: NEW_PIN })).toBe(
    'RECOVERY_WRONG',
  )
})

test('only an owner makes a recovery code, with the PIN again, and wrong PINs there are slowed down too', async () => {
  const { till, crew } = await openTill()
  const make = (pin: string) => refusal(till, 'makeRecoveryCode', { pin })
  expect([await make('9631'), await make('9631'), await make('9631'), await make('9631')]).toEqual([
    ...Array.from({ length: 3 }, () => 'PIN_WRONG'),
    'PIN_HELD',
  ])
  await putAtTill(till, crew.manager)
  expect(await make(PINS.manager)).toBe('NOT_ALLOWED')
})

test('an owner’s approval gives nobody else a recovery code', async () => {
  const { till, crew } = await openTill()
  await putAtTill(till, crew.manager)
  const request = { pin: PINS.manager }
  await till.ask('approve', { staffId: crew.owner.id, pin: PINS.owner, command: 'makeRecoveryCode', request })
  expect(await refusal(till, 'makeRecoveryCode', request)).toBe('NOT_ALLOWED')
})

test('the list of people tells who has a recovery code; nothing stored or listed has the code itself', async () => {
  const { till, folder, crew } = await openTill()
  const coded = async () => (await till.ask('listStaff')).people.map(({ hasRecoveryCode }) => hasRecoveryCode)
  expect(await coded()).toEqual([false, false, false])
  const { code } = await till.ask('makeRecoveryCode', { pin: PINS.owner })
  expect(await coded()).toEqual([true, false, false])
  expect(
    await refusal(till, 'recoverOwner', { staffId: crew.owner.id, code: `${code}1`, newPin: NEW_PIN }),
  ).toBe('RECOVERY_WRONG')
  const shown = JSON.stringify([
    await till.view(),
    await till.ask('listStaff'),
    await till.ask('listAudit', { before: null, limit: 50 }),
  ])
  await till.stop()
  const stored = await inRegister(folder, ({ rows }) => JSON.stringify(rows('person')))
  for (const text of [shown, stored]) {
    expect(text).not.toContain(code)
    expect(text).not.toContain(code.replaceAll(' ', ''))
  }
})

test('a recovery code that was used stays used when a lost register is rescued from its copy', async () => {
  const { till, crew, folder, start } = await openTill()
  const { code } = await till.ask('makeRecoveryCode', { pin: PINS.owner })
  await till.ask('backUpNow')
  await till.ask('recoverOwner', { staffId: crew.owner.id, code, newPin: NEW_PIN })
  await till.stop()
  rmSync(join(folder, 'register.sqlite'))
  const rescued = await start()
  const again = { staffId: crew.owner.id, code, newPin: '86420' }
  expect(await refusal(rescued, 'recoverOwner', again)).toBe('RECOVERY_WRONG')
  expect(await refusal(rescued, 'signIn', { staffId: crew.owner.id, pin: PINS.owner })).toBe('PIN_WRONG')
  await rescued.ask('signIn', { staffId: crew.owner.id, pin: NEW_PIN })
})

test('the audit trail has the code that was made, the wrong try and the recovery', async () => {
  const { till, crew } = await openTill()
  const { code } = await till.ask('makeRecoveryCode', { pin: PINS.owner })
  await till.ask('lock')
  const recovery = { staffId: crew.owner.id, newPin: NEW_PIN }
  await till.reply('recoverOwner', { ...recovery, code: '1' })
  await till.ask('recoverOwner', { ...recovery, code })
  const rows = await till.ask('listAudit', { before: null, limit: 4 })
  expect(rows.map(({ action, about, who }) => [action, about, who?.role ?? null]).toReversed()).toEqual([
    ['makeRecoveryCode', {}, 'owner'],
    ['lock', { staffId: crew.owner.id }, 'owner'],
    ['recoverOwner', { staffId: crew.owner.id, recoveryCode: 'wrong' }, null],
    ['recoverOwner', { staffId: crew.owner.id }, 'owner'],
  ])
})
