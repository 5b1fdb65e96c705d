import type { Page } from '@playwright/test'
import { typeDay, wear } from '../../scripts/run/hosts/page-actions.ts'
import { shopDay } from '../../shared/shop/shop-day.ts'
import { button, choose, field, heading, part, press, railTo } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { hireAndHandOver } from '../support/people.ts'
import { keysOf, typeUnderMn } from '../support/scanner-keys.ts'
import {
  charge,
  checkNow,
  closeShift,
  codeOf,
  nextCustomer,
  ringUp,
  scan,
  tell,
} from '../support/till-actions.ts'

// The till must have the service's day, as in Ulaanbaatar. All processes that this test starts inherit the zone.
process.env.TZ = 'Asia/Ulaanbaatar'

type Practice = { readonly pay: (payment: { invoice_id: string; type?: 'P2P' | 'CARD' }) => Promise<unknown> }

async function paidSale(page: Page, practice: Practice, type: 'P2P' | 'CARD' = 'P2P'): Promise<string> {
  await ringUp(page, 'талх')
  const { invoiceId } = await charge(page)
  await practice.pay({ invoice_id: invoiceId, type })
  await checkNow(page)
  await expect(page.getByTestId('paid')).toBeVisible()
  await nextCustomer(page)
  return invoiceId
}

