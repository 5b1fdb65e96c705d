import { expect, test } from 'vitest'
import { bankKeyOf, bankLabel } from '../../../shared/texts/bank-label.ts'

test('a bank is spelled in one way, however the service spells it', () => {
  const khan = { name: 'Khan bank', description: 'Хаан банк' }
  expect(bankLabel(khan, 'en')).toBe('Khan Bank')
  expect(bankLabel({ ...khan, description: '' }, 'mn')).toBe('Хаан банк')
  expect(bankLabel({ name: 'Xac bank', description: '' }, 'en')).toBe('XacBank')
  expect(['Хаан банк', 'KHAN BANK'].map(bankKeyOf)).toEqual(['bank.050000', 'bank.050000'])
})

test('another bank or wallet keeps the service’s name in each language', () => {
  const wallet = { name: 'Social Pay', description: 'Голомт банкны SocialPay' }
  expect(bankLabel(wallet, 'en')).toBe('Social Pay')
  expect(bankLabel(wallet, 'mn')).toBe('Голомт банкны SocialPay')
  expect(bankLabel({ name: 'Social Pay', description: '' }, 'mn')).toBe('Social Pay')
  expect(bankKeyOf('qPay')).toBeNull()
})
