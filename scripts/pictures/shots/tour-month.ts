/** Visits the views that need many days of sales: the reports, the shifts and a Z. */
import { dayAfter } from '../../../shared/shop/shop-day.ts'
import { typeDay } from './type-day.ts'
import type { TourParts } from './views.ts'

export type MonthParts = Pick<TourParts, 'page' | 'visit'> & {
  /** The last day of the reports. */
  readonly last: string
}

export async function throughTheMonth({ page, visit, last }: MonthParts): Promise<void> {
  await page.getByTestId('rail-reports').click()
  await page.getByTestId('reports-span-days').click()
  await typeDay(page.getByTestId('reports-first-day'), dayAfter(last, -29))
  await typeDay(page.getByTestId('reports-last-day'), last)
  await page.getByTestId('reports-picture').waitFor()
  await visit('reports-overview', page)
  await page.getByTestId('reports-table-days').click()
  await page.getByTestId('reports-rows').waitFor()
  await visit('reports', page)
  for (const [table, name] of TABLES) {
    await page.getByTestId(`reports-table-${table}`).click()
    if (table === 'other')
      await page.getByTestId('reports-rows').evaluate((rows) => rows.scrollIntoView({ block: 'start' }))
    await visit(name, page)
  }
  await page.getByTestId('reports-table-elsewhere').click()
  await page.getByTestId('reports-open').last().click()
  await page.getByTestId('to-issue').waitFor()
  await visit('reports-elsewhere', page)
  await page.getByTestId('reports-table-shifts').click()
  await page.getByTestId('reports-rows').evaluate((rows) => rows.scrollIntoView({ block: 'end' }))
  await visit('reports-shifts-end', page)
  await page.getByTestId('entries-open').click()
  await page.getByTestId('entries').waitFor()
  await visit('reports-accounting', page)
  await page.getByTestId('entries-close').click()
  await page.getByTestId('rail-shift').click()
  await page.getByTestId('shift-row').first().waitFor()
  await visit('shift-list', page)
  await page.getByTestId('shift-row').first().click()
  await page.getByTestId('shift-closed').waitFor()
  await visit('shift-z', page)
  await page.getByTestId('rail-till').click()
}

const TABLES = [
  ['tenders', 'reports-tenders'],
  ['kinds', 'reports-vat'],
  ['other', 'reports-other'],
  ['shifts', 'reports-shifts'],
] as const
