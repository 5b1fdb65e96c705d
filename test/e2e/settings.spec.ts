import { machineClock, silentLog } from '../../main/base/clock-and-log.ts'
import { wear } from '../../scripts/run/hosts/page-actions.ts'
import { practiceControl, startPracticeWithFaults } from '../../scripts/run/practice/index.ts'
import { TEXTS } from '../../shared/texts/index.ts'
import { choose, field, part, press, railTo } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { connectMerchant, openSettings, pressTwice, viewOf } from '../support/till-actions.ts'

test('a shop that pays no VAT is set once, and the product form says that no VAT is counted', async ({
  page,
}) => {
  await openSettings(page)
  await choose(part(page, 'settings.tax.vatPayer'), 'settings.no')
  await field(page, 'settings.tax.codes.exempt').fill('')
  await press(page, 'word.save')
  await expect(page.getByTestId('settings-wrong')).toBeVisible()
  await expect(page.getByTestId('tax-codes-equal')).toBeHidden()
  await field(page, 'settings.tax.codes.exempt').fill('3')
  await expect(page.getByTestId('tax-codes-equal')).toBeVisible()
  await field(page, 'settings.tax.codes.exempt').fill('22')
  await expect(page.getByTestId('tax-codes-equal')).toBeHidden()
  await press(page, 'word.save')
  await expect(page.getByTestId('settings-saved')).toBeVisible()
  const { tax } = (await viewOf(page)).settings
  expect(tax).toMatchObject({ vatPayer: false, codes: { vat: '1', exempt: '22' } })
  await railTo(page, 'goods').click()
  await press(page, 'goods.add')
  await expect(page.getByTestId('goods-tax-hint')).toContainText('НӨАТ тооцохгүй')
})

test('a merchant’s credentials are tried before they are saved, and end test mode', async ({ page }) => {
  const service = await startPracticeWithFaults({ clock: machineClock, log: silentLog })
  try {
    const { password } = service.address
    await railTo(page, 'settings').click()
    await connectMerchant(page, { ...service.address, password: 'wrong' })
    await expect(page.getByTestId('merchant-failure')).toBeVisible()
    await expect(page.getByTestId('practice-banner')).toBeVisible()

    await field(page, 'merchant.password').fill(password)
    await press(page, 'merchant.connect')
    await expect(page.getByTestId('practice-banner')).toBeHidden()
    expect(await page.content()).not.toContain(password)
    await railTo(page, 'till').click()
    await expect(page.getByTestId('no-own-goods')).toBeVisible()
    await expect(part(page, 'payer.title')).toHaveCount(0)
  } finally {
    await service.stop()
  }
})

test('a trial invoice that could not be cancelled is shown with its merchant after another one is connected', async ({
  page,
}) => {
  const first = await startPracticeWithFaults({ clock: machineClock, log: silentLog })
  const second = await startPracticeWithFaults({ clock: machineClock, log: silentLog })
  try {
    await railTo(page, 'settings').click()
    await practiceControl(first.address).faults([
      { method: 'DELETE', path: '/v2/invoice/{id}', effect: '500', times: 10_000 },
    ])
    await connectMerchant(page, first.address)
    const notes = page.getByTestId('merchant-trial')
    await expect(notes).toHaveCount(1)
    await expect(notes).not.toContainText(first.address.username)
    await connectMerchant(page, second.address)
    await expect(page.getByTestId('merchant')).toContainText(second.address.username)
    await expect(notes).toHaveCount(1) // that of the second merchant is cancelled
    await expect(notes).toContainText(first.address.username)
  } finally {
    await Promise.all([first.stop(), second.stop()])
  }
})

