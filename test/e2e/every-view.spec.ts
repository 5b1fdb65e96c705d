import { firstHalfOfTour, secondHalfOfTour } from '../../scripts/pictures/shots/tour.ts'
import { wear } from '../../scripts/pictures/shots/wearing.ts'
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

// Each walk makes both checks, because walking takes as long as checking.
for (const [views, walk] of [
  ['of selling, the settings and the goods', firstHalfOfTour],
  ['of the shift, the people, the history and the books', secondHalfOfTour],
] as const)
  test(
    `every view ${views} is accessible in both languages and all themes, and no button is cut off or covered on a screen of 1366 × 768 at 125 %`,
    inOwnProcess('a tour of every state, with kills'),
    async ({ till }) => {
      // Takes about a minute on an idle machine. Beside all other tests it once took eleven.
      test.setTimeout(2_400_000)
      let turn = 0
      await walk({
        page: till.page,
        payer: till.practice,
        display: till.display,
        restart: async () => {
          await till.kill()
          await till.restart()
          return till.page
        },
        visit: async (name, on) => {
          if (/^settings-\d/.test(name)) return // the same page, scrolled down
          for (const { language, theme, wanted, low } of inTurns(turn++)) {
            await wear(till.page, { language, theme })
            expect.soft(await barriers(on, wanted), `${name}, ${language}, ${theme}`).toEqual([])
            if (low === null || on !== till.page) continue // the customer display has a screen of its own
            await on.setViewportSize({ width: 1093, height: low })
            expect.soft(await outOfSight(on), `${name}, ${language}, ${low} high`).toEqual([])
            // The tour looks for rows that a lower list does not draw.
            await on.setViewportSize({ width: 1366, height: 768 })
          }
        },
      })
    },
  )
