/** Visits the service's records: a day with discrepancies, and the lists. */
import { dayAfter } from '../../../shared/shop/shop-day.ts'
import { typeDay } from './type-day.ts'
import type { TourParts } from './views.ts'

type Parts = Pick<TourParts, 'page' | 'payer' | 'visit'> & {
  /** The day that is reconciled. */
  readonly last: string
}

export async function throughTheBooks({ page, payer, visit, last }: Parts): Promise<void> {
  const { invoices } = await payer.state()
  const paid = invoices.find(({ status }) => status === 'CLOSED')
  if (paid) await payer.pay({ invoice_id: paid.invoice_id, amount: 700, status: 'PENDING' })
  await page.getByTestId('rail-books').click()
  await page.getByTestId('books-never').waitFor()
  await visit('books-never', page)
  await typeDay(page.getByTestId('books-day-chosen'), last)
  await page.getByTestId('books-start').click()
  await page.getByTestId('books-difference').first().waitFor()
  await page.getByTestId('books-explain').first().click()
  await page.getByTestId('books-why').fill('Банктай тодруулж байна')
  await page.keyboard.press('Enter')
  await page.getByTestId('books-unexplain').first().waitFor()
  await page.getByTestId('books-day-chosen').scrollIntoViewIfNeeded()
  await visit('books-day', page)
  await page.getByTestId('books-matched-show').click()
  await page.getByTestId('books-matched').waitFor()
  await visit('books-matched', page)
  await page.getByTestId('books-tab-shift').click()
  await page.getByTestId('books-start').click()
  await page.getByTestId('books-result').waitFor()
  await visit('books-shift', page)
  await page.getByTestId('books-tab-list').click()
  // The service's day is Ulaanbaatar's, and this machine's may differ: one more day at both ends includes today's
  // invoices.
  const today = ((await page.getByTestId('books-to').textContent()) ?? '').replace(/[^\d-]/g, '')
  await typeDay(page.getByTestId('books-from'), dayAfter(today, -1))
  await typeDay(page.getByTestId('books-to'), dayAfter(today, 1))
  await page.getByTestId('books-invoice').first().click()
  await page.getByTestId('books-invoice-detail').waitFor()
  await visit('books-list', page)
  await page.getByTestId('books-tab-day').click()
  await page.getByTestId('rail-till').click()
}
