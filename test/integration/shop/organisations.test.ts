/** The names of organisations that get receipts. */
import { expect, test } from 'vitest'
import { tillAtPractice } from '../../support/looks.ts'
import { hire, putAtTill } from '../../support/staff.ts'

const NOMIN = { register: '6234567', name: 'Номин ХХК' }

test('an organisation is found by the beginning of its number and by its name, and a name can be changed and taken away', async () => {
  const { till } = await tillAtPractice()
  const found = (typed: string) => till.ask('findOrganisations', { typed })
  await till.ask('nameOrganisation', { register: ' 6234567', name: ' Номин ХХК ' })
  await till.ask('nameOrganisation', { register: '7234567', name: 'Өндөг ХХК' })
  expect(await found('62')).toEqual([NOMIN])
  expect(await found('234567')).toEqual([])
  expect(await found('номин ххк')).toEqual([NOMIN])
  expect(await found('ondog')).toMatchObject([{ register: '7234567' }])
  expect(await found('')).toEqual([])
  await till.ask('nameOrganisation', { ...NOMIN, name: 'Номин Холдинг' })
  expect(await found('6234567')).toEqual([{ ...NOMIN, name: 'Номин Холдинг' }])
  await till.ask('nameOrganisation', { ...NOMIN, name: '' })
  expect(await found('6234567')).toEqual([])
})

test('no name is kept for a citizen’s number', async () => {
  const { till } = await tillAtPractice()
  await expect(till.ask('nameOrganisation', { register: 'УБ12345678', name: 'Бат' })).rejects.toThrow(
    'REGISTER_INVALID',
  )
  expect(await till.ask('findOrganisations', { typed: 'бат' })).toEqual([])
})

test('a cashier names an organisation, and only a manager changes a name that it has', async () => {
  const { till } = await tillAtPractice()
  const crew = await hire(till)
  await putAtTill(till, crew.cashier)
  await till.ask('nameOrganisation', NOMIN)
  for (const register of [NOMIN.register, ' 6234567', '６２３４５６７'])
    await expect(till.ask('nameOrganisation', { register, name: '' })).rejects.toThrow('NOT_ALLOWED')
  await putAtTill(till, crew.manager)
  await till.ask('nameOrganisation', { ...NOMIN, name: '' })
  expect(await till.ask('findOrganisations', { typed: '6' })).toEqual([])
})
