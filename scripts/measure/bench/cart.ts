/** The cart of a till, changed by commands and not by keys. */
import type { Page } from '@playwright/test'
import { viewOf } from '../../run/hosts/page-actions.ts'

export async function fillCart(page: Page, codes: readonly string[]): Promise<void> {
  await page.evaluate(async (all) => {
    for (const code of all) {
      const reply = await window.pos.call('addProduct', { code })
      if (!reply.ok) throw new Error(reply.error.name)
    }
  }, codes)
  await page
    .getByTestId('cart-line')
    .nth(codes.length - 1)
    .waitFor()
}

export async function emptyCart(page: Page): Promise<void> {
  const saleId = (await viewOf(page)).counter?.sale.id
  if (saleId === undefined) return
  await page.evaluate((id) => window.pos.call('discardSale', { saleId: id }), saleId)
  await page.getByTestId('cart-line').first().waitFor({ state: 'detached' })
}
