import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { inProject } from '../../scripts/run/setup/project.mjs'

const AXE = readFileSync(inProject('node_modules/axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const EXCLUDED = [
  '[data-testid=tile]:nth-child(n + 9)', // a hundred tiles more of the same
  '[data-live-announcer]', // react-aria's own, for a moment, perhaps for a button that is gone
]

/** Contrast takes longest to compute, and depends on the theme alone. */
type Wanted = 'all' | 'contrast'

type WithAxe = Window & { axe?: typeof axe }

/** Accessibility violations, each with its rule and its place on the page. */
export async function barriers(page: Page, wanted: Wanted = 'all'): Promise<readonly string[]> {
  // Half a megabyte, so each document gets it once.
  if (await page.evaluate(() => (window as WithAxe).axe === undefined)) await page.evaluate(AXE)
  return page.evaluate(
    async ({ rules, excluded }) => {
      // Ends colour transitions, so that axe measures the final colours.
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
      const { axe } = window as WithAxe
      if (axe === undefined) throw new Error('the page lost axe')
      const { violations } = await axe.run(
        { exclude: excluded.map((selector) => [selector]) },
        {
          runOnly: rules === null ? { type: 'rule', values: ['color-contrast'] } : rules,
          resultTypes: ['violations'], // leaves out the paths of elements that pass
          iframes: false,
        },
      )
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
      )
    },
    { rules: wanted === 'all' ? RULES : null, excluded: EXCLUDED },
  )
}
