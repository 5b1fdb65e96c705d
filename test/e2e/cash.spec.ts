import { wear } from '../../scripts/run/hosts/page-actions.ts'
import { button, field, part, press, search, twoStep } from '../support/by-words.ts'
import {
  holdEnter,
  impatientClicks,
  slowDoubleClick,
  slowDoubleEnter,
  untilSeen,
} from '../support/dated-presses.ts'
import { expect, test } from '../support/hosts.ts'
import { OWN_GOODS } from '../support/own-shop.ts'
import {
  answerBy,
  charge,
  codeOf,
  counterOf,
  nextCustomer,
  pressTwice,
  received,
  ringUp,
  scan,
  statusOf,
  takeTender,
  tell,
  viewOf,
} from '../support/till-actions.ts'

test('a cash sale with change works with the keyboard alone, and a double Enter keeps the change on the screen', async ({
  till,
  page,
}) => {
  await ringUp(page, 'талх')
  await ringUp(page, 'tarag')
  const { saleId, total } = await counterOf(page)
  await page.keyboard.press('F10')
  await expect(field(page, 'cash.received')).toBeFocused()
  await page.keyboard.type('20000')
  await expect(field(page, 'cash.received')).toHaveValue('20,000')
  await slowDoubleEnter(page, () => expect(page.getByTestId('paid-change')).toBeVisible())
  await expect(page.getByTestId('announcement')).toContainText(/^Хариулт/)
  const change = ((2_000_000 - total) / 100).toLocaleString('en-US')
  await expect(page.getByTestId('paid-change')).toHaveText(`${change} ₮`)
  await expect.poll(async () => (await statusOf(page, saleId)).name).toBe('completed')
  await nextCustomer(page)
  expect((await counterOf(page)).lines).toBe(0)
  expect((await till.practice.state()).invoices).toEqual([])
})

test('a double click on Take takes one part in cash; it can be given back, and then the goods can be changed', async ({
  page,
}) => {
  await ringUp(page, 'талх')
  const { saleId } = await counterOf(page)
  await press(page, 'tender.brief.cash')
  await press(page, 'cash.note', { amount: '1,000' })
  await button(page, 'tender.take.part', { amount: '1,000' }).dblclick({ noWaitAfter: true })
  await expect(page.getByTestId('tender')).toHaveCount(1)
  expect(await statusOf(page, saleId)).toMatchObject({ name: 'open', tenders: [{ amount: 100_000 }] })
  await expect(button(page, 'park')).toBeDisabled()
  await page.keyboard.press('F8')
  await expect(field(page, 'word.nameOptional')).toHaveCount(0)
  await expect(page.getByTestId('line-more')).toHaveCount(0)
  await pressTwice(twoStep(page, 'tender.return', 'tender.return.sure'))
  await expect(page.getByTestId('tender')).toHaveCount(0)
  await ringUp(page, 'tarag')
  await expect(page.getByTestId('cart-line')).toHaveCount(2)
})

test('cash instead of a shown QR completes the sale without a connection; a scan into its panel takes no money', async ({
  till,
  page,
}) => {
  await ringUp(page, 'талх')
  const { saleId } = await charge(page)
  await test.step('a scan into the cash panel takes no money', async () => {
    await page.keyboard.press('F10')
    await expect(field(page, 'cash.received')).toBeFocused()
    await scan(page, '48627480')
    await expect(field(page, 'cash.received')).toHaveValue('')
    await expect(part(page, 'tender.cash')).toBeVisible()
    expect((await statusOf(page, saleId)).name).toBe('awaiting-payment')
    await page.keyboard.press('Escape')
    await expect(part(page, 'tender.cash')).toBeHidden()
    expect((await statusOf(page, saleId)).name).toBe('awaiting-payment')
    expect((await viewOf(page)).counter?.sale.id).toBe(saleId)
  })
  await till.practice.line({ up: false })
  await takeTender(page)
  await expect(page.getByTestId('paid')).toBeVisible()
  await expect(page.getByTestId('unneeded')).toBeVisible()
  await expect.poll(async () => (await statusOf(page, saleId)).name).toBe('completed')
  await till.practice.line({ up: true })
  await expect
    .poll(async () => (await till.practice.state()).invoices.map(({ status }) => status))
    .not.toEqual(['OPEN'])
  await expect(page.getByTestId('unneeded')).toBeHidden()
})

