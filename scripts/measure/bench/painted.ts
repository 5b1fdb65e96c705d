/**
 * Measures in the page itself when the effect of a key or a tap is visible: from the event's own time stamp (Chromium
 * sets it when the event arrives) to the frame after the one that draws the change, by a MutationObserver and two
 * animation frames. The second frame begins when the first one was handed to the screen, so the measure is up to one
 * frame too long and never too short. Event Timing does not fit: it ends with the frame after the event handlers, and
 * what the till shows comes from another process some frames later.
 */
import type { Page } from '@playwright/test'

/**
 * What is waited for. `echo`: a letter that two lines of script write into the page; the page itself does not get the
 * key. `line`: a line of the cart after a scan. `results`: those of what was typed. `qr` after a tap. `paid` after nothing.
 */
type Effect = 'echo' | 'line' | 'results' | 'qr' | 'paid'

type Probe = {
  /** Resolves with the milliseconds from the event to its painted effect, and with the time of day at which it was painted. */
  painted: Promise<{ readonly ms: number; readonly at: number }> | null
  readonly expect: (effect: Effect) => void
}

type Probed = Window & {
  readonly tillProbe: Probe
  /** Receives each event before the page's own listeners, which do not pass on the keys of a scanner. */
  tillHeard?: (event: Event) => void
}

/** Loads the page again with the probe. */
export async function installProbe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const type of ['keydown', 'pointerdown'])
      window.addEventListener(type, (event) => (window as unknown as Probed).tillHeard?.(event), true)
  })
  await page.reload()
  await page.getByTestId('search').waitFor()
  await page.evaluate(() => {
    const one = (selector: string) => document.querySelector<HTMLElement>(selector)
    let cart: Element | null = null
    const lines = () => {
      if (!cart?.isConnected) cart = one('[data-testid=cart-line]')?.parentElement ?? null
      return cart?.childElementCount ?? 0
    }
    const typed = () => (one('[data-testid=search]') as HTMLInputElement | null)?.value.trim()
    const echo = document.createComment('')
    document.body.append(echo)
    const now = () => performance.now()
    let wanted: Effect | null = null
    let begun: number | null = null
    let linesBefore = 0
    let resolve = (_: { ms: number; at: number }): void => {}

    const isBegin = (event: Event): boolean => {
      if (wanted === 'paid') return false
      if (wanted === 'qr') return event.type === 'pointerdown'
      return event instanceof KeyboardEvent && (wanted === 'line') === (event.key === 'Enter')
    }
    const isShown: Record<Effect, () => boolean> = {
      echo: () => begun !== null,
      line: () => lines() > linesBefore,
      results: () => one('#goods')?.dataset.query === typed(),
      qr: () => one('[data-testid=qr] path') !== null,
      paid: () => one('[data-testid=paid]') !== null,
    }
    const look = () => {
      if (wanted === null || begun === null || !isShown[wanted]()) return
      const from = begun
      wanted = null
      requestAnimationFrame(() => requestAnimationFrame(() => resolve({ ms: now() - from, at: Date.now() })))
    }
    ;(window as unknown as Probed).tillHeard = (event) => {
      if (wanted === null || begun !== null || !isBegin(event)) return
      begun = event.timeStamp
      if (wanted !== 'echo') return
      event.stopImmediatePropagation()
      event.preventDefault()
      echo.data = `${echo.data} `
    }
    const probe: Probe = {
      painted: null,
      expect: (effect) => {
        begun = effect === 'paid' ? now() : null
        linesBefore = lines()
        probe.painted = new Promise((seen) => {
          resolve = seen
        })
        wanted = effect
      },
    }
    Object.defineProperty(window, 'tillProbe', { value: probe })
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
  })
}

/** Does the action, and returns the milliseconds until its effect was painted. */
export async function paintedAfter(
  page: Page,
  effect: Exclude<Effect, 'paid'>,
  action: () => Promise<unknown>,
) {
  await page.evaluate((what) => (window as unknown as Probed).tillProbe.expect(what), effect)
  await action()
  const { ms } = await painted(page)
  return ms
}

/** Does the action, and returns the time of day at which the paid sale was painted. */
export async function paidPaintedAt(page: Page, action: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => (window as unknown as Probed).tillProbe.expect('paid'))
  await action()
  const { at } = await painted(page)
  return at
}

async function painted(page: Page): Promise<{ readonly ms: number; readonly at: number }> {
  const found = await page.evaluate(() => (window as unknown as Probed).tillProbe.painted)
  if (found === null) throw new Error('the probe waits for nothing')
  return found
}
