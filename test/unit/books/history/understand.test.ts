import { expect, test } from 'vitest'
import { endOf, startOf, understand } from '../../../../main/books/history/understand.ts'
import { tugriks } from '../../../../shared/money/money.ts'

const TODAY = '2026-11-21'
const meant = (typed: string) => understand(typed, TODAY)

test.each([
  ['147', { number: 147, amount: tugriks(147), code: true }],
  ['0147', { number: 147, amount: null }],
  ['№147', { number: 147, amount: null, code: false }],
  ['14500', { number: 14_500, amount: tugriks(14_500) }],
  ['14,500', { number: null, amount: tugriks(14_500), code: false }],
  ['1450000₮', { number: null, amount: tugriks(1_450_000), code: false }],
  ['5123456', { number: null, register: '5123456' }],
  ['УА00112233', { register: 'УА00112233' }],
  ['ya00112233', { register: 'УА00112233' }],
  ['8651864001690', { number: null, code: true }],
] as const)('“%s” is read as every number that it may mean', (typed, figure) => {
  expect(meant(typed)).toMatchObject({ words: '', figures: [figure] })
})

test.each([
  ['10000-15000', 10_000, 15_000],
  ['15000 - 10000', 10_000, 15_000],
  ['1,500–2,000₮', 1500, 2000],
])('“%s” is read as a range of amounts', (typed, least, most) => {
  expect(meant(typed)).toMatchObject({ figures: [], least: tugriks(least), most: tugriks(most) })
})

test.each([
  ['2026-11-20', '2026-11-20'],
  ['2026.11.20', '2026-11-20'],
  ['11-20', '2026-11-20'],
  ['12-24', '2025-12-24'],
])('“%s” is read as a day, without a year as the last such day', (typed, day) => {
  expect(meant(typed)).toMatchObject({ figures: [], words: '', from: day, to: day })
})

test('a number with a day, and a day with hours, are both read', () => {
  expect(meant('147 2026-11-20')).toMatchObject({ figures: [{ number: 147 }], from: '2026-11-20' })
  expect(meant('11-20 10:00-12:30')).toMatchObject({ from: '2026-11-20T10:00', to: '2026-11-20T12:30' })
  expect(meant('талх 9:05')).toMatchObject({
    words: 'талх',
    from: '2026-11-21T09:05',
    to: '2026-11-21T09:05',
  })
})

test('words are read as goods, a cashier or an id, also with digits in them', () => {
  expect(meant('сүү 1 л')).toMatchObject({ figures: [], words: 'сүү 1 л' })
  expect(meant('K01-261120-0147-X7F3')).toMatchObject({
    figures: [],
    words: 'K01-261120-0147-X7F3',
    from: null,
  })
})

test('odd search text is read without an error', () => {
  for (const typed of ['', '   ', '-', '99-99', '25:61', '₮', '%_\'"\\', '٣٤٥', '9'.repeat(400)])
    expect(() => meant(typed)).not.toThrow()
})

test.each(['0001-01-01', '1000-01-01', '9999-12-31'])('%s has a beginning before its end', (day) => {
  expect(startOf(day)).toBeLessThan(endOf(day) ?? 0)
})
