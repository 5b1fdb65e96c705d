import type { Page } from '@playwright/test'
import { buttonSaying, fieldNamed } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import {
  CYRILLIC,
  charge,
  codeOf,
  counterOf,
  ringUp,
  scan,
  statusOf,
  takeTender,
  viewOf,
} from '../support/till-actions.ts'

const saleOf = async (page: Page) => {
  const { counter } = await viewOf(page)
  if (counter === null) throw new Error('nothing is at the counter')
  return counter.sale
}

test('a line is discounted with the keyboard alone, and shows the discount', async ({ till }) => {
  const { page } = till
  await ringUp(page, 'талх')
  const before = (await counterOf(page)).total
  await page.keyboard.press('F2')
  await expect(page.getByTestId('line-quantity-input')).toBeFocused()
  await page.getByTestId('line-discount-input').focus()
  await page.keyboard.type('10%')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('line-editor')).toBeHidden()
  await expect(page.getByTestId('search')).toBeFocused()
  await expect(page.getByTestId('line-edit')).toContainText('Хөнгөлөлт 10')
  await expect(page.getByTestId('line-off')).toHaveText(`−${(before / 1000).toLocaleString('en-US')}`)
  expect((await counterOf(page)).total).toBe(before * 0.9)
})

test('the line that is being edited stays visible on a smaller screen', async ({ till }) => {
  const { page } = till
  for (const goods of ['талх', 'сүү', 'тараг', 'ундаа', 'элсэн чихэр', 'гурил']) await ringUp(page, goods)
  await page.getByTestId('line-edit').first().click()
  await expect(page.getByTestId('line-quantity-input')).toBeFocused()
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(buttonSaying(page, 'action.save')).toBeInViewport({ ratio: 1 })
  await expect(page.getByTestId('line-edit').first()).toBeInViewport({ ratio: 1 })
})

test('a quick discount button saves the discount and everything else that was typed', async ({ till }) => {
  const { page } = till
  await ringUp(page, 'талх')
  const before = (await counterOf(page)).total
  await page.getByTestId('line-edit').click()
  await page.getByTestId('line-quantity-input').fill('2')
  await fieldNamed(page, 'line.note').fill('том уут')
  await page.getByTestId('line-discount-20').click()
  await expect(page.getByTestId('line-editor')).toBeHidden()
  await expect(page.getByTestId('line-note')).toHaveText('том уут')
  await expect(page.getByTestId('line-quantity')).toHaveText('2')
  expect((await counterOf(page)).total).toBe(before * 1.6)
})

test('an invalid discount is refused at its field, and the typed text stays', async ({ till }) => {
  const { page } = till
  await ringUp(page, 'талх')
  await page.keyboard.press('F2')
  await page.getByTestId('line-discount-input').fill('арав')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('line-editor')).toContainText('жишээ нь 5% эсвэл 1000')
  await expect(page.getByTestId('line-discount-input')).toHaveValue('арав')
  await page.getByTestId('line-discount-input').fill('100%')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('line-editor')).toContainText('төлөх дүнгээс их')
  expect((await saleOf(page)).lines[0]?.discount).toBeUndefined()
})

test('a discount and a note of the sale are shown by the total, and one press removes each', async ({
  till,
}) => {
  const { page } = till
  await ringUp(page, 'талх')
  await ringUp(page, 'tarag')
  const { total } = await counterOf(page)
  await page.keyboard.press('F4')
  await expect(page.getByTestId('sale-discount-input')).toBeFocused()
  await expect(page.getByTestId('total')).toBeInViewport({ ratio: 1 })
  await page.keyboard.type('1000')
  await page.keyboard.press('Tab')
  await fieldNamed(page, 'cart.more.note').fill('Баярт зориулав')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('sale-entry')).toBeHidden()
  await expect(page.getByTestId('search')).toBeFocused()
  await expect(page.getByTestId('sale-discount')).toHaveText('−1,000 ₮')
  await expect(page.getByTestId('before-discount')).toHaveText(`${(total / 100).toLocaleString('en-US')} ₮`)
  await expect(page.getByTestId('sale-note')).toContainText('Баярт зориулав')
  expect((await counterOf(page)).total).toBe(total - 100_000)
  await page.getByTestId('sale-discount-remove').click()
  await expect(page.getByTestId('sale-discount')).toBeHidden()
  await page.getByTestId('sale-note-remove').press('Enter')
  await expect(page.getByTestId('sale-note')).toBeHidden()
  await expect(page.getByTestId('search')).toBeFocused()
  expect((await counterOf(page)).total).toBe(total)
})

test('a discount that was typed and not saved counts when the sale is charged', async ({ till }) => {
  const { page } = till
  await ringUp(page, 'талх')
  const { total } = await counterOf(page)
  await page.keyboard.press('F4')
  await page.keyboard.type('50%')
  const { invoiceId } = await charge(page)
  const [invoice] = (await till.practice.state()).invoices
  expect(Number(invoice?.amount) * 100).toBe(total / 2)
  await till.practice.pay({ invoice_id: invoiceId })
  await expect(page.getByTestId('paid')).toBeVisible()
})

