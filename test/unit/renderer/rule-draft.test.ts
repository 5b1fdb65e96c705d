import { expect, test } from 'vitest'
import {
  afterRulesSave,
  NO_CHANGES as NOTHING,
  type RuleDraft,
  ruleOf,
  rulesOver,
  withNewRule,
  withOwnRule,
  withRule,
  withTheirRule,
} from '../../../renderer/cashier/rooms/goods/rule-draft.ts'
import type { SaleRule } from '../../../shared/shop/age-and-bans.ts'

const rule = (category: string, age: number, weekdays: number[] = []): SaleRule => ({
  ...{ category, age, weekdays },
  ...{ hours: null, monthDays: [], dates: [] },
})
const BEER = rule('Пиво', 18)
const VODKA = rule('Архи', 21)

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

const NEW = { category: 'Тамхи', age: '21', from: '', to: '', weekdays: [], monthDays: '', dates: '' }

test.each<[string, readonly SaleRule[], RuleDraft, readonly (readonly [string, { age: string } | null])[]]>([
  ['a new rule that is changed', [], withNewRule(NOTHING, NEW), [['Тамхи', { age: '18' }]]],
  [
    'a new rule that is removed',
    [],
    withNewRule(withNewRule(NOTHING, NEW), { ...NEW, category: 'Вино' }),
    [['Тамхи', null]],
  ],
  [
    'a changed rule that is changed again',
    [BEER],
    change([BEER], NOTHING, 'Пиво', { age: '19' }),
    [['Пиво', { age: '20' }]],
  ],
  [
    'a changed rule that is typed back',
    [BEER],
    change([BEER], NOTHING, 'Пиво', { age: '19' }),
    [['Пиво', { age: '18' }]],
  ],
  [
    'another rule, while one is removed',
    [BEER, VODKA],
    change([BEER, VODKA], NOTHING, 'Пиво', null),
    [['Архи', { age: '18' }]],
  ],
  ['one of two rules of a category', [rule('Архи', 21, [1]), VODKA], NOTHING, [['Архи', null]]],
])('what is typed while rules are saved stays: %s', (_what, inUse, draft, typed) => {
  const sent = rulesOver(inUse, draft)
  const now = typed.reduce((one, [category, to]) => change(inUse, one, category, to), draft)
  const stored = saved(inUse, draft)
  const left = afterRulesSave(now, inUse, sent)
  expect(saved(stored, left)).toEqual(saved(inUse, now))
  expect(told(stored, left).every((one) => one === null)).toBe(true)
  expect(afterRulesSave(draft, inUse, sent)).toEqual(NOTHING)
})

test('a rule added while rules are saved stays', () => {
  const draft = change([BEER], NOTHING, 'Пиво', { age: '19' })
  const left = afterRulesSave(withNewRule(draft, NEW), [BEER], rulesOver([BEER], draft))
  expect(saved(saved([BEER], draft), left)).toEqual([rule('Пиво', 19), rule('Тамхи', 21)])
})

test('a rule that somebody else changed or removed is told until a person chooses', () => {
  const draft = change([BEER], NOTHING, 'Пиво', { age: '19' })
  for (const now of [[rule('Пиво', 20)], []]) {
    const [shown] = rulesOver(now, draft)
    if (shown === undefined) throw new Error('no rule')
    const own = withOwnRule(draft, now, shown)
    expect([told(now, own), saved(now, own)]).toEqual([[null], [rule('Пиво', 19)]])
    const theirs = withTheirRule(draft, now, shown)
    expect([told(now, theirs), saved(now, theirs)]).toEqual([now.map(() => null), now])
  }
})
