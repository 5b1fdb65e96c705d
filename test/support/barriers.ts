import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** WCAG 2.2 AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Pages that already have axe: half a megabyte need not be sent for every check. */
const prepared = new WeakSet<Page>()

/** Contrast takes longest to compute, and depends on the theme alone. */
type Wanted = 'all' | 'contrast'

/** Accessibility violations, each with its rule and its place on the page. */
export async function barriers(page: Page, wanted: Wanted = 'all'): Promise<readonly string[]> {
  const axe = new AxeBuilder(prepared.has(page) ? { page, axeSource: ';' } : { page })
  prepared.add(page)
  // Ends colour transitions, so that axe measures the final colours.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    }
  })
  const { violations } = await axe
    .options({
      runOnly: wanted === 'all' ? RULES : { type: 'rule', values: ['color-contrast'] },
      resultTypes: ['violations'],
    }) // leaves out the paths of elements that pass
    .setLegacyMode() // in the page itself: the other mode opens a page of its own
    .exclude('[data-testid=tile]:nth-child(n + 9)') // a hundred tiles more of the same
    .exclude('[data-live-announcer]') // react-aria's own, for a moment, perhaps for a button that is gone
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}
