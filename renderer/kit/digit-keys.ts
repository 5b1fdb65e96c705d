import type { KeyboardEvent } from 'react'
import { typeInto } from './typing.ts'

/** The fields of a KeyboardEvent that tell its digit. */
export type DigitKey = { readonly code: string; readonly key: string; readonly shiftKey: boolean }

/** The digit of a key by its position, so that digits work under a Cyrillic layout. Null for other keys. */
export function digitOf({ code, key, shiftKey }: DigitKey): string | null {
  if (/^\d$/.test(key)) return key
  const match = /^(?:Digit|Numpad)(\d)$/.exec(code)
  // `*` separates a quantity from the search text, also where a layout has it on a digit key.
  if (!match || shiftKey || key.length !== 1 || key === '*') return null
  return match[1] ?? null
}

/** Where a US keyboard has these signs, with shift. */
const US_SIGNS: Readonly<Record<string, string>> = { Digit5: '%', Digit8: '*' }

/** The digit or sign that a keystroke means in a number; null if the layout's own character is meant. */
export type NumberKeys = (stroke: DigitKey) => string | null

/**
 * Reads digits, and the signs that a field takes, under layouts that write digits only with shift. There, a person types
 * digits without shift, by position, or with shift, as the layout writes them. A digit key pressed the other way then
 * means a sign: that of a US keyboard, or that of the layout. It must see all keystrokes.
 */
export function createNumberKeys(signs: string): NumberKeys {
  let digitsAre: 'by position' | 'with shift' | null = null
  return (stroke) => {
    const { code, key, shiftKey } = stroke
    const sign = US_SIGNS[code]
    const digit = sign === key && signs.includes(sign) ? null : digitOf(stroke)
    if (digit === null) {
      if (key.length === 1 && !signs.includes(key)) digitsAre = null
      return null
    }
    if (!code.startsWith('Digit') || (key === digit && !shiftKey)) return digit
    if (digitsAre === 'by position' && shiftKey) {
      return sign !== undefined && signs.includes(sign) ? sign : digit
    }
    if (digitsAre === 'with shift' && !shiftKey && signs.includes(key)) return null
    digitsAre = shiftKey ? 'with shift' : 'by position'
    return digit
  }
}

/** What a field of numbers takes: only digits, a number with a decimal point, or also a percentage. */
export type NumberKind = 'digits' | 'number' | 'percentage'

export const SIGNS_OF: Readonly<Record<NumberKind, string>> = { digits: '', number: '.,', percentage: '.,%' }

const POINT_KEYS: ReadonlySet<string> = new Set(['Period', 'Comma', 'NumpadDecimal'])

/** Types what the key means in a field of this kind, where the layout would type something else. */
export function typeNumber(event: KeyboardEvent<HTMLInputElement>, keys: NumberKeys, kind: NumberKind): void {
  const typed = keys(event)
  // A letter on the point's key has no place in a number.
  const isPoint = kind !== 'digits' && POINT_KEYS.has(event.code) && /^\p{L}$/u.test(event.key)
  typeInstead(event, isPoint ? '.' : typed)
}

/** Types the digit of the key's position where the layout would type something else. Returns whether it typed one. */
export const typeDigit = (event: KeyboardEvent<HTMLInputElement>): boolean =>
  typeInstead(event, digitOf(event))

function typeInstead(event: KeyboardEvent<HTMLInputElement>, sign: string | null): boolean {
  if (sign === null || sign === event.key || event.ctrlKey || event.altKey || event.metaKey) return false
  event.preventDefault()
  typeInto(event.currentTarget, sign)
  return true
}
