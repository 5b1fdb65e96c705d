/** Other tenders than cash at the counter: a card at the bank's own terminal, and a bank transfer. */
import type { Page } from '@playwright/test'
import { button, choose, field, option, part, press, railTo } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import {
  codeOf,
  counterOf,
  nextCustomer,
  openSettings,
  pressTwice,
  ringUp,
  statusOf,
  takes,
  takeTender,
  viewOf,
} from '../support/till-actions.ts'

const inTugriks = (hundredths: number): string => (hundredths / 100).toLocaleString('en-US')

/** A till that takes all tenders, with bread in its cart. */
async function breadAndAllTenders(page: Page) {
  await takes(page, { card: 'on', transfer: 'on' })
  await ringUp(page, 'талх')
  await expect(button(page, 'tender.brief.transfer')).toBeVisible()
  return counterOf(page)
}

const openSale = async (page: Page): Promise<void> => {
  await railTo(page, 'history').click()
  await page.getByTestId('sale-row').first().click()
  await expect(page.getByTestId('sale-detail')).toBeVisible()
}

test('a bank terminal payment of the amount due is entered by keyboard alone and creates no invoice', async ({
  till,
  page,
}) => {
  const { saleId, total: bread } = await breadAndAllTenders(page)
  await page.keyboard.press('F11')
  await expect(field(page, 'tender.amount')).toBeFocused()
  await expect(field(page, 'tender.amount')).toHaveValue(inTugriks(bread))
  await test.step('goods that are rung up while the card panel is open change its amount', async () => {
    await page.evaluate((code) => window.pos.call('addProduct', { code }), await codeOf(page, 'tarag'))
    const { total } = await counterOf(page)
    expect(total).toBeGreaterThan(bread)
    await expect(field(page, 'tender.amount')).toHaveValue(inTugriks(total))
  })
  await test.step('a card gets no change: more than is due is refused with a message and not taken', async () => {
    await field(page, 'tender.amount').fill('20000')
    await expect(part(page, 'tender.card')).toContainText('Зөвхөн бэлэн мөнгөнд хариулт өгнө')
    await expect(button(page, 'tender.take.card')).toBeDisabled()
    await page.keyboard.press('Enter')
    expect(await statusOf(page, saleId)).toMatchObject({ name: 'open', tenders: [] })
  })
  await page.keyboard.press('Escape')
  await page.keyboard.press('F11')
  await expect(field(page, 'tender.amount')).toBeFocused()
  const { total } = await counterOf(page)
  await expect(field(page, 'tender.amount')).toHaveValue(inTugriks(total))
  await expect(page.getByTestId('card-change')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await page.keyboard.type('4417')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('paid')).toContainText('Банкны терминалаар · 4417')
  await expect.poll(async () => (await statusOf(page, saleId)).name).toBe('completed')
  expect((await till.practice.state()).invoices).toEqual([])
  await nextCustomer(page)
  await openSale(page)
  await expect(page.getByTestId('tender-row')).toContainText('Банкны терминалаар · 4417')
  await expect(page.getByTestId('sale-events')).toContainText('Банкны терминалаар')
})

test('a sale paid by several tenders lists each with its kind; one can be given back, and the last completes the sale', async ({
  page,
}) => {
  const { saleId, total } = await breadAndAllTenders(page)
  await takeTender(page, '500', 'card')
  await takeTender(page, '700', 'transfer')
  await takeTender(page, '300')
  const taken = page.getByTestId('tender')
  await expect(taken).toHaveText([/^Банкны терминалаар 500 ₮/, /^Шилжүүлгээр 700 ₮/, /^Бэлнээр 300 ₮/])
  await pressTwice(taken.and(page.locator('[data-kind=transfer]')).getByTestId('tender-return'))
  await expect(taken).toHaveCount(2)
  await expect(page.getByTestId('cart-due')).toHaveText(`${inTugriks(total - 80_000)} ₮`)
  await page.keyboard.press('F11')
  await expect(field(page, 'tender.amount')).toHaveValue(inTugriks(total - 80_000))
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('paid')).toContainText(
    `Бэлнээр 300 ₮ + Картаар ${inTugriks(total - 30_000)} ₮`,
  )
  await expect.poll(async () => (await statusOf(page, saleId)).name).toBe('completed')
})

test('each tender has a switch in the settings, and the last one cannot be turned off', async ({ page }) => {
  await openSettings(page)
  await choose(page, 'tender.card')
  await choose(page, 'tender.cash')
  await choose(page, 'tender.qr')
  await expect(option(page, 'tender.card')).toBeDisabled()
  await press(page, 'word.save')
  await expect(page.getByTestId('settings-saved')).toBeVisible()
  expect((await viewOf(page)).settings.tenders).toEqual({
    cash: 'off',
    qr: 'off',
    card: 'on',
    transfer: 'off',
  })
  await railTo(page, 'till').click()
  await ringUp(page, 'талх')
  await expect(button(page, 'tender.brief.cash')).toHaveCount(0)
  await expect(button(page, 'word.qrPayment')).toHaveCount(0)
  await expect(button(page, 'tender.brief.card')).toBeVisible()
  await page.keyboard.press('F12')
  await page.keyboard.press('F10')
  expect(await counterOf(page)).toMatchObject({ lines: 1 })
  await takeTender(page, '', 'card')
  await expect(page.getByTestId('paid')).toBeVisible()
})
