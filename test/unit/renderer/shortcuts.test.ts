import { expect, test } from 'vitest'
import {
  SHORTCUT_GROUPS,
  SHORTCUTS,
  type Shortcut,
  spelledKeys,
  withCommand,
} from '../../../renderer/cashier/page/shortcuts/shortcuts.ts'
import { pressed } from '../../../renderer/cashier/page/shortcuts/use-shortcut.ts'

const stroke = (
  code: string,
  held: Partial<Record<'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey', boolean>> = {},
) => ({ code, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...held })

test('a key is recognized by its position and modifiers', () => {
  expect(pressed('undo', stroke('KeyZ', { ctrlKey: true }))).toBe(true)
  expect(pressed('undo', stroke('KeyZ'))).toBe(false)
  expect(pressed('question', stroke('Slash', { shiftKey: true }))).toBe(true)
  expect(pressed('question', stroke('Slash'))).toBe(false)
  expect(pressed('charge', stroke('F12'))).toBe(true)
  expect(pressed('charge', stroke('F12', { ctrlKey: true }))).toBe(false)
  expect(pressed('charge', stroke('F12', { altKey: true }))).toBe(false)
  expect(pressed('add', stroke('NumpadEnter'))).toBe(true)
})

test('no key has two meanings', () => {
  const shortcuts: readonly Shortcut[] = Object.values(SHORTCUTS)
  const strokes = shortcuts.flatMap(({ codes, with: held }) => codes.map((code) => `${held ?? ''} ${code}`))
  expect(new Set(strokes).size).toBe(strokes.length)
})

test('the list of keys has every key once', () => {
  const listed = SHORTCUT_GROUPS.flatMap(({ names }) => names)
  expect([...listed].sort()).toEqual(Object.keys(SHORTCUTS).sort())
})

test('on a Mac Cmd takes the place of Ctrl, which the system uses', () => {
  expect(pressed('undo', stroke('KeyZ', { metaKey: true }), true)).toBe(true)
  expect(pressed('undo', stroke('KeyZ', { ctrlKey: true }), true)).toBe(false)
  expect(pressed('undo', stroke('KeyZ', { metaKey: true }), false)).toBe(false)
  expect(pressed('charge', stroke('F12', { metaKey: true }), true)).toBe(false)
  expect(withCommand('L', true)).toBe('⌘L')
  expect(withCommand('L', false)).toBe('Ctrl+L')
  expect(['⌘L', 'Ctrl+L', 'F8'].map(spelledKeys)).toEqual(['Meta+L', 'Control+L', 'F8'])
})
