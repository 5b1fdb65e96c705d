/** A manager connects a till to a shop database, and an owner sees all tills of the shop. */

import { openTable, wear } from '../../scripts/run/hosts/page-actions.ts'
import { openLine } from '../../scripts/shop-database/network-cable.ts'
import { TEXTS } from '../../shared/texts/index.ts'
import { barriers } from '../support/barriers.ts'
import { button, field, press, railTo, twoStep } from '../support/by-words.ts'
import { expect } from '../support/hosts.ts'
import { connect, type SecondTill, secondTill, shopTest, WITH_SERVER } from '../support/page-in-shop.ts'
import {
  cashSale,
  codesOf,
  counterOf,
  openSettings,
  pressTwice,
  ringUp,
  scan,
  tell,
} from '../support/till-actions.ts'

const BREAD = {
  ...{ code: '4001', name: 'Атар талх', category: 'Хүнс', unit: 'ш', codes: '', cityTax: 'no' },
  ...{ taxProductCode: '1', classificationCode: '2349010', taxKind: 'vat', price: '12500' },
} as const

/** Sells these goods for cash, one in each sale, and waits until that is sent. Returns the numbers of the sales. */
async function soldAt({ ask }: SecondTill, goods: readonly string[]) {
  const numbers: string[] = []
  for (const code of goods) {
    const { saleId } = await ask('addProduct', { code })
    await ask('takeTender', { saleId, received: '' })
    numbers.push((await ask('getSale', { saleId })).view.sale.senderInvoiceNo)
  }
  await expect.poll(async () => (await ask('getShopDatabase')).unsent.count).toBe(0)
  return numbers
}

shopTest(
  'a manager types the code and the address, and sees that the till is connected',
  WITH_SERVER,
  async ({ page, shop }) => {
    const code = await shop.newCode('K07')
    await connect(page, `${code}X`, shop.address)
    await expect(page.getByTestId('shop-database')).toContainText(/32/)
    await field(page, 'word.code').fill(code.toLowerCase())
    expect(await barriers(page, 'all')).toEqual([])
    await page.getByTestId('database-join').click()
    const state = page.getByTestId('database-state')
    await expect(state).toContainText('K07')
    await expect(state).toContainText(/Connected|Холбогдсон/)
    await expect(state).toContainText(/Everything is sent|Бүгдийг илгээсэн/)
  },
)

shopTest(
  'a till without the server sells, tells what waits, and sends it when the server is back',
  WITH_SERVER,
  async ({ page, shop }) => {
    await connect(page, await shop.newCode('K07'), shop.address)
    const state = page.getByTestId('database-state')
    await expect(state).toContainText(/Everything is sent|Бүгдийг илгээсэн/)
    await shop.server.kill()
    await railTo(page, 'till').click()
    await ringUp(page, 'Талх')
    await openSettings(page)
    await expect(state).toContainText(/Not connected since|холбогдоогүй/)
    await expect(state).toContainText(/wait|илгээгдээгүй/)
    await shop.server.start()
    await expect(state).toContainText(/Everything is sent|Бүгдийг илгээсэн/, { timeout: 60_000 })
  },
)

shopTest(
  'a till in place of a broken computer says on every screen what it lacks, and an owner fetches it and sees what came',
  WITH_SERVER,
  async ({ page, shop }) => {
    const broken = await secondTill(shop)
    const numbers = await soldAt(broken, await codesOf(page, 2))
    await broken.end()
    await connect(page, await shop.newCode('K08'), shop.address)
    await expect(page.getByTestId('missing-banner')).toBeVisible()
    await press(page, 'database.fetch')
    await expect(page.getByTestId('database-fetched')).toContainText(/(Added|Нэмсэн:) 2/)
    await expect(page.getByTestId('database-missing')).toBeHidden()
    await expect(page.getByTestId('missing-banner')).toBeHidden()
    await railTo(page, 'history').click()
    await expect(page.getByTestId('sale-row')).toHaveCount(numbers.length)
  },
)

