import { machineClock, silentLog } from '../../main/environment.ts'
import { startPractice } from '../../main/practice/index.ts'
import { choose, field, part, press, railTo } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { connectMerchant, openSettings, viewOf } from '../support/till-actions.ts'

test('an invalid setting is named at its field, and the typed text stays', async ({ till }) => {
  const { page } = till
  await railTo(page, 'settings').click()
  await field(page, 'settings.shop.taxpayerNumber').fill('12')
  await press(page, 'action.save')
  await expect(page.getByTestId('settings-wrong')).toBeVisible()
  await expect(field(page, 'settings.shop.taxpayerNumber')).toHaveValue('12')
  await field(page, 'settings.shop.taxpayerNumber').fill('37900846799')
  await press(page, 'action.save')
  await expect
    .poll(async () => {
      const view = await page.evaluate(() => window.pos.call('getView'))
      return view.ok && !view.value.locked ? view.value.settings.shop.taxpayerNumber : null
    })
    .toBe('37900846799')
})

test('a shop that pays no VAT is set once, and the product form says that no VAT is counted', async ({
  till,
}) => {
  const { page } = till
  await openSettings(page)
  await choose(part(page, 'settings.tax.vatPayer'), 'settings.no')
  await field(page, 'settings.tax.codes.exempt').fill('')
  await press(page, 'action.save')
  await expect(page.getByTestId('settings-wrong')).toBeVisible()
  await field(page, 'settings.tax.codes.exempt').fill('22')
  await press(page, 'action.save')
  await expect(page.getByTestId('settings-saved')).toBeVisible()
  const { tax } = (await viewOf(page)).settings
  expect(tax).toMatchObject({ vatPayer: false, codes: { vat: '1', exempt: '22' } })
  await railTo(page, 'goods').click()
  await press(page, 'goods.add')
  await expect(page.getByTestId('goods-tax-hint')).toContainText('НӨАТ тооцохгүй')
})

test('a merchant’s credentials are tried before they are saved, and end test mode', async ({ till }) => {
  const { page } = till
  const service = await startPractice({ clock: machineClock, log: silentLog })
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
