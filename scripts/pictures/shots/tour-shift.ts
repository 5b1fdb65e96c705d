/** Visits the shift views, from the float to the Z. */
import type { Page } from '@playwright/test'
import { ringUp, until, viewOf } from '../../run/hosts/page-actions.ts'
import type { TourParts } from './views.ts'

export async function throughTheShift({ page, visit }: Pick<TourParts, 'page' | 'visit'>): Promise<void> {
  await page.getByTestId('rail-shift').click()
  await page.getByTestId('shift-float').waitFor()
  await visit('shift-none', page)
  await page.getByTestId('shift-float').fill('50000')
  await page.keyboard.press('Enter')
  await page.getByTestId('search').waitFor()
  for (const goods of ['кофе', 'талх', 'гурил', 'цай', 'сүү', 'ундаа']) await sellForCash(page, goods)
  await page.getByTestId('rail-shift').click()
  await page.getByTestId('cash-out').click()
  await page.getByTestId('move-amount').fill('900000')
  await page.getByTestId('reason-bank').click()
  await page.getByTestId('move-now').click()
  await page.locator('[data-testid=move-cash] [data-invalid]').first().waitFor()
  await visit('shift-cash-out-refused', page)
  await page.getByTestId('move-amount').fill('20000')
  await page.getByTestId('move-now').click()
  await page.getByTestId('cash-move').waitFor()
  await visit('shift-open', page)
  await page.getByTestId('shift-close-begin').click()
  await page.getByTestId('count-20000').fill('1')
  await page.getByTestId('count-500').fill('3')
  await visit('shift-count', page)
  await page.getByTestId('count-done').click()
  await page.getByTestId('difference').waitFor()
  await visit('shift-difference', page)
  await page.getByTestId('close-reason').fill('Хариулт илүү өгсөн')
  const close = page.getByTestId('shift-close-now')
  await until('the shift to be closed', async () => {
    if (await close.isVisible()) await close.click({ timeout: 500 }).catch(() => {})
    return (await page.getByTestId('shift-closed').isVisible()) ? true : null
  })
  await page.getByTestId('rail-till').click()
}

async function sellForCash(page: Page, goods: string): Promise<void> {
  await ringUp(page, goods)
  const saleId = (await viewOf(page)).counter?.sale.id ?? ''
  await page.evaluate((id) => window.pos.call('takeTender', { saleId: id, received: '' }), saleId)
  await page.getByTestId('paid').waitFor()
  await page.evaluate((id) => window.pos.call('nextSale', { saleId: id }), saleId)
  await page.getByTestId('search').waitFor()
}
