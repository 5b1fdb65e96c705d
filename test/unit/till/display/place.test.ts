import { expect, test } from 'vitest'
import { displayPlace, samePlace } from '../../../../main/electron/display-place.ts'

const left = { id: 1, bounds: { x: 0, y: 0, width: 1366, height: 768 } }
const right = { id: 2, bounds: { x: 1366, y: 0, width: 1024, height: 600 } }

test('with one screen the customer display does not open automatically', () => {
  expect(displayPlace('second-screen', [left], 1)).toEqual({ kind: 'nowhere' })
})

test('the display fills the screen where the cashier’s window is not', () => {
  expect(displayPlace('second-screen', [left, right], 1)).toEqual({ kind: 'screen', ...right })
  expect(displayPlace('second-screen', [left, right], 2)).toEqual({ kind: 'screen', ...left })
})

test('a plain window needs no second screen, and "off" opens no display', () => {
  expect(displayPlace('window', [left], 1)).toEqual({ kind: 'window' })
  expect(displayPlace('off', [left, right], 1)).toEqual({ kind: 'nowhere' })
})

test('a screen with a changed size is another place', () => {
  const before = displayPlace('second-screen', [left, right], 1)
  const turned = { ...right, bounds: { x: 1366, y: 0, width: 600, height: 1024 } }
  expect(samePlace(before, displayPlace('second-screen', [left, right], 1))).toBe(true)
  expect(samePlace(before, displayPlace('second-screen', [left, turned], 1))).toBe(false)
})
