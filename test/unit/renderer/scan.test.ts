import { expect, test } from 'vitest'
import { isReceiptNumber } from '../../../renderer/cashier/page/scan.ts'
import { digitOf } from '../../../renderer/kit/index.ts'

const stroke = (code: string, key: string, shiftKey = false) => ({ code, key, shiftKey })

test('a digit is read by its key’s position under a Cyrillic layout', () => {
  expect(digitOf(stroke('Digit1', '№'))).toBe('1')
  expect(digitOf(stroke('Digit8', '8'))).toBe('8')
  expect(digitOf(stroke('Numpad5', '5'))).toBe('5')
})

test('a digit key with Shift writes its sign, unless the layout has the digits there', () => {
  expect(digitOf(stroke('Digit8', '*', true))).toBe(null)
  expect(digitOf(stroke('Digit8', '8', true))).toBe('8')
})

test('a numeric pad without Num Lock writes no digit', () => {
  expect(digitOf(stroke('Numpad1', 'End'))).toBe(null)
})

test('the quantity sign is not a digit, in any layout', () => {
  expect(digitOf(stroke('Digit8', '*'))).toBe(null)
})

test('the number of a receipt has its place, its day, its number and its tag', () => {
  expect(isReceiptNumber('K01-261120-0147-X7F3')).toBe(true)
  expect(['K01-261120-0147', 'K01-2611-0147-X7F3', '8656001234565'].some(isReceiptNumber)).toBe(false)
})
