/** A till of a shop that was without the line for a month. */
import { expect, test } from 'vitest'
import { shopDay } from '../../../../shared/shop/shop-day.ts'
import { eventually } from '../../../support/eventually.ts'
import { fastClock } from '../../../support/fast-clock.ts'
import { journalOf, sell, untilSent } from '../../../support/linked-till.ts'
import { closeShift } from '../../../support/open-shift.ts'
import { shopServerForFile } from '../../../support/shop-database.ts'
import type { Till } from '../../../support/terminal.ts'
import { twoTills } from '../../../support/two-tills.ts'

const server = shopServerForFile()

const DAY = 86_400_000
const DAYS = 30
const BREAD = {
  ...{ code: '4001', name: 'Талх', category: 'Хүнс', price: '2500', unit: 'ш', codes: '' },
  ...{ taxProductCode: '1', classificationCode: '2349010', taxKind: 'vat', cityTax: 'no' },
} as const

const price = ({ ask }: Till, price: string) =>
  ask('saveGoods', { was: BREAD.code, goods: { ...BREAD, price } })
const priceAt = async ({ ask }: Till) =>
  (await ask('findGoods', { code: BREAD.code })).row?.product.price ?? null

test('a till that sold for a month without the line sends everything, and a person decides about a price that was changed on both sides', async () => {
  let ahead = 0
  const base = fastClock()
  const clock = { ...base, now: () => base.now() + ahead }
  const { shop, first, second, line, folders } = await twoTills(server, { clock })
  await first.ask('saveGoods', { was: null, goods: BREAD })
  await eventually(async () => expect(await priceAt(second)).toBe(250_000))
  const from = shopDay(clock.now())
  line.cut()
  for (let day = 0; day < DAYS; day += 1) {
    await second.ask('openShift', { float: '10000' })
    await sell(second)
    await closeShift(second)
    if (day === 10) await price(first, '2700')
    if (day === 20) await price(second, '3000')
    ahead += DAY
  }
  expect((await second.ask('getShopDatabase')).link.state).not.toBe('connected')
  line.restore()
  await untilSent(second)
  await untilSent(first)
  await eventually(async () =>
    expect(await second.ask('listShopConflicts')).toMatchObject([
      { key: BREAD.code, field: 'price', theirs: 2700, ours: 3000 },
    ]),
  )
  expect(await priceAt(second)).toBe(270_000)
  const asked = { from, to: shopDay(clock.now()), order: 'amount', till: 'K02' } as const
  let step = await first.ask('readReport', asked)
  while (!step.done) step = await first.ask('readReport', asked)
  expect(step.report.totals.sales).toBe(DAYS)
  expect(await shop.count('current', `kind = 'shift' AND body ->> 'closedAt' IS NOT NULL`)).toBe(DAYS)
  await eventually(async () => {
    const { events } = await shop.streamed()
    const there = events.filter(({ code }) => code === 'K02').map(({ id }) => id)
    expect(there).toEqual(journalOf(folders[1]).events.map(({ id }) => id))
  })
})
