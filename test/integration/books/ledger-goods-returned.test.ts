/**
 * The resolution "the goods came back" for money that was refunded elsewhere: goods, money, taxes and counts agree
 * afterwards, and the rest can be returned for its price.
 */
import { expect, test } from 'vitest'
import type { PracticeControl } from '../../../scripts/run/practice/index.ts'
import type { SaleLine } from '../../../shared/sale/sale.ts'
import { shopDay } from '../../../shared/shop/shop-day.ts'
import { decide } from '../../support/attention.ts'
import { handClock } from '../../support/hand-clock.ts'
import { look, paymentsOf, reportNow, reportOf, totalsNow, waiting } from '../../support/looks.ts'
import { nextShift, openTill } from '../../support/open-shift.ts'
import { paidSale, repaidByHand, saleOf } from '../../support/returns.ts'
import { hire, putAtTill } from '../../support/staff.ts'
import type { Till } from '../../support/terminal.ts'
import { belowZero } from '../../support/whole-report.ts'

const DAY = 24 * 3_600_000

type Shop = { readonly till: Till; readonly payer: PracticeControl }
type Refund = { readonly nth?: number; readonly pass?: () => void | Promise<void> }

/** Refunds that much of a payment elsewhere, lets the till see it, and resolves it with "the goods came back". */
async function goodsReturned(
  { till, payer }: Shop,
  saleId: string,
  refund: number,
  { nth = 0, pass }: Refund = {},
): Promise<void> {
  const payment = (await paymentsOf(till, saleId))[nth]
  if (!payment) throw new Error('no such payment')
  const { paymentId, amount } = payment
  const left = (amount - refund) / 100
  await payer.settle(
    left > 0 ? { payment_id: paymentId, amount: left } : { payment_id: paymentId, status: 'REFUNDED' },
  )
  await pass?.()
  await look(till, saleId)
  await decide(till, await waiting(till, 'refunded-elsewhere'), 'goods-returned')
}

/** A sale of two lines, paid by QR. */
async function saleOfTwo({ till, payer }: Shop) {
  const { saleId, total } = await paidSale(till, payer, { type: 'P2P' })
  const [first, second] = (await saleOf(till, saleId)).lines
  if (!first || !second) throw new Error('not two lines')
  return { saleId, total, first, second }
}

const allOf = ({ id }: SaleLine) => [{ lineId: id, quantity: '1' }]

test('a line that is returned after "the goods came back" for another line gives back its price', async () => {
  const shop = await openTill()
  const { saleId, first, second } = await saleOfTwo(shop)
  await goodsReturned(shop, saleId, first.amount)
  expect((await totalsNow(shop.till)).returns).toEqual({ count: 1, amount: first.amount })
  const plan = await shop.till.ask('planReturn', { saleId, lines: allOf(second), way: 'cash' })
  expect(plan.amount).toBe(second.amount)
})

test('a return on the day after "the goods came back" counts once on its own day and lowers no count', async () => {
  const clock = handClock()
  const shop = await openTill({ clock })
  const { saleId, first, second } = await saleOfTwo(shop)
  await goodsReturned(shop, saleId, first.amount, { pass: () => clock.advance(1500) })
  clock.advance(DAY)
  await nextShift(shop.till)
  await repaidByHand(shop.till, saleId, 'transfer')
  expect(belowZero(await reportOf(shop.till, shopDay(clock.now())))).toEqual([])
  expect((await totalsNow(shop.till)).returns).toEqual({ count: 1, amount: second.amount })
})

test('"the goods came back" twice for one sale, on two days by two people, is one return on each day', async () => {
  const clock = handClock()
  const shop = await openTill({ clock })
  const crew = await hire(shop.till)
  const { saleId, total } = await paidSale(shop.till, shop.payer, { type: 'P2P', first: 1000 })
  await goodsReturned(shop, saleId, 100_000, { pass: () => clock.advance(1500) })
  const tomorrow = async () => {
    clock.advance(DAY)
    await putAtTill(shop.till, crew.manager)
    clock.advance(1500)
  }
  await goodsReturned(shop, saleId, total - 100_000, { nth: 1, pass: tomorrow })
  const { tables, totals } = await reportOf(shop.till, shopDay(clock.now()))
  expect(belowZero({ tables })).toEqual([])
  expect(totals.back).toBe(total - 100_000)
  expect(tables.returns.rows).toMatchObject([{ times: 1, amount: totals.back }])
})

test('when one line came back by "the goods came back" and the other by a return, net and taxes are zero', async () => {
  const shop = await openTill({}, '500000')
  const { saleId, total, first, second } = await saleOfTwo(shop)
  await goodsReturned(shop, saleId, first.amount)
  await repaidByHand(shop.till, saleId, 'cash', { lines: allOf(second) })
  expect(await shop.till.ask('listAttention')).toEqual([])
  const { net, drawer, returns, kinds } = await totalsNow(shop.till)
  expect({ net, returns }).toEqual({ net: 0, returns: { count: 2, amount: total } })
  expect(drawer.refunded.amount).toBe(second.amount)
  expect(kinds.reduce((sum, { vat, backVat }) => sum + vat - backVat, 0)).toBe(0)
})

test('goods that all came back by "the goods came back" cannot be returned again', async () => {
  const shop = await openTill()
  const { saleId, total } = await paidSale(shop.till, shop.payer, { type: 'P2P' })
  await goodsReturned(shop, saleId, total)
  await expect(shop.till.ask('planReturn', { saleId, lines: null, way: 'cash' })).rejects.toThrow(
    'RETURN_EMPTY',
  )
})

test('"the goods came back" for a part of a line is in the report by product, and the e-receipt stays valid', async () => {
  const shop = await openTill()
  const { saleId, first } = await saleOfTwo(shop)
  await goodsReturned(shop, saleId, 100_000)
  const { products } = (await reportNow(shop.till)).tables
  expect(products.rows.map(({ key, back }) => [key, back])).toContainEqual([first.product.code, 100_000])
  expect((await totalsNow(shop.till)).ereceipts).toMatchObject({ voided: { count: 0 } })
})
