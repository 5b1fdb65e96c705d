import { choose, field, press, search } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { charge, counterOf, ringUp } from '../support/till-actions.ts'

test('a scanned code is rung up, and an unknown code is named without blocking the next scan', async ({
  till,
}) => {
  const { page } = till
  const found = await page.evaluate(() =>
    window.pos.call('searchGoods', { query: '865', category: null, limit: 1 }),
  )
  const code = found.ok ? (found.value.products[0]?.code ?? '') : ''
  await page.keyboard.type('8650000000000')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('till-notice')).toBeVisible()
  await search(page).fill('')
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
})

test('3* before a product rings up three', async ({ till }) => {
  const { page } = till
  await ringUp(page, 'талх')
  await search(page).fill('3*талх')
  await search(page).press('Enter')
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(4000)
})

test('an invalid price is named at its field, and the typed text stays', async ({ till }) => {
  const { page } = till
  await ringUp(page, 'талх')
  const before = await counterOf(page)
  await page.getByTestId('line-edit').first().click()
  for (const typed of ['үнэгүй', '0', '-5', '12,34']) {
    await field(page, 'cart.edit.price').fill(typed)
    await press(page, 'action.save')
    await expect(page.getByTestId('line-editor')).toContainText(/үнэ|Үнэ|дүн|Дүн/)
    await expect(field(page, 'cart.edit.price')).toHaveValue(typed)
  }
  expect(await counterOf(page)).toEqual(before)
  await field(page, 'cart.edit.price').fill('3,100')
  await press(page, 'action.save')
  await expect(page.getByTestId('total')).toHaveText(/3,100/)
})

test('an invalid register number is named, and look-alike letters are corrected', async ({ till }) => {
  const { page } = till
  await ringUp(page, 'талх')
  await choose(page, 'cart.receiver.organisation')
  await field(page, 'cart.receiver.register').fill('123')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('cart')).toContainText(/регистр/i)
  await field(page, 'cart.receiver.register').fill('6234567')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(async () => (await window.pos.call('getView')).ok)).toBe(true)
  await expect
    .poll(async () => {
      const view = await page.evaluate(() => window.pos.call('getView'))
      return view.ok && !view.value.locked ? view.value.counter?.sale.receiver : null
    })
    .toEqual({ kind: 'organisation', register: '6234567' })
})

test('a service that answers HTML, half a JSON text or incomplete fields loses no sale', async ({ till }) => {
  const { page } = till
  await till.practice.faults([
    { method: 'POST', path: '/v2/invoice', effect: 'html' },
    { method: 'POST', path: '/v2/payment/check', effect: 'truncated', times: 2 },
    { method: 'POST', path: '/v2/ebarimt_v3/create', effect: 'missing-field' },
  ])
  await ringUp(page, 'талх')
  const { invoiceId } = await charge(page)
  await till.practice.pay({ invoice_id: invoiceId })
  await expect(page.getByTestId('paid')).toBeVisible({ timeout: 20_000 })
  expect((await till.practice.state()).invoices).toHaveLength(1)
})

test('an inactive merchant gives the cart back with a message, and the next charge works', async ({
  till,
}) => {
  const { page } = till
  await till.practice.merchant({ active: false })
  await ringUp(page, 'талх')
  await page.keyboard.press('F12')
  await expect(page.getByTestId('invoice-refused')).toBeVisible()
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
  await till.practice.merchant({ active: true })
  await charge(page)
})
