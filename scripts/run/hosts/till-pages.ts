import type { Page } from '@playwright/test'

/** The address of the page that keeps the renderer of a lent Electron (many-tills.ts). No person sees it. */
export const KEEPING_PAGE = 'app://pos/nothing'

/** The pages of the till that this page belongs to. */
export const pagesOfTill = (page: Page): readonly Page[] =>
  page
    .context()
    .pages()
    .filter((one) => one.url() !== KEEPING_PAGE)

/** Finds the customer display's page beside the cashier's; waits for it when it is not open yet. */
export async function findDisplay(cashier: Page): Promise<Page> {
  const open = pagesOfTill(cashier).find((one) => one !== cashier)
  const page = open ?? (await cashier.context().waitForEvent('page'))
  await page.waitForURL((address) => address.pathname === '/display/index.html')
  return page
}

/** Crashes the page's process. The command never gets an answer, so only the crash event tells that it worked. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const gone = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => {}) // a crashed page does not answer
  await gone
}
