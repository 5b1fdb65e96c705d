/**
 * Key events as a machine reports them: key position, the character under the layout, and the time. The times are those
 * of a real scanner, however busy the machine is.
 */
import type { CDPSession, Page } from '@playwright/test'
import { atOwnPace } from './person-pace.ts'

/** What the digit keys 0 to 9 write without shift under Windows’ Mongolian Cyrillic layout. */
const MN_DIGITS = ['?', '№', '-', '"', '₮', ':', '.', '_', ',', '%'] as const

/** The keys that scanners send after a code. */
const ENDS = {
  Enter: { text: '\r', windowsVirtualKeyCode: 13 },
  Tab: { windowsVirtualKeyCode: 9 },
} as const

/** Milliseconds between two keys of a wedge scanner, from a recording. */
const GAP_MS = 4

let last = 0

/**
 * The times of the next keys at a scanner's pace, after those before. They depend on one reading of the clock and not
 * on how fast the events are sent.
 */
function nextStrokes(many: number): readonly number[] {
  const first = Math.max(Date.now(), last + GAP_MS)
  last = first + (many - 1) * GAP_MS
  return Array.from({ length: many }, (_, place) => (first + place * GAP_MS) / 1000)
}

export const keysOf = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page)

export async function strike(
  keys: CDPSession,
  code: string,
  key: string,
  { shift = false, ctrl = false, timestamp = nextStrokes(1)[0] ?? 0 } = {},
): Promise<void> {
  const text = key.length === 1 && !ctrl ? { text: key } : {}
  const stroke = { code, key, timestamp, modifiers: (shift ? 8 : 0) + (ctrl ? 2 : 0), ...text }
  const end = code === 'Enter' || code === 'Tab' ? ENDS[code] : {}
  await Promise.all([
    keys.send('Input.dispatchKeyEvent', { type: 'keyDown', ...stroke, ...end }),
    keys.send('Input.dispatchKeyEvent', { type: 'keyUp', code, key, timestamp }),
  ])
}

type Stroke = { readonly code: string; readonly key: string; readonly shift?: boolean }

/** A scan of digits and capital letters under a Latin layout. Sends the keys without waiting for their effect. */
export const scanLatin = (keys: CDPSession, code: string): Promise<unknown> =>
  scan(keys, code, 'Enter', (sign) =>
    /\d/.test(sign) ? { code: `Digit${sign}`, key: sign } : { code: `Key${sign}`, key: sign, shift: true },
  )

/** The same under the `mn` layout, also of a receipt's barcode. */
export const scanUnderMn = (
  keys: CDPSession,
  code: string,
  end: keyof typeof ENDS = 'Enter',
): Promise<unknown> => scan(keys, code, end, underMn)

function underMn(sign: string): Stroke {
  if (/\d/.test(sign)) return { code: `Digit${sign}`, key: MN_DIGITS[Number(sign)] ?? '' }
  if (sign === '-') return { code: 'Minus', key: 'е' }
  return { code: `Key${sign}`, key: 'Ж', shift: true }
}

/** Types digits under the `mn` layout, at a person's pace. */
export async function typeUnderMn(keys: CDPSession, digits: string): Promise<void> {
  const begun = Date.now() / 1000
  for (const [place, digit] of [...digits].entries())
    await strike(keys, `Digit${digit}`, MN_DIGITS[Number(digit)] ?? '', { timestamp: begun + place * 0.2 })
}

/**
 * The keys of a scanner that types each character as its number on the numeric pad with Alt held, as Windows hands them on:
 * after Alt goes up, the character is written. Its end key is an ordinary one. The pace is that of one key event in 8 ms,
 * the pause between two reports of a slow USB device.
 */
