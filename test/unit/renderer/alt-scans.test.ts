/** The page's listener for scans that type each character as its number, with the events of a window. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenForScans } from '../../../renderer/cashier/page/scanning/scanner.ts'

beforeEach(() => {
  for (const name of [
    'Element',
    'HTMLElement',
    'HTMLInputElement',
    'HTMLTextAreaElement',
    'HTMLSelectElement',
  ])
    vi.stubGlobal(name, class {})
  vi.stubGlobal('document', { activeElement: null, body: null, querySelectorAll: () => [] })
})
afterEach(() => void vi.unstubAllGlobals())

/** Stands in for the window. The scanner ignores untrusted events, and Node's EventTarget makes no others. */
function keyboard() {
  type Listener = (event: object) => void
  const listeners = new Map<string, Set<Listener>>()
  const of = (type: string) => listeners.get(type) ?? new Set()
  return {
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, of(type).add(listener)),
    removeEventListener: (type: string, listener: Listener) => void of(type).delete(listener),
    /** Returns whether a listener prevented the default action. */
    dispatch: (type: string, values: object): boolean => {
      const preventDefault = vi.fn()
      const event = { ...values, isTrusted: true, preventDefault, stopImmediatePropagation: () => {} }
      for (const listener of of(type)) listener(event)
      return preventDefault.mock.calls.length > 0
    },
  }
}

function page() {
  const keys = keyboard()
  const scans: string[] = []
  listenForScans(keys as unknown as Window).otherwise(({ code }) => scans.push(code))
  let at = 1000
  /** Returns whether the default action was prevented, so that no field gets the key. */
  const event = (type: string, key: string, code: string, altKey = false): boolean => {
    at += 8
    return keys.dispatch(type, { key, code, altKey, ctrlKey: false, shiftKey: false, timeStamp: at })
  }
  const character = (number: number) => {
    event('keydown', 'Alt', 'AltLeft', true)
    for (const digit of String(number)) event('keydown', digit, `Numpad${digit}`, true)
    event('keyup', 'Alt', 'AltLeft')
  }
  return { scans, event, character }
}

const scan = ({ character }: ReturnType<typeof page>) => {
  for (const sign of '8656001234565\r') character(sign.charCodeAt(0))
}

test('the Enter of a scan, which Windows writes after its number, presses nothing', () => {
  const till = page()
  scan(till)
  expect(till.scans).toEqual(['8656001234565'])
  expect(till.event('keypress', 'Enter', '')).toBe(true)
})

test('the first key that a person presses after a scan is not taken for its Enter', () => {
  const till = page()
  scan(till)
  till.event('keydown', '3', 'Digit3')
  expect(till.event('keypress', '3', 'Digit3')).toBe(false)
})
