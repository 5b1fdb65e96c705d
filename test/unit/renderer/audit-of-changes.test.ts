/** The audit trail tells a changed setting or price by its name on the screen, with its old and its new value. */
import { expect, test } from 'vitest'
import type { Say } from '../../../renderer/cashier/page/text.ts'
import { auditDetails } from '../../../renderer/cashier/rooms/settings/people/audit-words.ts'
import { prepareTexts } from '../../../renderer/texts/index.ts'
import type { FieldChange } from '../../../shared/shop/field-changes.ts'
import { AUDITED_FIELDS, valueAt } from '../../../shared/shop/setting-changes.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { TEXTS } from '../../../shared/texts/index.ts'

prepareTexts()

const sayIn =
  (language: 'mn' | 'en'): Say =>
  (key, values = {}) =>
    TEXTS[language][key as keyof (typeof TEXTS)['mn']].replace(/\{\{(\w+)[^}]*\}\}/g, (_, name) =>
      String(values[name]),
    )

const told = (language: 'mn' | 'en', ...changes: FieldChange[]): string =>
  auditDetails(sayIn(language), { action: 'saveSettings', about: { changes } })

test.each(['mn', 'en'] as const)(
  'each setting whose change is audited has a name in the audit trail (%s)',
  (language) => {
    const unknown = TEXTS[language]['file.field']
    expect(AUDITED_FIELDS.length).toBeGreaterThan(40)
    const wordsOf = (field: string) =>
      told(language, { field, from: valueAt(FIRST_SETTINGS, field), to: null })
    expect(AUDITED_FIELDS.filter((field) => wordsOf(field).startsWith(`${unknown}:`))).toEqual([])
  },
)

test('a changed setting is told with its old and its new value, in words', () => {
  const changes = [
    { field: 'lockMinutes', from: 10, to: 5 },
    { field: 'tax.vatPayer', from: true, to: false },
    { field: 'shop.branch', from: '', to: 'БЗД' },
    { field: 'shifts.reasonAbove', from: 100_000, to: 50_000 },
  ]
  expect(told('en', ...changes)).toBe(
    [
      `${TEXTS.en['settings.lockMinutes']}: 10 → 5`,
      `${TEXTS.en['settings.tax.vatPayer']}: Yes → No`,
      `${TEXTS.en['settings.shop.branch']}: empty → БЗД`,
      `${TEXTS.en['settings.shifts.reasonAbove']}: 1,000 ₮ → 500 ₮`,
    ].join(' · '),
  )
})

test('changed sale rules are told with what they were and what they are', () => {
  const never = { hours: null, weekdays: [], monthDays: [], dates: [] }
  const beer = { ...never, category: 'Пиво', age: 21, hours: { from: '22:00', to: '08:00' } }
  const tobacco = {
    ...never,
    category: 'Тамхи',
    age: 0,
    weekdays: [1, 7],
    monthDays: [1, 15],
    dates: ['2026-12-31'],
  }
  const change = (from: unknown, to: unknown) => told('en', { field: 'saleRules', from, to })
  expect(change([], [beer])).toBe('Ages and sale bans: empty → Пиво (21+, 22:00–08:00)')
  expect(change([beer], [{ ...beer, age: 18 }, tobacco])).toBe(
    'Ages and sale bans: Пиво (21+, 22:00–08:00) → Пиво (18+, 22:00–08:00); ' +
      'Тамхи (Monday, Sunday, Days of the month 1, 15, 2026-12-31)',
  )
})

test('a changed price and tax of a product are told with the old and the new value', () => {
  const changes = [
    { field: 'price', from: 150_000, to: 170_000 },
    { field: 'taxKind', from: 'vat', to: 'exempt' },
    { field: 'cityTax', from: null, to: false },
  ]
  expect(told('en', ...changes)).toBe('Price, ₮: 1,500 → 1,700 · VAT: VAT 10% → Exempt · City tax: No')
})

test('a copy of the shop that was brought in only in part is told with its parts and the reason', () => {
  const about = {
    name: 'K07/copy.json',
    taken: ['sales', 'settings'],
    failed: 'DISK_FULL',
    days: [],
    changes: [],
  }
  const words = auditDetails(sayIn('en'), { action: 'takeShopFile', about })
  expect(words).toContain('imported: Sales, Settings, till code · then it failed: ')
  expect(words).toContain(TEXTS.en['failure.DISK_FULL'])
})

const imported = {
  ...{ file: 'b.csv', added: 0, changedGoods: 2, leftOut: 0 },
  changes: [{ code: '865', field: 'price', from: 150_000, to: 170_000 }],
}
const toldOfImport = (about: object): string =>
  auditDetails(sayIn('en'), { action: 'goodsImported', about: { ...imported, ...about } })

test('an import is told with what it changed; if there is more than its row has, with the file that has all', () => {
  const none = { report: null, reportHash: null }
  expect(toldOfImport({ changesInAll: 1, ...none })).toBe(
    'b.csv · changed goods: 2 · 865 Price, ₮: 1,500 → 1,700',
  )
  expect(toldOfImport({ changesInAll: 9, report: 'p.csv', reportHash: 'ab' })).toBe(
    'b.csv · changed goods: 2 · changed prices and taxes: 9, the first: · 865 Price, ₮: 1,500 → 1,700 · all in the file p.csv (SHA-256 ab)',
  )
  expect(toldOfImport({ changesInAll: 9, ...none })).toContain('could not be written')
})
