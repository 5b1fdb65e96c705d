import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHeldDigits } from '../../../renderer/cashier/till/held-digits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/**
 * Types digits and records which were held back and what was typed in the end. The box is empty unless `begins` is
 * false.
 */
function hand(begins = true) {
  let begun = false
  const typed: string[] = []
  const held = createHeldDigits((digits) => void typed.push(digits))
  let at = 1_000
  const strike = (digits: string, apart: number): readonly boolean[] =>
    [...digits].map((digit) => {
      at += apart
      const mayBegin = begins && !begun
      begun = true
      return held.hold(digit, at, mayBegin)
    })
  return { held, typed, strike }
}

test('a scanner’s digits are kept out of an empty box', () => {
  const { held, typed, strike } = hand()
  expect(strike('8656001234565', 2).every((one) => one)).toBe(true)
  held.drop()
  vi.runAllTimers()
  expect(typed).toEqual([])
})

test('in a box with text the first digit of a scan is typed and the others are held', () => {
  const { held, strike } = hand(false)
  const [first, ...others] = strike('8656001234565', 2)
  expect(first).toBe(false)
  expect(others.every((one) => one)).toBe(true)
  held.drop()
})

test('a person’s first digit is held for as long as a scanner takes between two digits', () => {
  const { typed, strike } = hand()
  expect(strike('2', 90)).toEqual([true])
  vi.advanceTimersByTime(34)
  expect(typed).toEqual([])
  vi.advanceTimersByTime(1)
  expect(typed).toEqual(['2'])
})

test('a person’s other digits are typed at once', () => {
  const { typed, strike } = hand()
  expect(strike('2008', 90)).toEqual([true, false, false, false])
  vi.runAllTimers()
  expect(typed).toEqual(['2'])
})

test('quick digits without Enter are typed later, and none is lost', () => {
  const { typed, strike } = hand()
  strike('86560', 10)
  vi.runAllTimers()
  expect(typed).toEqual(['86560'])
})

test('held digits are typed before the key that follows them', () => {
  const { held, typed, strike } = hand()
  strike('865', 5)
  expect(strike('9', 200)).toEqual([false])
  expect(typed).toEqual(['865'])
  held.release()
  vi.runAllTimers()
  expect(typed).toEqual(['865'])
})
