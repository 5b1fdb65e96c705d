/** Sends keys as a keyboard and a wedge scanner do, without waiting for the effect of the key before. */
import type { Locator, Page } from '@playwright/test'

/** The parameters of `Input.dispatchKeyEvent`. */
type Stroke = {
  readonly type: 'keyDown' | 'keyUp'
  readonly key: string
  readonly code: string
  readonly text?: string
  readonly windowsVirtualKeyCode?: number
}

export async function keysOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (strokes: readonly Stroke[]) =>
    Promise.all(strokes.map((stroke) => session.send('Input.dispatchKeyEvent', stroke)))
  return {
    /** Rejects when the page is gone. */
    press: (key: string) => send(downAndUp(key)),
    scan: (code: string) => send(strokesOf(code)),
    /** Presses and releases the mouse on an element, as fast as a finger taps a screen. */
    tap: async (element: Locator) => {
      const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      const at = { x: x + width / 2, y: y + height / 2, button: 'left', clickCount: 1 } as const
      return Promise.all(
        (['mousePressed', 'mouseReleased'] as const).map((type) =>
          session.send('Input.dispatchMouseEvent', { type, ...at }),
        ),
      )
    },
  }
}

export type Keys = Awaited<ReturnType<typeof keysOf>>

/** What a scanner sends for a code: each character and Enter, down and up. */
export const strokesOf = (code: string): readonly Stroke[] => [...code, 'Enter'].flatMap(downAndUp)

const downAndUp = (key: string): readonly Stroke[] => [
  { type: 'keyDown', ...keyOf(key) },
  { type: 'keyUp', ...keyOf(key) },
]

function keyOf(key: string): Omit<Stroke, 'type'> {
  if (key === 'Enter') return { key, code: key, text: '\r', windowsVirtualKeyCode: 13 }
  if (key === 'Escape') return { key, code: key, windowsVirtualKeyCode: 27 }
  // The position of a letter's key does not matter: the page reads only digits by position.
  return { key, code: /\d/.test(key) ? `Digit${key}` : 'KeyA', text: key }
}
