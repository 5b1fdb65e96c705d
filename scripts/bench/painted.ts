/**
 * Measures in the page itself when the effect of a key is visible: from the key's own time stamp (Chromium sets it when
 * the key arrives) to the frame after the one that draws the change, by a MutationObserver and two animation frames.
 * The second frame begins when the first one was handed to the screen, so the measure is up to one frame too long and
 * never too short. Event Timing does not fit: it ends with the frame after the event handlers, and the search results
 * of a key come from another process some frames later.
 */
import type { Page } from '@playwright/test'

/** Milliseconds from the key to its effect: in the document, and painted. */
export type Painted = { readonly drawn: number; readonly painted: number }

export type Watched = 'echo' | 'results' | 'lines'

type Probe = {
  watched: Watched | null
  /** Keys whose effect is not visible yet. */
  waiting: { at: number; text: string | null }[]
  done: Painted[]
  /** How many pieces in the cart the probe has seen so far. */
  seen: number
  /** How many keys were followed by another key before their results were shown. */
  overtaken: number
}

type Probed = Window & {
  readonly tillProbe: Probe
  /** Receives each key before the page's own listeners, which do not pass on the keys of a scanner. */
  tillKeyed?: (event: KeyboardEvent) => void
}

export async function installProbe(page: Page): Promise<void> {
  await page.addInitScript(() =>
    window.addEventListener('keydown', (event) => (window as unknown as Probed).tillKeyed?.(event), true),
  )
  await page.reload()
  await page.getByTestId('search').waitFor()
  await page.evaluate(() => {
    const probe: Probe = { watched: null, waiting: [], done: [], seen: 0, overtaken: 0 }
    Object.defineProperty(window, 'tillProbe', { value: probe })
    const search = () => document.querySelector<HTMLInputElement>('[data-testid=search]')
    const echo = document.createComment('')
    document.body.append(echo)

    const finish = (at: number) => {
      const drawn = performance.now() - at
      requestAnimationFrame(() =>
        requestAnimationFrame(() => probe.done.push({ drawn, painted: performance.now() - at })),
      )
    }
    const looks: Record<Watched, () => void> = {
      echo: () => {
        for (const { at } of probe.waiting.splice(0)) finish(at)
      },
      results: () => {
        const shown = document.getElementById('goods')?.dataset.query
        const last = probe.waiting.at(-1)
        if (last === undefined || last.text !== shown) return
        probe.overtaken += probe.waiting.length - 1
        probe.waiting = []
        finish(last.at)
      },
      lines: () => {
        let pieces = 0
        for (const one of document.querySelectorAll('[data-testid=line-quantity]'))
          pieces += Number(one.textContent)
        for (; probe.seen < pieces; probe.seen++) {
          const key = probe.waiting.shift()
          if (key) finish(key.at)
        }
      },
    }
    ;(window as unknown as Probed).tillKeyed = ({ key, timeStamp }) => {
      if (probe.watched === null || (probe.watched === 'lines') !== (key === 'Enter')) return
      if (key.length > 1 && key !== 'Enter') return
      probe.waiting.push({ at: timeStamp, text: null })
      if (probe.watched === 'echo') echo.data = key
    }
    window.addEventListener('input', () => {
      const last = probe.waiting.at(-1)
      if (probe.watched === 'results' && last) last.text = (search()?.value ?? '').trim()
    })
    new MutationObserver(() => {
      if (probe.watched !== null) looks[probe.watched]()
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
}

/** Starts a measurement. Forgets earlier results. */
export const watch = (page: Page, watched: Watched): Promise<void> =>
  page.evaluate((what) => {
    Object.assign((window as unknown as Probed).tillProbe, {
      watched: what,
      waiting: [],
      done: [],
      seen: 0,
      overtaken: 0,
    })
  }, watched)

/** Returns all measurements once no key waits for its effect. Counts the keys whose effect never came. */
export async function measured(page: Page) {
  await page
    .waitForFunction(() => (window as unknown as Probed).tillProbe.waiting.length === 0, null, {
      timeout: 180_000,
    })
    .catch(() => {}) // the keys that still wait then are the dropped ones
  return page.evaluate(async () => {
    const frame = () => new Promise((resume) => requestAnimationFrame(resume))
    for (let frames = 0; frames < 3; frames++) await frame()
    const probe = (window as unknown as Probed).tillProbe
    probe.watched = null
    return { painted: probe.done, overtaken: probe.overtaken, never: probe.waiting.length }
  })
}
