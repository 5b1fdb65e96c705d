/** The settings, the goods, from the sample to an import with wrong rows, and the shortcuts. */
import type { Page } from '@playwright/test'
import { TEXTS } from '../../../shared/texts/index.ts'
import { save, search } from '../../run/hosts/page-actions.ts'
import type { Views, Way } from './way.ts'

const FILE = [
  'Барааны үлдэгдлийн тайлан;;;',
  'Зураасан код;Барааны нэр;Зарах үнэ;Бүлэг',
  '8655809005309;Ундаа Оргилуун 0.5 л;1 900;Ундаа, ус',
  '8.65581E+12;Цай Ахмад 25 ш;12 500;Цай, кофе',
  '8655809005308;Ус Бонаква 0.5 л;1 200;Ундаа, ус',
  '2101;;3 200;Гоймон',
  '2102;Алим, ногоон;8 900.50;Жимс',
  '2103;Жүрж;үнэгүй;Жимс',
  ...Array.from(
    { length: 60 },
    (_, at) => `22${String(at).padStart(3, '0')};Өргөст хэмх ${at + 1};${1000 + at * 50};Ногоо`,
  ),
].join('\r\n')

/** The settings are one long page: these of its groups are at the top of the window once. */
const GROUPS = [1, 3, 5]

export const GOODS: Views = {
  settings: async ({ page }) => {
    await save(page, { printer: { kind: 'folder', folder: null } })
    await page.getByTestId('print-row').waitFor({ state: 'detached' })
    await page.getByTestId('rail-settings').click()
    await page.getByTestId('settings').waitFor()
  },
  'settings-found': async ({ page }) => {
    await searchField(page).fill('QR')
    await page.getByTestId('settings-found').getByRole('button').first().waitFor()
  },
  'settings-wrong': async ({ page }) => {
    await searchField(page).fill('')
    await page.getByTestId('setting-shop.taxpayerNumber').fill('12')
    await page.getByTestId('settings-save').click()
    await page.getByTestId('settings-wrong').waitFor()
  },
  ...Object.fromEntries(
    GROUPS.map((place) => [
      `settings-${place}`,
      ({ page }: Way) =>
        page
          .getByTestId('settings')
          .locator('fieldset')
          .nth(place)
          .evaluate((field) => field.scrollIntoView({ block: 'start' })),
    ]),
  ),
  'settings-changed-meanwhile': async ({ page }) => {
    await page.getByTestId('setting-shop.name').fill('Дэнж 2')
    await save(page, { shop: { name: 'Дэнж 3' } })
    await page.getByTestId('meanwhile').waitFor()
  },
  goods: async ({ page }) => {
    await page.getByTestId('meanwhile').getByRole('button').first().click()
    await page.getByTestId('rail-till').click()
    await page.getByTestId('rail-goods').click()
    await page.getByTestId('goods-row').first().waitFor()
  },
  'goods-product': async ({ page }) => {
    await page.getByTestId('goods-open').first().click()
    await page.getByTestId('goods-form').waitFor()
  },
  'goods-add-wrong': async ({ page }) => {
    await page.getByTestId('goods-add').click()
    await page.getByTestId('goods-save').click()
    await page.getByTestId('goods-failure').waitFor()
  },
  'goods-weighed': async ({ page }) => {
    await page.getByTestId('goods-more').click()
    await page.getByTestId('goods-weighed').click()
    await page.getByTestId('weighed').waitFor()
  },
  'goods-menu': async ({ page }) => {
    await page.getByTestId('goods-close').click()
    await page.getByTestId('goods-more').click()
    await page.getByRole('menu').waitFor()
  },
  labels: async ({ page }) => {
    await page.getByRole('menuitem').first().click()
    await page.getByTestId('labels').waitFor()
    await page.getByTestId('goods-open').nth(1).click()
    await page.getByTestId('labels-line').first().waitFor()
  },
  'goods-unlisted': async ({ page }) => {
    await page.getByTestId('goods-close').click()
    await page.evaluate(sellUnlisted)
    await page.getByTestId('unlisted-open').click()
    await page.getByTestId('unlisted-code').waitFor()
  },
  import: async ({ page }) => {
    await page.getByTestId('goods-close').click()
    await page.getByTestId('goods-import').click()
    await page.getByTestId('import-choose').waitFor()
  },
  'import-columns': async ({ page }) => {
    await choose(page, 'baraa.csv', FILE)
    await page.getByTestId('import-columns').waitFor()
  },
  'import-checked': async ({ page }) => {
    await page.getByTestId('import-check').click()
    await page.getByTestId('import-checked').waitFor()
  },
  'import-failed': async ({ page }) => {
    await page.getByTestId('import-another').click()
    await page.getByTestId('import-choose').waitFor()
    await choose(page, 'baraa.pdf', '\0')
    await page.getByTestId('import-failed').waitFor()
  },
  shortcuts: async ({ page }) => {
    await page.getByTestId('import-back').click()
    await page.getByTestId('rail-till').click()
    await page.getByTestId('search').waitFor()
    await page.getByTestId('shortcuts-open').click()
    await page.getByTestId('shortcuts').waitFor()
  },
  'rule-question': async ({ page }) => {
    await page.keyboard.press('Escape')
    const rule = { category: 'Ундаа, ус', age: 21, hours: null, weekdays: [], monthDays: [], dates: [] }
    await save(page, { saleRules: [rule] })
    await search(page, '8655809005309')
    await page.keyboard.press('Enter')
    await page.getByTestId('rule').waitFor()
  },
}

const searchField = (page: Page) =>
  page.getByLabel(TEXTS.mn['settings.search']).or(page.getByLabel(TEXTS.en['settings.search']))

async function sellUnlisted(): Promise<void> {
  const item = { price: '900', name: 'Бохь', code: '8659999000014', taxKind: 'vat' } as const
  const added = await window.pos.call('addMiscItem', item)
  if (!added.ok) throw new Error(added.error.name)
  const { saleId } = added.value
  await window.pos.call('takeTender', { saleId, kind: 'cash', received: '' })
  await window.pos.call('nextSale', { saleId })
}

async function choose(page: Page, name: string, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByTestId('import-choose').click()
  const buffer = Buffer.from(text)
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer })
}
