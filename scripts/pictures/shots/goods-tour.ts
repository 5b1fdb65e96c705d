/** Visits the views of the goods, from the sample to an import with wrong rows. Restores the sample at the end. */
import type { Page } from '@playwright/test'
import type { TourParts } from './views.ts'

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

export async function throughTheGoods({ page, visit }: Pick<TourParts, 'page' | 'visit'>): Promise<void> {
  await page.getByTestId('rail-goods').click()
  await page.getByTestId('goods-row').first().waitFor()
  await visit('goods', page)
  await page.getByTestId('goods-open').first().click()
  await page.getByTestId('goods-form').waitFor()
  await visit('goods-product', page)
  await page.getByTestId('goods-add').click()
  await page.getByTestId('goods-save').click()
  await page.getByTestId('goods-failure').waitFor()
  await visit('goods-add-wrong', page)
  await page.getByTestId('goods-more').click()
  await page.getByTestId('goods-weighed').click()
  await page.getByTestId('weighed').waitFor()
  await visit('goods-weighed', page)
  await page.getByTestId('goods-close').click()
  await page.getByTestId('goods-more').click()
  await page.getByRole('menu').waitFor()
  await visit('goods-menu', page)
  await page.getByRole('menuitem').first().click()
  await page.getByTestId('labels').waitFor()
  await page.getByTestId('goods-open').nth(1).click()
  await page.getByTestId('labels-line').first().waitFor()
  await visit('labels', page)
  await page.getByTestId('goods-close').click()
  await throughAnImport({ page, visit })
  await page.getByTestId('rail-till').click()
  await page.getByTestId('search').waitFor()
}

async function throughAnImport({ page, visit }: Pick<TourParts, 'page' | 'visit'>): Promise<void> {
  await page.getByTestId('goods-import').click()
  await page.getByTestId('import-choose').waitFor()
  await visit('import', page)
  await choose(page, 'baraa.csv', FILE)
  await page.getByTestId('import-columns').waitFor()
  await visit('import-columns', page)
  await page.getByTestId('import-default-taxProductCode').fill('301')
  await page.getByTestId('import-default-classificationCode').fill('2211000')
  await page.getByTestId('import-check').click()
  await page.getByTestId('import-checked').waitFor()
  await visit('import-checked', page)
  await page.getByTestId('import-another').click()
  await page.getByTestId('import-choose').waitFor()
  await choose(page, 'baraa.pdf', '\0')
  await page.getByTestId('import-failed').waitFor()
  await visit('import-failed', page)
  await page.getByTestId('import-back').click()
}

async function choose(page: Page, name: string, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByTestId('import-choose').click()
  const buffer = Buffer.from(text)
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer })
}
