/** Presses with a time of their own, so that a test says how far they are apart however busy the machine is. */
import type { Locator, Page } from '@playwright/test'
import { keysOf, strike } from './scanner-keys.ts'

/** Within the time in which a second press is the other half of a double click. */
const HALF_MS = 150
/** A press that the page handles so late would count as a second one if the time of handling counted. */
const LATE_MS = 1000

const late = (page: Page, begun: number) => page.waitForFunction((time) => Date.now() > time, begun + LATE_MS)

/** A double click whose second half reaches the page late, after `between`, as on a page that is busy. */
export async function slowDoubleClick(button: Locator, between: () => Promise<void>): Promise<void> {
  const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const mouse = await button.page().context().newCDPSession(button.page())
  const at = { x: x + width / 2, y: y + height / 2, button: 'left' as const }
  const begun = Date.now()
  const click = async (clickCount: number, ms: number) => {
    const timestamp = ms / 1000
    await mouse.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at, clickCount, timestamp })
    await mouse.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at, clickCount, timestamp })
  }
  await click(1, begun)
  await between()
  await late(button.page(), begun)
  await click(2, begun + HALF_MS)
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
