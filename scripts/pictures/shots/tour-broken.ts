/** Visits the rooms of a till without a connection, without its printer, and without the disk for its copies. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ringUp } from '../../run/hosts/page-actions.ts'
import { connectionIs, printAt } from './conditions.ts'
import type { TourParts } from './views.ts'

export async function throughTheBrokenTill({
  page,
  payer,
  visit,
}: Pick<TourParts, 'page' | 'payer' | 'visit'>): Promise<void> {
  const disk = await mkdtemp(join(tmpdir(), 'tugrik-disk-'))
  try {
    await page.evaluate(
      (folder) => window.pos.call('saveSettings', { copies: { folder, everyHours: 1, keep: 9 } }),
      disk,
    )
    await rm(disk, { recursive: true })
    await writeFile(disk, '')
    await page.evaluate(() => window.pos.call('copyNow'))
    await printAt(page, { kind: 'network', host: '127.0.0.1', port: 1, profile: 'escpos' })
    await payer.line({ up: false })

    await page.getByTestId('rail-history').click()
    await page.getByTestId('sale-row').first().click()
    await page.getByTestId('receipt-copies').getByRole('button').first().click()
    await page.getByTestId('printer-pill').waitFor()
    await visit('sale-detail-broken', page)
    await page.getByTestId('rail-books').click()
    await page.getByTestId('books-tab-day').click()
    await page.getByTestId('books-start').click()
    await page.getByTestId('books-held').waitFor()
    await connectionIs(page, 'disconnected')
    await visit('books-broken', page)
    await page.getByTestId('rail-shift').click()
    await page.getByTestId('shift-row').first().click()
    await page.getByTestId('print-z').click()
    await visit('shift-z-broken', page)
    await page.getByTestId('rail-settings').click()
    await page.getByTestId('copies').evaluate((card) => card.scrollIntoView({ block: 'start' }))
    await visit('copies-broken', page)
    await page.getByTestId('rail-till').click()
    await ringUp(page, 'талх')
    await visit('till-broken', page)
    await page.getByTestId('copies-banner').click()
    await page.getByRole('dialog').waitFor()
    await visit('notices', page)
    await page.keyboard.press('Escape')
  } finally {
    await rm(disk, { recursive: true, force: true })
    await payer.line({ up: true })
  }
}
