import type { Page } from '@playwright/test'
import { formatMoney } from '../../shared/money/money.ts'
import { button, field, press, railTo, search } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import {
  CYRILLIC,
  charge,
  checkNow,
  counterOf,
  ringUp,
  statusOf,
  takeTender,
  viewOf,
} from '../support/till-actions.ts'

const saleOf = async (page: Page) => {
  const { counter } = await viewOf(page)
  if (counter === null) throw new Error('nothing is at the counter')
  return counter.sale
}

test('a line is discounted by keys or by a quick button, and an invalid discount or price is refused at its field', async ({
  page,
}) => {
  await ringUp(page, 'талх')
  const before = (await counterOf(page)).total
  const editor = page.getByTestId('line-editor')
  await page.keyboard.press('F2')
  await expect(field(page, 'cart.edit.quantity')).toBeFocused()
  await test.step('an invalid price is named, and the typed text stays', async () => {
    for (const typed of ['үнэгүй', '0']) {
      await field(page, 'cart.edit.price').fill(typed)
      await press(page, 'word.save')
      await expect(editor).toContainText(/үнэ|Үнэ|дүн|Дүн/)
      await expect(field(page, 'cart.edit.price')).toHaveValue(typed)
    }
    expect((await counterOf(page)).total).toBe(before)
    await field(page, 'cart.edit.price').fill('3,100')
    await press(page, 'word.save')
    await expect(page.getByTestId('total')).toHaveText(/3,100/)
  })
  await test.step('an invalid discount is named, and the typed text stays', async () => {
    await page.keyboard.press('F2')
    for (const [typed, why] of [
      ['арав', 'жишээ нь 5% эсвэл 1000'],
      ['100%', 'төлөх дүн үлдэхгүй'],
    ] as const) {
      await field(page, 'line.discount').fill(typed)
      await page.keyboard.press('Enter')
      await expect(editor).toContainText(why)
      await expect(field(page, 'line.discount')).toHaveValue(typed)
    }
    expect((await saleOf(page)).lines[0]?.discount).toBeUndefined()
  })
  await test.step('the keyboard alone gives a discount, which the line shows', async () => {
    await field(page, 'line.discount').focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('10%')
    await page.keyboard.press('Enter')
    await expect(editor).toBeHidden()
    await expect(search(page)).toBeFocused()
    await expect(page.getByTestId('line-edit')).toContainText('Хөнгөлөлт 10')
    await expect(page.getByTestId('line-off')).toHaveText('−310')
    expect((await counterOf(page)).total).toBe(279_000)
  })
  await test.step('a quick button saves the discount and everything else that was typed', async () => {
    await page.getByTestId('line-edit').click()
    await field(page, 'cart.edit.quantity').fill('2')
    await field(page, 'line.note').fill('том уут')
    await press(page, 'line.discount.quick', { percent: '20 %' })
    await expect(editor).toBeHidden()
    await expect(page.getByTestId('line-note')).toHaveText('том уут')
    await expect(page.getByTestId('line-quantity')).toHaveText('2')
    expect((await counterOf(page)).total).toBe(496_000)
  })
})

test('a discount and a note of the sale are shown by the total, one press removes each, and in English all is in English', async ({
  page,
}) => {
  await ringUp(page, 'талх')
  await ringUp(page, 'tarag')
  const { total } = await counterOf(page)
  await page.keyboard.press('F4')
  await expect(field(page, 'cart.more.discount')).toBeFocused()
  await expect(page.getByTestId('total')).toBeInViewport({ ratio: 1 })
  await page.keyboard.type('1000')
  await page.keyboard.press('Tab')
  await field(page, 'cart.more.note').fill('Баярт зориулав')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('sale-entry')).toBeHidden()
  await expect(search(page)).toBeFocused()
  await expect(page.getByTestId('sale-discount')).toHaveText('−1,000 ₮')
  await expect(page.getByTestId('before-discount')).toHaveText(`${(total / 100).toLocaleString('en-US')} ₮`)
  await expect(page.getByTestId('sale-note')).toContainText('Баярт зориулав')
  expect((await counterOf(page)).total).toBe(total - 100_000)
  await press(page, 'cart.discount.remove')
  await expect(page.getByTestId('sale-discount')).toBeHidden()
  await button(page, 'cart.note.remove').press('Enter')
  await expect(page.getByTestId('sale-note')).toBeHidden()
  await expect(search(page)).toBeFocused()
  expect((await counterOf(page)).total).toBe(total)
  await test.step('discounts are in English when the till is in English', async () => {
    await press(page, 'language.switch')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.keyboard.press('F4')
    await expect(page.getByTestId('sale-entry')).not.toHaveText(CYRILLIC)
    await press(page, 'line.discount.quick', { percent: '10 %' })
    await expect(page.getByTestId('sale-discount')).toBeVisible()
    await expect(page.getByTestId('sale-entry')).toBeHidden()
    await page.keyboard.press('F2')
    await expect(page.getByTestId('line-editor')).not.toHaveText(/(?!ш\b)[А-Яа-яӨөҮүЁё]{2,}/)
  })
})

