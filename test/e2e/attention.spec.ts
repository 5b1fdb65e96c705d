import { choose, field, heading, press, railTo } from '../support/by-words.ts'
import { expect, type Till, test } from '../support/hosts.ts'
import {
  cancel,
  charge,
  checkNow,
  codeOf,
  counterOf,
  inEnglish,
  nextCustomer,
  pressTwice,
  ringUp,
  scan,
  statusOf,
  takes,
  tell,
  viewOf,
} from '../support/till-actions.ts'

/** Pays 500 ₮ of a sale after it was cancelled. */
async function payLate({ page, practice }: Till) {
  await ringUp(page, 'талх')
  const charged = await charge(page)
  await cancel(page)
  await expect(heading(page, 'cancelled.title')).toBeVisible()
  await practice.pay({ invoice_id: charged.invoiceId, amount: 500 })
  await tell(page, 'checkNow', { saleId: charged.saleId })
  await expect(page.getByTestId('late-payment')).toBeVisible()
  await expect.poll(async () => (await viewOf(page)).attention).toBe(1)
  await railTo(page, 'attention').click()
  await expect(page.getByTestId('attention-item')).toHaveAttribute('data-cause', 'late-money')
  return charged
}

test('late money for a part can be made a sale, with the rest in cash', async ({ till, page }) => {
  const code = await codeOf(page, 'талх')
  const { saleId } = await payLate(till)
  await page.getByTestId('attention-resolution-sold-with-cash').click()
  await expect(field(page, 'cash.received')).toBeFocused()
  await test.step('a scan meanwhile adds nothing to a cart and keeps the typed cash', async () => {
    await field(page, 'cash.received').fill('20000')
    await scan(page, code)
    await expect(page.getByTestId('scan-refused')).toContainText('“Зарах”')
    await expect(field(page, 'cash.received')).toHaveValue('20,000')
    await expect(field(page, 'cash.received')).toBeFocused()
    expect((await counterOf(page)).saleId).toBe(saleId)
  })
  await field(page, 'cash.received').fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('attention-item')).toHaveCount(0)
  await expect.poll(async () => (await statusOf(page, saleId)).name).toBe('completed')
})

/** A sale that was paid in full by card through the QR, and then refunded at the service by somebody else. */
async function refundedElsewhere({ page, practice }: Till) {
  await ringUp(page, 'талх')
  const charged = await charge(page)
  const { payment_id } = await practice.pay({ invoice_id: charged.invoiceId, type: 'CARD' })
  await checkNow(page)
  await expect.poll(async () => (await statusOf(page, charged.saleId)).name).toBe('completed')
  await practice.settle({ payment_id, status: 'REFUNDED' })
  await nextCustomer(page)
  await tell(page, 'checkNow', { saleId: charged.saleId })
  await railTo(page, 'attention').click()
  await expect(page.getByTestId('attention-item')).toHaveAttribute('data-cause', 'refunded-elsewhere')
  return charged
}

test('money that was refunded elsewhere is collected again by card, for exactly that amount', async ({
  till,
  page,
}) => {
  await takes(page, { card: 'on' })
  const { saleId, total } = await refundedElsewhere(till)
  await page.getByTestId('attention-resolution-collected-again').click()
  await expect(page.getByTestId('due')).toHaveText(`${(total / 100).toLocaleString('en-US')} ₮`)
  await choose(page, 'tender.brief.card')
  await expect(field(page, 'tender.amount')).toHaveValue((total / 100).toLocaleString('en-US'))
  await field(page, 'tender.reference.card').fill('4417')
  await press(page, 'tender.take.card')
  await expect(page.getByTestId('attention-item')).toHaveCount(0)
  expect((await tell(page, 'getSale', { saleId })).view.sale.tenders).toMatchObject([
    { kind: 'card', amount: total, reference: '4417' },
  ])
})

test('for money that was refunded elsewhere the e-receipt is voided first, then the shop bears the loss', async ({
  till,
  page,
}) => {
  await refundedElsewhere(till)
  await inEnglish(page)
  await expect(page.getByTestId('attention-item')).toContainText('void it first')
  await pressTwice(page.getByTestId('attention-resolution-void-ereceipt'))
  await expect
    .poll(async () => (await till.practice.state()).ereceipts.map(({ status }) => status))
    .toEqual(['CANCELLED'])
  await expect(page.getByTestId('attention-resolution-written-off')).toContainText('The shop bears the loss')
  await pressTwice(page.getByTestId('attention-resolution-written-off'))
  await expect(page.getByTestId('attention-item')).toHaveCount(0)
})

test('late money can be repaid in cash, but not while the list shows an earlier amount', async ({
  till,
  page,
}) => {
  const { saleId, invoiceId } = await payLate(till)
  await expect(page.getByTestId('attention-item-amount')).toHaveText('500 ₮')
  // Only the browser host tells its views by an event of the page.
  await page.evaluate(() => {
    window.dispatchEvent = () => true
  })
  await till.practice.pay({ invoice_id: invoiceId, amount: 300 })
  await expect
    .poll(async () => {
      await tell(page, 'checkNow', { saleId })
      return (await tell(page, 'listAttention')).map(({ amount }) => amount)
    })
    .toEqual([80_000])
  await expect(page.getByTestId('attention-item-amount')).toHaveText('500 ₮')
  await expect(async () => {
    await page.getByTestId('attention-resolution-repaid-cash').click({ timeout: 500 })
    await expect(page.getByTestId('attention-refused')).toContainText('Дүн дөнгөж өөрчлөгдсөн', {
      timeout: 400,
    })
  }).toPass()
  await expect(page.getByTestId('attention-item-amount')).toHaveText('800 ₮')
  await page.evaluate(() => Reflect.deleteProperty(window, 'dispatchEvent'))
  await pressTwice(page.getByTestId('attention-resolution-repaid-cash'))
  await expect(page.getByTestId('attention-item')).toHaveCount(0)
  expect((await viewOf(page)).attention).toBe(0)
  expect((await statusOf(page, saleId)).name).not.toBe('completed')
})

test('e-receipts that are refused because the merchant is not registered are one item, from which each sale is reached', async ({
  till: { practice },
  page,
}) => {
  await practice.merchant({ registered_for_ebarimt: false })
  for (const count of [1, 2]) {
    await ringUp(page, 'талх')
    const { invoiceId } = await charge(page)
    await practice.pay({ invoice_id: invoiceId })
    await checkNow(page)
    await expect.poll(async () => (await viewOf(page)).attention).toBe(count)
    await nextCustomer(page)
  }
  await railTo(page, 'attention').click()
  const one = page.getByTestId('attention-unregistered')
  const items = page.getByTestId('attention-item')
  await expect(one).toContainText('2')
  await expect(items).toHaveCount(0)
  await page.getByTestId('attention-unregistered-single').click()
  await expect(items).toHaveCount(2)
  await practice.merchant({ registered_for_ebarimt: true })
  await page.getByTestId('attention-unregistered-retry').click()
  await expect(one).toHaveCount(0)
  await expect.poll(async () => (await viewOf(page)).attention).toBe(0)
})