shopTest(
  'a cashier finds the sale of another till by its number, and takes its goods back; without the server that is refused',
  WITH_SERVER,
  async ({ page, shop }) => {
    await connect(page, await shop.newCode('K07'), shop.address)
    await expect(page.getByTestId('database-state')).toContainText('K07')
    const second = await secondTill(shop)
    const numbers = await soldAt(second, await codesOf(page, 2))
    try {
      await railTo(page, 'history').click()
      for (const number of numbers) {
        await field(page, 'history.search').fill(number.toLowerCase())
        await expect(page.getByTestId('history-nothing')).toBeVisible()
        await page.getByTestId('history-find-in-shop').click()
        await expect(page.getByTestId('sale-of-till')).toContainText('K08')
        await wear(page, { language: number === numbers[0] ? 'en' : 'mn' })
      }
      await expect(page.getByTestId('sale-row').first()).toContainText('K08')
      await press(page, 'return.open')
      await press(page, 'word.all')
      await press(page, 'return.reason.defect')
      await pressTwice(twoStep(page, 'return.confirm', 'return.confirm.sure'))
      await expect(page.getByTestId('return')).toHaveAttribute('data-state', 'completed')
      await expect(page.getByTestId('return')).toContainText('K07')
      expect(await barriers(page, 'all')).toEqual([])

      await shop.server.kill()
      await field(page, 'history.search').fill(numbers[0] ?? '')
      await page.getByTestId('sale-row').filter({ hasText: '0001' }).click()
      await press(page, 'return.open')
      await press(page, 'word.all')
      await press(page, 'return.reason.defect')
      const confirming = twoStep(page, 'return.confirm', 'return.confirm.sure')
      await confirming.click()
      await expect(async () => {
        await confirming.click({ timeout: 500 })
        await expect(page.getByTestId('failure')).toContainText(TEXTS.mn['failure.NEEDS_SHOP_DATABASE'], {
          timeout: 400,
        })
      }).toPass()
    } finally {
      await second.end()
    }
  },
)

shopTest('an owner sees both tills of the shop, and retires one', WITH_SERVER, async ({ page, shop }) => {
  await connect(page, await shop.newCode('K07'), shop.address)
  await expect(page.getByTestId('database-state')).toContainText('K07')
  const second = await secondTill(shop)
  try {
    await page.getByTestId('settings-part-tills').click()
    const rows = page.getByTestId('till-row')
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText(/Connected|Холбогдсон/, { timeout: 60_000 })
    expect(await barriers(page, 'all')).toEqual([])
    await pressTwice(rows.nth(1).getByRole('button'))
    await expect(rows.nth(1)).toContainText(/Retired|Хасагдсан/)
  } finally {
    await second.end()
  }
})

shopTest(
  'an owner sees the sales and the report of all tills, and how current each is',
  WITH_SERVER,
  async ({ page, shop }) => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await connect(page, await shop.newCode('K07'), shop.address)
    await expect(page.getByTestId('database-state')).toContainText('K07')
    await railTo(page, 'till').click()
    await cashSale(page)
    const second = await secondTill(shop)
    try {
      const { products } = await second.ask('searchGoods', { query: '', category: null, limit: 1 })
      await soldAt(second, [products[0]?.code ?? ''])
      const till = page.getByTestId('till-filter')

      await railTo(page, 'history').click()
      const rows = page.getByTestId('sale-row')
      await expect(rows).toHaveCount(1)
      await till.selectOption('all')
      await expect(rows).toHaveCount(2)
      await rows.filter({ hasText: 'K08' }).getByRole('button').click()
      await expect(page.getByTestId('other-sale')).toContainText('K08')
      await expect(page.getByTestId('sale-events').locator('li').first()).toBeVisible()
      await till.selectOption('K08')
      await expect(rows).toHaveCount(1)

      await railTo(page, 'reports').click()
      await expect(page.getByTestId('today-net')).toBeVisible()
      await openTable(page, 'picture')
      await expect(page.getByTestId('figure-sales').locator('b')).toHaveText('1')
      await till.selectOption('all')
      await expect(page.getByTestId('figure-sales').locator('b')).toHaveText('2')
      for (const code of ['K07', 'K08']) await expect(page.getByTestId('how-current')).toContainText(code)
      // With keys: the row of tables scrolls under a click.
      await page.getByTestId('reports-tab-time').press(' ')
      await page.getByTestId('reports-table-tills').press(' ')
      await expect(page.getByTestId('reports-rows').locator('tbody tr')).toHaveCount(2)
      await page.getByTestId('reports-tab-picture').press(' ')
      expect(await barriers(page, 'all')).toEqual([])

      await page.getByTestId('reports-tab-today').press(' ')
      await expect(page.getByTestId('today-net')).toBeVisible()
      await shop.server.kill()
      await shopTest.step('the page of today says that its figures are the last ones', async () => {
        await expect(page.getByTestId('failure')).toBeVisible({ timeout: 90_000 })
        await expect(page.getByTestId('today-net')).toBeVisible()
      })
      await railTo(page, 'history').click()
      await till.selectOption('all')
      await expect(page.getByTestId('unreached')).toBeVisible({ timeout: 60_000 })
      await expect(rows).toHaveCount(1)
      await railTo(page, 'reports').click()
      await expect(page.getByTestId('failure')).toBeVisible()
    } finally {
      await second.end()
    }
  },
)

