import { tour } from '../../scripts/shots/tour.ts'
import { wear } from '../../scripts/shots/wearing.ts'
import { THEMES } from '../../shared/theme.ts'
import { barriers } from '../support/barriers.ts'
import { expect, test } from '../support/hosts.ts'

// The page is the same in both hosts, and these tests look only at the page.
test.skip(({ hostKind }) => hostKind === 'electron', 'the same page as in the browser')

for (const theme of THEMES)
  test(`no view of the ${theme} theme has ${theme === 'light' ? 'an accessibility violation, in either language' : 'too little contrast'}`, async ({
    till,
  }) => {
    test.setTimeout(300_000) // takes about 25 seconds on an idle machine
    await wear(till.page, { theme })
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
        for (const language of theme === 'light' ? (['mn', 'en'] as const) : (['mn'] as const)) {
          await wear(till.page, { language })
          const wanted = language === 'en' ? 'all but contrast' : theme === 'light' ? 'all' : 'contrast'
          expect.soft(await barriers(on, wanted), `${name}, ${language}, ${theme}`).toEqual([])
        }
      },
    })
  })
