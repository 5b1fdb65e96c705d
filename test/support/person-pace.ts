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
let underWay = 0

/** Sends keys with their own times, as a scanner does. Calls may overlap: a person's pace returns when the last has ended. */
export async function atOwnPace<Result>(keys: CDPSession, strike: () => Promise<Result>): Promise<Result> {
  if (underWay === 0) scans += 1
  underWay += 1
  await keys.send('Runtime.evaluate', { expression: `globalThis.scan = ${scans}` })
  const struck = await strike()
  underWay -= 1
  if (underWay === 0) await keys.send('Runtime.evaluate', { expression: 'globalThis.scan = 0' })
  return struck
}

type Told = typeof globalThis & { scan?: number; tellsTimes?: boolean }

/** The clock of the page runs ahead: a key that comes too early is told as later, and so is all that follows. */
function tellTimes(): void {
  const page = globalThis as Told
  const real = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')?.get
  if (page.tellsTimes === true || real === undefined) return
  page.tellsTimes = true
  const PERSON_MS = 120
  /** Before and after a scan: longer than the longest pause in a code. */
  const BESIDE_SCAN_MS = 300
  const told = new WeakMap<Event, number>()
  let ahead = 0
  let last = Number.NEGATIVE_INFINITY
  let scan = 0
  /** How long after the key before it a key comes at least; null for one that has its own time. */
  const leastAfterLast = (event: Event): number | null => {
    if (!(event instanceof KeyboardEvent) || !event.isTrusted) return null
    const before = scan
    scan = page.scan ?? 0
    if (scan !== before) return BESIDE_SCAN_MS
    if (scan !== 0) return null
    return event.type === 'keydown' && !event.repeat ? PERSON_MS : 0
  }
  const timeOf = (event: Event): number => {
    const known = told.get(event)
    if (known !== undefined) return known
    const least = leastAfterLast(event)
    const at = real.call(event)
    if (least !== null) ahead = Math.max(ahead, last + least - at)
    told.set(event, at + ahead)
    if (event instanceof KeyboardEvent && event.isTrusted) last = Math.max(last, at + ahead)
    return at + ahead
  }
  for (const { prototype } of [KeyboardEvent, MouseEvent])
    Object.defineProperty(prototype, 'timeStamp', {
      get(this: Event) {
        return timeOf(this)
      },
    })
  const now = performance.now.bind(performance)
  performance.now = () => now() + ahead
}
