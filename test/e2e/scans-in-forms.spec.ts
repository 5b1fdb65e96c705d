/** What a scan must leave alone in the form that has the focus, and what it may not decide for a person. */
import type { Page } from '@playwright/test'
import { button, choosesFrom, press, railTo, search } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { atOwnPace } from '../support/person-pace.ts'
import { keysOf, strike, strikeAll } from '../support/scanner-keys.ts'
import {
  addGoods,
  answerBy,
  counterOf,
  nextCustomer,
  openSettings,
  takeTender,
  tell,
  viewOf,
} from '../support/till-actions.ts'

const EAN = '8656001234566'

async function scan(page: Page, text: string): Promise<void> {
  await strikeAll(await keysOf(page), text, Array(text.length).fill(8), 'us')
}

async function linesOf(page: Page) {
  const { counter } = await viewOf(page)
  return Object.fromEntries(
    (counter?.sale.lines ?? []).map(({ product, quantity }) => [product.code, quantity]),
  )
}

async function withOneLine(page: Page): Promise<void> {
  await addGoods(page, [
    { code: EAN, name: 'Сүү' },
    { code: '3001', name: 'Талх' },
  ])
  await tell(page, 'addProduct', { code: '3001' })
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
}

const TWINS = [
  { code: 'Cd-5', name: 'Цай хар' },
  { code: 'cD-5', name: 'Цай ногоон' },
] as const

test('after a scan, the caret of a note is where it was', async ({ page }) => {
  await withOneLine(page)
  await search(page).press('F4')
  const note = page.getByTestId('sale-entry').getByRole('textbox').last()
  await note.fill('абв')
  await page.keyboard.press('ArrowLeft')
  await scan(page, `${EAN}\r`)
  await expect.poll(() => linesOf(page)).toEqual({ 3001: 1000, [EAN]: 1000 })
  await page.keyboard.insertText('-')
  await expect(note).toHaveValue('аб-в')
})

test('a scan in the pieces of a further code leaves its code as it was', async ({ page }) => {
  await withOneLine(page)
  await railTo(page, 'goods').click()
  await page.getByTestId('goods-add').click()
  await page.getByTestId('further-add').click()
  await expect(page.getByTestId('further-code')).toBeFocused()
  await scan(page, '18659999000011\r')
  await expect(page.getByTestId('further-code')).toHaveValue('18659999000011')
  await page.getByTestId('further-pieces').fill('12')
  await scan(page, `${EAN}\r`)
  await expect(page.getByTestId('goods-unsaved')).toBeVisible()
  await expect(page.getByTestId('further-code')).toHaveValue('18659999000011')
  await expect(page.getByTestId('further-pieces')).toHaveValue('12')
})

test('a scan under the Mongolian layout in the choice of a district leaves its part as it was', async ({
  page,
}) => {
  await openSettings(page)
  const district = page.getByTestId('setting-shop.districtCode')
  const part = page.getByTestId('setting-shop.districtCode.part')
  await district.selectOption({ index: 3 })
  await part.fill('05')
  await district.focus()
  const chosen = await district.inputValue()
  const keys = await keysOf(page)
  const begun = Date.now() / 1000
  const strokes = [...'бсхб'].map((key, place) => [`Key${'BCDE'[place]}`, key] as const)
  await atOwnPace(keys, () =>
    Promise.all(
      [...strokes, ['Enter', 'Enter'] as const].map(([code, key], place) =>
        strike(keys, code, key, { timestamp: begun + place * 0.006 }),
      ),
    ),
  )
  await expect(page.getByTestId('scan-refused')).toBeVisible()
  await expect(district).toHaveValue(chosen)
  await expect(part).toHaveValue('05')
})

test('a return asks which of two products was scanned, and the answer chooses that one only', async ({
  page,
}) => {
  await addGoods(page, TWINS)
  for (const { code } of TWINS) await tell(page, 'addProduct', { code, chosen: code })
  await expect(page.getByTestId('cart-line')).toHaveCount(2)
  await takeTender(page)
  await nextCustomer(page)
  await railTo(page, 'history').click()
  await page.getByTestId('sale-row').first().click()
  await press(page, 'return.open')
  await expect(button(page, 'word.all')).toBeFocused()
  const lines = page.getByTestId('return-line')
  await scan(page, 'Cd-5\r')
  await answerBy(page.getByTestId('rule-no'))
  await expect(page.getByTestId('return-scan')).toBeVisible()
  await expect(lines.and(page.locator('[data-chosen=true]'))).toHaveCount(0)
  await scan(page, 'Cd-5\r')
  await answerBy(page.getByTestId('rule-yes').filter({ hasText: 'ногоон' }))
  await expect(lines.and(page.locator('[data-chosen=true]'))).toHaveText(/ногоон/)
})

test('labels ask which of two products was scanned', async ({ page }) => {
  await addGoods(page, TWINS)
  await railTo(page, 'goods').click()
  await choosesFrom(page, 'action.more', 'word.labels')
  await expect(page.getByTestId('labels')).toBeVisible()
  await scan(page, 'CD-5\r')
  await answerBy(page.getByTestId('rule-yes').filter({ hasText: 'ногоон' }))
  await expect(page.getByTestId('labels-line')).toHaveText(/ногоон/)
})

test('in another room, a second scan while the till asks about the first is added after the answer', async ({
  page,
}) => {
  await withOneLine(page)
  const rule = { category: 'Бараа', age: 21, hours: null, weekdays: [], monthDays: [], dates: [] }
  await tell(page, 'saveSettings', { saleRules: [rule] })
  await railTo(page, 'reports').click()
  await scan(page, `${EAN}\r${EAN}\r`)
  await expect(page.getByTestId('rule')).toBeVisible()
  await answerBy(page.getByTestId('rule-yes'))
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(3000)
})

test('Enter sells no product for a part of its code, and one press for each of two presses that follow each other', async ({
  page,
}) => {
  await addGoods(page, [
    { code: 'AB-12', name: 'Шоколад' },
    { code: '61', name: 'Жимс 2л' },
  ])
  await search(page).fill('AB-1')
  await expect(page.getByTestId('tile')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('announcement')).toHaveText(/./)
  expect(await linesOf(page)).toEqual({})
  await search(page).fill('жимс 2л')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(search(page)).toHaveValue('')
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(1000)
})
