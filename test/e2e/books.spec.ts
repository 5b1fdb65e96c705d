import type { Page } from '@playwright/test'
import { expect, test } from '../support/hosts.ts'
import { hireAndHandOver } from '../support/people.ts'
import { charge, nextCustomer, ringUp } from '../support/till-acts.ts'

// The shop's day and the service's are one, as they are in Ulaanbaatar: whatever is started from here inherits it.
process.env.TZ = 'Asia/Ulaanbaatar'

type Practice = { readonly pay: (payment: { invoice_id: string; type?: 'P2P' | 'CARD' }) => Promise<unknown> }

async function paidSale(page: Page, practice: Practice, type: 'P2P' | 'CARD' = 'P2P'): Promise<string> {
  await ringUp(page, 'талх')
  const { invoiceId } = await charge(page)
  await practice.pay({ invoice_id: invoiceId, type })
  await expect(page.getByTestId('paid')).toBeVisible()
  await nextCustomer(page)
  return invoiceId
}

const today = (page: Page): Promise<string> =>
  page.evaluate(() => new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Ulaanbaatar' }))

async function toBooks(page: Page): Promise<void> {
  await page.getByTestId('rail-books').click()
  await page.getByTestId('books-day-chosen').fill(await today(page))
  await expect(page.getByTestId('books-never')).toBeVisible()
}

test('a day is reconciled: what is refunded elsewhere is found, looked at again, settled and explained', async ({
  till: { page, practice },
}) => {
  await paidSale(page, practice)
  const invoiceId = await paidSale(page, practice, 'CARD')
  const { payments } = await practice.state()
  const payment = payments.find(({ invoice_id }) => invoice_id === invoiceId)
  await practice.settle({ payment_id: payment?.payment_id ?? '', status: 'REFUNDED' })

  await toBooks(page)
  await page.getByTestId('books-start').click()
  await expect(page.getByTestId('books-result')).toBeVisible()
  const differences = page.getByTestId('books-difference')
  await expect(differences).toHaveCount(2)
  const refunded = differences.filter({ hasText: 'Төлбөрийн төлөв зөрсөн' })
  await expect(refunded).toContainText('Буцаасан')
  await refunded.getByTestId('books-look-again').click()
  await expect(page.getByTestId('rail-attention')).toContainText('1')
  await refunded.getByTestId('books-attention').click()
  await expect(page.getByTestId('attention')).toBeVisible()

  await page.getByTestId('rail-books').click()
  const standing = differences.filter({ hasText: 'Цахим баримт хүчинтэй хэвээр' })
  await standing.getByTestId('books-explain').click()
  await expect(page.getByTestId('books-why')).toBeFocused()
  await page.keyboard.insertText('Даргатай тохирсон')
  await page.keyboard.press('Enter')
  await expect(standing).toContainText('Даргатай тохирсон')
  await expect(page.getByTestId('books-day-row')).toContainText('Зөрүү 1')

  await page.getByTestId('books-matched-show').click()
  await expect(page.getByTestId('books-matched').locator('tbody tr')).toHaveCount(1)
  await page.getByTestId('books-print').click()
  await expect(page.getByTestId('books-said')).toBeVisible()
  await page.getByTestId('books-export-xlsx').click()
  await expect(page.getByTestId('books-said')).toContainText('.xlsx')
  await refunded.getByTestId('books-open-sale').click()
  await expect(page.getByTestId('history')).toBeVisible()
})

test('with the line down the reading waits and says so; it is stopped, and goes on to the end once the line is back', async ({
  till: { page, practice },
}) => {
  await paidSale(page, practice)
  await practice.line({ up: false })
  await toBooks(page)
  await page.getByTestId('books-start').click()
  await expect(page.getByTestId('books-held')).toBeVisible()
  await page.getByTestId('books-stop').click()
  await expect(page.getByTestId('books-day')).toContainText('Зогсоолоо')
  await page.getByTestId('books-start').click()
  await expect(page.getByTestId('books-held')).toBeVisible()
  await practice.line({ up: true })
  await expect(page.getByTestId('books-agree')).toBeVisible()
})

test('the service’s invoices are listed and filtered, and one opens with its payment and its sale', async ({
  till: { page, practice },
}) => {
  await paidSale(page, practice)
  await ringUp(page, 'suu')
  await charge(page)
  await page.getByTestId('rail-books').click()
  await page.getByTestId('books-tab-list').click()
  await expect(page.getByTestId('books-invoice')).toHaveCount(2)
  await page.getByTestId('books-status').selectOption('PAID')
  await expect(page.getByTestId('books-invoice')).toHaveCount(1)
  await page.getByTestId('books-invoice').click()
  const detail = page.getByTestId('books-invoice-detail')
  await expect(detail).toContainText('Борлуулалт № 0001')
  await detail.getByRole('button', { expanded: false }).click()
  await expect(page.getByTestId('books-payment-detail')).toContainText('Шилжүүлэг')
  await page.getByTestId('books-number').fill('no such number')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('books-count')).toContainText('0 нэхэмжлэх')
  await page.getByTestId('books-number').fill('')
  await page.getByTestId('books-status').selectOption('')
  await expect(page.getByTestId('books-invoice')).toHaveCount(2)
})

test('a cashier has no way to the books', async ({ till: { page } }) => {
  await hireAndHandOver(page)
  await expect(page.getByTestId('rail-shift')).toBeVisible()
  await expect(page.getByTestId('rail-books')).toHaveCount(0)
  const reply = await page.evaluate(() => window.pos.getReconciliation({ span: '2026-01-01' }))
  expect(reply).toMatchObject({ ok: false, error: { name: 'NOT_ALLOWED', detail: 'books' } })
})
