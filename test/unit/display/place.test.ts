import { expect, test } from 'vitest'
import { displayPlace, samePlace } from '../../../main/electron/display-place.ts'

const left = { id: 1, bounds: { x: 0, y: 0, width: 1366, height: 768 } }
const right = { id: 2, bounds: { x: 1366, y: 0, width: 1024, height: 600 } }

test('with one screen the customer display is not opened by itself', () => {
  expect(displayPlace('second-screen', [left], 1)).toEqual({ kind: 'nowhere' })
})

test('it fills the screen that the cashier does not work at, whichever that is', () => {
  expect(displayPlace('second-screen', [left, right], 1)).toEqual({ kind: 'screen', ...right })
  expect(displayPlace('second-screen', [left, right], 2)).toEqual({ kind: 'screen', ...left })
})

test('as a plain window it needs no second screen, and off it is nowhere', () => {
  expect(displayPlace('window', [left], 1)).toEqual({ kind: 'window' })
  expect(displayPlace('off', [left, right], 1)).toEqual({ kind: 'nowhere' })
})

test('a screen that changes its size is another place', () => {
  const before = displayPlace('second-screen', [left, right], 1)
  const turned = { ...right, bounds: { x: 1366, y: 0, width: 600, height: 1024 } }
  expect(samePlace(before, displayPlace('second-screen', [left, right], 1))).toBe(true)
  expect(samePlace(before, displayPlace('second-screen', [left, turned], 1))).toBe(false)
})