test('goods with cash taken keep their price, and can still get a note', async ({ page }) => {
  await ringUp(page, 'талх')
  await page.keyboard.press('F4')
  await press(page, 'line.discount.quick', { percent: '5 %' })
  await expect(page.getByTestId('sale-discount')).toBeVisible()
  await expect(page.getByTestId('sale-entry')).toBeHidden()
  await takeTender(page, '500')
  await expect(button(page, 'cart.discount.remove')).toBeDisabled()
  await expect(button(page, 'word.undoLastChange')).toBeDisabled()
  await page.keyboard.press('F4')
  await expect(field(page, 'cart.more.discount')).toBeDisabled()
  await expect(field(page, 'cart.more.note')).toBeFocused()
  await page.keyboard.type('утсаар')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('sale-note')).toContainText('утсаар')
})

test('Ctrl+Z undoes the last change and announces it, but not while text is typed', async ({ page }) => {
  await expect(button(page, 'word.undoLastChange')).toBeHidden()
  await ringUp(page, 'талх')
  await ringUp(page, 'tarag')
  const [, second] = (await saleOf(page)).lines
  await page.keyboard.press('F2')
  await press(page, 'cart.edit.remove')
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
  await expect(search(page)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(page.getByTestId('cart-line')).toHaveCount(2)
  await expect(page.getByTestId('announcement')).toHaveText(
    `Үйлдлийг болилоо. ${second?.product.name} сагсанд орлоо.`,
  )
  await page.keyboard.press('F4')
  await press(page, 'line.discount.quick', { percent: '10 %' })
  await expect(page.getByTestId('sale-discount')).toBeVisible()
  await press(page, 'word.undoLastChange')
  await expect(page.getByTestId('sale-discount')).toBeHidden()
  await expect(page.getByTestId('announcement')).toContainText('хөнгөлөлтгүй')
  await expect(search(page)).toBeFocused()
  await search(page).pressSequentially('сүү')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('F2')
  await field(page, 'line.note').pressSequentially('том')
  await page.keyboard.press('Control+z')
  await expect(page.getByTestId('cart-line')).toHaveCount(2)
})

test('a discount that was typed and not saved counts when the sale is charged; both discounts are shown with the awaited payment and in the history', async ({
  till,
  page,
}) => {
  await ringUp(page, 'талх')
  await page.keyboard.press('F2')
  await press(page, 'line.discount.quick', { percent: '10 %' })
  await expect(page.getByTestId('line-off')).toBeVisible()
  const before = (await counterOf(page)).total
  await page.keyboard.press('F4')
  await page.keyboard.type('50%')
  const { saleId, invoiceId, total } = await charge(page)
  expect(total).toBe(before / 2)
  const [invoice] = (await till.practice.state()).invoices
  expect(Number(invoice?.amount) * 100).toBe(total)
  const paying = page.getByTestId('paying')
  await expect(paying).toContainText('Хөнгөлөлт 10')
  await expect(paying).toContainText('Хөнгөлөлт 50')
  expect((await statusOf(page, saleId)).name).toBe('awaiting-payment')
  await till.practice.pay({ invoice_id: invoiceId })
  await checkNow(page)
  await expect(page.getByTestId('paid-amount')).toContainText(formatMoney(total))
  await railTo(page, 'history').click()
  await page.getByTestId('sale-row').first().click()
  const detail = page.getByTestId('sale-detail')
  await expect(detail).toContainText('Хөнгөлөлт 10')
  await expect(detail).toContainText('Хөнгөлөлт 50')
  await expect(detail).toContainText(formatMoney(total))
})
