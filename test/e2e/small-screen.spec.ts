import { tour } from '../../scripts/shots/tour.ts'
import { wear } from '../../scripts/shots/wearing.ts'
import { expect, test } from '../support/hosts.ts'
import { outOfSight } from '../support/out-of-sight.ts'

/** A screen of 1366 × 768 at 125 %: without the bars of the window and of Windows, and whole, as in kiosk mode. */
const LOOKS = [
  { language: 'mn', height: 534 },
  { language: 'en', height: 614 },
] as const

/** Each view is seen in the other order than the one before, because a change of the language takes long. */
const inTurns = (turn: number) => (turn % 2 === 0 ? LOOKS : LOOKS.toReversed())

test('on a screen of 1366 × 768 at 125 % no button of any view is cut off or covered', async ({ till }) => {
  test.setTimeout(600_000) // takes a minute on an idle machine, and many beside other work
  let turn = 0
  await tour({
    page: till.page,
    payer: till.practice,
    display: till.display,
    restart: async () => {
      await till.kill()
      await till.restart()
      return till.page
    },
    visit: async (name, on) => {
      // The same page, scrolled down; and the customer display, which has a screen of its own.
      if (/^settings-\d/.test(name) || on !== till.page) return
      for (const { language, height } of inTurns(turn++)) {
        await wear(till.page, { language })
        await on.setViewportSize({ width: 1093, height })
        expect.soft(await outOfSight(on), `${name}, ${language}, ${height} high`).toEqual([])
      }
      // The tour looks for rows that a lower list does not draw.
      await on.setViewportSize({ width: 1366, height: 768 })
    },
  })
})
