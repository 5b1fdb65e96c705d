/** Presses with a time of their own, so that a test says how far they are apart however busy the machine is. */
import type { Locator, Page } from '@playwright/test'
import { keysOf, strike } from './scanner-keys.ts'

/** Within the time in which a second press is the other half of a double click. */
const HALF_MS = 150
/** A press that the page handles so late would count as a second one if the time of handling counted. */
const LATE_MS = 1000

const late = (page: Page, begun: number) => page.waitForFunction((time) => Date.now() > time, begun + LATE_MS)

/** The time between the clicks of an impatient person. */
const IMPATIENT_MS = 600

/**
 * A double click whose second half reaches the page late, after `between`, as on a page that is busy. The second press may be
 * held.
 */
export async function slowDoubleClick(
  button: Locator,
  between: () => Promise<void>,
  heldMs = 0,
): Promise<void> {
  const click = await mouseOn(button)
  const begun = Date.now()
  await click(1, begun)
  await between()
  await late(button.page(), begun)
  await click(2, begun + HALF_MS, heldMs)
}

/** Waits until a press answers a question that is shown by now. */
export const untilSeen = (page: Page) => late(page, Date.now())

/** Two clicks that a busy page handles one right after the other: the second was made before the first changed the screen. */
export async function impatientClicks(button: Locator): Promise<void> {
  const click = await mouseOn(button)
  const begun = Date.now() - LATE_MS
  await Promise.all([click(1, begun), click(1, begun + IMPATIENT_MS)])
}

async function mouseOn(button: Locator) {
  const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const mouse = await button.page().context().newCDPSession(button.page())
  const at = { x: x + width / 2, y: y + height / 2, button: 'left' as const }
  return async (clickCount: number, ms: number, heldMs = 0) => {
    const send = (type: 'mousePressed' | 'mouseReleased', time: number) =>
      mouse.send('Input.dispatchMouseEvent', { ...at, type, clickCount, timestamp: time / 1000 })
    await Promise.all([send('mousePressed', ms), send('mouseReleased', ms + heldMs)])
  }
}

/** Enter held so long that the keyboard repeats it, on a page that is not busy. */
export async function holdEnter(page: Page): Promise<void> {
  const keys = await keysOf(page)
  const begun = Date.now()
  const enter = { code: 'Enter', key: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }
  for (let ms = 0; ms <= LATE_MS; ms += 50)
    await keys.send('Input.dispatchKeyEvent', {
      type: 'keyDown',
      ...enter,
      autoRepeat: ms > 0,
      timestamp: (begun + ms) / 1000,
    })
  await keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter, timestamp: (begun + LATE_MS) / 1000 })
}

/** Enter pressed twice; the second press reaches the page late, after `between`. */
export async function slowDoubleEnter(page: Page, between: () => Promise<void>): Promise<void> {
  const keys = await keysOf(page)
  const begun = Date.now()
  await strike(keys, 'Enter', 'Enter', { timestamp: begun / 1000 })
  await between()
  await late(page, begun)
  await strike(keys, 'Enter', 'Enter', { timestamp: (begun + HALF_MS) / 1000 })
}
