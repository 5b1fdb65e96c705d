/** Visits the history, one of its sales, and the preview of a return. */
import type { TourParts } from './views.ts'

type Parts = Pick<TourParts, 'page' | 'visit'>

export async function throughTheHistory({ page, visit }: Parts): Promise<void> {
  await page.getByTestId('rail-history').click()
  const rows = page.getByTestId('sale-row')
  await rows.first().waitFor()
  await visit('history', page)
  await page.getByTestId('history-standing').selectOption('sold')
  await page.getByTestId('history-tender').selectOption('qr')
  await rows
    .filter({ hasText: /[3-9] (мөр|lines) · QR/ })
    .first()
    .click()
  await page.getByTestId('sale-events').waitFor()
  await visit('sale-detail', page)
  await page.getByTestId('return-open').click()
  await page.getByTestId('return-all').click()
  await page.getByTestId('return-reason-defect').click()
  await page.getByTestId('return-confirm').waitFor()
  await visit('return-plan', page)
  await page.getByTestId('return-leave').click()
  await page.getByTestId('rail-till').click()
}
