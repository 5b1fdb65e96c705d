/** How many keys and taps the usual tasks of a cashier take. A task that takes more fails. */
import type { Locator, Page } from '@playwright/test'
import { formatMoney } from '../../shared/money/money.ts'
import { button, railTo, search } from '../support/by-words.ts'
import { untilSeen } from '../support/dated-presses.ts'
import { expect, test } from '../support/hosts.ts'
import { hireAndHandOver } from '../support/people.ts'
import {
  charge,
  checkNow,
  codesOf,
  counterOf,
  nextCustomer,
  received,
  ringUp,
  scan,
  statusOf,
  tell,
  viewOf,
} from '../support/till-actions.ts'

/** The work of one task: presses keys or taps elements, and resolves when the task is done. */
type Hand = {
  /** Presses these keys one after the other. Each counts. */
  readonly keys: (...keys: readonly string[]) => Promise<void>
  readonly tap: (target: Locator) => Promise<void>
}

/** Performs a task and fails if it needs more key presses or taps than allowed. */
async function takesAtMost(page: Page, most: number, task: (hand: Hand) => Promise<void>): Promise<void> {
  let struck = 0
  await task({
    keys: async (...keys) => {
      for (const key of keys) {
        struck += 1
        await page.keyboard.press(key)
      }
    },
    tap: async (target) => {
      struck += 1
      await target.click()
    },
  })
  expect(struck).toBeLessThanOrEqual(most)
}

const linesOf = async (page: Page) => (await viewOf(page)).counter?.sale.lines ?? []

/** Scans three products, which are then three lines. */
async function threeLines(page: Page): Promise<readonly string[]> {
  const codes = await codesOf(page, 3)
  for (const code of codes) await scan(page, code)
  await expect.poll(async () => (await counterOf(page)).lines).toBe(3)
  await expect(search(page)).toBeFocused()
  return codes
}

test('cash with change takes four keys or three taps', async ({ page }) => {
  await ringUp(page, 'талх')
  const { total } = await counterOf(page)
  const change = `${((2_000_000 - total) / 100).toLocaleString('en-US')} ₮`
  await takesAtMost(page, 4, async ({ keys }) => {
    await keys('F10', '2', '0')
    await expect(page.getByTestId('cash-change')).toHaveText(change)
    await keys('Enter')
    await expect(page.getByTestId('paid-change')).toHaveText(change)
  })
  await nextCustomer(page)
  await ringUp(page, 'талх')
  await takesAtMost(page, 3, async ({ tap }) => {
    await tap(button(page, 'tender.brief.cash'))
    await tap(button(page, 'cash.note', { amount: '20,000' }))
    await tap(button(page, 'tender.take.cash'))
    await expect(page.getByTestId('paid-change')).toHaveText(change)
  })
})

test('three of one take two keys before a scan, and two after it', async ({ page }) => {
  const [code = '', other = ''] = await codesOf(page, 2)
  await takesAtMost(page, 2, async ({ keys }) => {
    await keys('3', '*')
    await scan(page, code)
    await expect.poll(async () => (await counterOf(page)).pieces).toBe(3000)
  })
  await scan(page, other)
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(4000)
  await takesAtMost(page, 2, async ({ keys }) => {
    await keys('3', 'F2')
    await expect.poll(async () => (await linesOf(page)).map(({ quantity }) => quantity)).toEqual([3000, 3000])
  })
  await expect(search(page)).toHaveValue('')
})

test('10 % off a line, and the removal of a line, take three and two keys, or two taps each', async ({
  page,
}) => {
  const [, second = '', third = ''] = await threeLines(page)
  const discounts = async () => (await linesOf(page)).map(({ discount }) => discount?.kind ?? null)
  await takesAtMost(page, 3, async ({ keys }) => {
    await keys('1', '0', 'F5')
    await expect.poll(discounts).toEqual([null, null, 'percent'])
  })
  await takesAtMost(page, 2, async ({ tap }) => {
    await tap(page.getByTestId('line-edit').first())
    await tap(button(page, 'line.discount.quick', { percent: '10 %' }))
    await expect.poll(discounts).toEqual(['percent', null, 'percent'])
  })
  await expect(search(page)).toBeFocused()
  const left = async () => (await linesOf(page)).map(({ product }) => product.code)
  await test.step('after a removal the neighbour is chosen', async () => {
    await takesAtMost(page, 2, async ({ keys }) => {
      await keys('ArrowRight', 'Delete')
      await expect.poll(left).toEqual([second, third])
    })
    await expect(page.getByTestId('line-edit').first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByTestId('line-edit').nth(1)).toBeFocused()
    await takesAtMost(page, 2, async ({ keys }) => {
      await keys('0', 'F2')
      await expect.poll(left).toEqual([second])
    })
    await expect(search(page)).toBeFocused()
    await takesAtMost(page, 2, async ({ tap }) => {
      await tap(page.getByTestId('line-edit'))
      await tap(button(page, 'cart.edit.remove'))
      await expect.poll(left).toEqual([])
    })
  })
})

