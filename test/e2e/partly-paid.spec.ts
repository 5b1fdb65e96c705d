/** A payer pays a part by QR and leaves. */
import type { Page } from '@playwright/test'
import { button, choose, field, press, railTo, search } from '../support/by-words.ts'
import { untilSeen } from '../support/dated-presses.ts'
import { expect, type Till, test } from '../support/hosts.ts'
import {
  cancelButton,
  charge,
  checkNow,
  inEnglish,
  pressTwice,
  ringUp,
  statusOf,
  takes,
  takeTender,
} from '../support/till-actions.ts'

/** Charges bread, and pays 500 ₮ of it. */
async function partlyPaid({ page, practice }: Till) {
  await ringUp(page, 'талх')
  const charged = await charge(page)
  await practice.pay({ invoice_id: charged.invoiceId, amount: 500 })
  await checkNow(page)
  await expect(page.getByTestId('paying')).toHaveAttribute('data-state', 'partly-paid')
  return charged
}

/** The attention item of the payer's money. Another item is the QR that can still be paid. */
const theirs = (page: Page) => page.getByTestId('attention-item').and(page.locator('[data-cause=late-money]'))

async function endIt(page: Page): Promise<void> {
  await pressTwice(cancelButton(page))
  await expect(page.getByTestId('late-payment')).toHaveAttribute('data-why', 'left')
}

test('a partly paid sale can be ended, and when the payer comes back, the rest is paid by card and the receipt follows', async ({
  till,
  page,
}) => {
  const { saleId, total } = await partlyPaid(till)
  await test.step('the screen shows why the sale cannot simply be cancelled, and asks before it is ended', async () => {
    await expect(page.getByTestId('paying')).toContainText('буцаах хэрэгтэй')
    await page.keyboard.press('Escape')
    await expect(cancelButton(page)).toContainText('500 ₮ төлсөн байна')
    await inEnglish(page)
    await expect(page.getByTestId('paying')).toContainText('If you cancel, the paid money must be refunded')
    await page.keyboard.press('Escape')
    await expect(cancelButton(page)).toContainText('500 ₮ was paid. End the sale and refund it?')
    expect((await statusOf(page, saleId)).name).toBe('partly-paid')
  })
  await endIt(page)
  await press(page, 'left.open')
  await takes(page, { card: 'on' })
  await page.getByTestId('attention-resolution-sold-with-cash').click()
  await choose(page, 'tender.brief.card')
  await expect(field(page, 'tender.amount')).toHaveValue(((total - 50_000) / 100).toLocaleString('en-US'))
  await press(page, 'tender.take.card')
  await expect(theirs(page)).toHaveCount(0)
  await expect.poll(async () => (await statusOf(page, saleId)).name).toBe('completed')
})

test('the largest figure is what is missing, and when that is taken in cash the attention list says once what is true of the QR', async ({
  till,
  page,
}) => {
  const { saleId } = await partlyPaid(till)
  await expect(page.getByTestId('total')).toHaveText('2,100 ₮')
  await page.keyboard.press('F10')
  await expect(page.getByTestId('due')).toHaveText('2,100 ₮')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await statusOf(page, saleId)).name).toBe('completed')
  await railTo(page, 'attention').click()
  const item = page.getByTestId('attention-item')
  await expect(item).toContainText('Энэ QR-аар төлбөр орсон тул төлбөрийн үйлчилгээ цуцлахгүй')
  await expect(item).not.toContainText('invoice')
  await inEnglish(page)
  await expect(item).toContainText('The QR already has a payment')
  await expect(item).not.toContainText('already paid')
  await expect(item.getByRole('button')).toHaveCount(2)
  await pressTwice(page.getByTestId('attention-resolution-seen'))
  await expect(item).toHaveCount(0)
})

test('the till asks again whether to end a partly paid sale when more money has come', async ({
  till,
  page,
}) => {
  const { saleId, invoiceId } = await partlyPaid(till)
  await page.keyboard.press('Escape')
  await expect(cancelButton(page)).toContainText('500 ₮ төлсөн байна')
  await till.practice.pay({ invoice_id: invoiceId, amount: 300 })
  await checkNow(page)
  await expect(page.getByTestId('paying')).toContainText('800')
  await expect(cancelButton(page)).not.toContainText('төлсөн байна')
  await untilSeen(page)
  await page.keyboard.press('Escape')
  await expect(cancelButton(page)).toContainText('800 ₮ төлсөн байна')
  expect((await statusOf(page, saleId)).name).toBe('partly-paid')
})

test('after the payer left the sale is ended, and the screen leads to repaying the money', async ({
  till,
  page,
}) => {
  const { saleId } = await partlyPaid(till)
  await endIt(page)
  await expect(page.getByTestId('late-payment')).toContainText('500 ₮ дэлгүүрт байна')
  await press(page, 'left.open')
  await expect(theirs(page).getByTestId('attention-item-amount')).toHaveText('500 ₮')
  await pressTwice(page.getByTestId('attention-resolution-repaid-cash'))
  await expect(theirs(page)).toHaveCount(0)
  expect(await statusOf(page, saleId)).toMatchObject({ name: 'late-payment', owed: 0 })
  await railTo(page, 'till').click()
  await expect(page.getByTestId('late-settled')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(search(page)).toBeFocused()
})

test('a tender of a partly paid sale has to be given back, too, before the sale is settled', async ({
  till,
  page,
}) => {
  await ringUp(page, 'талх')
  await takeTender(page, '300')
  const { invoiceId } = await charge(page)
  await till.practice.pay({ invoice_id: invoiceId, amount: 500 })
  await expect(page.getByTestId('paying')).toHaveAttribute('data-state', 'partly-paid')
  await endIt(page)
  await expect(page.getByTestId('tenders-held')).toContainText('300 ₮')
  await press(page, 'left.open')
  await pressTwice(page.getByTestId('attention-resolution-repaid-cash'))
  await expect(theirs(page)).toHaveCount(0)
  await railTo(page, 'till').click()
  await expect(button(page, 'left.open')).toHaveCount(0)
  await expect(page.getByTestId('late-settled')).toHaveCount(0)
  await press(page, 'tender.held.done')
  await expect(page.getByTestId('late-settled')).toBeVisible()
})
