import { expect, test } from 'vitest'
import type { Say } from '../../../../renderer/cashier/page/text.ts'
import { auditDetails } from '../../../../renderer/cashier/rooms/settings/people/audit-words.ts'
import { TAMPERING_KINDS } from '../../../../shared/shop/tampering.ts'
import { TEXTS, type Texts } from '../../../../shared/texts/index.ts'

const sayIn =
  (language: 'mn' | 'en'): Say =>
  (key, values = {}) =>
    TEXTS[language][key as keyof Texts].replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name]))

const told = (language: 'mn' | 'en', wrong: unknown): string =>
  auditDetails(sayIn(language), { action: 'restoreBackup', about: { wrong } })

test.each(TAMPERING_KINDS)('the sign of tampering %s is shown in the language of the screen', (kind) => {
  const wrong = { kind, number: 12 }
  expect(told('mn', wrong)).not.toMatch(/[a-z]{2}/)
  expect(told('en', wrong)).not.toMatch(/[а-я]/)
})

test('a sign of tampering names its place', () => {
  expect(told('en', { kind: 'event-missing', number: 12 })).toBe(
    'does not match what the till wrote: record 12 is missing',
  )
})

test.each(['refuse', 'leave out'])(
  'what an import does with wrong rows (%s) is no sign of tampering',
  (wrong) => {
    expect(auditDetails(sayIn('en'), { action: 'runImport', about: { wrong } })).toBe('')
  },
)

test('a restore that found no tampering says nothing about it', () => {
  expect(told('en', null)).toBe('')
})
