/**
 * Some scanners type each character as its number: Alt down, the digits of its code on the numeric pad, Alt up ("universal
 * keyboard", for Windows). Windows then writes the character. The page reads it from the keys, by their position, because
 * without Num Lock the keys are named End and PageUp.
 */
import type { Stroke } from './bursts.ts'

type AltKey = Pick<KeyboardEvent, 'code' | 'key' | 'altKey' | 'ctrlKey' | 'timeStamp'>

export type AltCodes = {
  /** Takes a key that goes down. Returns its place in a character's code, from 1; 0 if it belongs to none. */
  readonly down: (key: AltKey) => number
  /** Takes a key that goes up. Returns the character that Alt ends, as a key that writes it; null if it ends none. */
  readonly up: (key: AltKey) => Stroke | null
}

/** The longest is "0" and three digits. */
const LONGEST = 4

export function createAltCodes(): AltCodes {
  let digits = ''
  return {
    down: ({ code, key, altKey, ctrlKey }) => {
      if (key === 'Alt') {
        digits = ''
        return 0
      }
      const digit = altKey && !ctrlKey ? /^Numpad(\d)$/.exec(code)?.[1] : undefined
      digits = digit === undefined || digits.length >= LONGEST ? '' : digits + digit
      return digits.length
    },
    up: ({ key, timeStamp }) => {
      if (key !== 'Alt' || digits === '') return null
      const character = String.fromCharCode(Number(digits))
      const keys = digits.length + 1
      digits = ''
      return { ...keyOf(character), shiftKey: false, timeStamp, keys }
    },
  }
}

/** An end key, or a character without a key. */
function keyOf(character: string): { readonly code: string; readonly key: string } {
  if (character === '\r' || character === '\n') return { code: 'Enter', key: 'Enter' }
  if (character === '\t') return { code: 'Tab', key: 'Tab' }
  return { code: '', key: character }
}
