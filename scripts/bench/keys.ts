/** Sends keys as a keyboard and a wedge scanner do, without waiting for the effect of the key before. */
import type { CDPSession, Page } from '@playwright/test'

export type Keys = {
  /** Rejects when the page is gone. */
  readonly press: (key: string) => Promise<unknown>
  readonly scan: (code: string) => Promise<unknown>
}

const ENTER = { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }
const ESCAPE = { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 }

export async function keysOf(page: Page): Promise<Keys> {
  const session = await page.context().newCDPSession(page)
  const press = (key: string) => pressed(session, strokeOf(key))
  return { press, scan: (code) => Promise.all([...code, 'Enter'].map(press)) }
}

const pressed = (session: CDPSession, stroke: ReturnType<typeof strokeOf>): Promise<unknown> =>
  Promise.all([
    session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...stroke }),
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...stroke }),
  ])

function strokeOf(key: string) {
  if (key === 'Enter') return ENTER
  if (key === 'Escape') return ESCAPE
  // The position of a letter's key does not matter: the page reads only digits by position.
  return { key, code: /\d/.test(key) ? `Digit${key}` : 'KeyA', text: key }
}
