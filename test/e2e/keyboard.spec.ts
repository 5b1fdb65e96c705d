/** Whole sales with the keyboard alone. After every key some element has the focus, and its focus is visible. */
import type { Locator, Page } from '@playwright/test'
import { button, field, press, railTo, search, twoStep } from '../support/by-words.ts'
import { expect, inOwnProcess, test } from '../support/hosts.ts'
import { hire, NAMES, PINS } from '../support/people.ts'
import { keysOf, strike, typeUnderMn } from '../support/scanner-keys.ts'
import {
  cashSale,
  codeOf,
  codesOf,
  counterOf,
  pressTwice,
  scan,
  takeFirst,
  takeTender,
  typeWeight,
  viewOf,
} from '../support/till-actions.ts'

/** Expects the focused element to be on the screen, with another outline or shadow than without focus. */
async function expectSeen(target: Locator): Promise<void> {
  await expect(target).toBeFocused()
  await expect(target).toBeInViewport({ ratio: 0.99 })
  const marked = await target.evaluate(async (element) => {
    const drawnAnew = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    await drawnAnew()
    const around = element.closest('[class*=box]') ?? element
    const drawn = () =>
      [element, around].map((one) => {
        const { boxShadow, outline, borderColor } = getComputedStyle(one)
        return [boxShadow, outline, borderColor].join()
      })
    const held = drawn().join()
    if (element instanceof HTMLElement) element.blur()
    await drawnAnew()
    const left = drawn().join()
    if (element instanceof HTMLElement) element.focus()
    return held !== left
  })
  expect(marked, `the focus is visible at ${target}`).toBe(true)
}

/** Presses Tab until this element has the focus. */
async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = target.page()
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
    expect(await page.locator(':focus').count(), `${key} leads to an element`).toBe(1)
  }
  throw new Error(`Tab does not lead to ${target}`)
}

async function ringUp(page: Page, typed: string, name: RegExp): Promise<void> {
  await expect(search(page)).toBeFocused()
  const { pieces } = await counterOf(page)
  await page.keyboard.type(typed)
  await expect(page.getByTestId('tile').first()).toContainText(name)
  await takeFirst(page)
  await expect.poll(async () => (await counterOf(page)).pieces).toBeGreaterThan(pieces)
  await expectSeen(search(page))
}

async function inEnglishByKeys(page: Page): Promise<void> {
  await tabTo(button(page, 'language.switch'), 'Shift+Tab')
  await expectSeen(button(page, 'language.switch'))
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await tabTo(search(page))
}

test('a whole sale works with the keyboard alone', async ({ till, page }) => {
  await expectSeen(search(page))
  await ringUp(page, '2*tarag', /тараг/i)
  expect((await counterOf(page)).pieces).toBe(2000)
  await ringUp(page, 'атар', /атар/i)
  await page.keyboard.press('F2')
  await expectSeen(field(page, 'cart.edit.quantity'))
  await tabTo(field(page, 'line.discount'))
  await expectSeen(field(page, 'line.discount'))
  await page.keyboard.type('10%')
  await page.keyboard.press('Enter')
  await expectSeen(search(page))
  await page.keyboard.press('F4')
  await expectSeen(field(page, 'cart.more.discount'))
  await page.keyboard.type('500')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('sale-discount')).toBeVisible()
  await expectSeen(search(page))
  await page.keyboard.press('F12')
  await expect(page.getByTestId('qr')).toBeVisible()
  const { invoiceId } = await counterOf(page)
  await till.practice.pay({ invoice_id: invoiceId })
  await page.keyboard.press('F5')
  await expect(page.getByTestId('paid')).toBeVisible()
  await page.keyboard.press('Enter')
  await expectSeen(search(page))
  expect((await counterOf(page)).lines).toBe(0)
})

test('a parked and resumed cash sale for an organisation works with the keyboard alone, also in English', async ({
  page,
}) => {
  await inEnglishByKeys(page)
  await ringUp(page, 'атар', /атар/i)
  await tabTo(page.getByTestId('receiver'))
  await page.keyboard.press('Enter')
  await expectSeen(field(page, 'cart.receiver.register'))
  await page.keyboard.type('yx90010112', { delay: 80 })
  await page.keyboard.press('Enter')
  await expect(field(page, 'cart.receiver.register')).toHaveValue('УХ90010112')
  await expect(page.getByTestId('cart')).toContainText('yx90010112')
  await expectSeen(search(page))
  await page.keyboard.press('F8')
  await expectSeen(field(page, 'word.nameOptional'))
  await page.keyboard.type('Red hat')
  await page.keyboard.press('Enter')
  await expectSeen(search(page))
  await page.keyboard.press('F9')
  await expectSeen(button(page, 'parked.resume'))
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
  await expectSeen(search(page))
  await page.keyboard.press('F10')
  await expectSeen(field(page, 'cash.received'))
  await page.keyboard.type('20000')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('paid-change')).toBeVisible()
  const { counter } = await viewOf(page)
  expect(counter?.sale.receiver).toMatchObject({ register: 'УХ90010112' })
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(search(page)).toBeFocused({ timeout: 400 })
  }).toPass()
})