test('cash instead of a QR from before the hours of a ban is taken only after a person allowed it, in both languages', async ({
  page,
}) => {
  await ringUp(page, 'талх')
  const { saleId } = await charge(page)
  const category = (await viewOf(page)).counter?.sale.lines[0]?.product.category ?? ''
  const always = { age: 0, hours: null, weekdays: [1, 2, 3, 4, 5, 6, 7], monthDays: [], dates: [] }
  await tell(page, 'saveSettings', { saleRules: [{ category, ...always }] })
  const rule = page.getByTestId('rule')
  await page.keyboard.press('F10')
  await expect(page.getByTestId('cash-received')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rule).toContainText('Одоо борлуулахгүй цаг')
  await wear(page, { language: 'en' })
  await expect(rule).toContainText('Not sold at this time')
  await untilSeen(page)
  await page.keyboard.press('Enter')
  await expect(rule).toHaveCount(0)
  expect((await statusOf(page, saleId)).name).toBe('awaiting-payment')
  await expect(page.getByTestId('cash-received')).toBeFocused()
  await page.keyboard.press('Enter')
  await answerBy(page.getByTestId('rule-yes'))
  await expect(page.getByTestId('paid')).toBeVisible()
})

test('the cash panel takes no invalid amount, and Escape closes it', async ({ page }) => {
  await ringUp(page, 'талх')
  const { saleId } = await counterOf(page)
  const cash = field(page, 'cash.received')
  await page.keyboard.press('F10')
  await expect(cash).toBeFocused()
  await test.step('an invalid amount is named and not taken', async () => {
    for (const typed of ['арван мянга', '-5', '12.345', '9999999999999']) {
      await cash.fill(typed)
      await expect(button(page, 'tender.take.cash')).toBeDisabled()
      await expect(part(page, 'tender.cash')).toContainText(/тоогоор|хэт их/)
      await page.keyboard.press('Enter')
    }
    expect(await statusOf(page, saleId)).toMatchObject({ name: 'open', tenders: [] })
  })
  await test.step('Escape closes the panel and moves the focus to the search box', async () => {
    await page.keyboard.press('Escape')
    await expect(part(page, 'tender.cash')).toBeHidden()
    await expect(search(page)).toBeFocused()
    await expect(page.getByTestId('cart-line')).toHaveCount(1)
  })
})

test('a large change is asked about once, and only a press after the question confirms it', async ({
  page,
}) => {
  await ringUp(page, 'талх')
  const { saleId } = await counterOf(page)
  const take = button(page, 'tender.take.cash')
  const sure = button(page, 'cash.take.sure')
  await page.keyboard.press('F10')
  await field(page, 'cash.received').fill('2000000')
  await test.step('clicks that a busy page handles at once do not confirm it', async () => {
    await impatientClicks(take)
    await expect(sure).toBeVisible()
  })
  await test.step('a held Enter does not confirm it', async () => {
    await field(page, 'cash.received').fill('3000000')
    await expect(take).toBeVisible()
    await holdEnter(page)
    await expect(sure).toBeVisible()
  })
  await test.step('a double click does not confirm it', async () => {
    await field(page, 'cash.received').fill('2000000')
    await slowDoubleClick(take, () => expect(sure).toBeVisible())
    await expect(sure).toBeVisible()
  })
  await test.step('the second half of a double click that is held long does not confirm it', async () => {
    await field(page, 'cash.received').fill('3000000')
    await slowDoubleClick(take, () => expect(sure).toBeVisible(), 600)
    await expect(sure).toBeVisible()
  })
  await test.step('it is asked anew when the change has changed', async () => {
    await page.evaluate((code) => window.pos.call('addProduct', { code }), await codeOf(page, 'сүү'))
    await expect(take).toBeVisible()
    await expect(sure).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(sure).toBeVisible()
  })
  expect(await statusOf(page, saleId)).toMatchObject({ name: 'open', tenders: [] })
  await expect(async () => {
    if (await sure.isVisible()) await page.keyboard.press('Enter')
    await expect(page.getByTestId('paid-change')).toBeVisible({ timeout: 400 })
  }).toPass()
})

test('cash is asked for as it is rounded, and the change is that of the rounded amount', async ({ page }) => {
  await tell(page, 'saveGoods', { was: null, goods: { ...OWN_GOODS[0], price: '1237' } })
  await tell(page, 'saveSettings', { cashRounding: '10' })
  await ringUp(page, 'талх')
  await expect(page.getByTestId('total-in-cash')).toHaveText('1,240 ₮')
  await page.keyboard.press('F10')
  await expect(page.getByTestId('due')).toHaveText('1,240 ₮')
  await received(page, 'cash').fill('2000')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('paid-change')).toHaveText('760 ₮')
})

test('the radio buttons of later sales reuse the names of earlier ones, because the page never frees a name', async ({
  page,
}) => {
  const sell = async () => {
    await ringUp(page, 'талх')
    await page.keyboard.press('F3')
    const choice = page.locator('input[type=radio]')
    await expect(choice).not.toHaveCount(0)
    const names = await choice.evaluateAll((all) => all.map((one) => one.getAttribute('name')))
    await page.keyboard.press('Escape')
    await takeTender(page)
    await nextCustomer(page)
    return names
  }
  const first = await sell()
  const later = [...(await sell()), ...(await sell())]
  expect(new Set([...first, ...later]).size).toBeLessThanOrEqual(new Set(first).size + 1)
})
