import type { Page } from '@playwright/test'
import { button, field, press, railTo, search } from '../support/by-words.ts'
import { expect } from '../support/hosts.ts'
import { testWithPast } from '../support/shop-with-past.ts'
import { codeOf } from '../support/till-actions.ts'

/** A till whose shop has sold for two months. */
const test = testWithPast({ sales: 1200, days: 60 }).extend<{ readonly shopPage: Page }>({
  shopPage: async ({ till }, use) => {
    await railTo(till.page, 'history').click()
    await expect(till.page.getByTestId('sale-row').first()).toBeVisible()
    await use(till.page)
  },
})

const rows = (page: Page) => page.getByTestId('sale-row')
const ask = async (page: Page, text: string) => {
  await field(page, 'history.search').fill(text)
}

test('two months of sales can be scrolled through to the end with the keyboard, and searched', async ({
  shopPage: page,
}) => {
  await expect(page.getByTestId('history-count')).toContainText(/\d/)
  await expect(field(page, 'history.search')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).first().getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  const detail = page.getByTestId('sale-detail')
  await expect(detail).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('Home')
  await expect(rows(page).first().getByRole('button')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(field(page, 'history.search')).toBeFocused()

  const row = rows(page).nth(3)
  const number = (await row.locator('b').first().textContent()) ?? ''
  const day = (await row.locator('small').first().textContent())?.slice(0, 5) ?? ''
  await test.step('a sale is found by its number and day, and Enter opens its details', async () => {
    await ask(page, `${number} ${day}`)
    await expect(rows(page)).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(detail).toContainText(number)
    await expect(detail.getByTestId('sale-events').locator('li').first()).toBeVisible()
    await ask(page, '')
    await expect(rows(page).nth(3)).toBeVisible()
    await expect(detail).toContainText(number)
  })
  await test.step('a key right after typing applies to the new results and not to the earlier list', async () => {
    await ask(page, `${number} ${day}`)
    await page.keyboard.press('ArrowDown')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).getByRole('button')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(field(page, 'history.search')).toBeFocused()
    await ask(page, 'талх')
    await page.keyboard.press('Enter')
    await expect(rows(page).nth(1)).toBeVisible()
    await expect(rows(page).first().getByRole('button')).toBeFocused()
  })
})

test('filters narrow the list together, and one press removes all of them', async ({ shopPage: page }) => {
  await field(page, 'word.status').selectOption('cancelled')
  await expect(rows(page).first().locator('[data-state="cancelled"]')).toBeVisible()
  await expect(rows(page).locator('[data-state="completed"]')).toHaveCount(0)
  await field(page, 'word.paymentMethod').selectOption('cash')
  await expect(page.getByTestId('history-nothing')).toBeVisible()
  await press(page.getByTestId('history-nothing'), 'history.clear')
  await expect(rows(page).first()).toBeVisible()
  await expect(field(page, 'word.status')).toHaveValue('')

  await test.step('goods typed in Latin letters are found, and one of them can be chosen', async () => {
    await ask(page, 'talh')
    const offered = page.getByTestId('history-goods').first()
    const name = (await offered.textContent()) ?? ''
    expect(name.toLowerCase()).toContain('талх')
    const before = await page.getByTestId('history-count').textContent()
    await offered.click()
    await expect(button(page, 'history.product.off')).toContainText(name)
    await expect(page.getByTestId('history-count')).not.toHaveText(before ?? '')
    await rows(page).first().getByRole('button').click()
    await expect(page.getByTestId('sale-detail')).toContainText(name)
    await press(page, 'history.clear')
  })

  await test.step('an e-receipt’s id finds its sale, and a copy can be printed', async () => {
    await field(page, 'word.paymentMethod').selectOption('qr')
    await field(page, 'word.status').selectOption('sold')
    // The list before also has rows, so this waits for a row that fits: a sale by QR, or by QR and cash.
    await expect(rows(page).first()).toContainText(/QR|Хэд хэдэн хэлбэрээр/)
    await expect(rows(page).first().locator('[data-state="completed"]')).toBeVisible()
    await rows(page).first().getByRole('button').click()
    const id = await page.getByTestId('sale-ereceipts').locator('small').first().textContent()
    expect(id).toMatch(/^\d{33}$/)
    await press(page, 'history.clear')
    await ask(page, id ?? '')
    await expect(rows(page)).toHaveCount(1)
    await expect(page.getByTestId('sale-prints').locator('li')).toHaveCount(1)
    await press(page, 'copies.print')
    await expect(page.getByTestId('sale-prints').locator('li')).toHaveCount(2)
  })
})

test('after a visit to the till the history keeps its search text and filters, and typing replaces the text', async ({
  shopPage: page,
}) => {
  await ask(page, '1000-50000')
  await field(page, 'word.status').selectOption('sold')
  await railTo(page, 'till').click()
  await expect(search(page)).toBeVisible()
  await railTo(page, 'history').click()
  await expect(field(page, 'history.search')).toHaveValue('1000-50000')
  await expect(field(page, 'word.status')).toHaveValue('sold')
  await expect(rows(page).first()).toBeVisible()
  await expect(field(page, 'history.search')).toBeFocused()
  await page.keyboard.insertText('0002')
  await expect(field(page, 'history.search')).toHaveValue('0002')
})

test('a sale that comes in meanwhile is offered above the list and moves no row', async ({
  shopPage: page,
}) => {
  await rows(page).nth(1).getByRole('button').click()
  const before = await rows(page).nth(1).getAttribute('data-id')
  const code = await codeOf(page, 'талх')
  await page.evaluate((one) => window.pos.call('addProduct', { code: one }), code)
  await expect(button(page, 'history.fresh')).toContainText('1')
  expect(await rows(page).nth(1).getAttribute('data-id')).toBe(before)
  await press(page, 'history.fresh')
  await expect(rows(page).first().getByRole('button')).toHaveAccessibleName(/0001/)
  await expect(rows(page).nth(2)).toHaveAttribute('data-id', before ?? '')
  await expect(rows(page).nth(2)).toHaveAttribute('data-chosen', 'true')
})
