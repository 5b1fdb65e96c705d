/** The first-run guide sets up a new terminal. It can be left and continued at any step without losing anything. */
import { machineClock, silentLog } from '../../main/environment.ts'
import { startPractice } from '../../main/practice/index.ts'
import { buttonSaying, fieldNamed, railTo } from '../support/by-words.ts'
import { startFakePrinter } from '../support/fake-printer.ts'
import { expect, test } from '../support/hosts.ts'
import { CYRILLIC, openSettings, ringUp, viewOf } from '../support/till-actions.ts'

test.use({ newcomer: true })

test('a new terminal asks for the language first, and can be tried at once', { tag: '@smoke' }, async ({
  till,
}) => {
  const { page } = till
  const guide = page.getByTestId('first-run')
  await expect(guide).toBeVisible()
  await guide.getByText('English', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(guide.getByRole('heading', { level: 1 })).not.toHaveText(CYRILLIC)
  await buttonSaying(page, 'guide.try.go').click()
  await ringUp(page, 'талх')
  await till.restart()
  await expect(till.page.getByTestId('cart-line')).toHaveCount(1)
  await expect(till.page.getByTestId('guide-pill')).toBeVisible()
})

test('the guide sets up the shop from the credentials to a test page', async ({ till }) => {
  const { page } = till
  const service = await startPractice({ clock: machineClock, log: silentLog })
  const printer = await startFakePrinter()
  try {
    const { url, username, password, invoice_code } = service.address
    await buttonSaying(page, 'guide.setUp.go').click()
    await page.getByTestId('merchant-baseUrl').fill(url)
    await page.getByTestId('merchant-username').fill(username)
    await page.getByTestId('merchant-invoiceCode').fill(invoice_code)
    await page.getByTestId('merchant-password').fill('wrong')
    await page.getByTestId('merchant-connect').click()
    await expect(page.getByTestId('merchant-failure')).toBeVisible()
    expect((await viewOf(page)).settings.merchant).toBeNull()

    await page.getByTestId('merchant-password').fill(password)
    await page.getByTestId('merchant-connect').click()
    await expect(page.getByTestId('practice-banner')).toBeHidden()
    await page.getByTestId('guide-next').click()

    await expect(page.getByTestId('setting-shop.taxpayerNumber')).toHaveValue('') // not prefilled from the sample shop
    await page.getByTestId('setting-shop.name').fill('Дэнж дэлгүүр')
    await page.getByTestId('setting-shop.taxpayerNumber').fill('12')
    await page.getByTestId('setting-shop.register').fill('6234567')
    await page.getByTestId('setting-shop.districtCode').fill('2406')
    await page.getByTestId('guide-next').click()
    await expect(page.getByTestId('setting-shop.taxpayerNumber')).toBeFocused()
    await page.getByTestId('setting-shop.taxpayerNumber').fill('37900846799')
    await page.getByTestId('guide-next').click()

    await page.getByTestId('printer-network').click()
    await page.getByTestId('setting-printer.host').fill('127.0.0.1')
    await page.getByTestId('setting-printer.port').fill(String(printer.port))
    await buttonSaying(page, 'guide.printer.keep').click()
    await page.getByTestId('test-page-main').click()
    await expect(page.getByTestId('test-page-printed')).toBeVisible()
    await page.getByTestId('guide-next').click()

    await fieldNamed(page, 'staff.name').fill('Болормаа')
    await page.getByTestId('staff-pin').fill('4826')
    await page.getByTestId('staff-pin-again').fill('4826')
    await page.getByTestId('staff-save').click()
    await expect(page.getByTestId('staff-row')).toHaveText(/Болормаа/)
    await page.getByTestId('guide-next').click()

    await buttonSaying(page, 'guide.done').click()
    await expect(page.getByTestId('search')).toBeFocused()
    await expect(page.getByTestId('guide-pill')).toHaveCount(0)
    const { mode, settings } = await viewOf(page)
    expect(mode).toBe('merchant')
    expect(settings.shop.name).toBe('Дэнж дэлгүүр')
    expect(settings.guide).toEqual({ open: false, step: 'ready', typed: {} })
  } finally {
    await printer.stop()
    await service.stop()
  }
})

test('typed texts survive leaving the guide, another view and a kill; a password does not', async ({
  till,
}) => {
  const { page } = till
  await buttonSaying(page, 'guide.setUp.go').click()
  await page.getByTestId('merchant-username').fill('shop-7')
  await page.getByTestId('merchant-password').fill('hush-hush')
  await page.getByTestId('guide-step-shop').click()
  await page.getByTestId('setting-shop.name').fill('Дэнж')
  await buttonSaying(page, 'guide.leave').click()
  await expect(page.getByTestId('search')).toBeVisible()
  await page.getByTestId('guide-pill').click()
  await expect(page.getByTestId('setting-shop.name')).toHaveValue('Дэнж')
  await page.getByTestId('setting-shop.branch').fill('5-р хороо')
  await railTo(page, 'goods').click()
  await railTo(page, 'till').click()
  await expect(page.getByTestId('setting-shop.branch')).toHaveValue('5-р хороо')
  expect(JSON.stringify(await viewOf(page))).not.toContain('hush-hush')

  await till.kill()
  await till.restart()
  await expect(till.page.getByTestId('setting-shop.branch')).toHaveValue('5-р хороо')
  await buttonSaying(till.page, 'guide.back').click()
  await expect(till.page.getByTestId('merchant-username')).toHaveValue('shop-7')
  await expect(till.page.getByTestId('merchant-password')).toHaveValue('')
})

test('the guide works with the keyboard alone, and its heading has the focus at each step', async ({
  till,
}) => {
  const { page } = till
  const heading = page.getByTestId('first-run').getByRole('heading', { level: 1 })
  await expect(heading).toBeFocused()
  await buttonSaying(page, 'guide.setUp.go').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('first-run')).toHaveAttribute('data-step', 'merchant')
  await expect(heading).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByTestId('merchant-baseUrl')).toBeFocused()
})

test('a finished guide can be opened again from the settings', async ({ till }) => {
  const { page } = till
  await page.getByTestId('guide-step-ready').click()
  await buttonSaying(page, 'guide.done').click()
  await openSettings(page)
  await buttonSaying(page, 'guide.again').click()
  await expect(page.getByTestId('first-run')).toHaveAttribute('data-step', 'welcome')
})
