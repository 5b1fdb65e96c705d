import { expect, test } from '../support/hosts.ts'
import { cancel, charge, pressTwice, ringUp, stateOf, takeCash, viewOf } from '../support/till-acts.ts'

type Till = Parameters<Parameters<typeof test>[2]>[0]['till']

/** A sale whose money came after it was cancelled; less than is due where an amount is said. */
async function paidTooLate({ page, practice }: Till, amount?: number) {
  await ringUp(page, 'талх')
  const charged = await charge(page)
  await cancel(page)
  await expect(page.getByTestId('cancelled')).toBeVisible()
  await practice.pay({ invoice_id: charged.invoiceId, ...(amount === undefined ? {} : { amount }) })
  const asked = await page.evaluate((saleId) => window.pos.checkNow({ saleId }), charged.saleId)
  expect(asked.ok).toBe(true)
  await expect.poll(async () => (await viewOf(page)).attention).toBe(1)
  await page.getByTestId('rail-attention').click()
  await expect(page.getByTestId('attention-item')).toHaveAttribute('data-cause', 'late-money')
  return charged
}

test('money after a cancellation: the goods are handed over after all, and the receipt follows', async ({
  till,
}) => {
  const { page } = till
  const { saleId } = await paidTooLate(till)
  await pressTwice(page.getByTestId('attention-remedy-sold'))
  await expect(page.getByTestId('attention-item')).toHaveCount(0)
  await expect.poll(async () => (await stateOf(page, saleId)).name).toBe('completed')
})

test('money after a cancellation: given back in cash, and the list is empty', async ({ till }) => {
  const { page } = till
  const { saleId } = await paidTooLate(till)
  await pressTwice(page.getByTestId('attention-remedy-repaid-cash'))
  await expect(page.getByTestId('attention-item')).toHaveCount(0)
  expect((await viewOf(page)).attention).toBe(0)
  expect((await stateOf(page, saleId)).name).not.toBe('completed')
})

test('a part that came after a cancellation: the rest is taken in cash', async ({ till }) => {
  const { page } = till
  const { saleId } = await paidTooLate(till, 500)
  await page.getByTestId('attention-remedy-sold-with-cash').click()
  await expect(page.getByTestId('cash-received')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('attention-item')).toHaveCount(0)
  await expect.poll(async () => (await stateOf(page, saleId)).name).toBe('completed')
})

test('cash of a cancelled sale is asked back until it was given', async ({ till }) => {
  const { page } = till
  await ringUp(page, 'талх')
  await takeCash(page, '1000')
  await charge(page)
  await cancel(page)
  await expect(page.getByTestId('cash-held')).toContainText('1,000')
  expect((await viewOf(page)).attention).toBe(1)
  await page.getByTestId('cash-give-back').click()
  await expect(page.getByTestId('cash-held')).toBeHidden()
  await expect.poll(async () => (await viewOf(page)).attention).toBe(0)
})