const today = (page: Page): Promise<string> =>
  page.evaluate(() => new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Ulaanbaatar' }))

async function toBooks(page: Page): Promise<void> {
  await railTo(page, 'books').click()
  await typeDay(part(page, 'word.day'), await today(page))
  await expect(page.getByTestId('books-never')).toBeVisible()
}

test('the reconciliation of a day finds a refund elsewhere, which is checked, settled and explained', async ({
  till: { page, practice },
}) => {
  await paidSale(page, practice)
  const invoiceId = await paidSale(page, practice, 'CARD')
  const { payments } = await practice.state()
  const payment = payments.find(({ invoice_id }) => invoice_id === invoiceId)
  await practice.settle({ payment_id: payment?.payment_id ?? '', status: 'REFUNDED' })

  await toBooks(page)
  await press(page, 'books.start')
  await expect(page.getByTestId('books-result')).toBeVisible()
  const differences = page.getByTestId('books-difference')
  await expect(differences).toHaveCount(2)
  const figureOf = async (which: string) =>
    Number((await page.getByTestId(`books-sum-${which}`).locator('b').textContent())?.replace(/[^\d]/g, ''))
  expect((await figureOf('ours')) - (await figureOf('theirs'))).toBe(await figureOf('difference'))
  expect((await figureOf('paid')) - (await figureOf('fees'))).toBe(await figureOf('net'))
  const refunded = differences.filter({ hasText: 'Төлбөрийн төлөв зөрсөн' })
  await expect(refunded).toContainText('Буцаасан')
  await press(refunded, 'books.look')
  await expect(railTo(page, 'attention')).toContainText('1')
  await press(refunded, 'word.openAttentionList')
  await expect(heading(page, 'attention.title')).toBeVisible()

  await railTo(page, 'books').click()
  const standing = differences.filter({ hasText: 'Цахим баримт хүчинтэй хэвээр' })
  await press(standing, 'books.explain')
  await expect(field(page, 'books.explain.why')).toBeFocused()
  await page.keyboard.insertText('Даргатай тохирсон')
  await scan(page, await codeOf(page, 'талх'))
  await expect(page.getByTestId('scan-refused')).toContainText('“Зарах”')
  await page.keyboard.press('Control+2')
  await page.keyboard.press('Control+6')
  await expect(field(page, 'books.explain.why')).toBeFocused()
  await press(page, 'books.day.before')
  await expect(page.getByTestId('books-never')).toBeVisible()
  await expect(field(page, 'books.explain.why')).toBeHidden()
  await press(page, 'books.day.after')
  await expect(field(page, 'books.explain.why')).toHaveValue('Даргатай тохирсон')
  await expect(field(page, 'books.explain.why')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(standing).toContainText('Даргатай тохирсон')
  await expect(page.getByTestId('books-day-row')).toContainText('Зөрүү 1')

  await button(page, 'books.matched.show').focus()
  await page.keyboard.press('Enter')
  const matched = page.getByTestId('books-matched').locator('tbody tr')
  await expect(matched).toHaveCount(1)
  await expect(matched.getByRole('button')).toBeFocused()
  await press(page, 'word.print')
  await expect(page.getByTestId('books-said')).toBeVisible()
  await press(page, 'books.export.xlsx')
  await expect(page.getByTestId('books-said')).toContainText('.xlsx')
  await press(refunded, 'word.openSale')
  await expect(heading(page, 'history.title')).toBeVisible()
})

test('the service’s invoices are listed and filtered, and one opens with its payment and its sale', async ({
  till: { page, practice },
}) => {
  await paidSale(page, practice)
  await ringUp(page, 'suu')
  await charge(page)
  await railTo(page, 'books').click()
  await choose(page, 'books.tab.list')
  await expect(page.getByTestId('books-invoice')).toHaveCount(2)
  await field(page, 'word.status').selectOption('PAID')
  await expect(page.getByTestId('books-invoice')).toHaveCount(1)
  await page.getByTestId('books-invoice').click()
  const detail = page.getByTestId('books-invoice-detail')
  await expect(detail).toContainText('Борлуулалт № 0001')
  await detail.getByRole('button', { expanded: false }).click()
  await expect(page.getByTestId('books-payment-detail')).toContainText('Банкны апп')
  await field(page, 'books.number.whole').fill('no such number')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('books-count')).toContainText('0 нэхэмжлэх')
  await field(page, 'books.number.whole').fill('')
  await field(page, 'word.status').selectOption('')
  await expect(page.getByTestId('books-invoice')).toHaveCount(2)
})

test('a closed shift is reconciled from the shift view, and another can be chosen from the list', async ({
  till: { page, practice },
}) => {
  const closed = async (): Promise<string> => {
    await tell(page, 'openShift', { float: '0' })
    await paidSale(page, practice)
    return closeShift(page, 0)
  }
  await closed()
  const second = await closed()
  await railTo(page, 'shift').click()
  await page.getByTestId('shift-row').filter({ hasText: 'Z 0001' }).click()
  await expect(page.getByTestId('shift-closed')).toContainText('0001')
  await press(page, 'shift.reconcile')
  await expect(page.getByTestId('books-never')).toBeVisible()
  await expect(field(page, 'books.shift').locator('option:checked')).toContainText('Z 0001')
  await press(page, 'books.start')
  await expect(page.getByTestId('books-agree')).toBeVisible()
  await expect(page.getByTestId('books-sum-matched')).toContainText('1 төлбөр')
  await expect(page.getByTestId('books-day-row')).toContainText('Z 0001')
  await field(page, 'books.shift').selectOption(second)
  await expect(page.getByTestId('books-never')).toBeVisible()
  await press(page, 'books.shift.before')
  await expect(page.getByTestId('books-agree')).toBeVisible()
})

test('a cashier has no access to the reconciliation', async ({ till: { page } }) => {
  await hireAndHandOver(page)
  await expect(railTo(page, 'shift')).toBeVisible()
  await expect(railTo(page, 'books')).toHaveCount(0)
  await expect(tell(page, 'getReconciliation', { span: '2026-01-01' })).rejects.toThrow('NOT_ALLOWED')
  await page.keyboard.press('Control+6')
  await expect(page.getByTestId('books-room')).toContainText('Тооцоог менежер, эзэн үзнэ')
})

test('a day is typed, and written yyyy-MM-dd in both languages', async ({ till: { page } }) => {
  const day = part(page, 'word.day')
  const written = async () => (await day.textContent())?.replace(/[^\d-]/g, '')
  const isChosen = (one: string) => expect(day).toHaveAttribute('data-day', one)
  await railTo(page, 'books').click()

  await test.step('it can be typed under a Mongolian layout, and chosen in the calendar', async () => {
    await day.getByRole('spinbutton').first().focus()
    await typeUnderMn(await keysOf(page), '20260203')
    await expect.poll(written).toBe('2026-02-03')
    await expect(page.getByTestId('books-never')).toBeVisible()
    await wear(page, { language: 'en' })
    await expect.poll(written).toBe('2026-02-03')
    await day.getByRole('button').click()
    await page.getByRole('button', { name: '2026-02-17' }).click()
    await expect.poll(written).toBe('2026-02-17')
    await wear(page, { language: 'mn' })
  })

  await test.step('a day that is left incomplete shows the day that counts again', async () => {
    for (const place of [0, 2]) {
      await day.getByRole('spinbutton').nth(place).focus()
      for (let times = 0; times < 4; times++) await page.keyboard.press('Backspace')
      await expect(day).toContainText(place === 0 ? 'yyyy' : 'dd')
      await page.locator(':focus').blur()
      await expect(day).toHaveText((await day.getAttribute('data-day')) ?? '')
    }
  })

  await test.step('a digit that is erased, or that another may follow, chooses no other day yet', async () => {
    await typeDay(day, '2026-10-23')
    await isChosen('2026-10-23')
    await page.keyboard.press('Backspace')
    await expect(day.getByRole('spinbutton').last()).toHaveText('02')
    await isChosen('2026-10-23')
    await page.keyboard.type('5')
    await isChosen('2026-10-25')
    await page.keyboard.type('1')
    await expect(day.getByRole('spinbutton').last()).toHaveText('01')
    await isChosen('2026-10-25')
    await page.keyboard.press('Enter')
    await isChosen('2026-10-01')
    await page.keyboard.press('ArrowUp')
    await isChosen('2026-10-02')
    await page.keyboard.type('07')
    await isChosen('2026-10-07')
  })
})

test('a calendar names all in Mongolian and marks the shop’s day in every time zone of the machine', async ({
  till: { page },
}) => {
  const keys = await keysOf(page)
  await railTo(page, 'books').click()
  const open = part(page, 'word.day').getByRole('button')
  const calendar = page.getByRole('dialog')
  await test.step('days and months are written yyyy-MM-dd', async () => {
    await open.click()
    await expect(calendar.getByRole('grid')).toHaveAccessibleName(/^\d{4}-\d{2}$/)
    const names = (await calendar.ariaSnapshot()).match(/"[^"]*"/g) ?? []
    expect(names.length).toBeGreaterThan(28)
    expect(names.filter((name) => /[a-z]/i.test(name))).toEqual([])
    await page.keyboard.press('Escape')
  })
  await typeDay(part(page, 'word.day'), shopDay(Date.now())) // yesterday may be in another month
  for (const timezoneId of ['Etc/GMT+12', 'Pacific/Kiritimati']) {
    await keys.send('Emulation.setTimezoneOverride', { timezoneId })
    await open.click()
    const marked = calendar.locator('[aria-current=date]')
    await expect(marked).toHaveAccessibleName(shopDay(Date.now()))
    await page.keyboard.press('Escape')
  }
  await keys.detach() // ends the override
})
