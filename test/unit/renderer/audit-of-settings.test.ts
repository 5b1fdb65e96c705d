/** The audit trail tells a changed setting by its name on the screen, with its old and its new value. */
import { expect, test } from 'vitest'
import { auditDetails } from '../../../renderer/cashier/settings/people/audit-words.ts'
import type { Say } from '../../../renderer/cashier/text.ts'
import { AUDITED_FIELDS, type SettingChange, valueAt } from '../../../shared/setting-changes.ts'
import { FIRST_SETTINGS } from '../../../shared/settings.ts'
import { TEXTS } from '../../../shared/texts/index.ts'

const sayIn =
  (language: 'mn' | 'en'): Say =>
  (key, values = {}) =>
    TEXTS[language][key as keyof (typeof TEXTS)['mn']].replace(/\{\{(\w+)[^}]*\}\}/g, (_, name) =>
      String(values[name]),
    )

const told = (language: 'mn' | 'en', ...changes: SettingChange[]): string =>
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

test('the settings of an audit row of an older version are told by name', () => {
  const about = { changed: ['lockMinutes', 'copies'], lockMinutes: 5 }
  expect(auditDetails(sayIn('en'), { action: 'saveSettings', about })).toBe(
    `${TEXTS.en['settings.lockMinutes']}, ${TEXTS.en['settings.copies']}`,
  )
})