export async function scanByNumbers(keys: CDPSession, code: string): Promise<void> {
  let at = Date.now() / 1000
  const next = () => {
    at += 0.008
    return at
  }
  const alt = { code: 'AltLeft', key: 'Alt' }
  const sent: Promise<unknown>[] = []
  const send = (type: 'rawKeyDown' | 'keyUp', key: object) =>
    void sent.push(keys.send('Input.dispatchKeyEvent', { type, ...key, timestamp: next() }))
  await atOwnPace(keys, () => {
    for (const sign of code) {
      send('rawKeyDown', { ...alt, modifiers: 1 })
      for (const digit of String(sign.charCodeAt(0)).padStart(4, '0')) {
        const pad = { code: `Numpad${digit}`, key: digit, modifiers: 1, location: 3 }
        send('rawKeyDown', pad)
        send('keyUp', pad)
      }
      send('keyUp', alt)
      sent.push(keys.send('Input.insertText', { text: sign }))
    }
    sent.push(strike(keys, 'Enter', 'Enter', { timestamp: next() }))
    return Promise.all(sent)
  })
}

function scan(
  keys: CDPSession,
  text: string,
  end: keyof typeof ENDS,
  strokeOf: (sign: string) => Stroke,
): Promise<unknown> {
  const times = nextStrokes(text.length + 1)
  const at = (place: number) => ({ timestamp: times[place] ?? 0 })
  return atOwnPace(keys, () =>
    Promise.all([
      ...[...text].map((sign, place) => {
        const { code, key, shift = false } = strokeOf(sign)
        return strike(keys, code, key, { shift, ...at(place) })
      }),
      strike(keys, end, end, at(text.length)),
    ]),
  )
}

type Layout = 'us' | 'mn' | 'caps'

/** A key of a scanner with a US layout, as the computer reports it under its own layout. */
function underLayout(sign: string, layout: Layout): Stroke & { readonly ctrl?: boolean } {
  if (sign === GROUP_SEPARATOR) return { code: 'BracketRight', key: ']', ctrl: true }
  if (sign === '\n') return { code: 'KeyJ', key: 'j', ctrl: true }
  if (sign === '\r') return { code: 'Enter', key: 'Enter' }
  if (sign === '\t') return { code: 'Tab', key: 'Tab' }
  const digit = /\d/.test(sign)
  if (layout === 'mn' && (digit || sign === '-')) return underMn(sign)
  if (digit) return { code: `Digit${sign}`, key: sign }
  const shift = sign !== sign.toLowerCase() || SHIFTED.has(sign)
  if (/[a-z]/i.test(sign)) {
    const written = layout === 'caps' ? (shift ? sign.toLowerCase() : sign.toUpperCase()) : sign
    return { code: `Key${sign.toUpperCase()}`, key: layout === 'mn' ? 'ж' : written, shift }
  }
  const code = SIGN_KEYS[sign] ?? SIGN_KEYS[SHIFTED.get(sign) ?? '']
  if (code === undefined) throw new Error(`no key writes "${sign}"`)
  return { code, key: layout === 'mn' ? 'ү' : sign, shift }
}

export const GROUP_SEPARATOR = '\u001d'

const SIGN_KEYS: Readonly<Record<string, string>> = {
  '-': 'Minus',
  '=': 'Equal',
  '[': 'BracketLeft',
  ']': 'BracketRight',
  ';': 'Semicolon',
  ',': 'Comma',
  '.': 'Period',
  '/': 'Slash',
  ' ': 'Space',
  '4': 'Digit4',
  '5': 'Digit5',
  '8': 'Digit8',
}
const SHIFTED: ReadonlyMap<string, string> = new Map([
  ['_', '-'],
  ['+', '='],
  [':', ';'],
  ['$', '4'],
  ['%', '5'],
  ['*', '8'],
])

/** Strikes the keys of this text, each so many milliseconds after the one before it. Control characters are the end keys. */
export async function strikeAll(
  keys: CDPSession,
  text: string,
  gaps: readonly number[],
  layout: Layout,
): Promise<void> {
  let at = Math.max(Date.now(), last) + 1
  const strokes = [...text].map((sign, place) => {
    at += place === 0 ? 0 : (gaps[place] ?? 0)
    return { ...underLayout(sign, layout), timestamp: at / 1000 }
  })
  last = at
  await atOwnPace(keys, () =>
    Promise.all(strokes.map(({ code, key, ...more }) => strike(keys, code, key, more))),
  )
}
