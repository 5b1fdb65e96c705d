import { expect, test } from 'vitest'
import type { CommandContext } from '../../../../main/till/commands/command-context.ts'
import { COMMANDS } from '../../../../main/till/commands/index.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { mn } from '../../../../shared/texts/mn.ts'

const CONTEXT = { shop: { settings: { read: () => FIRST_SETTINGS } } } as CommandContext

test('every command that leaves an audit row has its text', () => {
  const audited = Object.entries(COMMANDS).filter(([, command]) => 'audit' in command && command.audit)
  expect(audited.length).toBeGreaterThan(20)
  for (const [name] of audited) expect(mn).toHaveProperty([`audit.action.${name}`])
})

test('audit rows that no command writes by itself have their texts', () => {
  for (const name of ['signIn', 'lock', 'approve', 'recoverOwner', 'goodsImported', 'setUpTill'])
    expect(mn).toHaveProperty([`audit.action.${name}`])
})

test('no audit row about staff has a PIN, and none about the merchant a password', () => {
  const { saveStaff, changePin, connectMerchant } = COMMANDS
  const person = { id: null, name: 'x', role: 'owner' } as const
  expect(saveStaff.audit?.({ ...person, pin: '4826' }, CONTEXT)).toEqual({ ...person, newPin: true })
  expect(changePin.audit?.({ pin: '4826', newPin: '9731' }, CONTEXT)).toEqual({})
  const merchant = { baseUrl: 'https://a', username: 'u', password: 'secret', invoiceCode: 'C' }
  expect(JSON.stringify(connectMerchant.audit?.(merchant, CONTEXT))).not.toContain('secret')
})

test('no row is written when a person chooses language, theme or text size, or goes through the guide', () => {
  const { language, theme, textSize, guide } = FIRST_SETTINGS
  const chosen = { language, theme, textSize, guide }
  expect(COMMANDS.saveSettings.audit?.(chosen, CONTEXT)).toBeNull()
})
