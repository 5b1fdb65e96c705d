/** One e-receipt can have only one kind of VAT, so a cart with two kinds is charged by two QRs (keystrokes.spec.ts). */
import { wear } from '../../scripts/run/hosts/page-actions.ts'
import { railTo } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { counterOf, nextCustomer, ringUp, statusOf, takeTender } from '../support/till-actions.ts'

test('beside more cash than the goods of each kind cost goods with two kinds of VAT have no QR, and the screen says what to do, in both languages', async ({
  page,
}) => {
  await ringUp(page, 'талх')
  await ringUp(page, 'сүү')
  await takeTender(page, '500')
  await expect(page.getByTestId('charge')).toBeVisible()
  await takeTender(page, '3,000')
  await expect(page.getByTestId('mixed-and-paid')).toContainText('өөр өөр татвартай')
  await expect(page.getByTestId('charge')).toHaveCount(0)
  await wear(page, { language: 'en' })
  await expect(page.getByTestId('mixed-and-paid')).toContainText('different taxes')
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
