/** The look of the till: few sizes and weights of type, and what moves. */
import { expect, test } from '../support/hosts.ts'
import { ringUp, takeTender } from '../support/till-actions.ts'

/** The sizes and weights of all text on the page. */
const typeOnPage = () => {
  const [sizes, weights] = [new Set<string>(), new Set<string>()]
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const shown = texts.currentNode.parentElement
    if (!shown?.checkVisibility() || texts.currentNode.textContent?.trim() === '') continue
    sizes.add(getComputedStyle(shown).fontSize)
    weights.add(getComputedStyle(shown).fontWeight)
  }
  return { sizes: [...sizes], weights: [...weights] }
}

for (const width of [1366, 1024])
  test(`the till has at most four sizes and four weights of type, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 768 })
    await ringUp(page, 'талх')
    await ringUp(page, 'сүү')
    const { sizes, weights } = await page.evaluate(typeOnPage)
    expect(sizes.length, sizes.join(', ')).toBeLessThanOrEqual(4)
    expect(weights.length, weights.join(', ')).toBeLessThanOrEqual(4)
  })

/** The times of the animations that run when an element comes. */
const movesOf = (element: Element) => {
  const { animationName, animationDuration } = getComputedStyle(element)
  return `${animationName === 'none' ? 'still' : 'moves'} ${animationDuration}`
}

test('an added line, an opened panel and a paid sale move for 120 to 180 ms, and not with reduced motion', async ({
  page,
}) => {
  await ringUp(page, 'талх')
  const line = page.getByTestId('cart-line')
  expect(await line.evaluate(movesOf)).toBe('moves 0.16s')
  await page.keyboard.press('F10')
  expect(await page.getByTestId('cash-panel').evaluate(movesOf)).toBe('moves 0.16s')
  await page.keyboard.press('Escape')
  await takeTender(page)
  const tick = page.getByTestId('paid').locator('svg').first().locator('..')
  expect(await tick.evaluate(movesOf)).toBe('moves 0.16s')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await tick.evaluate(movesOf)).toBe('moves 0.001s')
})
