import { expect, test } from 'vitest'
import { readQuantityPrefix } from '../../../renderer/cashier/page/scan.ts'

test('3* before a name or a code is a quantity of three', () => {
  expect(readQuantityPrefix('3*тараг')).toEqual({ quantity: '3', sought: 'тараг' })
  expect(readQuantityPrefix('3*8656001234565')).toEqual({ quantity: '3', sought: '8656001234565' })
})

test('a weight may have a point or a comma', () => {
  expect(readQuantityPrefix('0.842*алим').quantity).toBe('0.842')
  expect(readQuantityPrefix('0,842 * алим')).toEqual({ quantity: '0,842', sought: 'алим' })
})

test('3* alone waits for the product', () => {
  expect(readQuantityPrefix('3*')).toEqual({ quantity: '3', sought: '' })
})

test('digits without the sign are a search text', () => {
  expect(readQuantityPrefix('865600')).toEqual({ quantity: null, sought: '865600' })
})

test('a sign inside a name is part of the name', () => {
  expect(readQuantityPrefix('вита*мин')).toEqual({ quantity: null, sought: 'вита*мин' })
})
