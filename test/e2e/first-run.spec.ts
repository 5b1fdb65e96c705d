/** The first-run guide sets up a new terminal. It can be left and continued at any step without losing anything. */
import { machineClock, silentLog } from '../../main/base/clock-and-log.ts'
import { startPractice } from '../../main/payment-service/practice/index.ts'
import { TEXTS } from '../../shared/texts/index.ts'
import { button, choose, field, heading, press, railTo, search } from '../support/by-words.ts'
import { startFakePrinter } from '../support/fake-printer.ts'
import { expect, inOwnProcess, test } from '../support/hosts.ts'
import { OWN_GOODS, OWN_SELLER } from '../support/own-shop.ts'
import {
  CYRILLIC,
  charge,
  codeOf,
  connectMerchant,
  counterOf,
  openSettings,
  ringUp,
  scan,
  viewOf,
} from '../support/till-actions.ts'

test.use({ newcomer: true })

test('a new terminal asks for the language first, and can be tried at once', {
  tag: ['@smoke', '@packaged'],
}, async ({ till, page }) => {
  const guide = page.getByTestId('first-run')
  await expect(guide).toBeVisible()
  await guide.getByText('English', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(guide.getByRole('heading', { level: 1 })).not.toHaveText(CYRILLIC)
  await press(page, 'guide.try.go')
  await ringUp(page, 'талх')
  await till.restart()
  await expect(till.page.getByTestId('cart-line')).toHaveCount(1)
  await expect(button(till.page, 'guide.pill')).toBeVisible()
})

test('the guide sets up the shop from the credentials to a test page', async ({ page }) => {
  const service = await startPractice({ clock: machineClock, log: silentLog })
  const printer = await startFakePrinter()
  try {
    const { password, invoice_code } = service.address
    await press(page, 'guide.setUp.go')
    await connectMerchant(page, { ...service.address, password: 'wrong' })
    await expect(page.getByTestId('merchant-failure')).toBeVisible()
    expect((await viewOf(page)).settings.merchant).toBeNull()

    await field(page, 'merchant.password').fill(password)
    await field(page, 'merchant.invoiceCode').fill('WRONG_INVOICE')
    await press(page, 'merchant.connect')
    await expect(field(page, 'merchant.invoiceCode')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'merchant.password')).toHaveValue(password)

    await field(page, 'merchant.invoiceCode').fill(invoice_code)
    await press(page, 'merchant.connect')
    await expect(page.getByTestId('practice-banner')).toBeHidden()
    await press(page, 'guide.next')

    await expect(field(page, 'settings.shop.taxpayerNumber')).toHaveValue('') // not prefilled from the sample shop
    await field(page, 'settings.shop.name').fill('Дэнж дэлгүүр')
    await field(page, 'settings.shop.taxpayerNumber').fill('12')
    await field(page, 'settings.shop.register').fill('6234599')
    await page.getByTestId('setting-shop.districtCode').selectOption('Баянзүрх дүүрэг')
    await page.getByTestId('setting-shop.districtCode.part').fill('6')
    await press(page, 'guide.save')
    await expect(field(page, 'settings.shop.taxpayerNumber')).toBeFocused()
    await field(page, 'settings.shop.taxpayerNumber').fill('37900846799')
    await press(page, 'guide.save')

    await expect(page.getByTestId('first-run')).toHaveAttribute('data-step', 'sales')
    await choose(page, 'settings.no')
    await page.getByTestId('first-run').getByText(TEXTS.mn['tender.card']).click()
    await press(page, 'guide.save')

    await expect(page.getByTestId('first-run')).toHaveAttribute('data-step', 'goods')
    await press(page, 'guide.goods.add')
    await expect(page.getByTestId('goods')).toBeVisible()
    await railTo(page, 'till').click()
    await press(page, 'guide.later')

    await choose(page, 'settings.printer.network')
    await field(page, 'settings.printer.host').fill('127.0.0.1')
    await field(page, 'settings.printer.port').fill(String(printer.port))
    await press(page, 'guide.printer.keep')
    const printerStep = page.getByTestId('guide-step-printer')
    await expect(button(page, 'printers.test')).toBeEnabled()
    await expect(printerStep).not.toContainText('Болсон')
    await press(page, 'printers.test')
    await expect(page.getByTestId('test-page-printed')).toBeVisible()
    await expect(printerStep).toContainText('Болсон')
    await press(page, 'guide.next')

    await field(page, 'staff.name').fill('Болормаа')
    await field(page, 'staff.pin.new').fill('4826')
    await field(page, 'staff.pin.again').fill('4826')
    await press(page, 'staff.first.save')
    await expect(page.getByTestId('staff-row')).toHaveText(/Болормаа/)
    await page.getByTestId('setting-miscLimit').fill('5000')
    await press(page, 'guide.next')

    await expect(page.getByTestId('first-run')).toHaveAttribute('data-step', 'copies')
    await press(page, 'guide.later')

    await press(page, 'guide.done')
    await expect(search(page)).toBeFocused()
    await expect(button(page, 'guide.pill')).toHaveCount(0)
    const { mode, settings } = await viewOf(page)
    expect(mode).toBe('live')
    expect(settings.shop.name).toBe('Дэнж дэлгүүр')
    expect(settings.shop.districtCode).toBe('2406')
    expect(settings.shop.branch).toBe('') // not the sample's
    expect(settings.tax.vatPayer).toBe(false)
    expect(settings.tenders).toEqual({ cash: 'on', qr: 'on', card: 'on', transfer: 'off' })
    expect(settings.miscLimit).toBe(500_000)
    expect(settings.guide).toEqual({ open: false, step: 'ready', typed: {}, over: {} })
  } finally {
    await printer.stop()
    await service.stop()
  }
})

