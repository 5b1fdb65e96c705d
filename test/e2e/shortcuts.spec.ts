import type { CDPSession, Page } from '@playwright/test'
import { SHORTCUTS } from '../../renderer/cashier/shortcuts/shortcuts.ts'
import { expect, test } from '../support/hosts.ts'
import { CYRILLIC, codeOf, counterOf, ringUp, scan } from '../support/till-acts.ts'

/** What the digits' keys write without shift under Windows’ Mongolian Cyrillic layout, from 0 to 9. */
const MN_DIGITS = ['?', '№', '-', '"', '₮', ':', '.', '_', ',', '%'] as const

/** A key as the system reports it: its place, and what the layout wrote with it. */
async function strike(keys: CDPSession, code: string, key: string, shift = false): Promise<void> {
  const stroke = { code, key, modifiers: shift ? 8 : 0, ...(key.length === 1 ? { text: key } : {}) }
  const enter = code === 'Enter' ? { text: '\r', windowsVirtualKeyCode: 13 } : {}
  await Promise.all([
    keys.send('Input.dispatchKeyEvent', { type: 'keyDown', ...stroke, ...enter }),
    keys.send('Input.dispatchKeyEvent', { type: 'keyUp', code, key }),
  ])
}

/** A burst of a wedge scanner under the `mn` layout: nothing waits for anything. */
const scanUnderMn = (keys: CDPSession, code: string): Promise<unknown> =>
  Promise.all([
    ...[...code].map((digit) => strike(keys, `Digit${digit}`, MN_DIGITS[Number(digit)] ?? '')),
    strike(keys, 'Enter', 'Enter'),
  ])

/** The first codes that the search finds for digits that many goods begin with. */
async function codesOf(page: Page, count: number): Promise<readonly string[]> {
  const reply = await page.evaluate(
    (limit) => window.pos.searchGoods({ query: '865', category: null, limit }),
    count,
  )
  if (!reply.ok) throw new Error(reply.error.name)
  return reply.value.products.map(({ code }) => code)
}

test('twenty scans in a second under a Mongolian layout lose none', async ({ till }) => {
  const { page } = till
  const keys = await page.context().newCDPSession(page)
  const codes = await codesOf(page, 5)
  await ringUp(page, 'талх')
  const before = await counterOf(page)
  const burst = Array.from({ length: 20 }, (_, at) => codes[at % codes.length] ?? '')
  await Promise.all(burst.map((code) => scanUnderMn(keys, code)))
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(before.pieces + 20_000)
  await expect(page.getByTestId('search')).toHaveValue('')
  await expect(page.getByTestId('search')).toBeFocused()
  await expect(page.getByTestId('till-notice')).toBeHidden()
})

test('a burst under a Mongolian layout into a note is rung up, and the note is as it was', async ({
  till,
}) => {
  const { page } = till
  const keys = await page.context().newCDPSession(page)
  const [code = ''] = await codesOf(page, 1)
  await ringUp(page, 'талх')
  const before = await counterOf(page)
  await page.keyboard.press('F4')
  await page.getByTestId('sale-note-input').fill('утсаар')
  await scanUnderMn(keys, code)
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(before.pieces + 1000)
  await expect(page.getByTestId('sale-note-input')).toHaveValue('утсаар')
})

test('3* and a scan right after ring up three, and the next scan one', async ({ till }) => {
  const { page } = till
  const code = await codeOf(page, '865')
  await page.getByTestId('search').pressSequentially('3*')
  await scan(page, code)
  await scan(page, code)
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(4000)
})

test('an arrow and Enter take the next tile, and a scan right after is its own', async ({ till }) => {
  const { page } = till
  const code = await codeOf(page, 'tarag')
  const [, second = ''] = await codesOf(page, 2)
  await page.getByTestId('search').fill('865')
  await expect(page.getByTestId('tile').nth(1)).toHaveAttribute('data-code', second)
  await expect(page.getByTestId('tile').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByTestId('tile').nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await scan(page, code)
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(2000)
  const reply = await page.evaluate(() => window.pos.getView())
  const rung = reply.ok ? (reply.value.counter?.sale.lines.map(({ product }) => product.code) ?? []) : []
  expect(rung).toEqual([second, code])
})

test('F1 lists every key of the till in both languages, and Escape puts the list away', async ({ till }) => {
  const { page } = till
  await expect(page.getByTestId('search')).toBeFocused()
  await page.keyboard.press('F1')
  for (const [name, { shown }] of Object.entries(SHORTCUTS))
    await expect(page.getByTestId(`shortcut-${name}`)).toContainText(shown)
  await expect(page.getByTestId('search')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('shortcuts')).toBeHidden()
  await expect(page.getByTestId('search')).toBeFocused()
  await page.getByTestId('language-switch').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByTestId('shortcuts-open').click()
  await expect(page.getByTestId('shortcuts')).not.toHaveText(CYRILLIC)
  await page.getByTestId('shortcuts-close').click()
  await expect(page.getByTestId('shortcuts')).toBeHidden()
  await expect(page.getByTestId('search')).toBeFocused()
})

test('? opens the list under any layout, but only where nothing is typed', async ({ till }) => {
  const { page } = till
  const keys = await page.context().newCDPSession(page)
  await expect(page.getByTestId('search')).toBeFocused()
  await strike(keys, 'Slash', 'Ю', true)
  await expect(page.getByTestId('shortcuts')).toBeVisible()
  await page.keyboard.type('сүү')
  await expect(page.getByTestId('shortcuts')).toBeHidden()
  await expect(page.getByTestId('search')).toHaveValue('сүү')
  await page.keyboard.press('Shift+Slash')
  await expect(page.getByTestId('search')).toHaveValue('сүү?')
  await expect(page.getByTestId('shortcuts')).toBeHidden()
})

test('a scan while the list is open is rung up, and closes it', async ({ till }) => {
  const { page } = till
  const code = await codeOf(page, '865')
  await page.keyboard.press('F1')
  await expect(page.getByTestId('shortcuts')).toBeVisible()
  await scan(page, code)
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(1000)
  await expect(page.getByTestId('shortcuts')).toBeHidden()
})

test('Ctrl+Z undoes under a Mongolian layout', async ({ till }) => {
  const { page } = till
  const keys = await page.context().newCDPSession(page)
  await ringUp(page, 'талх')
  await ringUp(page, 'tarag')
  await expect(page.getByTestId('cart-line')).toHaveCount(2)
  await keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', code: 'KeyZ', key: 'я', modifiers: 2 })
  await keys.send('Input.dispatchKeyEvent', { type: 'keyUp', code: 'KeyZ', key: 'я', modifiers: 2 })
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
})
