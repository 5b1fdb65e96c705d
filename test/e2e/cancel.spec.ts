import { button, heading, railTo, search } from '../support/by-words.ts'
import { impatientClicks, slowDoubleClick } from '../support/dated-presses.ts'
import { expect, test } from '../support/hosts.ts'
import {
  cancel,
  cancelButton,
  charge,
  counterOf,
  inEnglish,
  ringUp,
  statusOf,
} from '../support/till-actions.ts'

test('two presses cancel a QR before the payment and lead back to its cart, which is a new sale', async ({
  till,
  page,
}) => {
  await ringUp(page, 'талх')
  const { saleId } = await charge(page)
  await test.step('a double click cancels nothing, even when its second half is handled late', async () => {
    await slowDoubleClick(cancelButton(page), () => expect(button(page, 'paying.back.sure')).toBeVisible())
    expect((await statusOf(page, saleId)).name).toBe('awaiting-payment')
  })
  await test.step('two clicks that a busy page handles at once cancel nothing: nobody saw the question', async () => {
    // In another room the button forgets that it asked.
    await railTo(page, 'history').click()
    await railTo(page, 'till').click()
    await expect(button(page, 'paying.back')).toBeVisible()
    await impatientClicks(cancelButton(page))
    await expect(button(page, 'paying.back.sure')).toBeVisible()
    expect((await statusOf(page, saleId)).name).toBe('awaiting-payment')
  })
  await cancel(page)
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
  await expect(search(page)).toBeFocused()
  expect((await statusOf(page, saleId)).name).toBe('cancelled')
  expect((await till.practice.state()).invoices[0]?.status).toBe('CANCELLED')
  expect((await counterOf(page)).saleId).not.toBe(saleId)
})

test('the goods of a sale whose QR was cancelled elsewhere are repeated with Esc in a new sale', async ({
  page,
}) => {
  await ringUp(page, 'талх')
  const { saleId } = await charge(page)
  await page.evaluate((id) => window.pos.call('cancelCharge', { saleId: id }), saleId)
  await expect(heading(page, 'cancelled.title')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
  expect((await counterOf(page)).saleId).not.toBe(saleId)
})

test('a payment that is quicker than the cancellation completes the sale', async ({ till, page }) => {
  await ringUp(page, 'талх')
  const { invoiceId } = await charge(page)
  await cancelButton(page).click()
  await till.practice.pay({ invoice_id: invoiceId })
  await cancel(page)
  await expect(page.getByTestId('paid')).toBeVisible()
})

test('an inactive merchant gives the cart back with a message, and the next charge works', async ({
  till,
  page,
}) => {
  await till.practice.merchant({ active: false })
  await ringUp(page, 'талх')
  await page.keyboard.press('F12')
  await expect(page.getByTestId('invoice-refused')).toBeVisible()
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
  await till.practice.merchant({ active: true })
  await charge(page)
})

test('a sale ends although the service refuses to cancel its QR, and the QR is an attention item', async ({
  till,
  page,
}) => {
  await ringUp(page, 'талх')
  const { saleId } = await charge(page)
  const refused = { status: 422, json: { error: 'NOT_NOW', message: 'Одоо болохгүй' } }
  await till.practice.faults([
    { method: 'DELETE', path: '/v2/invoice/{id}', effect: 'answer', rate: 1, ...refused },
  ])
  const why = page.getByTestId('paying-failure')
  await expect(async () => {
    await cancelButton(page).click()
    await expect(why).toContainText('Одоо болохгүй', { timeout: 2_000 })
  }).toPass()
  await expect(page.getByTestId('paying')).toContainText('дахин “Цуцлах” дарна уу')
  await cancel(page)
  const ended = page.getByTestId('cancelled')
  await expect(ended).toContainText('QR цуцлагдаагүй: төлж болох хэвээр')
  await expect(ended).not.toContainText('Мөнгө авагдаагүй')
  expect((await statusOf(page, saleId)).name).toBe('cancelled')
  await railTo(page, 'attention').click()
  await expect(page.getByTestId('attention-item')).toHaveAttribute('data-cause', 'invoice-left-open')
})

test('a sale that ends before the service has cancelled its QR does not say that no money was taken', async ({
  till,
  page,
}) => {
  await ringUp(page, 'талх')
  const { invoiceId } = await charge(page)
  await till.practice.line({ up: false })
  await cancelButton(page).click()
  await cancel(page)
  const ended = page.getByTestId('cancelled')
  await expect(ended).toContainText('QR хараахан цуцлагдаагүй')
  await expect(ended).not.toContainText('Мөнгө авагдаагүй')
  await inEnglish(page)
  await expect(ended).toContainText('The QR is not cancelled yet')
  await till.practice.pay({ invoice_id: invoiceId })
  await till.practice.line({ up: true })
  await expect(page.getByTestId('late-payment')).toBeVisible()
})