test('a terminal code that is typed in the guide is kept, and the guide can be left and gone back in', async ({
  page,
}) => {
  const guide = page.getByTestId('first-run')
  await press(page, 'guide.setUp.go')
  await press(page, 'guide.later')
  await expect(guide).toHaveAttribute('data-step', 'shop')
  await field(page, 'settings.shop.name').fill('Дэнж')
  await field(page, 'settings.terminalCode').fill('K05')
  await press(page, 'guide.back')
  await expect(guide).toHaveAttribute('data-step', 'merchant')
  await press(page, 'guide.later')
  await expect(field(page, 'settings.terminalCode')).toHaveValue('K05')
  expect((await viewOf(page)).settings.guide.typed).toMatchObject({
    'shop.name': 'Дэнж',
    terminalCode: 'K05',
  })
  await field(page, 'settings.shop.name').fill('Д'.repeat(600)) // cannot be stored
  await press(page, 'guide.leave')
  await expect(guide).toBeHidden()
})

test('live mode after a guide that was left says what is missing, and leads there', async ({ page }) => {
  const service = await startPractice({ clock: machineClock, log: silentLog })
  try {
    await press(page, 'guide.setUp.go')
    await connectMerchant(page, service.address)
    await expect(page.getByTestId('practice-banner')).toBeHidden()
    await press(page, 'guide.leave')
    await expect(page.getByTestId('tile')).toHaveCount(0)
    await press(page.getByTestId('no-own-goods'), 'live.goods.go')
    await expect(heading(page, 'word.goods')).toBeVisible()
    await page.evaluate((goods) => window.pos.call('saveGoods', { was: null, goods }), OWN_GOODS[0])

    await railTo(page, 'till').click()
    await ringUp(page, 'талх')
    await expect(page.getByTestId('charge')).toHaveCount(0)
    const missing = page.getByTestId('seller-missing')
    await press(missing, 'live.seller.go')
    await field(page, 'settings.shop.name').fill(OWN_SELLER.name)
    await field(page, 'settings.shop.taxpayerNumber').fill(OWN_SELLER.taxpayerNumber)
    await field(page, 'settings.shop.register').fill(OWN_SELLER.register)
    await page.getByTestId('settings-save').click()
    await expect(page.getByTestId('settings-wrong')).toContainText('Дүүрэг') // the sample's district is nobody's own
    await page.getByTestId('setting-shop.districtCode').selectOption('Баянзүрх дүүрэг')
    await page.getByTestId('settings-save').click()
    await expect(missing).toHaveCount(0)
    expect((await viewOf(page)).settings.shop).toMatchObject({ branch: '', districtCode: '24' })
    await railTo(page, 'till').click()
    await charge(page)
  } finally {
    await service.stop()
  }
})

test(
  'typed texts survive leaving the guide, another view and a kill; a password does not',
  inOwnProcess('the till is killed'),
  async ({ till, page }) => {
    await press(page, 'guide.setUp.go')
    await field(page, 'merchant.username').fill('shop-7')
    await field(page, 'merchant.password').fill('hush-hush')
    await page.getByTestId('guide-step-shop').click()
    await field(page, 'settings.shop.name').fill('Дэнж')
    await press(page, 'guide.leave')
    await expect(search(page)).toBeVisible()
    await press(page, 'guide.pill')
    await expect(field(page, 'settings.shop.name')).toHaveValue('Дэнж')
    await field(page, 'settings.shop.branch').fill('5-р хороо')
    await railTo(page, 'goods').click()
    await railTo(page, 'till').click()
    await expect(field(page, 'settings.shop.branch')).toHaveValue('5-р хороо')
    expect(JSON.stringify(await viewOf(page))).not.toContain('hush-hush')

    await till.kill()
    await till.restart()
    await expect(field(till.page, 'settings.shop.branch')).toHaveValue('5-р хороо')
    await press(till.page, 'guide.back')
    await expect(field(till.page, 'merchant.username')).toHaveValue('shop-7')
    await expect(field(till.page, 'merchant.password')).toHaveValue('')
  },
)

test('the guide works with the keyboard alone, refuses a scan, and can be opened again from the settings', async ({
  page,
}) => {
  const guide = page.getByTestId('first-run')
  await test.step('its heading has the focus at each step', async () => {
    const heading = guide.getByRole('heading', { level: 1 })
    await expect(heading).toBeFocused()
    await button(page, 'guide.setUp.go').focus()
    await page.keyboard.press('Enter')
    await expect(guide).toHaveAttribute('data-step', 'merchant')
    await expect(heading).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(field(page, 'merchant.baseUrl')).toBeFocused()
  })
  await test.step('a scan is refused with a message, in another room, too, and adds nothing to a cart', async () => {
    const code = await codeOf(page, 'талх')
    const refused = page.getByTestId('scan-refused')
    await scan(page, code)
    await expect(refused).toContainText('анхны тохиргоо')
    await railTo(page, 'history').click()
    await scan(page, code)
    await expect(refused).toContainText('анхны тохиргоо')
    expect((await counterOf(page)).lines).toBe(0)
  })
  await test.step('when it is finished, it can be opened again from the settings', async () => {
    await railTo(page, 'till').click()
    await page.getByTestId('guide-step-ready').click()
    await press(page, 'guide.done')
    await openSettings(page)
    await press(page, 'guide.again')
    await expect(guide).toHaveAttribute('data-step', 'welcome')
  })
})
