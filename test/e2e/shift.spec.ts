import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { TEXTS } from '../../shared/texts/index.ts'
import { button, choose, field, press, railTo, search, twoStep } from '../support/by-words.ts'
import { expect, inOwnProcess, test } from '../support/hosts.ts'
import {
  cashSale,
  charge,
  nextCustomer,
  pressTwice,
  ringUp,
  scan,
  takeTender,
  tell,
  viewOf,
} from '../support/till-actions.ts'

const toShift = async (page: Page): Promise<void> => {
  await railTo(page, 'shift').click()
  await expect(page.getByTestId('shift-room')).toBeVisible()
}

/** Opens a shift with the keyboard: types the float and presses Enter. */
async function openShift(page: Page, float: string): Promise<string> {
  await toShift(page)
  await expect(field(page, 'shift.float.label')).toBeFocused()
  await page.keyboard.type(float)
  await page.keyboard.press('Enter')
  await expect(search(page)).toBeFocused()
  return (await viewOf(page)).shift.open?.id ?? ''
}

/** The expected cash in the drawer, in tugriks. */
const drawerOf = async (page: Page): Promise<number> => {
  const shift = await tell(page, 'getShift', { shiftId: null })
  if (!shift?.totals) throw new Error('no shift is open')
  return shift.totals.drawer.expected / 100
}

test(
  'a shift with float, cash, QR, cash out, a kill, X and a difference ends with a Z and its copy',
  inOwnProcess('the till is killed'),
  async ({ till }) => {
    test.slow() // restarts twice
    const shiftId = await openShift(till.page, '50000')
    await ringUp(till.page, 'талх')
    await takeTender(till.page, '20000')
    await expect(till.page.getByTestId('paid')).toBeVisible()
    await nextCustomer(till.page)
    await ringUp(till.page, 'suu')
    const { invoiceId } = await charge(till.page)
    await till.practice.pay({ invoice_id: invoiceId })
    await expect(till.page.getByTestId('paid')).toBeVisible()
    await nextCustomer(till.page)

    await toShift(till.page)
    await till.page.keyboard.press('F7')
    await till.page.keyboard.type('20000')
    await till.page.keyboard.press('Enter')
    await expect(field(till.page, 'shift.reason')).toBeFocused()
    await till.page.keyboard.press('Enter')
    await expect(field(till.page, 'shift.reason')).toHaveAttribute('aria-invalid', 'true')
    await till.page.keyboard.insertText('Банкинд тушаав')
    await till.page.keyboard.press('Enter')
    await expect(till.page.getByTestId('cash-move')).toContainText('Банкинд тушаав')

    await till.kill()
    await till.restart()
    await toShift(till.page)
    await expect(till.page.getByTestId('cash-move')).toHaveCount(1)
    const expected = await drawerOf(till.page)
    await expect(till.page.getByTestId('expected')).toContainText(`${expected.toLocaleString('en-US')} ₮`)
    await till.page.getByTestId('print-x').click()
    await till.page.getByTestId('shift-drawer').click()
    await expect(till.page.getByTestId('shift-drawer-asked')).toBeVisible()

    await till.page.keyboard.press('F4')
    await expect(field(till.page, 'shift.count.pieces', { note: '20,000' })).toBeFocused()
    await scan(till.page, '8651864001690')
    await expect(field(till.page, 'shift.count.pieces', { note: '20,000' })).toHaveValue('')
    await till.page.keyboard.type('1')
    await till.page.keyboard.press('Enter')
    await expect(field(till.page, 'shift.count.pieces', { note: '10,000' })).toBeFocused()
    await expect(till.page.getByTestId('difference')).toBeHidden()
    await expect
      .poll(async () => (await tell(till.page, 'getShift', { shiftId: null }))?.draft?.lines)
      .toEqual([{ value: 20_000, count: 1 }])
    await till.kill()
    await till.restart()
    await toShift(till.page)
    await expect(field(till.page, 'shift.count.pieces', { note: '20,000' })).toHaveValue('1')
    await press(till.page, 'shift.count.done')
    await expect(till.page.getByTestId('difference')).toHaveAttribute('data-kind', 'short')
    await expect(async () => {
      await twoStep(till.page, 'shift.close.z', 'shift.close.sure').click({ timeout: 500 })
      await expect(till.page.getByTestId('shift-close')).toContainText(/Шалтгааныг/, { timeout: 400 })
    }).toPass()
    await till.page.getByTestId('print-count').click()
    await field(till.page, 'shift.difference.reason').fill('Хариулт илүү өгсөн')
    await pressTwice(twoStep(till.page, 'shift.close.z', 'shift.close.sure'))
    await expect(till.page.getByTestId('shift-closed')).toContainText('0001')
    await till.page.getByTestId('print-z').click()
    await expect
      .poll(() => readdir(join(till.dataFolder, 'test-receipts')), { timeout: 20_000 })
      .toEqual(
        expect.arrayContaining(
          ['x-report', 'drawer-count', 'z-report', 'z-copy'].map((kind) => `${shiftId}-${kind}.png`),
        ),
      )
    await expect(till.page.getByTestId('shift-row')).toContainText('Z 0001')
    expect((await viewOf(till.page)).shift.open).toBeNull()
  },
)