test('F12 sets a register number that was typed, and an invalid one stops the charge at its field', async ({
  page,
}) => {
  await ringUp(page, 'атар', /атар/i)
  await press(page, 'cart.receiver.individual')
  await expectSeen(field(page, 'cart.receiver.register'))
  await page.keyboard.type('12')
  await page.keyboard.press('F12')
  const invalid = page.getByTestId('cart').locator('[data-invalid]').first()
  await expect(invalid).toBeVisible()
  await expectSeen(field(page, 'cart.receiver.register'))
  expect((await counterOf(page)).invoiceId).toBe('')
  await test.step('Enter names an invalid one, too', async () => {
    await page.keyboard.type('3')
    await expect(invalid).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(invalid).toBeVisible()
    await expect(page.getByTestId('cart')).toContainText(/регистр/i)
  })
  await page.keyboard.press('Control+a')
  await page.keyboard.type('6234567', { delay: 80 })
  await page.keyboard.press('F12')
  await expect(page.getByTestId('qr')).toBeVisible()
  const { counter } = await viewOf(page)
  expect(counter?.sale.receiver).toMatchObject({ kind: 'organisation', register: '6234567' })
})

test('a scan first adds the tapped goods whose weight was typed; if the weight is invalid, neither is added', async ({
  page,
}) => {
  const [code = ''] = await codesOf(page, 1)
  await search(page).fill('2008')
  await page.getByTestId('tile').first().click()
  const weight = page.getByTestId('weight')
  await expect(weight).toBeFocused()
  await weight.fill('1.2345')
  await scan(page, code)
  await expect(page.getByTestId('till-notice')).toBeVisible()
  await expect(weight).toHaveValue('1.2345')
  expect((await counterOf(page)).lines).toBe(0)
  await weight.fill('1.5')
  await scan(page, code)
  await expect(page.getByTestId('cart-line')).toHaveCount(2)
  await expect(weight).toBeHidden()
  await expect(search(page)).toBeFocused()
  const { counter } = await viewOf(page)
  expect(counter?.sale.lines.map(({ quantity }) => quantity)).toEqual([1500, 1000])
})

test('F12 first adds a typed weight or misc item; if that is refused, nothing is charged', async ({
  page,
}) => {
  await ringUp(page, 'атар', /атар/i)
  await search(page).fill('2023')
  await page.getByTestId('tile').first().click()
  await expect(page.getByTestId('weight')).toBeFocused()
  await page.keyboard.type('1.5', { delay: 80 })
  await page.keyboard.press('F10')
  await expect(field(page, 'cash.received')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('cart-line')).toHaveCount(2)
  await search(page).fill('')
  await page.keyboard.press('F3')
  await expect(page.getByTestId('misc-price')).toBeFocused()
  await page.keyboard.type('0', { delay: 80 })
  await page.keyboard.press('F12')
  await expect(page.getByTestId('misc-failure')).toBeVisible()
  expect((await counterOf(page)).invoiceId).toBe('')
  await page.getByTestId('misc-price').fill('5000')
  await page.keyboard.press('F12')
  await expect(page.getByTestId('qr')).toBeVisible()
  expect((await counterOf(page)).lines).toBe(3)
})

test('F2 and F5 save the open line before they close it', async ({ page }) => {
  await ringUp(page, 'атар', /атар/i)
  const quantity = field(page, 'cart.edit.quantity')
  for (const [key, typed] of [
    ['F5', '5'],
    ['F2', '7'],
  ] as const) {
    await page.keyboard.press('F2')
    await quantity.fill(typed)
    await page.keyboard.press(key)
    await expect(quantity).toBeHidden()
    await expect(search(page)).toBeFocused()
    await expect(page.getByTestId('line-quantity')).toHaveText(typed)
  }
})

