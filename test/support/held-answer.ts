/** Lets two answers to the page arrive at the same moment, as on a machine that stood still. For the browser host. */
import type { Page } from '@playwright/test'

/**
 * The next answer whose text contains `held` waits for a later one that contains `until`; both reach the page at once.
 * The function that is returned resolves when the first one waits.
 */
export async function holdAnswer(page: Page, held: string, until: string): Promise<() => Promise<void>> {
  const waits = await page.evaluateHandle(
    (texts) => {
      const { parse } = JSON
      const later = Promise.withResolvers<void>()
      const waits = Promise.withResolvers<void>()
      let isHeld = false
      JSON.parse = (text: string) => {
        const answer = parse(text)
        if (isHeld ? !text.includes(texts.until) : !text.includes(texts.held)) return answer
        if (isHeld) {
          JSON.parse = parse
          later.resolve()
        }
        isHeld = true
        waits.resolve()
        return later.promise.then(() => answer)
      }
      return { waits: waits.promise }
    },
    { held, until },
  )
  return () => waits.evaluate((one) => one.waits)
}
