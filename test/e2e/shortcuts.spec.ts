import { SHORTCUTS } from '../../renderer/cashier/page/shortcuts/shortcuts.ts'
import { heading, part, press, railTo, search } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { strike } from '../support/scanner-keys.ts'
import { CYRILLIC, codeOf, codesOf, counterOf, ringUp, scan, viewOf } from '../support/till-actions.ts'

test('an arrow and Enter take the next tile, and a scan right after rings up its own code, three of it after 3*', async ({
  page,
}) => {
  const code = await codeOf(page, 'tarag')
  const [, second = ''] = await codesOf(page, 2)
  await search(page).fill('865')
  await expect(page.getByTestId('tile').nth(1)).toHaveAttribute('data-code', second)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByTestId('tile').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByTestId('tile').nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await scan(page, code)
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(2000)
  const { counter } = await viewOf(page)
  expect(counter?.sale.lines.map(({ product }) => product.code)).toEqual([second, code])
  await test.step('3* and a scan ring up three, and the next scan one', async () => {
    await search(page).pressSequentially('3*')
    await scan(page, code)
    await scan(page, code)
    await expect.poll(async () => (await counterOf(page)).pieces).toBe(6000)
  })
})

test('F1 lists every key of the till in both languages, and Escape closes the list', async ({ page }) => {
  await expect(search(page)).toBeFocused()
  await page.keyboard.press('F1')
  for (const [name, { shown }] of Object.entries(SHORTCUTS))
    await expect(page.getByTestId(`shortcut-${name}`)).toContainText(shown)
  await expect(search(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(part(page, 'shortcuts.title')).toBeHidden()
  await expect(search(page)).toBeFocused()
  await press(page, 'language.switch')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await press(page, 'shortcuts.open')
  await expect(part(page, 'shortcuts.title')).not.toHaveText(CYRILLIC)
  await press(page, 'word.close')
  await expect(part(page, 'shortcuts.title')).toBeHidden()
  await expect(search(page)).toBeFocused()
})

test('? opens the list under any layout, but not while text is typed, and a scan closes it', async ({
  page,
}) => {
  const keys = await page.context().newCDPSession(page)
  await expect(search(page)).toBeFocused()
  await strike(keys, 'Slash', 'Ю', { shift: true })
  await expect(part(page, 'shortcuts.title')).toBeVisible()
  await page.keyboard.type('сүү')
  await expect(part(page, 'shortcuts.title')).toBeHidden()
  await expect(search(page)).toHaveValue('сүү')
  await page.keyboard.press('Shift+Slash')
  await expect(search(page)).toHaveValue('сүү?')
  await expect(part(page, 'shortcuts.title')).toBeHidden()
  await test.step('a scan while the list is open is rung up and closes the list', async () => {
    await search(page).fill('')
    const code = await codeOf(page, '865')
    await page.keyboard.press('F1')
    await expect(part(page, 'shortcuts.title')).toBeVisible()
    await scan(page, code)
    await expect.poll(async () => (await counterOf(page)).pieces).toBe(1000)
    await expect(part(page, 'shortcuts.title')).toBeHidden()
  })
})

test('Ctrl+Z undoes under a Mongolian layout, and Ctrl and a digit open a view from any other, and the till view with the same sale', async ({
  page,
}) => {
  const keys = await page.context().newCDPSession(page)
  await ringUp(page, 'талх')
  await ringUp(page, 'tarag')
  await expect(page.getByTestId('cart-line')).toHaveCount(2)
  await keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', code: 'KeyZ', key: 'я', modifiers: 2 })
  await keys.send('Input.dispatchKeyEvent', { type: 'keyUp', code: 'KeyZ', key: 'я', modifiers: 2 })
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
  await page.keyboard.press('Control+6')
  await expect(heading(page, 'books.tab')).toBeVisible()
  await expect(railTo(page, 'books')).toHaveAttribute('aria-keyshortcuts', 'Control+6')
  await page.keyboard.press('Control+4')
  await expect(page.getByTestId('shift-room')).toBeVisible()
  await page.keyboard.press('Control+1')
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
})
