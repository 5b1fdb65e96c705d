import { expect, test } from '../support/hosts.ts'
import { charge, counterOf, ringUp } from '../support/till-acts.ts'

test('a terminal killed while it rang up shows the same cart again', async ({ till }) => {
  await ringUp(till.page, 'талх')
  await ringUp(till.page, 'suu')
  const before = await counterOf(till.page)
  await till.kill()
  await till.restart()
  await expect(till.page.getByTestId('cart-line')).toHaveCount(before.lines)
  expect(await counterOf(till.page)).toEqual(before)
})

test('a terminal killed while the QR was up shows it again, and finds the money', { tag: '@smoke' }, async ({
  till,
}) => {
  await ringUp(till.page, 'талх')
  const { qrText, invoiceId } = await charge(till.page)
  await till.kill()
  await till.restart()
  await expect(till.page.getByTestId('qr')).toBeVisible()
  expect((await counterOf(till.page)).qrText).toBe(qrText)
  await till.practice.pay({ invoice_id: invoiceId })
  await expect(till.page.getByTestId('paid')).toBeVisible()
  expect((await till.practice.state()).invoices).toHaveLength(1)
})

test('a page that is loaded again shows the sale where it was', async ({ till }) => {
  const { page } = till
  await ringUp(page, 'талх')
  const { saleId } = await charge(page)
  await page.reload()
  await expect(page.getByTestId('qr')).toBeVisible()
  expect((await counterOf(page)).saleId).toBe(saleId)
})
