import { expect, test } from 'vitest'
import { auditedAbout } from '../../../main/staff/index.ts'
import { CASHIER_VERBS } from '../../../shared/ipc/index.ts'
import { FIRST_SETTINGS } from '../../../shared/settings.ts'
import { mn } from '../../../shared/texts/mn.ts'

/** Anything at all: every field of it is something, and nothing of it throws. */
const anything: Record<string, unknown> = {
  goods: { code: '1', name: 'x', price: '1' },
  act: { do: 'try-again' },
  pin: '4826',
  newPin: '9731',
}

test('every act that leaves a row has its words', () => {
  const audited = CASHIER_VERBS.filter((verb) => auditedAbout(verb, anything, FIRST_SETTINGS) !== null)
  expect(audited.length).toBeGreaterThan(20)
  for (const verb of audited) expect(mn).toHaveProperty([`audit.act.${verb}`])
})

test('no row about people holds a PIN, and none about the merchant a password', () => {
  const merchant = { baseUrl: 'https://a', username: 'u', password: 'secret', invoiceCode: 'C' }
  expect(
    auditedAbout('saveStaff', { ...anything, id: null, name: 'x', role: 'owner' }, FIRST_SETTINGS),
  ).toEqual({
    id: null,
    name: 'x',
    role: 'owner',
    newPin: true,
  })
  expect(auditedAbout('changePin', anything, FIRST_SETTINGS)).toEqual({})
  expect(JSON.stringify(auditedAbout('connectMerchant', merchant, FIRST_SETTINGS))).not.toContain('secret')
})

test('saved settings are told by the names of what was changed', () => {
  const typed = { ...FIRST_SETTINGS, lockMinutes: 5 }
  expect(auditedAbout('saveSettings', typed, FIRST_SETTINGS)).toEqual({ changed: ['lockMinutes'] })
})
