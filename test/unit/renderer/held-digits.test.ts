import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHeldDigits } from '../../../renderer/cashier/till/held-digits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Which digits of a text were held back, and what was typed in the end. */
function hand() {
  const typed: string[] = []
  const held = createHeldDigits((digits) => void typed.push(digits))
  let at = 1_000
  const strike = (digits: string, apart: number): readonly boolean[] =>
    [...digits].map((digit) => {
      at += apart
      return held.hold(digit, at)
    })
  return { held, typed, strike }
}

test('a scanner’s digits stay out of the box, but for the first', () => {
  const { held, typed, strike } = hand()
  const [first, ...others] = strike('8656001234565', 2)
  expect(first).toBe(false)
  expect(others.every((one) => one)).toBe(true)
  held.drop()
  vi.runAllTimers()
  expect(typed).toEqual([])
})

test('digits of a person are typed as they come', () => {
  const { typed, strike } = hand()
  expect(strike('2008', 90).some((one) => one)).toBe(false)
  vi.runAllTimers()
  expect(typed).toEqual([])
})

test('quick digits that no Enter follows are typed after all, none lost', () => {
  const { typed, strike } = hand()
  strike('86560', 10)
  vi.runAllTimers()
  expect(typed).toEqual(['6560'])
})

test('digits that are held stand before the key that follows them', () => {
  const { held, typed, strike } = hand()
  strike('865', 5)
  expect(strike('9', 200)).toEqual([false])
  expect(typed).toEqual(['65'])
  held.release()
  vi.runAllTimers()
  expect(typed).toEqual(['65'])
})
