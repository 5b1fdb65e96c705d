/** Returns of goods from the history: refunds by the service, and repayments by the shop. */
import type { Locator, Page } from '@playwright/test'
import { formatMoney, money } from '../../shared/money/money.ts'
import { TEXTS } from '../../shared/texts/index.ts'
import { button, choose, field, press, railTo, search, twoStep } from '../support/by-words.ts'
import { expect, type Till, test } from '../support/hosts.ts'
import { hire, signIn } from '../support/people.ts'
import {
  charge,
  checkNow,
  codesOf,
  counterOf,
  nextCustomer,
  pressTwice,
  ringUp,
  scan,
  statusOf,
  takeTender,
  viewOf,
} from '../support/till-actions.ts'

/**
 * Sells bread and yoghurt by QR and opens the sale in the history. With `first`, that many tugriks come as a first
 * payment.
 */
async function paidByQr({ page, practice }: Till, type: 'CARD' | 'P2P', first?: number): Promise<string> {
  await ringUp(page, 'талх')
  await ringUp(page, 'tarag')
  const { saleId, invoiceId } = await charge(page)
  if (first !== undefined) await practice.pay({ invoice_id: invoiceId, amount: first, type })
  await practice.pay({ invoice_id: invoiceId, type })
  await checkNow(page)
  await expect(page.getByTestId('paid')).toBeVisible()
  await expect.poll(async () => (await statusOf(page, saleId)).name).toBe('completed')
  await nextCustomer(page)
  await openLastSale(page)
  return saleId
}

async function openLastSale(page: Page): Promise<void> {
  await railTo(page, 'history').click()
  await page.getByTestId('sale-row').first().click()
  await expect(page.getByTestId('sale-detail')).toBeVisible()
}

/** Chooses the goods and the reason, up to the confirmation. */
async function chooseGoods(page: Page, what: 'all' | 'first line'): Promise<void> {
  await press(page, 'return.open')
  if (what === 'all') await press(page, 'word.all')
  else await button(page, 'word.oneMore').first().click()
  await press(page, 'return.reason.defect')
  await expect(twoStep(page, 'return.confirm', 'return.confirm.sure')).toBeVisible()
}

const confirm = (page: Page): Promise<void> =>
  pressTwice(twoStep(page, 'return.confirm', 'return.confirm.sure'))

test('a scan in the return screen chooses the line and neither sells nor leaves', async ({ page }) => {
  const [sold = '', other = ''] = await codesOf(page, 2)
  await search(page).pressSequentially('2*')
  await scan(page, sold)
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(2000)
  await takeTender(page)
  await nextCustomer(page)
  await openLastSale(page)
  await press(page, 'return.open')
  const chosen = page.getByTestId('return-line').locator('output')
  await expect(chosen).toHaveText('0')
  await scan(page, sold)
  await expect(chosen).toHaveText('1')
  await scan(page, other)
  await expect(page.getByTestId('return-scan')).toBeVisible()
  await scan(page, sold)
  await expect(chosen).toHaveText('2')
  await expect(page.getByTestId('return-scan')).toBeHidden()
  await scan(page, sold)
  await expect(page.getByTestId('return-scan')).toBeVisible()
  await expect(chosen).toHaveText('2')
  expect((await counterOf(page)).lines).toBe(0)
})

const lastReturn = (page: Page): Locator => page.getByTestId('return').first()

const planned = (page: Page): Promise<string[]> =>
  page
    .getByTestId('return-plan-row')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.kind ?? ''))

