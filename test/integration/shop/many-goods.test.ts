/** Many goods changed at once: all or none of them, with one row of the activity log. */
import { expect, test } from 'vitest'
import { NO_GOODS_CHANGE, planBack } from '../../../shared/shop/goods-plan.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { addsOwnGoods, OWN_GOODS } from '../../support/own-shop.ts'
import { hire } from '../../support/staff.ts'

const CODES = OWN_GOODS.map(({ code }) => code)

async function shopWithGoods() {
  const { till } = await tillAtPractice()
  await hire(till)
  await addsOwnGoods(till)
  const rows = async () =>
    (await till.ask('listGoods', { query: '', only: 'all', offset: 0, limit: 10 })).rows
  const prices = async () => (await rows()).map(({ product }) => product.price).sort()
  const plan = (change: Partial<typeof NO_GOODS_CHANGE>) =>
    till.ask('planGoods', { codes: CODES, change: { ...NO_GOODS_CHANGE, ...change } })
  return { till, rows, prices, plan }
}

test('the dry run is what is carried out, and undo brings the old prices back', async () => {
  const { till, prices, plan } = await shopWithGoods()
  const dry = await plan({ price: '+5%', rounding: '100' })
  expect(dry.map(({ from, to }) => [from.price, to.price]).sort()).toEqual([
    ['2500', '2600'],
    ['3100', '3300'],
  ])
  expect(await prices()).toEqual([250_000, 310_000])
  await till.ask('changeGoods', { plan: dry })
  expect(await prices()).toEqual([260_000, 330_000])
  await till.ask('changeGoods', { plan: [...planBack(dry)] })
  expect(await prices()).toEqual([250_000, 310_000])
})

test('the activity log has one row, with the number of goods and each old and new value', async () => {
  const { till, plan } = await shopWithGoods()
  await till.ask('changeGoods', { plan: await plan({ price: '-100', rounding: '1' }) })
  const rows = await till.ask('listAudit', { before: null, limit: 50 })
  const changed = rows.filter(({ action }) => action === 'changeGoods')
  expect(changed).toHaveLength(1)
  expect(changed[0]?.about).toMatchObject({ changedGoods: 2, changesInAll: 2 })
  expect(changed[0]?.about.changes).toContainEqual({ code: '11', field: 'price', from: 250_000, to: 240_000 })
})

test('if somebody changed one of the goods meanwhile, it is named and none is changed', async () => {
  const { till, prices, plan } = await shopWithGoods()
  const dry = await plan({ price: '+5%', rounding: '10' })
  await till.ask('saveGoods', { was: '12', goods: { ...OWN_GOODS[1], price: '5000' } })
  expect(await till.reply('changeGoods', { plan: dry })).toMatchObject({
    ok: false,
    error: { name: 'GOODS_CHANGED_MEANWHILE', detail: 'Тараг' },
  })
  expect(await prices()).toEqual([250_000, 500_000])
})

test('the dry run refuses a value that is invalid for a product', async () => {
  const { till } = await shopWithGoods()
  for (const [price, problem] of [
    ['-3000', 'not-above-zero'],
    ['five', 'not-a-number'],
  ] as const)
    expect(
      await till.reply('planGoods', { codes: CODES, change: { ...NO_GOODS_CHANGE, price } }),
    ).toMatchObject({ ok: false, error: { name: 'FIELDS_INVALID', detail: `price:${problem}` } })
})

test('the list is sorted by a column, and shows a category by the beginning of its name in Latin letters', async () => {
  const { till } = await shopWithGoods()
  const names = async (request: object) =>
    (await till.ask('listGoods', { query: '', only: 'all', offset: 0, limit: 10, ...request })).rows.map(
      ({ product }) => product.name,
    )
  expect(await names({})).toEqual(['Тараг', 'Хар талх'])
  expect(await names({ order: 'price' })).toEqual(['Хар талх', 'Тараг'])
  expect(await names({ order: 'price', down: true })).toEqual(['Тараг', 'Хар талх'])
  expect(await names({ order: 'code' })).toEqual(['Хар талх', 'Тараг'])
  expect(await names({ order: 'category' })).toEqual(['Тараг', 'Хар талх'])
  expect(await names({ category: 'tal' })).toEqual(['Хар талх'])
  expect(await till.ask('listGoodsCodes', { query: '', category: 'Сүү', only: 'all' })).toEqual(['12'])
})
