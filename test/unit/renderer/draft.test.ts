import { expect, test } from 'vitest'
import {
  afterRefusal,
  afterSave,
  changedMeanwhile,
  type Draft,
  isTyped,
  NOTHING_TYPED,
  shownOver,
  whileSaving,
  withKept,
  withTyped,
} from '../../../renderer/cashier/page/draft.ts'

type Fields = { readonly name: string; readonly price: string }

const SAVED: Fields = { name: 'Тос', price: '5000' }
const typed = (changes: Partial<Fields>, draft: Draft<Fields> = NOTHING_TYPED, inUse = SAVED) =>
  withTyped(draft, inUse, changes)

test('fields that were not typed follow what is in use, and typed ones stay', () => {
  const draft = typed({ price: '5500' })
  expect(shownOver({ name: 'Тос 1 л', price: '5200' }, draft)).toEqual({ name: 'Тос 1 л', price: '5500' })
})

test('a field that is typed back as it was is not typed any more', () => {
  expect(isTyped(typed({ price: '5000' }, typed({ price: '5500' })))).toBe(false)
  expect(typed({ price: '5000' }, typed({ name: 'Сүү', price: '5500' })).typed).toEqual({ name: 'Сүү' })
})

test('only a typed field that somebody else changed since, to another value, is told', () => {
  const draft = typed({ price: '5500' })
  expect(changedMeanwhile({ name: 'Тос 1 л', price: '5200' }, draft)).toEqual({ price: '5200' })
  expect(changedMeanwhile({ ...SAVED, price: '5500' }, draft)).toEqual({})
  const both = typed({ name: 'Тос, жижиг' }, draft, { name: 'Тос 1 л', price: '5000' })
  expect(changedMeanwhile({ name: 'Тос 1 л', price: '5000' }, both)).toEqual({})
})

test('a field that somebody else changed is told until a person takes the value over or keeps what was typed', () => {
  const now = { ...SAVED, price: '5200' }
  const draft = typed({ price: '5500' })
  expect(isTyped(typed({ price: '5200' }, draft, now))).toBe(false)
  const kept = withKept(draft, now, 'price')
  expect(changedMeanwhile(now, kept)).toEqual({})
  expect(shownOver(now, kept)).toEqual({ name: 'Тос', price: '5500' })
  expect(changedMeanwhile({ ...now, price: '5300' }, kept)).toEqual({ price: '5300' })
})

test('after a save only what was typed meanwhile stays', () => {
  const sent = { price: '5500' }
  const saving = whileSaving(typed(sent), sent)
  const stored = { ...SAVED, ...sent }
  expect(afterSave(saving, stored, sent)).toEqual(NOTHING_TYPED)
  expect(afterSave(typed({ price: '5600' }, saving), stored, sent)).toMatchObject({
    typed: { price: '5600' },
    over: { price: '5500' },
  })
  expect(afterSave(typed({ name: 'Сүү' }, saving), stored, sent).typed).toEqual({ name: 'Сүү' })
})

test('the old value that is typed again during a save stays after it, and is not typed after a refusal', () => {
  const sent = { price: '5500' }
  const back = typed({ price: '5000' }, whileSaving(typed(sent), sent))
  const saved = { ...SAVED, ...sent }
  expect(changedMeanwhile(saved, back)).toEqual({})
  expect(shownOver(saved, afterSave(back, saved, sent))).toEqual(SAVED)
  expect(afterRefusal(back, SAVED, sent)).toEqual(NOTHING_TYPED)
})