test('the form that opened a shift is empty after that one is closed and opens the next with the same float, and a refused cash out has the focus at its amount', async ({
  till: { page },
}) => {
  const first = await openShift(page, '50000')
  await toShift(page)
  await page.keyboard.press('F4')
  await page.getByTestId('count-20000').fill('2')
  await page.getByTestId('count-10000').fill('1')
  await page.keyboard.press('F10')
  const asked = await page.evaluateHandle(() => {
    const seen: boolean[] = []
    const look = () => seen.push(document.querySelector('[data-testid=shift-open]') !== null)
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    return seen
  })
  await pressTwice(page.getByTestId('shift-close-now'))
  await expect(page.getByTestId('shift-closed')).toBeVisible()
  expect(await asked.jsonValue(), 'the next float is not asked for in between').not.toContain(true)
  await press(page, 'shift.open')
  await expect(field(page, 'shift.float.label')).toHaveValue('')
  await page.keyboard.type('50000')
  await page.keyboard.press('Enter')
  await expect(search(page)).toBeFocused()
  const second = (await viewOf(page)).shift.open?.id
  expect(second).toBeDefined()
  expect(second).not.toBe(first)
  await test.step('a refused cash out moves the focus to its amount, where a screen reader reads why', async () => {
    await toShift(page)
    await page.keyboard.press('F7')
    const amount = field(page, 'shift.amount')
    await expect(amount).toBeFocused()
    await page.keyboard.type('90000')
    await page.keyboard.press('Enter')
    await expect(field(page, 'shift.reason')).toBeFocused()
    await page.keyboard.type('bank')
    await page.keyboard.press('Enter')
    await expect(amount).toBeFocused()
    await expect(amount).toHaveAccessibleDescription(TEXTS.mn['failure.DRAWER_TOO_LITTLE'])
  })
})

test('sales without a shift are listed separately, and when shifts are required the till asks for one before money', async ({
  page,
}) => {
  await cashSale(page)
  await nextCustomer(page)
  await toShift(page)
  await expect(page.getByTestId('shiftless')).toContainText('× 1')
  await railTo(page, 'till').click()
  const { shifts } = (await viewOf(page)).settings
  await tell(page, 'saveSettings', { shifts: { ...shifts, selling: 'required' } })
  await ringUp(page, 'талх')
  await expect(button(page, 'word.qrPayment')).toBeHidden()
  await press(page, 'shift.open')
  await press(page, 'cash.note', { amount: '10,000' })
  await expect(field(page, 'shift.float.label')).toHaveValue('10,000')
  await press(page, 'shift.open')
  await expect(search(page)).toBeFocused()
  await takeTender(page)
  await expect(page.getByTestId('paid')).toBeVisible()
})

test('a person who presses “Show more” below the shifts with the keyboard goes on at the first new shift', async ({
  page,
}) => {
  await page.evaluate(async () => {
    for (let shift = 0; shift < 62; shift += 1) {
      await window.pos.call('openShift', { float: '0' }, crypto.randomUUID())
      const open = await window.pos.call('getShift', { shiftId: null })
      if (!open.ok || open.value === null) throw new Error('no shift is open')
      const { id } = open.value.shift
      const count = { shiftId: id, lines: [], expected: 0, reason: '' }
      const closed = await window.pos.call('closeShift', count, crypto.randomUUID())
      if (!closed.ok) throw new Error(closed.error.name)
    }
  })
  await railTo(page, 'shift').click()
  const rows = page.getByTestId('shift-row')
  await expect(rows).toHaveCount(60)
  await button(page, 'list.more').focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(62)
  await expect(button(page, 'list.more')).toHaveCount(0)
  await expect(rows.nth(60)).toBeFocused()
  await railTo(page, 'books').click()
  await choose(page, 'books.tab.shift')
  const shifts = field(page, 'books.shift')
  await button(page, 'list.more').focus()
  await page.keyboard.press('Enter')
  await expect(shifts).toBeFocused()
  await expect(shifts.locator('option')).toHaveCount(62)
})
