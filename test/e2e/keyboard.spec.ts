/** Whole sales with the keyboard alone. After every key some element has the focus, and its focus is visible. */
import type { Page } from '@playwright/test'
import type { Language } from '../../shared/settings.ts'
import { fieldNamed } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { counterOf, viewOf } from '../support/till-actions.ts'

/** The test id of the focused element; null when no element has the focus. */
const holder = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) return null
    const named = activeElement.closest('label') ?? activeElement
    return named.getAttribute('data-testid') ?? activeElement.tagName.toLowerCase()
  })

/** Expects the focused element to be on the screen, with another outline or shadow than without focus. */
async function expectSeen(page: Page, testId: string): Promise<void> {
  const field = page.getByTestId(testId)
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport({ ratio: 0.99 })
  const marked = await field.evaluate(async (element) => {
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
  expect(marked, `the keyboard is seen at ${testId}`).toBe(true)
}

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, testId: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await holder(page)) === testId) return
    await page.keyboard.press(key)
    expect(await holder(page), `${key} leads to somebody`).not.toBeNull()
  }
  throw new Error(`Tab does not lead to ${testId}`)
}

async function ringUp(page: Page, typed: string, name: RegExp): Promise<void> {
  await expect(page.getByTestId('search')).toBeFocused()
  const { pieces } = await counterOf(page)
  await page.keyboard.type(typed)
  await expect(page.getByTestId('tile').first()).toContainText(name)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await counterOf(page)).pieces).toBeGreaterThan(pieces)
  await expectSeen(page, 'search')
}

async function speak(page: Page, language: Language): Promise<void> {
  if (language === 'mn') return
  await tabTo(page, 'language-switch', 'Shift+Tab')
  await expectSeen(page, 'language-switch')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await tabTo(page, 'search')
}

for (const language of ['mn', 'en'] as const) {
  test(`a whole sale works with the keyboard alone (${language})`, async ({ till }) => {
    const { page } = till
    await expectSeen(page, 'search')
    await speak(page, language)
    await ringUp(page, '2*tarag', /тараг/i)
    await ringUp(page, 'атар', /атар/i)
    await page.keyboard.press('F2')
    await expectSeen(page, 'line-quantity-input')
    await tabTo(page, 'line-discount-input')
    await expectSeen(page, 'line-discount-input')
    await page.keyboard.type('10%')
    await page.keyboard.press('Enter')
    await expectSeen(page, 'search')
    await page.keyboard.press('F4')
    await expectSeen(page, 'sale-discount-input')
    await page.keyboard.type('500')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('sale-discount')).toBeVisible()
    await expectSeen(page, 'search')
    await page.keyboard.press('F12')
    await expect(page.getByTestId('qr')).toBeVisible()
    const { invoiceId } = await counterOf(page)
    await till.practice.pay({ invoice_id: invoiceId })
    await page.keyboard.press('F5')
    await expect(page.getByTestId('paid')).toBeVisible()
    await page.keyboard.press('Enter')
    await expectSeen(page, 'search')
    expect((await counterOf(page)).lines).toBe(0)
  })

  test(`a parked and resumed cash sale for an organisation works with the keyboard alone (${language})`, async ({
    till,
  }) => {
    const { page } = till
    await speak(page, language)
    await ringUp(page, 'атар', /атар/i)
    await tabTo(page, 'receiver-individual')
    await page.keyboard.press('ArrowRight')
    await expectSeen(page, 'register')
    await page.keyboard.type('yx90010112', { delay: 80 })
    await page.keyboard.press('Enter')
    await expect(fieldNamed(page, 'cart.receiver.register')).toHaveValue('УХ90010112')
    await expect(page.getByTestId('cart')).toContainText('yx90010112')
    await expectSeen(page, 'search')
    await page.keyboard.press('F8')
    await expectSeen(page, 'park-label')
    await page.keyboard.type('Red hat')
    await page.keyboard.press('Enter')
    await expectSeen(page, 'search')
    await page.keyboard.press('F9')
    await expectSeen(page, 'parked-resume')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('cart-line')).toHaveCount(1)
    await expectSeen(page, 'search')
    await page.keyboard.press('F10')
    await expectSeen(page, 'cash-received')
    await page.keyboard.type('20000')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('paid-change')).toBeVisible()
    const { counter } = await viewOf(page)
    expect(counter?.sale.receiver).toMatchObject({ register: 'УХ90010112' })
    await expect(async () => {
      await page.keyboard.press('Enter')
      await expect(page.getByTestId('search')).toBeFocused({ timeout: 400 })
    }).toPass()
  })
}

test('F12 sets a register number that was typed, and an invalid one stops the charge at its field', async ({
  till,
}) => {
  const { page } = till
  await ringUp(page, 'атар', /атар/i)
  await page.getByTestId('receiver-organisation').click()
  await expectSeen(page, 'register')
  await page.keyboard.type('12')
  await page.keyboard.press('F12')
  await expect(page.getByTestId('cart').locator('[data-invalid]').first()).toBeVisible()
  await expectSeen(page, 'register')
  expect((await counterOf(page)).invoiceId).toBe('')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('6234567', { delay: 80 })
  await page.keyboard.press('F12')
  await expect(page.getByTestId('qr')).toBeVisible()
  const { counter } = await viewOf(page)
  expect(counter?.sale.receiver).toMatchObject({ kind: 'organisation', register: '6234567' })
})
