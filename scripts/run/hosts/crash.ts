import type { Page } from '@playwright/test'

/** Crashes the page's process. The command never gets an answer, so only the crash event tells that it worked. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const gone = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => {}) // a crashed page does not answer
  await gone
}
