import type { Page } from '@playwright/test'

/** Finds the customer display's page beside the cashier's; waits for it when it is not open yet. */
export async function findDisplay(cashier: Page): Promise<Page> {
  const context = cashier.context()
  const page = context.pages().find((one) => one !== cashier) ?? (await context.waitForEvent('page'))
  await page.waitForURL((address) => address.pathname === '/display/index.html')
  return page
}
