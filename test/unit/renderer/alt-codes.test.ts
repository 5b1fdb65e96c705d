import { expect, test } from 'vitest'
import { createAltCodes } from '../../../renderer/cashier/page/scanning/alt-codes.ts'
import { createBursts } from '../../../renderer/cashier/page/scanning/bursts.ts'

type Shape = {
  readonly gap?: number
  readonly digits?: number
  readonly numLock?: boolean
  readonly end?: 'key' | 'number'
}

/** What the pad's keys are named without Num Lock. */
const UNLOCKED = [
  'Insert',
  'End',
  'ArrowDown',
  'PageDown',
  'ArrowLeft',
  'Clear',
  'ArrowRight',
  'Home',
  'ArrowUp',
  'PageUp',
]

/** The key events of a scan, one each `gap` ms: Alt down, each digit down and up, Alt up. */
function eventsOf(code: string, { gap = 8, digits = 2, numLock = true, end = 'key' }: Shape = {}) {
  let at = 1000
  const event = (type: 'down' | 'up', key: string, by: string, altKey: boolean) => {
    at += gap
    return { type, key, code: by, altKey, ctrlKey: false, shiftKey: false, timeStamp: at }
  }
  const character = (number: number) => [
    event('down', 'Alt', 'AltLeft', true),
    ...[...String(number).padStart(digits, '0')].flatMap((digit) => {
      const key = numLock ? digit : (UNLOCKED[Number(digit)] ?? '')
      return [event('down', key, `Numpad${digit}`, true), event('up', key, `Numpad${digit}`, true)]
    }),
    event('up', 'Alt', 'AltLeft', false),
  ]
  const signs = [...code].flatMap((sign) => character(sign.charCodeAt(0)))
  return [...signs, ...(end === 'number' ? character(13) : [event('down', 'Enter', 'Enter', false)])]
}

function read(events: ReturnType<typeof eventsOf>): string | null {
  const alt = createAltCodes()
  const bursts = createBursts<null>()
  let found: string | null = null
  for (const event of events) {
    if (event.type === 'down') alt.down(event)
    const stroke = event.type === 'up' ? alt.up(event) : event.altKey ? null : event
    const { decided = [] } = stroke === null ? {} : bursts.down(stroke, null, 'certain')
    for (const one of decided) if ('code' in one) found ??= one.code
  }
  return found
}

const CODE = '8656001234565'

test.each<[string, Shape]>([
  ['two digits for each character, a key event in 1 ms', { gap: 1 }],
  ['two digits for each character, a key event in 8 ms', { gap: 8 }],
  ['four digits for each character, a key event in 8 ms', { digits: 4 }],
  ['four digits for each character, a key event in 16 ms', { digits: 4, gap: 16 }],
  ['without Num Lock', { numLock: false }],
  ['with Enter as a number, too', { end: 'number' }],
])('a scanner that types numbers with Alt held is read: %s', (_, shape) => {
  expect(read(eventsOf(CODE, shape))).toBe(CODE)
})

test('the number of a receipt is read from numbers, with letters and hyphens', () => {
  const number = 'K01-261120-0147-X7F3'
  expect(read(eventsOf(number))).toBe(number)
})

test('a person who types characters by number is no scanner', () => {
  expect(read(eventsOf(CODE, { gap: 70 }))).toBe(null)
})

test('Alt alone, digits beside the pad, and longer numbers make no character', () => {
  const key = { altKey: true, ctrlKey: false, timeStamp: 0 }
  const alt = { ...key, code: 'AltLeft', key: 'Alt' }
  for (const codes of [[], ['Digit5', 'Digit6'], ['Numpad0', 'Numpad0', 'Numpad0', 'Numpad5', 'Numpad6']]) {
    const altCodes = createAltCodes()
    altCodes.down(alt)
    for (const code of codes) altCodes.down({ ...key, code, key: code.slice(-1) })
    expect(altCodes.up(alt)).toBe(null)
  }
})
