import type { KeyboardEvent } from 'react'

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

const POINT_KEYS: ReadonlySet<string> = new Set(['Period', 'Comma', 'NumpadDecimal'])

/** Types the digit of the key's position where the layout would type something else. Returns whether it typed one. */
export function typeDigit(event: KeyboardEvent<HTMLInputElement>): boolean {
  return typeInstead(event, digitOf(event))
}

/** Types a digit or the decimal point of the key's position. A letter on the point's key has no place in a number. */
export function typeNumber(event: KeyboardEvent<HTMLInputElement>): boolean {
  const isPoint = POINT_KEYS.has(event.code) && /^\p{L}$/u.test(event.key)
  return typeInstead(event, isPoint ? '.' : digitOf(event))
}

function typeInstead(event: KeyboardEvent<HTMLInputElement>, sign: string | null): boolean {
  if (sign === null || sign === event.key || event.ctrlKey || event.altKey || event.metaKey) return false
  event.preventDefault()
  const field = event.currentTarget
  const end = field.value.length
  field.setRangeText(sign, field.selectionStart ?? end, field.selectionEnd ?? end, 'end')
  // React takes it as typed: it tells from the field's value, which `setRangeText` changes behind it.
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: sign, inputType: 'insertText' }))
  return true
}
