/** The owner's evening: new prices of a supplier, many goods at once, and the labels for them, without a mouse. */
import type { Page } from '@playwright/test'
import { field, heading, railTo, twoStep } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { codesOf, pressTwice, scan, tell } from '../support/till-actions.ts'

async function openOwnGoods(page: Page): Promise<void> {
  await railTo(page, 'goods').click()
  await expect(heading(page, 'word.goods')).toBeVisible()
  await pressTwice(twoStep(page, 'goods.sample.keep', 'goods.sample.keep.sure'))
  await expect(page.getByTestId('goods-count')).toBeVisible()
}

const priceOf = async (page: Page, code: string) =>
  (await tell(page, 'findGoods', { code })).row?.product.price

/** As a person types: a scanner is faster. */
const typePrice = (page: Page, price: string) => page.keyboard.type(price, { delay: 100 })

test('new prices are scanned, typed and saved one after the other, and their labels are one press away', async ({
  page,
}) => {
  const codes = await codesOf(page, 3)
  await openOwnGoods(page)
  const cell = page.getByTestId('goods-price')
  for (const [place, code] of codes.entries()) {
    await scan(page, code)
    await expect(cell).toBeFocused()
    await expect(page.getByTestId('goods-row')).toHaveCount(1)
    await typePrice(page, `77${place}0`)
    if (place === 1)
      await test.step('a scan loses no price that is typed and not saved', async () => {
        await scan(page, codes[0] ?? '')
        await expect(cell).toHaveValue('7710')
        await expect(cell).toBeFocused()
      })
    await page.keyboard.press('Enter')
    await expect(cell).toBeHidden()
    await expect(page.getByTestId('goods-row').locator('s')).toHaveCount(place + 1)
    expect(await priceOf(page, code)).toBe(770_000 + place * 1000)
  }
  await test.step('an unknown code changes nothing and is told', async () => {
    await scan(page, '8659999000014')
    await expect(page.getByTestId('goods-scanned')).toBeVisible()
  })
  await page.getByTestId('goods-repriced-labels').click()
  await expect(page.getByTestId('labels-line')).toHaveCount(3)
})

test('F2 edits a price in the list, Enter goes to the next one, and Escape leaves the price as it was', async ({
  page,
}) => {
  await openOwnGoods(page)
  const { rows } = await tell(page, 'listGoods', { query: '', only: 'all', offset: 0, limit: 3 })
  const [first, second] = rows.map(({ product }) => product)
  const cell = page.getByTestId('goods-price')
  await field(page, 'goods.search').press('ArrowDown')
  await page.keyboard.press('F2')
  await expect(cell).toHaveAccessibleName(new RegExp(first?.name ?? ''))
  await typePrice(page, '4350')
  await page.keyboard.press('Enter')
  await expect(cell).toHaveAccessibleName(new RegExp(second?.name ?? ''))
  await expect(cell).toBeFocused()
  await typePrice(page, '0')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('goods-price-failure')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page, 'goods.search')).toBeFocused()
  expect(await priceOf(page, first?.code ?? '')).toBe(435_000)
  expect(await priceOf(page, second?.code ?? '')).toBe(second?.price)
  await test.step('Enter in the search opens the only hit', async () => {
    await field(page, 'goods.search').fill(second?.code ?? '')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('goods-form')).toBeVisible()
  })
})

test('goods of a category are picked and changed at once, after a dry run, and the change can be undone', async ({
  page,
}) => {
  await openOwnGoods(page)
  await page.getByTestId('goods-sort-price').click()
  await page.getByTestId('goods-sort-price').click()
  await page.getByTestId('goods-in-category').fill('suu')
  await test.step('Space and Shift with the arrows pick rows', async () => {
    await field(page, 'goods.search').press('ArrowDown')
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.locator('[data-testid=goods-pick][aria-pressed=true]')).toHaveCount(3)
  })
  await page.getByTestId('goods-pick-all').press('Enter')
  await page.getByTestId('goods-change-many').press('Enter')
  await expect(page.getByTestId('goods-many-price')).toBeFocused()
  await page.getByTestId('goods-many-price').fill('+5%')
  const planned = page.getByTestId('goods-planned')
  await expect(planned.first()).toContainText('→')
  await expect(planned.first()).toContainText('→')
  const { rows } = await tell(page, 'listGoods', {
    query: '',
    category: 'suu',
    only: 'all',
    offset: 0,
    limit: 200,
  })
  await expect(planned).toHaveCount(rows.length)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('goods-many-done')).toBeVisible()
  const [one] = rows
  expect(await priceOf(page, one?.product.code ?? '')).not.toBe(one?.product.price)
  await page.getByTestId('goods-many-undo').click()
  await expect(page.getByTestId('goods-many-done')).toBeHidden()
  expect(await priceOf(page, one?.product.code ?? '')).toBe(one?.product.price)
  await expect(page.getByTestId('goods-repriced-labels')).toBeHidden()
})
