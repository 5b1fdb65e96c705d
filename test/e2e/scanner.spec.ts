/**
 * A wedge scanner is a keyboard that types into whatever has the focus. The bursts here are typed under the `mn`
 * layout.
 */
import type { Page } from '@playwright/test'
import type { PracticeControl } from '../../scripts/run/practice/index.ts'
import {
  button,
  choose,
  choosesFrom,
  field,
  heading,
  part,
  press,
  railTo,
  search,
} from '../support/by-words.ts'
import { holdAnswer } from '../support/held-answer.ts'
import { expect, test } from '../support/hosts.ts'
import { keysOf, scanByNumbers, scanLatin, scanUnderMn, strikeAll } from '../support/scanner-keys.ts'
import {
  cancel,
  cashSale,
  charge,
  codesOf,
  counterOf,
  nextCustomer,
  openSettings,
  ringUp,
  scan,
  statusOf,
} from '../support/till-actions.ts'

const pieces = async (page: Page) => (await counterOf(page)).pieces

test('twenty scans in a second under a Mongolian layout are all rung up', async ({ page }) => {
  const keys = await keysOf(page)
  const codes = await codesOf(page, 5)
  await ringUp(page, 'талх')
  const before = await pieces(page)
  const burst = Array.from({ length: 20 }, (_, at) => codes[at % codes.length] ?? '')
  await Promise.all(burst.map((code) => scanUnderMn(keys, code)))
  await expect.poll(() => pieces(page)).toBe(before + 20_000)
  await expect(search(page)).toHaveValue('')
  await expect(search(page)).toBeFocused()
  await expect(page.getByTestId('till-notice')).toBeHidden()
})

test('a scanner that types numbers with Alt held rings up, and leaves the field and the shortcuts alone', async ({
  page,
}) => {
  const keys = await keysOf(page)
  const [first = '', second = ''] = await codesOf(page, 2)
  await expect(search(page)).toBeFocused()
  await scanByNumbers(keys, first)
  await scanByNumbers(keys, second)
  await expect.poll(() => pieces(page)).toBe(2000)
  await expect(page.getByTestId('cart-line')).toHaveCount(2)
  await expect(search(page)).toHaveValue('')
  await railTo(page, 'history').click()
  await scanByNumbers(keys, first)
  await expect.poll(() => pieces(page)).toBe(3000)
})

test('a scan does not press the focused button, whichever that is', async ({ page }) => {
  const keys = await keysOf(page)
  const [code = ''] = await codesOf(page, 1)
  await ringUp(page, 'талх')
  await press(page, 'word.oneMore')
  await expect(page.getByTestId('line-quantity')).toHaveText('2')
  const { saleId } = await counterOf(page)
  for (const key of [
    'word.discard',
    'park',
    'word.qrPayment',
    'tender.brief.cash',
    'word.oneLess',
  ] as const) {
    const before = await pieces(page)
    await button(page, key).first().focus()
    await scanUnderMn(keys, code)
    await expect.poll(() => pieces(page), key).toBe(before + 1000)
    expect(await statusOf(page, saleId), key).toMatchObject({ name: 'open', tenders: [] })
    await expect(search(page), key).toBeFocused()
    await expect(field(page, 'word.nameOptional'), key).toBeHidden()
    await expect(part(page, 'tender.cash'), key).toBeHidden()
  }
})

/** Charges a cart. `code` is that of another product. */
async function charged(page: Page) {
  const keys = await keysOf(page)
  const [code = ''] = await codesOf(page, 1)
  await ringUp(page, 'талх')
  const { saleId } = await charge(page)
  return { keys, code, saleId }
}

