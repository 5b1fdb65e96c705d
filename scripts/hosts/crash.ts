import type { Page } from '@playwright/test'

/** Ends the page's process. Playwright has no more to do with a page that crashed, so nothing answers but the event. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const gone = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => {}) // who would answer?
  await gone
}