test('goods that come back pay for other goods, and the customer pays the rest', async ({ page }) => {
  await hire(page)
  await ringUp(page, 'талх')
  const { total } = await counterOf(page)
  await takeTender(page)
  await nextCustomer(page)
  await openLastSale(page)
  await chooseGoods(page, 'all')
  await pressTwice(page.getByTestId('return-exchange'))
  const strip = page.getByTestId('exchange')
  await expect(strip).toContainText(formatMoney(money(total)))
  // Another person chooses it again at the return.
  await page.keyboard.press('Control+l')
  await signIn(page, 'manager')
  await expect(search(page)).toBeFocused()
  await expect(strip).toHaveCount(0)
  await railTo(page, 'history').click()
  await page.getByTestId('sale-row').first().click()
  await page.getByTestId('exchange-go').click()
  await expect(strip).toContainText(formatMoney(money(total)))
  await expect(page.getByTestId('exchange-pay')).toBeDisabled()
  await ringUp(page, 'tarag')
  const { total: dearer } = await counterOf(page)
  await page.getByTestId('exchange-pay').click()
  await expect(strip).toBeHidden()
  await expect(page.getByTestId('tender').first()).toContainText(formatMoney(money(total)))
  await takeTender(page)
  await expect(page.getByTestId('paid')).toBeVisible()
  expect(dearer).toBeGreaterThan(total)
  await nextCustomer(page)
  await railTo(page, 'history').click()
  await page.getByTestId('sale-row').nth(1).click()
  await expect(lastReturn(page)).toHaveAttribute('data-state', 'completed')
})

test('a return of a whole card sale shows its plan and is carried out after two presses', async ({
  till,
  page,
}) => {
  await paidByQr(till, 'CARD')
  await chooseGoods(page, 'all')
  await expect.poll(() => planned(page)).toEqual(['void', 'refund'])
  expect((await till.practice.state()).refunds).toEqual([])
  await confirm(page)
  await expect(lastReturn(page)).toHaveAttribute('data-state', 'completed')
  const { refunds, ereceipts } = await till.practice.state()
  expect(refunds).toMatchObject([{ status: 'CANCELLED', done: 1 }])
  expect(ereceipts).toMatchObject([{ status: 'CANCELLED' }])
  await expect(button(page, 'return.open')).toHaveCount(0)
  await press(page, 'return.slip')
  await expect(lastReturn(page).getByRole('status')).toBeVisible()
})

test('a return of a part paid by two cards refunds one, and the rest is repaid from the drawer', async ({
  till,
  page,
}) => {
  await paidByQr(till, 'CARD', 1000)
  await chooseGoods(page, 'first line')
  await expect.poll(() => planned(page)).toEqual(['void', 'refund', 'transfer'])
  await choose(page, 'return.way.cash')
  await expect(page.getByTestId('return-standing')).toBeVisible()
  await expect.poll(() => planned(page)).toEqual(['void', 'refund', 'cash'])
  await confirm(page)
  await pressTwice(twoStep(page, 'return.action.gave', 'return.action.sure'))
  await expect(lastReturn(page)).toHaveAttribute('data-state', 'completed')
  expect((await till.practice.state()).refunds).toMatchObject([{ done: 1 }])
  await expect(button(page, 'return.open')).toBeVisible()
})

test('a bank transfer is repaid by hand: the screen shows why and how, asks whether it was done, and does not stop a scan', async ({
  till,
  page,
}) => {
  await paidByQr(till, 'P2P')
  await chooseGoods(page, 'all')
  await expect.poll(() => planned(page)).toEqual(['void', 'transfer'])
  await confirm(page)
  await expect(field(page, 'return.note.transfer')).toBeVisible()
  await scan(page, (await codesOf(page, 1))[0] ?? '')
  await expect(search(page)).toBeVisible()
  expect((await counterOf(page)).lines).toBe(1)
  await railTo(page, 'history').click()
  await field(page, 'return.note.transfer').fill('Хаан банк 5012345678, Бат')
  await expect.poll(async () => (await viewOf(page)).attention).toBe(1)
  await pressTwice(twoStep(page, 'return.action.sent.transfer', 'return.action.sure'))
  await expect(lastReturn(page)).toHaveAttribute('data-state', 'completed')
  await expect(lastReturn(page)).toContainText('5012345678')
  expect((await viewOf(page)).attention).toBe(0)
  expect((await till.practice.state()).refunds).toEqual([])
})

