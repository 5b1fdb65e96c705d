import { expect, test } from 'vitest'
import { ageFor, bannedAt, idleRules, isRuled, type SaleRule } from '../../../../shared/shop/age-and-bans.ts'
import { product } from '../../shop/goods/goods.ts'

const RULE: SaleRule = { category: 'Архи', age: 21, hours: null, weekdays: [], monthDays: [], dates: [] }
const lines = [{ product: product('Архи', { category: 'архи ' }) }]

/** The time in Ulaanbaatar, which is eight hours ahead of UTC. */
const at = (local: string): number => Date.parse(`${local}:00+08:00`)

const NIGHT = { hours: { from: '22:00', to: '08:00' } }
const ALL_DAY = { hours: { from: '00:00', to: '00:00' } }
const MORNING = { hours: { from: '08:00', to: '12:00' } }

test.each([
  ['before the hours of a night', NIGHT, '2026-11-23T21:59', false],
  ['when the hours of a night begin', NIGHT, '2026-11-23T22:00', true],
  ['after midnight', NIGHT, '2026-11-24T07:59', true],
  ['when the hours of a night end', NIGHT, '2026-11-24T08:00', false],
  ['at all hours, because the first is the last', ALL_DAY, '2026-11-24T07:59', true],
  ['before the hours of a morning', MORNING, '2026-11-24T07:59', false],
  ['within the hours of a morning', MORNING, '2026-11-24T11:59', true],
  ['on a day of the week', { weekdays: [7] }, '2026-11-22T00:00', true],
  ['on another day of the week', { weekdays: [7] }, '2026-11-23T00:00', false],
  [
    'on the first of a month, although it is the last in London',
    { monthDays: [1] },
    '2026-12-01T00:30',
    true,
  ],
  ['on another day of a month', { monthDays: [1] }, '2026-12-02T00:00', false],
  ['on a date', { dates: ['2026-12-31'] }, '2026-12-31T23:59', true],
  ['after a date', { dates: ['2026-12-31'] }, '2027-01-01T00:00', false],
])('a category is banned by its rule: %s', (_, rule, local, isBanned) => {
  const banned = bannedAt(lines, [{ ...RULE, ...rule }], at(local))
  expect(banned).toEqual(isBanned ? ['Архи'] : [])
})

test.each(['ШАР АЙРАГ ', 'Шар  айраг', 'Шар\u00a0айраг', 'Шар айраг'.normalize('NFD')])(
  'a category is banned however it is written: %j',
  (category) => {
    const beer = [{ product: product('Пиво', { category }) }]
    const rule = { ...RULE, category: 'Шар айраг', weekdays: [1] }
    expect(bannedAt(beer, [rule], at('2026-11-23T12:00'))).toEqual(['Шар айраг'])
  },
)

test.each(['Apxи', 'AРХИ', 'Ар\u200bхи'])(
  'a category that only looks like the one of a rule has its age and its ban: %j',
  (category) => {
    const spirits = [{ product: product('Сархад', { category }) }]
    expect(ageFor(spirits, [RULE])).toBe(21)
    expect(bannedAt(spirits, [{ ...RULE, weekdays: [1] }], at('2026-11-23T12:00'))).toEqual(['Архи'])
  },
)

test('a rule whose category no goods have any more is named, however the category is written', () => {
  const rules = [RULE, { ...RULE, category: 'Тамхи' }]
  expect(idleRules(rules, ['архи ', 'Тамхи'])).toEqual([])
  expect(idleRules(rules, ['АРХИ', 'Утаат бараа'])).toEqual(['Тамхи'])
  expect([isRuled('АРХИ', rules), isRuled('Шар айраг', rules)]).toEqual([true, false])
})