test('a scan while a QR is shown is refused with a message, and the sale does not change', async ({
  page,
}) => {
  const { keys, code, saleId } = await charged(page)
  for (const key of ['word.checkNow', 'paying.aside', 'paying.back', 'tender.brief.cash'] as const) {
    await button(page, key).focus()
    await scanUnderMn(keys, code)
    await expect(page.getByTestId('scan-refused')).toContainText('төлбөр хүлээж байна')
  }
  await expect(button(page, 'paying.back')).toBeVisible()
  await expect(part(page, 'tender.cash')).toBeHidden()
  expect((await statusOf(page, saleId)).name).toBe('awaiting-payment')
})

test('what was scanned while a sale waited for payment is told as not added when the sale is cancelled elsewhere, also in another room', async ({
  page,
}) => {
  const { keys, code, saleId } = await charged(page)
  await railTo(page, 'history').click()
  await scanUnderMn(keys, code)
  await expect(page.getByTestId('scan-refused')).toContainText('төлбөр хүлээж байна')
  await page.evaluate((id) => window.pos.call('cancelCharge', { saleId: id }), saleId)
  await expect.poll(async () => (await statusOf(page, saleId)).name).toBe('cancelled')
  await expect(page.getByTestId('scan-refused')).toContainText(`Нэмэгдсэнгүй: ${code}`)
})

test('what was scanned at a QR is added once by F12, however often it is pressed, and also after a receipt was scanned', async ({
  page,
}) => {
  const sale = await cashSale(page)
  await nextCustomer(page)
  const codes = await codesOf(page, 3)
  await ringUp(page, 'талх')
  await page.keyboard.press('F12')
  await expect(page.getByTestId('qr')).toBeVisible()
  for (const code of codes) await scan(page, code)
  await scan(page, sale.number)
  await expect(page.getByTestId('scan-receipt')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('charge-anew')).toBeVisible()
  for (const _ of codes) await page.keyboard.press('F12')
  await expect.poll(async () => (await counterOf(page)).lines).toBe(4)
  await expect(page.getByTestId('qr')).toBeVisible()
  await expect(page.getByTestId('scan-refused')).toHaveCount(0)
})

test('what was scanned at a QR is in its cart when the cashier goes back to it', async ({ page }) => {
  const codes = await codesOf(page, 2)
  await ringUp(page, 'талх')
  await page.keyboard.press('F12')
  await expect(page.getByTestId('qr')).toBeVisible()
  for (const code of codes) await scan(page, code)
  await cancel(page)
  await expect(page.getByTestId('cart-line')).toHaveCount(3)
})

/** A till where one sale was made, and the keys of its scanner. */
async function scannerAfterSale(page: Page) {
  const sale = await cashSale(page)
  await nextCustomer(page)
  return { keys: await keysOf(page), ...sale }
}

/** Charges the cart with one call. A QR comes after 3 seconds. */
async function chargeSlowly({ page, practice }: { page: Page; practice: PracticeControl }): Promise<void> {
  await practice.faults([{ method: 'POST', path: '/v2/invoice', effect: 'slow', ms: 3000 }])
  const { saleId } = await counterOf(page)
  await page.evaluate((id) => window.pos.call('charge', { saleId: id }), saleId)
}

test('a scan right after a charge is refused with a message that stays', async ({ till, page }) => {
  const keys = await keysOf(page)
  const [code = ''] = await codesOf(page, 1)
  await ringUp(page, 'талх')
  const before = await pieces(page)
  await chargeSlowly(till)
  await scanUnderMn(keys, code)
  await expect(page.getByTestId('paying')).toBeVisible()
  await expect(page.getByTestId('scan-refused')).toContainText('төлбөр хүлээж байна')
  expect(await pieces(page)).toBe(before)
})

test('a key right after a charge meets the payment screen', async ({ till, page }) => {
  await ringUp(page, 'талх')
  await chargeSlowly(till)
  await page.keyboard.press('F10')
  await expect(page.getByTestId('paying')).toBeVisible()
  await expect(page.getByTestId('cash-panel')).toBeVisible()
})