test('the lines of a cash sale can be returned one after the other with the keyboard, each repaid from the drawer', async ({
  page,
}) => {
  await ringUp(page, 'талх')
  await ringUp(page, 'сүү')
  await takeTender(page)
  await expect(page.getByTestId('paid')).toBeVisible()
  await nextCustomer(page)
  await openLastSale(page)
  await press(page, 'return.open')
  await test.step('the focus stays at the pieces of a returned line', async () => {
    await button(page, 'word.oneMore').first().focus()
    await page.keyboard.press('Enter')
    await expect(button(page, 'word.oneLess').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(button(page, 'word.oneMore').first()).toBeFocused()
    await page.keyboard.press('Enter')
  })
  await test.step('a missing reason marks its field, gets the focus, and keeps the choices', async () => {
    await twoStep(page, 'return.confirm', 'return.confirm.sure').focus()
    await expect(async () => {
      await page.keyboard.press('Enter')
      await expect(field(page, 'return.reason')).toBeFocused({ timeout: 400 })
    }).toPass()
    await expect(field(page, 'return.reason')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'return.reason')).toHaveAccessibleDescription(TEXTS.mn['failure.REASON_MISSING'])
    await expect.poll(() => planned(page)).toEqual(['cash'])
    await field(page, 'return.reason').fill('Хагарсан')
  })
  await confirm(page)
  await expect(lastReturn(page)).toHaveAttribute('data-state', 'completed')
  await expect(lastReturn(page)).toContainText('Хагарсан')
  await chooseGoods(page, 'all')
  await expect(page.getByTestId('return-line')).toHaveCount(1)
  await confirm(page)
  await expect(page.getByTestId('return')).toHaveCount(2)
  await expect(button(page, 'return.open')).toHaveCount(0)
})

test('when the e-receipt cannot be voided, the return can be cancelled, or a manager goes on without the void', async ({
  till,
  page,
}) => {
  await paidByQr(till, 'CARD')
  await till.practice.merchant({ ebarimt_cancel_supported: false })
  const refused = async () => {
    await chooseGoods(page, 'all')
    await confirm(page)
    await expect(page.getByTestId('return-step').first()).toHaveAttribute('data-step', 'refused')
    expect((await till.practice.state()).refunds).toEqual([])
  }
  await refused()
  await pressTwice(twoStep(page, 'return.action.cancel', 'return.action.cancel.sure'))
  await expect(lastReturn(page)).toHaveAttribute('data-state', 'cancelled')
  expect((await till.practice.state()).refunds).toEqual([])
  await expect(button(page, 'return.open')).toBeVisible()
  await refused()
  await railTo(page, 'attention').click()
  await expect(page.getByTestId('attention-item')).toHaveAttribute('data-cause', 'return-waits')
  await press(page, 'word.openSale')
  await pressTwice(twoStep(page, 'return.action.without-void', 'return.action.without-void.sure'))
  await expect(lastReturn(page)).toHaveAttribute('data-state', 'completed')
  expect((await till.practice.state()).ereceipts).toMatchObject([{ status: 'CREATED' }])
})

/** Begins a return whose refund loses its answer; afterwards the service does not know the payment. */
async function unclearRefund(till: Till): Promise<void> {
  const { page, practice } = till
  await paidByQr(till, 'CARD')
  await practice.faults([
    { method: 'POST', path: '/v2/payment/cancel/{id}', effect: 'reset-before', times: 1 },
    { method: 'GET', path: '/v2/payment/{id}', effect: 'vanished', times: 50 },
  ])
  await chooseGoods(page, 'all')
  await confirm(page)
  await expect(twoStep(page, 'return.action.refunded', 'return.action.refunded.sure')).toBeVisible()
}

test('a refund with an unknown outcome that a manager found not to be made is repaid by hand', async ({
  till,
  page,
}) => {
  await unclearRefund(till)
  await pressTwice(twoStep(page, 'return.action.not-refunded', 'return.action.not-refunded.sure'))
  await expect(button(page, 'return.action.try-again')).toBeVisible()
  await expect(lastReturn(page)).toContainText('хүн шалгаж мэдсэн')
  await pressTwice(twoStep(page, 'return.action.by-hand.cash', 'return.action.sure'))
  await pressTwice(twoStep(page, 'return.action.gave', 'return.action.sure'))
  await expect(lastReturn(page)).toHaveAttribute('data-state', 'completed')
})