shopTest(
  'a till that joins with other prices takes the shop’s, and a person decides on each',
  WITH_SERVER,
  async ({ page, shop }) => {
    const milk = { ...BREAD, code: '4002', name: 'Сүү', price: '4200' } as const
    const ofPage = (goods: typeof BREAD | typeof milk, price: string) =>
      tell(page, 'saveGoods', { was: null, goods: { ...goods, price } })
    const second = await secondTill(shop)
    try {
      for (const goods of [BREAD, milk]) await second.ask('saveGoods', { was: null, goods })
      await expect.poll(shop.countGoods, { timeout: 60_000 }).toBe(2)
      await ofPage(BREAD, '12700')
      await ofPage(milk, '4400')
      await connect(page, await shop.newCode('K07'), shop.address)
      await expect(page.getByTestId('database-state')).toContainText('K07')
      await expect(railTo(page, 'attention')).toContainText('2', { timeout: 60_000 })
      await railTo(page, 'attention').click()
      const items = page.getByTestId('shop-conflict')
      await expect(items.nth(0)).toContainText('12,500')
      await expect(items.nth(0)).toContainText('12,700')
      expect(await barriers(page, 'all')).toEqual([])
      await items.nth(0).getByTestId('conflict-ours').click()
      await expect(items).toHaveCount(1)
      await items.nth(0).getByTestId('conflict-theirs').click()
      await expect(items).toHaveCount(0)
      const priceOf = async (code: string) => (await second.ask('findGoods', { code })).row?.product.price
      await expect.poll(() => priceOf('4001'), { timeout: 60_000 }).toBe(1_270_000)
      expect(await priceOf('4002')).toBe(420_000)
    } finally {
      await second.end()
    }
  },
)

