import { expect, test } from 'vitest'
import {
  type RuleDraft,
  ruleOf,
  rulesOver,
  withRule,
} from '../../../renderer/cashier/rooms/goods/rule-draft.ts'
import type { SaleRule } from '../../../shared/shop/age-and-bans.ts'

const rule = (category: string, age: number, weekdays: number[] = []): SaleRule => ({
  ...{ category, age, weekdays },
  ...{ hours: null, monthDays: [], dates: [] },
})
const BEER = rule('Пиво', 18)
const VODKA = rule('Архи', 21)
const NOTHING: RuleDraft = { changed: {}, added: [] }

/** Changes a rule of a category on the screen. */
function change(inUse: readonly SaleRule[], draft: RuleDraft, category: string, to: { age: string } | null) {
  const key = rulesOver(inUse, draft).find((one) => one.rule.category === category)?.key ?? ''
  return withRule(draft, inUse, key, to)
}
const saved = (inUse: readonly SaleRule[], draft: RuleDraft) =>
  rulesOver(inUse, draft).map((one) => ruleOf(one.rule))
const told = (inUse: readonly SaleRule[], draft: RuleDraft) =>
  rulesOver(inUse, draft).map(({ meanwhile }) => meanwhile)

test('typed rules of sale keep what somebody else added, changed and removed meanwhile', () => {
  const draft = change([BEER, VODKA], NOTHING, 'Пиво', { age: '19' })
  const now = [rule('Тамхи', 21), rule('Пиво', 18, [1])]
  expect(saved(now, draft)).toEqual([rule('Тамхи', 21), rule('Пиво', 19, [1])])
  expect(told(now, draft)).toEqual([null, null])
  expect(saved([rule('Пиво', 18)], change([BEER], draft, 'Пиво', { age: '18' }))).toEqual([BEER])
})

test('a rule that somebody else changed in the same field, or removed, tells so', () => {
  const draft = change([BEER, VODKA], NOTHING, 'Пиво', { age: '19' })
  expect(told([rule('Пиво', 20)], draft)).toEqual([{ did: 'changed', fields: { age: '20' } }])
  expect(told([rule('Пиво', 19)], draft)).toEqual([null])
  expect(told([VODKA], draft)).toEqual([null, { did: 'removed' }])
  expect(saved([VODKA], change([VODKA], draft, 'Пиво', null))).toEqual([VODKA])
})

test('a removed rule stays if somebody else changed it meanwhile, until it is removed again', () => {
  const draft = change([BEER, VODKA], NOTHING, 'Пиво', null)
  expect(saved([BEER, VODKA], draft)).toEqual([VODKA])
  const now = [rule('Пиво', 20), VODKA]
  expect(saved(now, draft)).toEqual(now)
  expect(told(now, draft)).toEqual([{ did: 'kept' }, null])
  expect(saved(now, change(now, draft, 'Пиво', null))).toEqual([VODKA])
})

test('of two rules of one category the typed one is changed or removed, whichever of them somebody else removes or adds', () => {
  const [monday, sunday, friday] = [rule('Архи', 21, [1]), rule('Архи', 21, [7]), rule('Архи', 21, [5])]
  const both = [monday, sunday]
  const older = change(both, NOTHING, 'Архи', { age: '25' })
  expect(saved([sunday], older)).toEqual([sunday, rule('Архи', 25, [1])])
  expect(told([sunday], older)).toEqual([null, { did: 'removed' }])
  expect(saved([friday, ...both], older)).toEqual([friday, rule('Архи', 25, [1]), sunday])
  const [, second] = rulesOver(both, NOTHING)
  const without = withRule(NOTHING, both, second?.key ?? '', null)
  expect(saved(both, without)).toEqual([monday])
  expect(saved([sunday], without)).toEqual([])
  expect(saved([BEER, ...both, friday], without)).toEqual([BEER, monday, friday])
  const typed = change([sunday], change([sunday], older, 'Архи', { age: '30' }), 'Архи', { age: '18' })
  expect(saved([sunday], typed)).toEqual([rule('Архи', 18, [7]), rule('Архи', 25, [1])])
})

test('a rule that somebody else removed or changed takes what is typed, also the value from before', () => {
  const draft = change([BEER], NOTHING, 'Пиво', { age: '1' })
  expect(saved([], change([], draft, 'Пиво', { age: '18' }))).toEqual([BEER])
  const now = [rule('Пиво', 20)]
  const typed = change(now, draft, 'Пиво', { age: '18' })
  expect(saved(now, typed)).toEqual([BEER])
  expect(told(now, typed)).toEqual([{ did: 'changed', fields: { age: '20' } }])
})