test('a search, F3 or Enter in the cash panel first adds the weighed goods whose weight was typed to the cart', async ({
  page,
}) => {
  await typeWeight(page)
  await search(page).fill('атар')
  await expect(page.getByTestId('weight')).toBeHidden()
  await expect(search(page)).toHaveValue('атар')
  await expect(page.getByTestId('line-quantity')).toHaveText('1.5')
  await typeWeight(page)
  await page.keyboard.press('F3')
  await expect(page.getByTestId('misc-price')).toBeFocused()
  await expect(page.getByTestId('line-quantity')).toHaveText(['1.5', '1.5'])
  await test.step('Enter in the cash panel takes the money only when it is pressed again', async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('misc-price')).toBeHidden()
    await page.keyboard.press('F10')
    await expect(field(page, 'cash.received')).toBeFocused()
    await typeWeight(page)
    await field(page, 'cash.received').focus()
    const due = (await page.getByTestId('due').textContent()) ?? ''
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('weight')).toBeHidden()
    await expect(page.getByTestId('due')).not.toHaveText(due)
    await expect(field(page, 'cash.received')).toBeFocused()
    const { counter } = await viewOf(page)
    expect(counter?.sale).toMatchObject({ lines: [{}, {}, { quantity: 1500 }], tenders: [] })
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('paid')).toBeVisible()
  })
})

test('clearing the cart also clears a typed weight, quantity and price', async ({ page }) => {
  const [code = ''] = await codesOf(page, 1)
  const clear = async () => {
    await pressTwice(twoStep(page, 'word.discard', 'word.discardSure').and(page.locator(':enabled')))
    await expect(page.getByTestId('cart-line')).toHaveCount(0)
  }
  await ringUp(page, 'атар', /атар/i)
  await typeWeight(page)
  await clear()
  await expect(page.getByTestId('weight')).toBeHidden()
  await scan(page, code)
  await expect(page.getByTestId('line-quantity')).toHaveText('1')
  await search(page).fill('3*')
  await clear()
  await scan(page, code)
  await expect(page.getByTestId('line-quantity')).toHaveText('1')
  await page.keyboard.press('F3')
  await page.getByTestId('misc-price').fill('5000')
  await clear()
  await expect(page.getByTestId('misc-price')).toBeHidden()
})

test('under a Mongolian layout the top row types digits into quantity, price, cash, float, count and PIN', async ({
  page,
}) => {
  const keys = await keysOf(page)
  const types = async (target: Locator, digits: string) => {
    await target.fill('')
    await typeUnderMn(keys, digits)
  }
  await railTo(page, 'shift').click()
  await types(field(page, 'shift.float.label'), '50000')
  await page.keyboard.press('Enter')
  await ringUp(page, 'талх', /талх/i)
  await page.keyboard.press('F2')
  await types(field(page, 'cart.edit.quantity'), '12')
  await types(field(page, 'cart.edit.price'), '1500')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await counterOf(page)).total).toBe(1_800_000)
  await page.keyboard.press('F10')
  await types(field(page, 'cash.received'), '20000')
  await expect(field(page, 'cash.received')).toHaveValue('20,000')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('paid-change')).toHaveText('2,000 ₮')
  await railTo(page, 'shift').click()
  await page.keyboard.press('F4')
  await types(page.getByTestId('count-20000'), '3')
  await expect(page.getByTestId('count-20000')).toHaveValue('3')
  await hire(page)
  await page.keyboard.press('Control+l')
  await page.getByTestId('person-tile').filter({ hasText: NAMES.cashier }).click()
  await expect(page.getByTestId('pin')).toBeFocused()
  await typeUnderMn(keys, PINS.cashier)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('person')).toContainText(NAMES.cashier)
})

test('under a Mongolian layout 3*, a discount with its % sign, a register number and the point of a weight can be typed', async ({
  page,
}) => {
  const keys = await keysOf(page)
  const code = await codeOf(page, '865')
  await typeUnderMn(keys, '3')
  await expect(search(page)).toHaveValue('3')
  await strike(keys, 'Digit8', '8', { shift: true })
  await expect(search(page)).toHaveValue('3*')
  await scan(page, code)
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(3000)
  await test.step('a letter on the key of the full stop types the point of a weight', async () => {
    await scan(page, '2002008008420')
    await expect.poll(async () => (await counterOf(page)).lines).toBe(2)
    await page.keyboard.press('F2')
    await field(page, 'cart.edit.quantity').fill('')
    await typeUnderMn(keys, '1')
    await strike(keys, 'Period', 'ю')
    await typeUnderMn(keys, '5')
    await expect(field(page, 'cart.edit.quantity')).toHaveValue('1.5')
    await page.keyboard.press('Escape')
  })
  await page.keyboard.press('F4')
  await typeUnderMn(keys, '10')
  await strike(keys, 'Digit5', '5', { shift: true })
  await expect(field(page, 'cart.more.discount')).toHaveValue('10%')
  await page.keyboard.press('Escape')
  await press(page, 'cart.receiver.individual')
  await typeUnderMn(keys, '6234567')
  await expect(field(page, 'cart.receiver.register')).toHaveValue('6234567')
})

