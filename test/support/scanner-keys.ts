/**
 * Keys as a machine reports them: the place, what the layout wrote there, and when. A scanner's rhythm is its own, however
 * busy the machine is that plays it back.
 */
import type { CDPSession, Page } from '@playwright/test'

/** What the digits' keys write without shift under Windows’ Mongolian Cyrillic layout, from 0 to 9. */
const MN_DIGITS = ['?', '№', '-', '"', '₮', ':', '.', '_', ',', '%'] as const

/** What scanners end a code with. */
const ENDS = {
  Enter: { text: '\r', windowsVirtualKeyCode: 13 },
  Tab: { windowsVirtualKeyCode: 9 },
} as const

/** Between two strokes of a wedge scanner, recorded. */
const GAP_MS = 4

let last = 0

/** When the next stroke is: a scanner's pace after the one before. */
function nextStroke(): number {
  last = Math.max(Date.now(), last + GAP_MS)
  return last / 1000
}

export const keysOf = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page)

export async function strike(keys: CDPSession, code: string, key: string, shift = false): Promise<void> {
  const timestamp = nextStroke()
  const text = key.length === 1 ? { text: key } : {}
  const stroke = { code, key, timestamp, modifiers: shift ? 8 : 0, ...text }
  const end = code === 'Enter' || code === 'Tab' ? ENDS[code] : {}
  await Promise.all([
    keys.send('Input.dispatchKeyEvent', { type: 'keyDown', ...stroke, ...end }),
    keys.send('Input.dispatchKeyEvent', { type: 'keyUp', code, key, timestamp }),
  ])
}

/** A burst of a wedge scanner where digits write themselves: nothing waits for anything. */
export const scanDigits = (keys: CDPSession, code: string): Promise<unknown> =>
  Promise.all([
    ...[...code].map((digit) => strike(keys, `Digit${digit}`, digit)),
    strike(keys, 'Enter', 'Enter'),
  ])

/** The same under the `mn` layout. */
export const scanUnderMn = (
  keys: CDPSession,
  code: string,
  end: keyof typeof ENDS = 'Enter',
): Promise<unknown> =>
  Promise.all([
    ...[...code].map((digit) => strike(keys, `Digit${digit}`, MN_DIGITS[Number(digit)] ?? '')),
    strike(keys, end, end),
  ])