test('goods with cash taken keep their price, and can still get a note', async ({ till }) => {
  const { page } = till
  await ringUp(page, 'талх')
  await page.keyboard.press('F4')
  await page.getByTestId('sale-discount-5').click()
  await expect(page.getByTestId('sale-discount')).toBeVisible()
  await expect(page.getByTestId('sale-entry')).toBeHidden()
  await takeTender(page, '500')
  await expect(page.getByTestId('sale-discount-remove')).toBeDisabled()
  await expect(page.getByTestId('undo')).toBeDisabled()
  await page.keyboard.press('F4')
  await expect(page.getByTestId('sale-discount-input')).toBeDisabled()
  await expect(fieldNamed(page, 'cart.more.note')).toBeFocused()
  await page.keyboard.type('утсаар')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('sale-note')).toContainText('утсаар')
})

test('a scan into a discount field rings up the product, and leaves no digit in the field', async ({
  till,
}) => {
  const { page } = till
  await ringUp(page, 'талх')
  const code = await codeOf(page, '865')
  const before = (await counterOf(page)).pieces
  await page.keyboard.press('F4')
  await page.keyboard.insertText('15%')
  await scan(page, code)
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(before + 1000)
  await expect(page.getByTestId('sale-discount-input')).toHaveValue('15%')
  expect((await saleOf(page)).discount).toBeNull()
})

test('a scan saves what was typed in the open line', async ({ till }) => {
  const { page } = till
  await ringUp(page, 'талх')
  const code = await codeOf(page, 'tarag')
  await page.keyboard.press('F2')
  await fieldNamed(page, 'line.note').fill('хэрчсэн')
  await scan(page, code)
  await expect(page.getByTestId('cart-line')).toHaveCount(2)
  await expect(page.getByTestId('line-editor')).toBeHidden()
  await expect(page.getByTestId('line-note')).toHaveText('хэрчсэн')
  await expect(page.getByTestId('search')).toBeFocused()
  await expect(page.getByTestId('search')).toHaveValue('')
})

test('Ctrl+Z undoes the last change and announces it', async ({ till }) => {
  const { page } = till
  await expect(page.getByTestId('undo')).toBeHidden()
  await ringUp(page, 'талх')
  await ringUp(page, 'tarag')
  const [, second] = (await saleOf(page)).lines
  await page.keyboard.press('F2')
  await buttonSaying(page, 'cart.edit.remove').click()
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
  await expect(page.getByTestId('search')).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(page.getByTestId('cart-line')).toHaveCount(2)
  await expect(page.getByTestId('announcement')).toHaveText(
    `Алхмыг буцаалаа. ${second?.product.name} сагсанд орлоо.`,
  )
  await page.keyboard.press('F4')
  await page.getByTestId('sale-discount-10').click()
  await expect(page.getByTestId('sale-discount')).toBeVisible()
  await page.getByTestId('undo').click()
  await expect(page.getByTestId('sale-discount')).toBeHidden()
  await expect(page.getByTestId('announcement')).toContainText('хөнгөлөлтгүй')
  await expect(page.getByTestId('search')).toBeFocused()
})

test('Ctrl+Z in a text field does not undo the cart', async ({ till }) => {
  const { page } = till
  await ringUp(page, 'талх')
  await page.getByTestId('search').pressSequentially('сүү')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('F2')
  await fieldNamed(page, 'line.note').pressSequentially('том')
  await page.keyboard.press('Control+z')
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
})

test('a discounted sale shows both discounts while its payment is awaited', async ({ till }) => {
  const { page } = till
  await ringUp(page, 'талх')
  await page.keyboard.press('F2')
  await page.getByTestId('line-discount-10').click()
  await page.keyboard.press('F4')
  await page.getByTestId('sale-discount-5').click()
  await expect(page.getByTestId('sale-discount')).toBeVisible()
  const { saleId } = await charge(page)
  const paying = page.getByTestId('paying')
  await expect(paying).toContainText('Хөнгөлөлт 10')
  await expect(paying).toContainText('Хөнгөлөлт 5')
  expect((await statusOf(page, saleId)).name).toBe('awaiting-payment')
})

test('discounts are in English when the till is in English', async ({ till }) => {
  const { page } = till
  await page.getByTestId('language-switch').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await ringUp(page, 'талх')
  await page.keyboard.press('F4')
  await expect(page.getByTestId('sale-entry')).not.toHaveText(CYRILLIC)
  await page.getByTestId('sale-discount-10').click()
  await expect(page.getByTestId('sale-discount')).toBeVisible()
  await expect(page.getByTestId('sale-entry')).toBeHidden()
  await page.keyboard.press('F2')
  await expect(page.getByTestId('line-editor')).not.toHaveText(/(?!ш\b)[А-Яа-яӨөҮүЁё]{2,}/)
})