test('goods with two kinds of VAT take F12, two QRs one after the other, and Enter', async ({
  till,
  page,
}) => {
  await ringUp(page, 'талх')
  await ringUp(page, 'сүү')
  const whole = await counterOf(page)
  const words = await page.getByTestId('qrs').textContent()
  const pay = async () => {
    await expect(page.getByTestId('qr')).toBeVisible()
    const { invoiceId } = await counterOf(page)
    await till.practice.pay({ invoice_id: invoiceId })
    await checkNow(page)
  }
  await takesAtMost(page, 2, async ({ keys }) => {
    await keys('F12')
    await expect(page.getByTestId('qr-place')).toContainText('QR 1/2, дараа нь')
    const first = await counterOf(page)
    await pay()
    await expect(page.getByTestId('qr-place')).toHaveText('QR 2/2')
    const second = await counterOf(page)
    expect(first.total + second.total).toBe(whole.total)
    for (const { total } of [first, second]) expect(words).toContain(formatMoney(total))
    await pay()
    await expect(page.getByTestId('qrs-all')).toContainText(formatMoney(whole.total))
    await keys('Enter')
    await expect(search(page)).toBeFocused()
  })
  expect(await counterOf(page)).toMatchObject({ lines: 0 })
  expect((await viewOf(page)).parked).toBe(0)
})

test('back from the QR to the same cart takes two keys, and a mixed cart is whole again', async ({
  page,
}) => {
  await ringUp(page, 'талх')
  await ringUp(page, 'сүү')
  const { total } = await counterOf(page)
  await page.keyboard.press('F12')
  await expect(page.getByTestId('qr')).toBeVisible()
  await takesAtMost(page, 2, async ({ keys }) => {
    await keys('Escape')
    await expect(button(page, 'paying.back.sure')).toBeVisible()
    await untilSeen(page)
    await keys('Escape')
    await expect(page.getByTestId('cart-line')).toHaveCount(2)
  })
  expect((await counterOf(page)).total).toBe(total)
  expect((await viewOf(page)).parked).toBe(0)
})

test('the receiver of the e-receipt is corrected at the QR with F6, seven digits and Enter', async ({
  till,
  page,
}) => {
  await ringUp(page, 'талх')
  await page.keyboard.press('F12')
  await expect(page.getByTestId('qr')).toBeVisible()
  await takesAtMost(page, 9, async ({ keys }) => {
    await keys('F6', ...'6234567', 'Enter')
    await expect(page.getByTestId('receiver')).toContainText('6234567')
  })
  await test.step('Esc in its form closes the form, and asks nothing about the QR', async () => {
    await page.keyboard.press('F6')
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('register')).toBeHidden()
    await expect(button(page, 'paying.back')).toBeVisible()
  })
  await till.practice.pay({ invoice_id: (await counterOf(page)).invoiceId })
  await checkNow(page)
  await expect
    .poll(async () => (await till.practice.state()).ereceipts)
    .toMatchObject([{ receiver_type: '84', receiver: '6234567' }])
})

test('the receiver of an issued e-receipt is corrected on the paid screen with F6, seven digits and Enter', async ({
  till,
  page,
}) => {
  await ringUp(page, 'талх')
  const { saleId, invoiceId } = await charge(page)
  await till.practice.pay({ invoice_id: invoiceId })
  await checkNow(page)
  await expect.poll(async () => (await statusOf(page, saleId)).name).toBe('completed')
  await takesAtMost(page, 9, async ({ keys }) => {
    await keys('F6', ...'6234567', 'Enter')
    await expect(page.getByTestId('receiver')).toContainText('6234567')
  })
  await expect
    .poll(async () => (await till.practice.state()).ereceipts)
    .toMatchObject([{ status: 'CANCELLED' }, { status: 'CREATED', receiver: '6234567' }])
  await takesAtMost(page, 1, async ({ keys }) => {
    await keys('Enter')
    await expect(search(page)).toBeFocused()
  })
})

test('products that are scanned at the QR take one key to be added, and a new QR is shown', async ({
  page,
}) => {
  const codes = await codesOf(page, 2)
  await ringUp(page, 'талх')
  await page.keyboard.press('F12')
  await expect(page.getByTestId('qr')).toBeVisible()
  const { saleId } = await counterOf(page)
  for (const code of codes) await scan(page, code)
  await expect(page.getByTestId('charge-anew')).toBeVisible()
  await takesAtMost(page, 1, async ({ keys }) => {
    await keys('F12')
    await expect.poll(async () => (await counterOf(page)).lines).toBe(3)
    await expect(page.getByTestId('qr')).toBeVisible()
  })
  expect((await counterOf(page)).saleId).not.toBe(saleId)
})

