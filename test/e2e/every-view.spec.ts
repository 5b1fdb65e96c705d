import type { Page } from '@playwright/test'
import { FIRST_HALF, SECOND_HALF, walk } from '../../scripts/pictures/walk.ts'
import { wear } from '../../scripts/run/hosts/page-actions.ts'
import { barriers } from '../support/barriers.ts'
import { expect, inOwnProcess, test } from '../support/hosts.ts'
import { outOfSight } from '../support/out-of-sight.ts'

/**
 * Contrast depends on the theme, all other rules of accessibility on the language. `low`: a screen of 1366 × 768 at
 * 125 %, without the bars of the window and of Windows (534), and whole, as in kiosk mode (614).
 */
const LOOKS = [
  { language: 'mn', theme: 'light', wanted: 'all', low: 534 },
  { language: 'en', theme: 'dark', wanted: 'all', low: 614 },
  { language: 'en', theme: 'contrast', wanted: 'contrast', low: null },
] as const

/** Each view is checked in these looks in the other order than the one before, because a change of look takes long. */
const inTurns = (turn: number) => (turn % 2 === 0 ? LOOKS : LOOKS.toReversed())

/**
 * Where Tab leads from here, unless it is to a control that a person sees: behind the last one it leaves the page, and comes
 * back to the first. The focus is where it was afterwards.
 */
async function lostByTab(page: Page): Promise<string | null> {
  const before = await page.evaluateHandle(() => document.activeElement)
  const lostAfterOne = async () => {
    await page.keyboard.press('Tab')
    return page.evaluate(() => {
      const focused = document.activeElement
      if (focused === null || focused === document.body) return 'to nothing'
      const { width, height } = focused.getBoundingClientRect()
      return focused.checkVisibility() && width * height > 0 ? null : `to a hidden ${focused.outerHTML}`
    })
  }
  const first = await lostAfterOne()
  const lost = first === 'to nothing' ? await lostAfterOne() : first
  await before.evaluate((element) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur() // the walk's Enter would press it
    if (element instanceof HTMLElement) element.focus()
  })
  return lost
}

// Each walk makes all checks, because walking takes as long as checking.
for (const [views, those] of [
  ['of selling, the settings and the goods', FIRST_HALF],
  ['of the shift, the people, the history and the books', SECOND_HALF],
] as const)
  test(
    `every view ${views} is accessible in both languages and all themes, and no button is cut off or covered on a screen of 1366 × 768 at 125 %`,
    inOwnProcess('a tour of every state, with kills'),
    async ({ till }) => {
      // Takes about a minute on an idle machine. Beside all other tests it once took eleven.
      test.setTimeout(2_400_000)
      let turn = 0
      const parts = {
        page: till.page,
        payer: till.practice,
        display: till.display,
        restart: async () => {
          await till.kill()
          await till.restart()
          return till.page
        },
        months: null,
      }
      await walk(those, parts, async (name, on, { page }) => {
        if (/^settings-\d/.test(name)) return // the same page, scrolled down
        for (const { language, theme, wanted, low } of inTurns(turn++)) {
          await wear(page, { language, theme })
          expect.soft(await barriers(on, wanted), `${name}, ${language}, ${theme}`).toEqual([])
          if (low === null || on !== page) continue // the customer display has a screen of its own
          await on.setViewportSize({ width: 1093, height: low })
          expect.soft(await outOfSight(on), `${name}, ${language}, ${low} high`).toEqual([])
          // The walk looks for rows that a lower list does not draw.
          await on.setViewportSize({ width: 1366, height: 768 })
        }
        if (on !== page) return
        await wear(page, { textSize: 200 })
        expect.soft(await outOfSight(page), `${name}, text at 200 %`).toEqual([])
        await wear(page, { textSize: 100 })
        expect.soft(await lostByTab(page), `${name}, Tab`).toBe(null)
      })
    },
  )
