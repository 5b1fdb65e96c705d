import type { Page } from '@playwright/test'

/** The customer display's page beside the cashier's: at once where it is open, else when it opens. */
export async function findDisplay(cashier: Page): Promise<Page> {
  const context = cashier.context()
  const page = context.pages().find((one) => one !== cashier) ?? (await context.waitForEvent('page'))
  await page.waitForURL((address) => address.pathname === '/display/index.html')
  return page
}
