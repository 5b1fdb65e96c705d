/** The page of today: it fits one screen, and each card leads to what its figures are made of. */
import type { Page } from '@playwright/test'
import { openTable, wear } from '../../scripts/run/hosts/page-actions.ts'
import { barriers } from '../support/barriers.ts'
import { choose, railTo } from '../support/by-words.ts'
import { expect } from '../support/hosts.ts'
import { testWithPast } from '../support/shop-with-past.ts'
import { tell } from '../support/till-actions.ts'

const test = testWithPast({ sales: 900, days: 15, today: true })

/** How many pixels of the reports page are below the visible part; 0 if the whole page fits on the screen. */
const below = (page: Page): Promise<number> =>
  page.getByTestId('today').evaluate((today) => {
    let hidden = today.getBoundingClientRect().bottom - innerHeight
    for (let box = today.parentElement; box !== null; box = box.parentElement)
      hidden = Math.max(hidden, box.scrollHeight - box.clientHeight)
    return hidden
  })

test('reports open on today: all of it on one screen in both languages, and each card leads to its figures', async ({
  till: { page },
}) => {
  await tell(page, 'openShift', { float: '50000' })
  await page.setViewportSize({ width: 1366, height: 768 })
  await railTo(page, 'reports').click()
  for (const language of ['en', 'mn'] as const) {
    await wear(page, { language })
    await expect(page.getByTestId('today-net')).toContainText(/[1-9]/)
    await expect(page.getByTestId('today-drawers')).toContainText('50,000')
    expect(await below(page)).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1024, height: 768 })
  expect(await barriers(page)).toEqual([])
  for (const [card, table] of [
    ['sold', 'hours'],
    ['tenders', 'tenders'],
    ['receipts', 'taxes'],
    ['people', null],
    ['goods', 'products'],
  ] as const) {
    const figures = page.getByTestId('reports-rows')
    await page.getByTestId(`today-open-${card}`).click()
    await expect(figures).toBeVisible()
    if (table !== null) await expect(page.getByTestId(`reports-table-${table}`)).toBeChecked()
    await page.getByTestId('reports-tab-today').click()
  }
  await test.step('a press shows the figures of today also after another tab was left on other days', async () => {
    const net = (await page.getByTestId('today-net').textContent()) ?? ''
    await openTable(page, 'picture')
    await choose(page, 'reports.span.yesterday')
    await page.getByTestId('reports-tab-today').click()
    await page.getByTestId('today-open-sold').click()
    await expect(page.getByTestId('figure-net').locator('b')).toHaveText(net)
  })
  await test.step('e-receipts to issue elsewhere open their day, and the owed ones their sales', async () => {
    await page.getByTestId('reports-tab-today').click()
    await page.getByTestId('today-open-to-issue-elsewhere').click()
    await expect(page.getByTestId('reports-table-elsewhere')).toBeChecked()
    await page.getByTestId('reports-tab-today').click()
    await page.getByTestId('today-open-owed').click()
    await expect(page.getByTestId('history-standing')).toHaveValue('owed')
    await expect(page.getByTestId('sale-row')).toHaveCount(1)
    await railTo(page, 'reports').click()
  })
  await page.getByTestId('today-open-attention').click()
  await expect(railTo(page, 'attention')).toHaveAttribute('aria-pressed', 'true')
  await railTo(page, 'reports').click()
  await page.getByTestId('today-open-drawers').click()
  await expect(page.getByTestId('shift-room')).toBeVisible()
})