test('3* on the paid screen is kept for the next scan or the search, and in another field it is the quantity of a scan', async ({
  page,
}) => {
  const code = await codeOf(page, '865')
  await cashSale(page)
  await page.keyboard.type('3*')
  await expect(page.getByTestId('typed-ahead')).toContainText('3*')
  await scan(page, code)
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(3000)
  await takeTender(page)
  await expect(page.getByTestId('paid')).toBeVisible()
  await page.keyboard.type('2*')
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(search(page)).toHaveValue('2*', { timeout: 400 })
  }).toPass()
  await page.keyboard.press('Escape')
  await railTo(page, 'history').click()
  await page.keyboard.type('4*')
  await expect(field(page, 'history.search')).toHaveValue('4*')
  await scan(page, code)
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(4000)
  await railTo(page, 'history').click()
  await expect(field(page, 'history.search')).toHaveValue('')
})

test(
  'digits and Enter that are pressed while a count or a view loads go into its fields',
  inOwnProcess('a room is loaded for the first time'),
  async ({ page }) => {
    const keys = await keysOf(page)
    await page.keyboard.press('Control+4')
    await Promise.all([
      ...['5', '0', '0', '0', '0'].map((digit) => strike(keys, `Digit${digit}`, digit)),
      strike(keys, 'Enter', 'Enter'),
    ])
    await expect.poll(async () => (await viewOf(page)).shift.open !== null).toBe(true)
    await page.keyboard.press('Control+4')
    await page.keyboard.press('F4')
    await Promise.all([
      strike(keys, 'Digit2', '2'),
      strike(keys, 'Enter', 'Enter'),
      strike(keys, 'Digit7', '7'),
    ])
    await expect(page.getByTestId('count-20000')).toHaveValue('2')
    await expect(page.getByTestId('count-10000')).toHaveValue('7')
  },
)

test('after sign-in the search has the keyboard, whatever had it before', async ({ page }) => {
  await hire(page)
  await ringUp(page, 'талх', /талх/i)
  await button(page, 'word.oneMore').first().focus()
  await page.keyboard.press('Control+l')
  await page.getByTestId('person-tile').filter({ hasText: NAMES.cashier }).click()
  await page.keyboard.type(PINS.cashier)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('person')).toContainText(NAMES.cashier)
  await expect(search(page)).toBeFocused()
  await button(page, 'word.oneMore').first().focus()
  await page.keyboard.press('Control+l')
  await expect(page.getByTestId('pin')).toBeFocused()
  await page.keyboard.type(PINS.cashier)
  await page.keyboard.press('Enter')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('3*')
  await expect(search(page)).toHaveValue('3*')
})

test('the caret of the search blinks when it comes, and rests while the till waits', async ({ till }) => {
  await expect(search(till.page)).toBeFocused()
  const carets = await search(till.page).evaluate((box: HTMLElement) => {
    const caret = () => getComputedStyle(box).getPropertyValue('caret-animation')
    box.blur()
    box.focus()
    const came = caret()
    for (const animation of box.getAnimations()) animation.finish()
    const waits = caret()
    box.blur()
    box.focus()
    return { came, waits, cameAgain: caret() }
  })
  expect(carets).toEqual({ came: 'auto', waits: 'manual', cameAgain: 'auto' })
})

test('a screen that replaces another has the focus at its heading, where a screen reader reads on', async ({
  page,
}) => {
  const atHeading = () => expect(page.locator('main h1:focus')).toBeVisible()
  await ringUp(page, 'атар', /атар/i)
  await page.keyboard.press('F12')
  await expect(page.getByTestId('qr')).toBeVisible()
  await expect(page.getByTestId('sale-number')).toBeFocused()
  await page.keyboard.press('F9')
  await ringUp(page, 'атар', /атар/i)
  await takeTender(page)
  await expect(page.getByTestId('paid-amount')).toBeFocused()
  for (const room of [5, 6, 7, 8]) {
    await page.keyboard.press(`Control+${room}`)
    await atHeading()
  }
  await page.keyboard.press('Control+4')
  await expect(field(page, 'shift.float.label')).toBeFocused()
  await page.keyboard.type('50000')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('paid-amount')).toBeVisible() // the open shift leads back to the till
  await page.keyboard.press('Control+4')
  await expect(page.getByTestId('shift-room')).toBeVisible()
  await atHeading()
  await page.keyboard.press('F7')
  await expect(field(page, 'shift.amount')).toBeFocused()
  await page.keyboard.type('1000')
  await page.keyboard.press('Enter')
  await page.keyboard.type('bank')
  await page.keyboard.press('Enter')
  await expect(field(page, 'shift.amount')).toBeHidden()
  await atHeading()
})
