/** One e-receipt can have only one kind of VAT, so a cart with two kinds is sold as two sales. */
import { wear } from '../../scripts/run/hosts/page-actions.ts'
import { button, press, railTo, search } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import {
  charge,
  checkNow,
  counterOf,
  nextCustomer,
  ringUp,
  statusOf,
  takeTender,
  viewOf,
} from '../support/till-actions.ts'

test('a cart with two kinds of VAT is split by one press, and the rest comes to the counter automatically', async ({
  till,
  page,
}) => {
  await ringUp(page, 'талх')
  await ringUp(page, 'сүү')
  await test.step('the reason is shown in English, too, and goes when the goods have one kind of VAT again', async () => {
    await page.keyboard.press('F12')
    await expect(page.getByTestId('tax-kinds-mixed')).toContainText('өөр')
    await wear(page, { language: 'en' })
    await expect(page.getByTestId('tax-kinds-mixed')).toContainText('These goods have different taxes')
    await expect(button(page, 'split.do')).toContainText('Split into two sales')
    await wear(page, { language: 'mn' })
    await press(page, 'word.undoLastChange')
    await expect(page.getByTestId('cart-line')).toHaveCount(1)
    await expect(page.getByTestId('tax-kinds-mixed')).toBeHidden()
    await expect(button(page, 'word.qrPayment')).toBeEnabled()
  })
  await ringUp(page, 'сүү')
  const whole = await counterOf(page)
  await page.keyboard.press('F12')
  await expect(page.getByTestId('tax-kinds-mixed')).toContainText('өөр')
  await expect(button(page, 'split.do')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
  await expect(search(page)).toBeFocused()
  await expect(page.getByTestId('split-part')).toContainText('дараагийн борлуулалт')
  const first = await counterOf(page)
  const { invoiceId } = await charge(page)
  await till.practice.pay({ invoice_id: invoiceId })
  await checkNow(page)
  await expect(button(page, 'split.next')).toBeVisible()
  await nextCustomer(page)
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
  await expect(page.getByTestId('split-part')).toContainText('үлдсэн хэсэг')
  const rest = await counterOf(page)
  expect(rest.saleId).not.toBe(first.saleId)
  expect(first.total + rest.total).toBe(whole.total)
  expect((await viewOf(page)).counter?.sale.continues).toBe(first.saleId)
  const second = await charge(page)
  await till.practice.pay({ invoice_id: second.invoiceId })
  await checkNow(page)
  await expect(page.getByTestId('paid')).toBeVisible()
  await nextCustomer(page)
  expect(await counterOf(page)).toMatchObject({ lines: 0 })
  expect((await viewOf(page)).parked).toBe(0)
})

test('goods with two kinds of VAT are sold together for cash, and the totals list them separately', async ({
  page,
}) => {
  await ringUp(page, 'талх')
  await expect(page.getByTestId('total-vat')).toBeVisible()
  await expect(page.getByTestId('total-exempt')).toHaveCount(0)
  await ringUp(page, 'сүү')
  await ringUp(page, 'зоос')
  const { saleId } = await counterOf(page)
  await expect(page.getByTestId('total-exempt')).toHaveText('3,500 ₮')
  await expect(page.getByTestId('total-zero-rated')).toHaveText('185,000 ₮')
  await takeTender(page)
  await expect(page.getByTestId('paid')).toBeVisible()
  await expect.poll(async () => (await statusOf(page, saleId)).name).toBe('completed')
  await nextCustomer(page)
  await railTo(page, 'history').click()
  await page.getByTestId('sale-row').first().click()
  await expect(page.getByTestId('sale-detail')).toContainText('Чөлөөлөгдсөн')
  await expect(page.getByTestId('sale-detail')).toContainText('НӨАТ 0%')
})
