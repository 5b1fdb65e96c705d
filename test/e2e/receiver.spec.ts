/** The receiver of an e-receipt that went out is corrected on the paid screen and in the history. */
import { button, part, press, railTo, twoStep } from '../support/by-words.ts'
import { expect, type Till, test } from '../support/hosts.ts'
import { hireAndHandOver, NAMES, PINS, typePin } from '../support/people.ts'
import { charge, checkNow, pressTwice, ringUp, statusOf, takeTender } from '../support/till-actions.ts'

const REGISTER = '6234567'

/** The paid screen of a sale whose e-receipt is printed. */
async function paid({ page, practice }: Till): Promise<string> {
  await ringUp(page, 'талх')
  const { saleId, invoiceId } = await charge(page)
  await practice.pay({ invoice_id: invoiceId })
  await checkNow(page)
  await expect.poll(async () => (await statusOf(page, saleId)).name).toBe('completed')
  return saleId
}

async function typeReceiver({ page }: Till): Promise<void> {
  await page.keyboard.press('F6')
  await page.getByTestId('register').fill(REGISTER)
  await page.keyboard.press('Enter')
}

const receiversAt = async ({ practice }: Till) =>
  (await practice.state()).ereceipts.map(({ receiver, status }) => [receiver, status])

test('a cashier corrects a receiver with a manager’s PIN, who sees the new receiver', async ({
  till,
  page,
}) => {
  await hireAndHandOver(page)
  await paid(till)
  await typeReceiver(till)
  await expect(part(page, 'approval.title')).toBeVisible()
  await expect(page.getByTestId('approval-what')).toContainText(REGISTER)
  expect(await receiversAt(till)).toEqual([['', 'CREATED']])
  await page.getByTestId('person-tile').filter({ hasText: NAMES.manager }).click()
  await typePin(page, PINS.manager)
  await expect(page.getByTestId('receiver')).toContainText(REGISTER)
  await expect
    .poll(() => receiversAt(till))
    .toEqual([
      ['', 'CANCELLED'],
      [REGISTER, 'CREATED'],
    ])
})

test('where the void is refused, the paid screen leads to the sale, where the old receiver can stay or be corrected again', async ({
  till,
  page,
}) => {
  const saleId = await paid(till)
  await till.practice.merchant({ ebarimt_cancel_supported: false })
  await typeReceiver(till)
  await expect(page.getByTestId('correction-waits')).toBeVisible()
  await expect(page.getByTestId('receiver')).toBeHidden()
  await railTo(page, 'attention').click()
  await expect(page.getByTestId('attention-item')).toHaveAttribute('data-cause', 'correction-waits')
  await railTo(page, 'till').click()
  await press(page, 'word.openSale')
  await expect(button(page, 'return.action.try-again')).toBeVisible()
  await expect(twoStep(page, 'return.action.without-void', 'return.action.without-void.sure')).toBeHidden()
  await pressTwice(twoStep(page, 'return.action.keep-receiver', 'return.action.keep-receiver.sure'))
  await expect(page.getByTestId('return')).toHaveAttribute('data-state', 'cancelled')
  expect(await receiversAt(till)).toEqual([['', 'CREATED']])
  await till.practice.merchant({ ebarimt_cancel_supported: true })
  await typeReceiver(till)
  await expect(page.getByTestId('return').first()).toHaveAttribute('data-state', 'completed')
  await expect.poll(async () => (await receiversAt(till)).at(-1)).toEqual([REGISTER, 'CREATED'])
  await expect.poll(async () => (await statusOf(page, saleId)).name).toBe('completed')
})

test('a cash sale without an e-receipt offers no receiver once it is paid', async ({ page }) => {
  await ringUp(page, 'талх')
  await takeTender(page)
  await expect(page.getByTestId('paid')).toBeVisible()
  await expect(page.getByTestId('receiver')).toBeHidden()
})
