import type { Page } from '@playwright/test'
import { button, field, press, search } from '../support/by-words.ts'
import { expect, inOwnProcess, test } from '../support/hosts.ts'
import {
  charge,
  codeOf,
  counterOf,
  nextCustomer,
  ringUp,
  scan,
  statusOf,
  takeTender,
  tell,
  typeWeight,
  understand,
  viewOf,
} from '../support/till-actions.ts'

test('a cart is parked under a name, another customer is served, and the cart is resumed', async ({
  page,
}) => {
  await ringUp(page, 'талх')
  const first = await counterOf(page)
  await test.step('Escape closes the park field, and nothing is parked', async () => {
    await page.keyboard.press('F8')
    await expect(field(page, 'word.nameOptional')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(field(page, 'word.nameOptional')).toBeHidden()
    await expect(search(page)).toBeFocused()
    expect((await viewOf(page)).parked).toBe(0)
    await expect(page.getByTestId('cart-line')).toHaveCount(1)
  })
  await page.keyboard.press('F8')
  await expect(field(page, 'word.nameOptional')).toBeFocused()
  await page.keyboard.insertText('Улаан малгай')
  await page.keyboard.press('Enter')
  await expect(search(page)).toBeFocused()
  await expect(button(page, 'parked.open')).toContainText('1')

  await ringUp(page, 'tarag')
  await takeTender(page)
  await expect(page.getByTestId('paid')).toBeVisible()
  await nextCustomer(page)

  await page.keyboard.press('F9')
  await expect(page.getByTestId('parked-row')).toContainText('Улаан малгай')
  await expect(button(page, 'parked.resume')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
  expect(await counterOf(page)).toEqual(first)
})

test('goods that are scanned or weighed while the name of a parked cart is typed are parked with it', async ({
  page,
}) => {
  await ringUp(page, 'талх')
  await page.keyboard.press('F8')
  await field(page, 'word.nameOptional').fill('Улаан малгай')
  await scan(page, await codeOf(page, 'tarag'))
  await expect(page.getByTestId('cart-line')).toHaveCount(2)
  await expect(field(page, 'word.nameOptional')).toBeFocused()
  await typeWeight(page)
  await field(page, 'word.nameOptional').focus()
  await page.keyboard.press('Enter')
  await expect(button(page, 'parked.open')).toContainText('1')
  await expect(page.getByTestId('weight')).toBeHidden()
  await expect(page.getByTestId('cart-line')).toHaveCount(0)
  await page.keyboard.press('F9')
  await expect(page.getByTestId('parked-row')).toContainText('Улаан малгай')
  await expect(page.getByTestId('parked-resume')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('cart-line')).toHaveCount(3)
})

test('resuming a parked cart parks the goods at the counter first, with what is typed there', async ({
  page,
}) => {
  await ringUp(page, 'талх')
  const first = await counterOf(page)
  await page.keyboard.press('F8')
  await page.keyboard.press('Enter')
  await expect(button(page, 'parked.open')).toContainText('1')
  await ringUp(page, 'tarag')
  await test.step('F9 saves what is typed in the cart, and then lists the parked sales', async () => {
    await page.keyboard.press('F6')
    await field(page, 'cart.receiver.register').fill('6234567')
    await page.keyboard.press('F2')
    await field(page, 'cart.edit.quantity').fill('5')
    await page.keyboard.press('F9')
    await expect(page.getByTestId('parked-row')).toBeVisible()
    const { counter } = await viewOf(page)
    expect(counter?.sale.lines[0]?.quantity).toBe(5000)
    expect(counter?.sale.receiver).toMatchObject({ register: '6234567' })
  })
  await press(page, 'parked.resume')
  await expect(button(page, 'parked.park-first')).toBeFocused()
  expect((await viewOf(page)).parked).toBe(1)
  expect((await counterOf(page)).saleId).not.toBe(first.saleId)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await counterOf(page)).saleId).toBe(first.saleId)
  await expect(button(page, 'parked.open')).toContainText('1')
  await expect(search(page)).toBeFocused()
})

test(
  'a parked cart and a charge that was set aside are still there after a kill, the charge with its QR',
  inOwnProcess('the till is killed'),
  async ({ till }) => {
    await ringUp(till.page, 'талх')
    const parked = await counterOf(till.page)
    await till.page.keyboard.press('F8')
    await till.page.keyboard.press('Enter')
    await expect(button(till.page, 'parked.open')).toBeVisible()
    await ringUp(till.page, 'tarag')
    const { qrText } = await charge(till.page)
    await till.page.keyboard.press('F9')
    await expect(till.page.getByTestId('qr')).toBeHidden()
    await till.kill()
    await till.restart()
    const { page } = till
    await understand(page)
    await page.keyboard.press('F9')
    await press(page, 'parked.show')
    await expect(page.getByTestId('qr')).toBeVisible()
    expect((await counterOf(page)).qrText).toBe(qrText)
    await page.keyboard.press('F9')
    await expect(page.getByTestId('qr')).toBeHidden()
    await press(page, 'parked.open')
    await press(page, 'parked.resume')
    await expect(page.getByTestId('cart-line')).toHaveCount(1)
    expect((await counterOf(page)).saleId).toBe(parked.saleId)
  },
)

test('a charge that was refused after it was set aside is an open cart in the list, with its cash', async ({
  till,
  page,
}) => {
  await ringUp(page, 'талх')
  const first = await counterOf(page)
  await takeTender(page, '500')
  await till.practice.line({ up: false })
  await page.keyboard.press('F12')
  await expect(page.getByTestId('paying')).toHaveAttribute('data-state', 'invoicing')
  await page.keyboard.press('F9')
  await expect(search(page)).toBeVisible()
  await till.practice.merchant({ active: false })
  await till.practice.line({ up: true })
  await expect.poll(async () => (await statusOf(page, first.saleId)).name).toBe('open')
  expect((await counterOf(page)).saleId).not.toBe(first.saleId)
  await page.keyboard.press('F9')
  await expect(page.getByTestId('parked-row')).toContainText('Нээлттэй')
  await expect(page.getByTestId('parked-taken')).toContainText('500 ₮')
  await expect(button(page, 'word.discard')).toHaveCount(0)
  await press(page, 'parked.resume')
  await expect(page.getByTestId('tender')).toContainText('500 ₮')
  await expect(page.getByTestId('invoice-refused')).toBeVisible()
  expect((await counterOf(page)).saleId).toBe(first.saleId)
})

const parkCarts = async (page: Page, carts: number): Promise<void> => {
  const code = await codeOf(page, 'талх')
  for (let cart = 1; cart <= carts; cart += 1) {
    const { saleId } = await tell(page, 'addProduct', { code })
    await tell(page, 'parkSale', { saleId, label: `cart ${cart}` })
  }
}

test('a long list of parked carts is shown fifty at a time, and “Show more” leads to the first new row', async ({
  page,
}) => {
  await parkCarts(page, 101)
  await page.keyboard.press('F9')
  const rows = page.getByTestId('parked-row')
  await expect(rows).toHaveCount(50)
  for (const [first, others] of [
    [50, 51],
    [100, 1],
  ] as const) {
    await button(page, 'list.more', { count: others }).focus()
    await page.keyboard.press('Enter')
    await expect(rows.nth(first).getByRole('button').first()).toBeFocused()
  }
  await expect(rows).toHaveCount(101)
  await expect(rows.last()).toContainText('cart 101')
  await expect(button(page, 'list.more')).toHaveCount(0)
})
