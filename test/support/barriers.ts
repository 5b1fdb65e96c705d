import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** WCAG 2.2 AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Pages that axe lies in already: half a megabyte is not sent at every look. */
const prepared = new WeakSet<Page>()

/**
 * What keeps people out, each with the rule, and where on the page. Contrast takes longest to compute, and words of
 * another language stand on the same ground: once a view is enough.
 */
export async function barriers(page: Page, { contrast = true } = {}): Promise<readonly string[]> {
  const axe = new AxeBuilder(prepared.has(page) ? { page, axeSource: ';' } : { page })
  prepared.add(page)
  // A colour on its way from one state to the next is not what people read: axe looks at the colours at their end.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    }
  })
  const { violations } = await axe
    .options({
      runOnly: RULES,
      rules: { 'color-contrast': { enabled: contrast } },
      resultTypes: ['violations'],
    }) // paths to what is well are not wanted
    .setLegacyMode() // in one go: the other mode opens a page of its own
    .exclude('[data-testid=tile]:nth-child(n + 9)') // more of the same, a hundred times
    .exclude('[data-live-announcer]') // react-aria's own, for moments, for a button that may be gone already
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}
