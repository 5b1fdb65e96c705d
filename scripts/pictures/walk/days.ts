/**
 * The views that need days of sales: the history, the reports, the shifts and the service's records; and the rooms of a till
 * without a connection, without its printer, and without the disk for its copies.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { dayAfter } from '../../../shared/shop/shop-day.ts'
import { openTable, ringUp, save, typeDay } from '../../run/hosts/page-actions.ts'
import { NO_PRINTER } from './counter.ts'
import { connectionIs, type Views } from './way.ts'

export const DAYS: Views = {
  history: async (way) => {
    if (way.months !== null) Object.assign(way, await way.months())
    await way.page.getByTestId('rail-history').click()
    await way.page.getByTestId('sale-row').first().waitFor()
  },
  'sale-detail': async ({ page }) => {
    await page.getByTestId('history-standing').selectOption('sold')
    await page.getByTestId('history-tender').selectOption('qr')
    await page
      .getByTestId('sale-row')
      .filter({ hasText: /[3-9] (мөр|lines) · QR/ })
      .first()
      .click()
    await page.getByTestId('sale-events').waitFor()
  },
  'return-plan': async ({ page }) => {
    await page.getByTestId('return-open').click()
    await page.getByTestId('return-all').click()
    await page.getByTestId('return-reason-defect').click()
    await page.getByTestId('return-confirm').waitFor()
  },
  today: async ({ page }) => {
    await page.getByTestId('return-leave').click()
    await page.getByTestId('rail-reports').click()
    await page.getByTestId('today').waitFor()
  },
  'reports-overview': async ({ page, last }) => {
    await openTable(page, 'picture')
    await page.getByTestId('reports-span-days').click()
    await typeDay(page.getByTestId('reports-first-day'), dayAfter(last, -29))
    await typeDay(page.getByTestId('reports-last-day'), last)
    await page.getByTestId('reports-picture').waitFor()
  },
  reports: async ({ page }) => {
    await openTable(page, 'days')
    await page.getByTestId('reports-rows').waitFor()
  },
  'reports-tenders': ({ page }) => openTable(page, 'tenders'),
  'reports-vat': ({ page }) => openTable(page, 'kinds'),
  'reports-other': async ({ page }) => {
    await openTable(page, 'other')
    await page.getByTestId('reports-rows').evaluate((rows) => rows.scrollIntoView({ block: 'start' }))
  },
  'reports-shifts': ({ page }) => openTable(page, 'shifts'),
  'reports-elsewhere': async ({ page }) => {
    await openTable(page, 'elsewhere')
    await page.getByTestId('reports-open').last().click()
    await page.getByTestId('to-issue').waitFor()
  },
  'reports-shifts-end': async ({ page }) => {
    await openTable(page, 'shifts')
    await page.getByTestId('reports-rows').evaluate((rows) => rows.scrollIntoView({ block: 'end' }))
  },
  'reports-accounting': async ({ page }) => {
    await page.getByTestId('entries-open').click()
    await page.getByTestId('entries').waitFor()
  },
  'shift-list': async ({ page }) => {
    await page.getByTestId('entries-close').click()
    await page.getByTestId('rail-shift').click()
    await page.getByTestId('shift-row').first().waitFor()
  },
  'shift-z': async ({ page }) => {
    await page.getByTestId('shift-row').first().click()
    await page.getByTestId('shift-closed').waitFor()
  },
  'books-never': async ({ page, payer }) => {
    const { invoices } = await payer.state()
    const paid = invoices.find(({ status }) => status === 'CLOSED')
    if (paid) await payer.pay({ invoice_id: paid.invoice_id, amount: 700, status: 'PENDING' })
    await page.getByTestId('rail-books').click()
    await page.getByTestId('books-never').waitFor()
  },
  /** With a discrepancy. */
  'books-day': async ({ page, last }) => {
    await typeDay(page.getByTestId('books-day-chosen'), last)
    await page.getByTestId('books-start').click()
    await page.getByTestId('books-difference').first().waitFor()
    await page.getByTestId('books-explain').first().click()
    await page.getByTestId('books-why').fill('Банктай тодруулж байна')
    await page.keyboard.press('Enter')
    await page.getByTestId('books-unexplain').first().waitFor()
    await page.getByTestId('books-day-chosen').scrollIntoViewIfNeeded()
  },
  'books-matched': async ({ page }) => {
    await page.getByTestId('books-matched-show').click()
    await page.getByTestId('books-matched').waitFor()
  },
  'books-shift': async ({ page }) => {
    await page.getByTestId('books-tab-shift').click()
    await page.getByTestId('books-start').click()
    await page.getByTestId('books-result').waitFor()
  },
  'books-list': async ({ page }) => {
    await page.getByTestId('books-tab-list').click()
    // The service's day is Ulaanbaatar's, and this machine's may differ: one more day at both ends includes today's
    // invoices.
    const today = ((await page.getByTestId('books-to').textContent()) ?? '').replace(/[^\d-]/g, '')
    await typeDay(page.getByTestId('books-from'), dayAfter(today, -1))
    await typeDay(page.getByTestId('books-to'), dayAfter(today, 1))
    await page.getByTestId('books-invoice').first().click()
    await page.getByTestId('books-invoice-detail').waitFor()
  },
  'sale-detail-broken': async ({ page, payer }) => {
    await page.getByTestId('books-tab-day').click()
    await copyWithoutDisk(page)
    await save(page, { printer: NO_PRINTER })
    await payer.line({ up: false })
    await page.getByTestId('rail-history').click()
    await page.getByTestId('sale-row').first().click()
    await page.getByTestId('receipt-copies').getByRole('button').first().click()
    await page.getByTestId('printer-pill').waitFor()
  },
  'books-broken': async ({ page }) => {
    await page.getByTestId('rail-books').click()
    await page.getByTestId('books-tab-day').click()
    await page.getByTestId('books-start').click()
    await page.getByTestId('books-held').waitFor()
    await connectionIs(page, 'disconnected')
  },
  'shift-z-broken': async ({ page }) => {
    await page.getByTestId('rail-shift').click()
    await page.getByTestId('shift-row').first().click()
    await page.getByTestId('print-z').click()
  },
  'copies-broken': async ({ page }) => {
    await page.getByTestId('rail-settings').click()
    await page.getByTestId('copies').evaluate((card) => card.scrollIntoView({ block: 'start' }))
  },
  'till-broken': async ({ page }) => {
    await page.getByTestId('rail-till').click()
    await ringUp(page, 'талх')
  },
  notices: async ({ page }) => {
    await page.getByTestId('copies-banner').click()
    await page.getByRole('dialog').waitFor()
  },
}

async function copyWithoutDisk(page: Page): Promise<void> {
  const disk = await mkdtemp(join(tmpdir(), 'tugrik-disk-'))
  await save(page, { copies: { folder: disk, everyHours: 1, keep: 9 } })
  await rm(disk, { recursive: true })
  await writeFile(disk, '')
  await page.evaluate(() => window.pos.call('copyNow'))
  await rm(disk)
}
