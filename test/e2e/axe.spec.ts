import { tour } from '../../scripts/shots/tour.ts'
import { wear } from '../../scripts/shots/wearing.ts'
import { barriers } from '../support/barriers.ts'
import { expect, test } from '../support/hosts.ts'

/** Contrast depends on the theme, all other rules on the language. */
const LOOKS = [
  { language: 'mn', theme: 'light', wanted: 'all' },
  { language: 'en', theme: 'dark', wanted: 'all' },
  { language: 'en', theme: 'contrast', wanted: 'contrast' },
] as const

/** Each view is checked in these looks in the other order than the one before, because a change of look takes long. */
const inTurns = (turn: number) => (turn % 2 === 0 ? LOOKS : LOOKS.toReversed())

test('no view has an accessibility violation in either language, or too little contrast in any theme', async ({
  till,
}) => {
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
      if (/^settings-\d/.test(name)) return // the same page, scrolled down
      for (const { language, theme, wanted } of inTurns(turn++)) {
        await wear(till.page, { language, theme })
        expect.soft(await barriers(on, wanted), `${name}, ${language}, ${theme}`).toEqual([])
      }
    },
  })
})