test('the receipt of an organisation takes F6, its seven digits and Enter; F6, Delete and Enter take it back', async ({
  page,
}) => {
  await ringUp(page, 'талх')
  await takesAtMost(page, 9, async ({ keys }) => {
    await keys('F6', ...'6234567', 'Enter')
    await expect
      .poll(async () => (await viewOf(page)).counter?.sale.receiver)
      .toMatchObject({ kind: 'organisation', register: '6234567' })
  })
  await expect(search(page)).toBeFocused()
  await takesAtMost(page, 3, async ({ keys }) => {
    await keys('F6', 'Delete', 'Enter')
    await expect.poll(async () => (await viewOf(page)).counter?.sale.receiver.kind).toBe('individual')
  })
  await test.step('a payment key takes an emptied number back, too', async () => {
    await page.keyboard.press('F6')
    await page.keyboard.type('6234567', { delay: 100 })
    await page.keyboard.press('Enter')
    await expect(search(page)).toBeFocused()
    for (const key of ['F6', 'Delete', 'F10']) await page.keyboard.press(key)
    await expect(received(page, 'cash')).toBeFocused()
    expect((await viewOf(page)).counter?.sale.receiver.kind).toBe('individual')
  })
})

test('a named organisation takes F6, two of its digits, the arrow and Enter', async ({ page }) => {
  await page.evaluate(() => window.pos.call('nameOrganisation', { register: '6234567', name: 'Номин ХХК' }))
  await ringUp(page, 'талх')
  await takesAtMost(page, 5, async ({ keys }) => {
    await keys('F6', '6', '2')
    await expect(page.getByTestId('organisation-offer')).toHaveCount(1)
    await keys('ArrowDown', 'Enter')
    await expect(page.getByTestId('organisation-name')).toHaveText('Номин ХХК 6234567')
  })
})

test('without a keyboard the number pad takes cash, a quantity, a count and the weight of tapped goods', async ({
  page,
}) => {
  await page.evaluate(() => window.pos.call('saveSettings', { numberPad: 'always' }))
  const pad = page.getByTestId('number-pad')
  const tap = async (...keys: readonly string[]) => {
    for (const key of keys) await pad.getByRole('button', { name: key, exact: true }).click()
  }
  await search(page).fill('2008')
  await page.getByTestId('tile').first().click()
  await expect(page.getByTestId('weight')).toBeFocused()
  await tap('1', '.', '5', 'Enter')
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(1500)
  await expect(pad).toBeHidden()
  await search(page).fill('')
  await page.getByTestId('line-edit').click()
  await tap('2', 'Enter')
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(2000)
  await button(page, 'tender.brief.cash').click()
  await tap('5', '00', '00', 'Enter')
  await expect(page.getByTestId('paid')).toBeVisible()
  await nextCustomer(page)
  await railTo(page, 'shift').click()
  await tap('0', 'Enter')
  await railTo(page, 'shift').click()
  await page.getByTestId('shift-close-begin').click()
  await tap('3', 'Enter', '7')
  await expect(page.getByTestId('count-20000')).toHaveValue('3')
  await expect(page.getByTestId('count-10000')).toHaveValue('7')
})

test('an unlisted item takes four keys after its scan: F3, a price of two digits and Enter; and its code is kept', async ({
  page,
}) => {
  await tell(page, 'saveSettings', { miscLimit: 100_000 })
  await hireAndHandOver(page)
  await scan(page, '8659999000014')
  await takesAtMost(page, 4, async ({ keys }) => {
    await expect(page.getByTestId('unlisted-sell')).toBeVisible()
    await keys('F3')
    await expect(page.getByTestId('misc-price')).toBeFocused()
    await keys('9', '0', 'Enter')
    await expect
      .poll(async () => (await linesOf(page)).map(({ unlisted }) => unlisted))
      .toEqual(['8659999000014'])
  })
  await expect(search(page)).toBeFocused()
  expect(await counterOf(page)).toMatchObject({ total: 9_000 })
})

/** A finger on a touch screen. It touches an element near its corner. */
async function fingerOn(page: Page) {
  const finger = await page.context().newCDPSession(page)
  await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  return {
    touch: async (touched: Locator) => {
      const { x, y } = (await touched.boundingBox()) ?? { x: 0, y: 0 }
      await finger.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [{ x: x + 10, y: y + 10 }],
      })
    },
    letGo: () => finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  }
}

test('only a touch of its field opens the number pad of a touch screen, which also takes the presses of a mouse', async ({
  page,
}) => {
  const { touch, letGo } = await fingerOn(page)
  const pad = page.getByTestId('number-pad')
  await ringUp(page, 'талх')
  const { pieces } = await counterOf(page)
  await search(page).fill('талх')
  await page.keyboard.press('F10')
  await expect(received(page, 'cash')).toBeFocused()
  await touch(page.getByTestId('tile').first())
  await expect(pad).toBeHidden()
  await letGo()
  await expect.poll(async () => (await counterOf(page)).pieces).toBeGreaterThan(pieces)
  await touch(received(page, 'cash'))
  await expect(pad).toBeVisible()
  await letGo()
  await pad.getByRole('button', { name: '5' }).click()
  await expect(received(page, 'cash')).toHaveValue('5')
  await pad.getByRole('button', { name: '00' }).click()
  await expect(received(page, 'cash')).toHaveValue('500')
})