test('a setting is found by its name, its hint or its card, and Enter goes to the first one found', async ({
  page,
}) => {
  await openSettings(page)
  const searching = field(page, 'settings.search')
  const found = page.getByTestId('settings-found')
  for (const { language, query, label } of [
    { language: 'mn', query: '11–14 оронтой', label: 'settings.shop.taxpayerNumber' },
    { language: 'mn', query: 'orontoi too ttd', label: 'settings.shop.taxpayerNumber' },
    { language: 'en', query: 'account', label: 'accounts.cash' },
  ] as const) {
    await wear(page, { language })
    await searching.fill(query)
    await expect(found.getByRole('button').first()).toBeVisible()
    const name = TEXTS[language][label]
    await found.getByRole('button', { name }).first().click()
    await expect(field(page, label)).toBeFocused()
    await expect(field(page, label)).toBeInViewport()
  }
  await searching.fill('QR')
  await expect(found.getByRole('button').first()).toContainText('QR')
  await expect(found.getByRole('button', { name: TEXTS.en['settings.numberPad'] })).toHaveCount(0)
  await searching.fill('taxpayer')
  await searching.press('Enter')
  await expect(field(page, 'settings.shop.taxpayerNumber')).toBeFocused()
  for (const printer of ['settings.printer', 'settings.sparePrinter'] as const)
    await choose(part(page, printer), 'settings.printer.network')
  await searching.fill('printer address')
  await found.getByRole('button', { name: TEXTS.en['settings.sparePrinter'] }).first().click()
  await expect(field(part(page, 'settings.sparePrinter'), 'settings.printer.host')).toBeFocused()
  await searching.fill('qqq')
  await expect(found.getByRole('button')).toHaveCount(0)
  await searching.press('Escape')
  await expect(page.getByTestId('settings-index')).toBeVisible()
})

test('unsaved changes are marked at their fields and sections, counted, and can be discarded', async ({
  page,
}) => {
  await openSettings(page)
  await expect(page.getByTestId('settings-save')).toBeHidden()
  const name = field(page, 'settings.shop.name')
  const before = await name.inputValue()
  const marks = page.locator('[data-section] [data-unsaved=true]')
  await name.fill('Өөр дэлгүүр')
  await expect(marks).toHaveCount(1)
  await name.fill(before)
  await expect(page.getByTestId('settings-save')).toBeHidden()

  await name.fill('Өөр дэлгүүр')
  await choose(part(page, 'settings.drawer.opens'), 'settings.drawer.opens.never')
  await expect(page.getByTestId('settings-unsaved')).toHaveText('Хадгалаагүй өөрчлөлт: 2')
  await expect(marks).toHaveCount(2)
  await expect(page.getByTestId('settings-index').locator('[data-unsaved=true]')).toHaveCount(2)
  await pressTwice(page.getByTestId('settings-discard'))
  await expect(name).toHaveValue(before)
  await expect(marks).toHaveCount(0)
  await expect(page.getByTestId('settings-save')).toBeHidden()
  await test.step('the settings do not keep more of their fields each time that they are shown', async () => {
    await railTo(page, 'till').click()
    await openSettings(page)
    // react-aria hangs what it keeps on the form.
    const holding = await page.evaluate(() =>
      [...document.forms].filter((form) => Object.hasOwn(form, 'reset')),
    )
    expect(holding).toEqual([])
  })
})

test('a refusal names the fields, goes to each, keeps what was typed, and leaves when they are corrected', async ({
  page,
}) => {
  await openSettings(page)
  const number = field(page, 'settings.shop.taxpayerNumber')
  const spare = part(page, 'settings.sparePrinter')
  await number.fill('12')
  await choose(spare, 'settings.printer.network')
  await field(spare, 'settings.printer.host').fill('example.com')
  await press(page, 'word.save')
  const bar = page.getByTestId('settings-wrong')
  const inBar = (name: string) => bar.getByRole('button', { name, exact: true })
  const taxpayer = inBar('Дэлгүүр: ТТД')
  await expect(bar.getByRole('button')).toHaveCount(2)
  await expect(taxpayer).toBeVisible()
  await expect(number).toHaveValue('12')
  await wear(page, { language: 'en' })
  await expect(inBar('Spare printer: Printer address')).toBeVisible()
  await wear(page, { language: 'mn' })
  await inBar('Нөөц хэвлэгч: Хэвлэгчийн хаяг').click()
  await expect(field(spare, 'settings.printer.host')).toBeFocused()
  await field(spare, 'settings.printer.host').fill('192.168.1.77')
  await expect(bar.getByRole('button')).toHaveCount(1)
  await taxpayer.click()
  await expect(number).toBeFocused()
  await number.fill('37900846799')
  await expect(bar).toBeHidden()
  await number.fill('12')
  await press(page, 'word.save')
  await expect(bar).toBeVisible()
  await number.fill('37900846799')
  await press(page, 'word.save')
  await expect.poll(async () => (await viewOf(page)).settings.shop.taxpayerNumber).toBe('37900846799')
})