test('the barcode of a receipt finds its sale under a Mongolian layout, at the till and among the sales', async ({
  page,
}) => {
  const { keys, number, saleId } = await scannerAfterSale(page)
  await scanUnderMn(keys, number)
  await expect(page.getByTestId('scan-receipt')).toContainText(number)
  await expect(search(page)).toHaveValue('')
  await expect(button(page, 'word.openSale')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('sale-detail')).toBeVisible()
  await field(page, 'history.search').fill('нэг ч алга')
  await expect(page.getByTestId('history-nothing')).toBeVisible()
  await expect(page.getByTestId('sale-detail')).toBeHidden()
  await scanUnderMn(keys, number)
  await expect(page.getByTestId('sale-detail')).toBeVisible()
  await expect(field(page, 'history.search')).toHaveValue(number)
  await expect(page.getByTestId('sale-row')).toHaveCount(1)
  expect((await counterOf(page)).lines).toBe(0)
  await expect.poll(async () => (await statusOf(page, saleId)).name).toBe('completed')
})

test('a scanned receipt stays open when an earlier search that found nothing is answered at the same moment', async ({
  page,
}) => {
  const { keys, number } = await scannerAfterSale(page)
  await scanUnderMn(keys, number)
  await expect(button(page, 'word.openSale')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('sale-detail')).toBeVisible()
  for (const isOpen of [true, false]) {
    if (!isOpen) {
      await field(page, 'history.search').fill('нэг ч алга')
      await expect(page.getByTestId('sale-detail')).toBeHidden()
    }
    const isHeld = await holdAnswer(page, '"rows":[]', '"rows":[{')
    await field(page, 'history.search').fill('юу ч алга')
    await isHeld()
    await scanUnderMn(keys, number)
    await expect(page.getByTestId('sale-row')).toHaveCount(1)
    await expect(field(page, 'history.search')).toHaveValue(number)
    await expect(page.getByTestId('sale-detail')).toBeVisible()
  }
})