shopTest(
  'two tills side by side share prices and parked carts, also when the line of one is cut and comes back',
  WITH_SERVER,
  async ({ page, shop }) => {
    await page.setViewportSize({ width: 1024, height: 768 })
    const line = await openLine(shop.server.port)
    await connect(page, await shop.newCode('K07'), `localhost:${line.port}`)
    await expect(page.getByTestId('database-state')).toContainText('K07')
    await railTo(page, 'till').click()
    const second = await secondTill(shop)
    const priceHere = (price: number) =>
      expect
        .poll(() => tell(page, 'findGoods', { code: '4001' }), { timeout: 60_000 })
        .toMatchObject({ row: { product: { price } } })
    const parkedAtSecond = async (label: string) => {
      const { saleId } = await second.ask('addProduct', { code: '4001' })
      await second.ask('parkSale', { saleId, label })
      return saleId
    }
    const stateAtSecond = async (saleId: string) => (await second.ask('getSale', { saleId })).view.status.name
    const ofShop = page.getByTestId('parked-of-shop')
    const lines = page.getByTestId('cart-line')
    try {
      await second.ask('saveGoods', { was: null, goods: BREAD })
      await priceHere(1_250_000)
      const first = await parkedAtSecond('Улаан цамцтай')
      await expect(button(page, 'parked.open', { count: 1 })).toBeVisible({ timeout: 60_000 })
      await second.ask('saveGoods', { was: '4001', goods: { ...BREAD, price: '12700' } })
      await priceHere(1_270_000)

      await scan(page, '4001')
      await expect(lines).toHaveCount(1)
      await page.keyboard.press('F8')
      await page.keyboard.press('Enter')
      await expect(button(page, 'parked.open', { count: 2 })).toBeVisible()
      await page.keyboard.press('F9')
      await expect(ofShop.getByTestId('parked-row')).toContainText('K08')
      await expect(ofShop.getByTestId('parked-row')).toContainText('12,500')
      expect(await barriers(page, 'all')).toEqual([])
      await ofShop.getByTestId('parked-resume').click()
      await expect(lines).toContainText('12,500')
      await scan(page, '4001')
      await expect(lines).toHaveCount(2)
      await expect(lines.nth(1)).toContainText('12,700')
      await expect.poll(() => stateAtSecond(first), { timeout: 60_000 }).toBe('moved')
      await page.keyboard.press('F8')
      await page.keyboard.press('Enter')

      // The other till continues a cart while this one is without the line, and resumes it too.
      await expect.poll(async () => (await second.ask('listParked')).length, { timeout: 60_000 }).toBe(2)
      line.cut()
      await expect(button(page, 'parked.open', { count: 2 })).toBeVisible({ timeout: 60_000 })
      for (const { id: saleId } of await second.ask('listParked')) {
        await second.ask('takeCart', { saleId })
        await second.ask('takeTender', { saleId: await counterAt(second), received: '' })
        await second.ask('nextSale', { saleId: await counterAt(second) })
      }
      const last = await parkedAtSecond('Шинэ')
      await page.keyboard.press('F9')
      await expect(ofShop).toHaveCount(0)
      await page.getByTestId('parked-resume').first().click()
      await expect(lines).toHaveCount(1)
      const resumed = await counterOf(page)
      await expect(page.getByTestId('cart-at-two-tills')).toHaveCount(0)
      line.restore()
      await expect(page.getByTestId('cart-at-two-tills')).toContainText('K08', { timeout: 60_000 })
      expect(await barriers(page, 'all')).toEqual([])
      // The one that stayed parked ended here; the new one of the other till is there.
      await page.keyboard.press('F9')
      await expect(page.getByTestId('parked-row')).toHaveCount(1, { timeout: 60_000 })
      await expect(ofShop).toContainText('Шинэ')
      await ofShop.getByTestId('parked-resume').click()
      await press(page, 'parked.park-first')
      await expect.poll(async () => (await counterOf(page)).saleId).not.toBe(resumed.saleId)
      await expect.poll(() => stateAtSecond(last), { timeout: 60_000 }).toBe('moved')
      await page.keyboard.press('F9')
      await expect(page.getByTestId('parked-row')).toContainText('K08')

      await railTo(page, 'history').click() // closes the list of parked carts
      // A till that leaves without the line says at the counter that another one may have its cart.
      await railTo(page, 'till').click()
      const parkedHere = await counterOf(page)
      await page.keyboard.press('F8')
      await page.keyboard.press('Enter')
      const atOthers = async () => (await second.ask('listParked')).map(({ id }) => id)
      await expect.poll(atOthers, { timeout: 60_000 }).toContain(parkedHere.saleId)
      line.cut()
      await tell(page, 'leaveShopDatabase')
      await tell(page, 'resumeSale', { saleId: parkedHere.saleId })
      await expect(page.getByTestId('cart-at-two-tills')).toBeVisible()
    } finally {
      await second.end()
      line.close()
    }
  },
)

async function counterAt({ ask }: SecondTill): Promise<string> {
  const view = await ask('getView')
  return view.locked ? '' : (view.counter?.sale.id ?? '')
}
