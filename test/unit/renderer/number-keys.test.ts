import { expect, test } from 'vitest'
import { createNumberKeys, type DigitKey } from '../../../renderer/kit/digit-keys.ts'

/** What the digit keys 1 to 0 write under Windows’ Mongolian Cyrillic layout without shift; with shift, the digits. */
const MN = { 1: '№', 2: '-', 3: '"', 4: '₮', 5: ':', 6: '.', 7: '_', 8: ',', 9: '%', 0: '?' } as const

const bare = (digit: keyof typeof MN) => ({ code: `Digit${digit}`, key: MN[digit], shiftKey: false })
const shifted = (digit: keyof typeof MN) => ({ code: `Digit${digit}`, key: String(digit), shiftKey: true })

/** The text in the field after these keys: a key that the field does not read is typed as the layout writes it. */
const typed = (signs: string, ...strokes: readonly DigitKey[]) => {
  const read = createNumberKeys(signs)
  return strokes.map((stroke) => read(stroke) ?? stroke.key).join('')
}

test('under a Mongolian layout the percent sign is on the key of a US keyboard after digits by position', () => {
  expect(typed('.,%', bare(1), bare(0), shifted(5))).toBe('10%')
  expect(typed('.,%', bare(9), bare(5))).toBe('95')
})

test('who types digits with shift finds the percent sign where the layout has it', () => {
  expect(typed('.,%', shifted(1), shifted(5), bare(9))).toBe('15%')
  expect(typed('.,%', shifted(5), shifted(0), shifted(8))).toBe('508')
})

test('under a Mongolian layout Shift and 8 after a digit by position is the sign of a quantity', () => {
  expect(typed('*', bare(3), shifted(8))).toBe('3*')
  expect(typed('*', shifted(3), shifted(8))).toBe('38')
})

test('a code that a scanner types with shift stays digits', () => {
  expect(typed('*', shifted(8), shifted(6), shifted(5), shifted(8))).toBe('8658')
})

test('a letter begins anew', () => {
  const letter = { code: 'KeyF', key: 'а', shiftKey: false }
  expect(typed('*', bare(7), letter, shifted(8))).toBe('7а8')
})

test('a US layout writes its own signs', () => {
  const us = (digit: string, key = digit) => ({ code: `Digit${digit}`, key, shiftKey: key !== digit })
  expect(typed('.,%', us('1'), us('5'), us('5', '%'))).toBe('15%')
  expect(typed('*', us('3'), us('8', '*'))).toBe('3*')
  expect(typed('', us('1'), us('5', '%'))).toBe('1%')
})
