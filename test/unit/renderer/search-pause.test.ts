import { expect, test } from 'vitest'
import { createSearchPause } from '../../../renderer/cashier/till/use-goods.ts'

/** The pauses before a search while a text is typed with so many milliseconds between its keys. */
function pausesOf(text: string, apart: number): readonly number[] {
  const pause = createSearchPause()
  return [...text].map((_, place) => pause(text.slice(0, place + 1), 1_000 + place * apart))
}

test('letters of a name are searched for at once, however fast they come', () => {
  expect(pausesOf('тараг', 5).every((pause) => pause === 0)).toBe(true)
  expect(pausesOf('tarag', 150).every((pause) => pause === 0)).toBe(true)
})

test('nothing is searched for while a scanner types', () => {
  const [, ...close] = pausesOf('8650000000017', 2)
  expect(close.every((pause) => pause > 2)).toBe(true)
  const [, ...apart] = pausesOf('8650000000017', 20)
  expect(apart.every((pause) => pause > 20)).toBe(true)
})

test('a code that a person types is searched for at once', () => {
  expect(pausesOf('2008', 120).every((pause) => pause === 0)).toBe(true)
})

test('an emptied box shows all goods at once', () => {
  const pause = createSearchPause()
  pause('8', 1_000)
  expect(pause('', 1_005)).toBe(0)
})
