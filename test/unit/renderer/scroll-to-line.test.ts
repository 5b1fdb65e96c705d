import { expect, test } from 'vitest'
import { scrollToLine } from '../../../renderer/cashier/counter/till/scroll-to-line.ts'

const LINE = 61
const spanOf = (place: number) => ({ top: place * LINE, bottom: (place + 1) * LINE })

/** A list of lines of the same height, in a window of 400 pixels, with its padding of 8 below. */
const list = (count: number, at: number, wanted: number) => ({
  ...{ at, most: count * LINE + 8 - 400, height: 400, count, spanOf },
  wanted: spanOf(wanted),
})

test('a new line at the end is visible, and the line at the top is whole', () => {
  const { to, room } = scrollToLine(list(50, 0, 49))
  expect(to % LINE).toBe(0)
  expect(to + 400).toBeGreaterThanOrEqual(50 * LINE)
  expect(to).toBeLessThan(49 * LINE)
  expect(room).toBe(to - (50 * LINE + 8 - 400))
  expect(room).toBeLessThan(LINE)
})

test('the next line needs the same space at the end', () => {
  const before = scrollToLine(list(50, 0, 49))
  const after = scrollToLine(list(51, before.to, 50))
  expect(after).toEqual({ to: before.to + LINE, room: before.room })
})

test('a line above the visible ones is scrolled to', () => {
  expect(scrollToLine(list(50, 20 * LINE, 3))).toEqual({ to: 3 * LINE, room: 0 })
})

test('a list whose visible lines are whole stays where it is', () => {
  expect(scrollToLine(list(50, 20 * LINE, 22))).toEqual({ to: 20 * LINE, room: 0 })
})

test('of a line that is higher than the window the top is visible', () => {
  const high = { top: 300, bottom: 720 }
  const scrolled = { at: 0, most: 1000, height: 400, count: 1, spanOf: () => high, wanted: high }
  expect(scrollToLine(scrolled)).toEqual({ to: 292, room: 0 })
})