test('Escape or the next product closes the offer to open the sale of a scanned receipt, and another scan of a receipt focuses it', async ({
  page,
}) => {
  const { keys, number } = await scannerAfterSale(page)
  const [code = ''] = await codesOf(page, 1)
  const offer = page.getByTestId('scan-receipt')
  await scanUnderMn(keys, number)
  await expect(button(page, 'word.openSale')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(offer).toBeHidden({ timeout: 3000 })
  await expect(search(page)).toBeFocused()
  await scanUnderMn(keys, number)
  await expect(button(page, 'word.openSale')).toBeFocused()
  await scanUnderMn(keys, code)
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
  await expect(offer).toBeHidden({ timeout: 3000 })
  await scanUnderMn(keys, number)
  await expect(button(page, 'word.openSale')).toBeFocused()
  await search(page).focus()
  await scanUnderMn(keys, number)
  await expect(button(page, 'word.openSale')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('sale-detail')).toBeVisible()
})

test('Escape moves the focus back to the field that had it before a receipt was scanned twice', async ({
  page,
}) => {
  const { keys, number } = await scannerAfterSale(page)
  await ringUp(page, 'талх')
  await page.keyboard.press('F8')
  const label = field(page, 'word.nameOptional')
  await expect(label).toBeFocused()
  await scanUnderMn(keys, number)
  await expect(button(page, 'word.openSale')).toBeFocused()
  const first = await button(page, 'word.openSale').elementHandle()
  await scanUnderMn(keys, number)
  await expect.poll(() => first?.evaluate((offer) => offer.isConnected)).toBe(false)
  await expect(button(page, 'word.openSale')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(label).toBeFocused()
})

test('an unknown code is shown in the view where it was scanned', async ({ page }) => {
  const keys = await keysOf(page)
  await railTo(page, 'history').click()
  await scanUnderMn(keys, '99999999')
  await expect(page.getByTestId('scan-refused')).toContainText('99999999')
  await expect(heading(page, 'history.title')).toBeVisible()
})

test('a scan into a day changes no part of it, and picks the goods for labels', async ({ page }) => {
  const keys = await keysOf(page)
  const [first = '', second = ''] = await codesOf(page, 2)
  await railTo(page, 'goods').click()
  await choosesFrom(page, 'action.more', 'word.labels')
  await page.getByTestId('labels-of').selectOption('repriced')
  const day = page.getByTestId('labels-since')
  const before = await day.textContent()
  for (const code of [first, second]) {
    await day.getByRole('spinbutton').first().focus()
    await scanUnderMn(keys, code)
    await expect(day).toHaveText(before ?? '')
    await day.getByRole('spinbutton').last().focus()
    await scanLatin(keys, code)
    await expect(day).toHaveText(before ?? '')
  }
  await page.getByTestId('labels-of').selectOption('picked')
  await expect(page.getByTestId('labels-line')).toHaveCount(2)
})

test('a scan while a calendar is open is rung up, and the calendar closes', async ({ page }) => {
  const keys = await keysOf(page)
  const [code = ''] = await codesOf(page, 1)
  await railTo(page, 'reports').click()
  await page.getByTestId('reports-tab-picture').press(' ')
  await choose(page, 'reports.span.days')
  await page.getByTestId('reports-first-day').getByRole('button').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await scanUnderMn(keys, code)
  await expect.poll(() => pieces(page)).toBe(1000)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(search(page)).toBeFocused()
})

test('a scan while the menu of the goods is open chooses no entry and finds its product', async ({
  page,
}) => {
  const keys = await keysOf(page)
  const codes = await codesOf(page, 1)
  await railTo(page, 'goods').click()
  // The letters of the last one begin the name of an entry.
  for (const code of [...codes, '4821', 'EXCEL0123456789012345']) {
    await press(page, 'action.more')
    await page.keyboard.press('ArrowDown')
    await scanLatin(keys, code)
    if (codes.includes(code)) await expect(field(page, 'goods.search')).toHaveValue(code)
    else await expect(page.getByTestId('goods-scanned')).toContainText(code)
    await expect(page.getByTestId('labels')).toBeHidden()
    await expect(page.getByRole('menu')).toBeHidden()
  }
  await expect(page.getByTestId('goods-exported')).toBeHidden()
  await expect(field(page, 'goods.search')).toHaveValue(codes[0] ?? '')
})

test('a scan leaves the selection of a field, so that the next key replaces the quantity', async ({
  page,
}) => {
  const keys = await keysOf(page)
  const [code = ''] = await codesOf(page, 1)
  await ringUp(page, 'талх')
  await search(page).press('F2')
  const quantity = page.getByTestId('line-editor').getByRole('textbox').first()
  await expect(quantity).toBeFocused()
  const before = await pieces(page)
  await scanUnderMn(keys, code)
  await expect.poll(() => pieces(page)).toBe(before + 1000)
  await page.keyboard.press('3')
  await expect(quantity).toHaveValue('3')
})

test('the space bar presses buttons and switches', async ({ page }) => {
  await ringUp(page, 'талх')
  await button(page, 'tender.brief.cash').first().focus()
  await page.keyboard.press('Space')
  await expect(page.getByTestId('cash-panel')).toBeVisible()
  await page.keyboard.press('Escape')
  await openSettings(page)
  const first = page.getByRole('switch').first()
  const before = await first.isChecked()
  await first.focus()
  await page.keyboard.press('Space')
  await expect(first).toBeChecked({ checked: !before })
})

test('digits that are typed quickly into a day are all typed', async ({ page }) => {
  const keys = await keysOf(page)
  await railTo(page, 'goods').click()
  await choosesFrom(page, 'action.more', 'word.labels')
  await page.getByTestId('labels-of').selectOption('repriced')
  const day = page.getByTestId('labels-since')
  await day.getByRole('spinbutton').last().focus()
  await strikeAll(keys, '12', [0, 40], 'us')
  await expect(day).toHaveText(/-12$/)
})
