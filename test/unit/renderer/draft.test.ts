import { expect, test } from 'vitest'
import {
  afterSave,
  changedMeanwhile,
  type Draft,
  shownOver,
  withTyped,
} from '../../../renderer/cashier/page/draft.ts'

type Fields = { readonly name: string; readonly price: string }

const SAVED: Fields = { name: 'Тос', price: '5000' }
const typed = (changes: Partial<Fields>, draft: Draft<Fields> | null = null, inUse = SAVED) =>
  withTyped(draft, inUse, changes)

test('fields that were not typed follow what is in use, and typed ones stay', () => {
  const draft = typed({ price: '5500' })
  expect(shownOver({ name: 'Тос 1 л', price: '5200' }, draft)).toEqual({ name: 'Тос 1 л', price: '5500' })
})

test('a field that is typed back as it was is not typed any more', () => {
  expect(typed({ price: '5000' }, typed({ price: '5500' }))).toBeNull()
  expect(typed({ price: '5000' }, typed({ name: 'Сүү', price: '5500' }))?.typed).toEqual({ name: 'Сүү' })
})

test('only a typed field that somebody else changed since, to another value, is told', () => {
  const draft = typed({ price: '5500' })
  if (draft === null) throw new Error('nothing typed')
  expect(changedMeanwhile({ name: 'Тос 1 л', price: '5200' }, draft)).toEqual({ price: '5200' })
  expect(changedMeanwhile({ ...SAVED, price: '5500' }, draft)).toEqual({})
  const both = typed({ name: 'Тос, жижиг' }, draft, { name: 'Тос 1 л', price: '5000' })
  expect(both && changedMeanwhile({ name: 'Тос 1 л', price: '5000' }, both)).toEqual({})
})

test('after a save only what was typed meanwhile stays', () => {
  const sent = { name: 'Тос', price: '5500' }
  expect(afterSave(typed({ price: '5500' }), sent)).toBeNull()
  expect(afterSave(typed({ price: '5600' }), sent)?.typed).toEqual({ price: '5600' })
})
