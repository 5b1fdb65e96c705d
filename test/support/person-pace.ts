/**
 * Playwright presses keys faster than any person, and the till would take them for a scan. So the page is told that each key
 * came a moment after the one before it, without that anybody waits. The keys of scanner-keys.ts keep their own pace.
 */
import type { CDPSession, Page } from '@playwright/test'

/** Lets the keys of Playwright come at a person's pace in this page, also after it was loaded anew. */
export async function atPersonPace(page: Page): Promise<void> {
  await page.addInitScript(tellTimes)
  await page.evaluate(tellTimes)
}

let scans = 0

/** Strikes keys at their own pace, as a scanner does. */
export async function atOwnPace<Result>(keys: CDPSession, strike: () => Promise<Result>): Promise<Result> {
  scans += 1
  await keys.send('Runtime.evaluate', { expression: `globalThis.scan = ${scans}` })
  const struck = await strike()
  await keys.send('Runtime.evaluate', { expression: 'globalThis.scan = 0' })
  return struck
}

type Told = typeof globalThis & { scan?: number; tellsTimes?: boolean }

function tellTimes(): void {
  const page = globalThis as Told
  const real = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')?.get
  if (page.tellsTimes === true || real === undefined) return
  page.tellsTimes = true
  const PERSON_MS = 120
  /** Before and after a scan: longer than the longest pause in a code. */
  const BEFORE_SCAN_MS = 300
  const told = new WeakMap<Event, number>()
  let last = Number.NEGATIVE_INFINITY
  let scan = 0
  let shift = 0
  const timeOf = (event: KeyboardEvent, at: number): number => {
    if (page.scan) {
      if (page.scan !== scan) shift = Math.max(0, last + BEFORE_SCAN_MS - at)
      scan = page.scan
      return at + shift
    }
    const apart = scan === 0 ? PERSON_MS : BEFORE_SCAN_MS
    if (event.type !== 'keydown' || event.repeat) return Math.max(at, last)
    scan = 0
    return Math.max(at, last + apart)
  }
  Object.defineProperty(KeyboardEvent.prototype, 'timeStamp', {
    get(this: KeyboardEvent) {
      const known = told.get(this)
      if (known !== undefined) return known
      const at = timeOf(this, real.call(this))
      told.set(this, at)
      last = at
      return at
    },
  })
}
