/** After the server was restored from an older dump: what an owner sees of all tills, and what a till keeps. */
import type { Client } from 'pg'
import { expect, test } from 'vitest'
import { isIncomplete } from '../../../../shared/books/all-tills.ts'
import { NO_FILTERS } from '../../../../shared/books/history.ts'
import { shopDay } from '../../../../shared/shop/shop-day.ts'
import { eventually } from '../../../support/eventually.ts'
import { sell, untilSent } from '../../../support/linked-till.ts'
import { ALL_TENDERS } from '../../../support/open-shift.ts'
import { shopServerForFile } from '../../../support/shop-database.ts'
import { dumpOf, joinedAs, restoredFrom } from '../../../support/shop-restore.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { startTill, type Till } from '../../../support/terminal.ts'
import { twoTills } from '../../../support/two-tills.ts'

const server = shopServerForFile()

/** How many tills wait for a lock. */
async function waiting({ admin }: { readonly admin: Client }) {
  const { rows } = await admin.query(
    `SELECT count(*)::int AS n FROM pg_locks WHERE relation = 'shop.register'::regclass AND NOT granted`,
  )
  return rows[0]?.n
}

async function figuresOf({ ask }: Pick<Till, 'ask'>, code: string) {
  const today = shopDay(Date.now())
  for (;;) {
    const step = await ask('readReport', { from: today, to: today, order: 'amount', till: 'all' })
    const figures = step.done ? step.tills.find((till) => till.code === code) : undefined
    if (figures) return figures
  }
}

test('the history of one till has the sales of a till that waits for a new login', async () => {
  const { shop, first, second } = await twoTills(server)
  await sell(second)
  await untilSent(second)
  await restoredFrom(await dumpOf(shop), shop, server, ['Сургалт/K01'])
  await untilSent(first)
  const codes = await first.ask('listOtherTills')
  expect(codes).toEqual(['K02'])
  const { rows } = await first.ask('searchSales', {
    ...NO_FILTERS,
    text: '',
    before: null,
    limit: 9,
    till: 'K02',
  })
  expect(rows).toMatchObject([{ till: 'K02' }])
})

test('the report of all tills warns while another computer stands in place of a till that sold after the dump', async () => {
  const { shop, first, second, line, lineOfFirst, address } = await twoTills(server)
  await sell(second)
  await untilSent(second)
  const file = await dumpOf(shop)
  await sell(second)
  await untilSent(second)
  // The computer of the second till breaks with the server.
  line.cut()
  await second.stop()
  lineOfFirst.cut()
  const admin = await restoredFrom(file, shop, server, ['Сургалт/K01'])
  lineOfFirst.restore()
  await untilSent(first)
  const another = await startTill({
    ...{ folder: temporaryFolder(), practice: address, settings: { tenders: ALL_TENDERS } },
  })
  await joinedAs('K02', another, { admin, name: shop.name }, server)
  await untilSent(another)
  await eventually(async () =>
    expect(await figuresOf(first, 'K02')).toMatchObject({ missing: expect.any(Number) }),
  )
  await another.ask('fetchOwnEvents')
  await eventually(async () => expect(await figuresOf(first, 'K02')).not.toHaveProperty('missing'))
  await eventually(async () => {
    const { rows } = await admin.query(
      `SELECT FROM shop.till WHERE code = 'K02' AND status ->> 'caughtUp' IS NOT NULL`,
    )
    expect(rows).toHaveLength(1)
  })
  const figures = await figuresOf(first, 'K02')
  expect(figures).toMatchObject({ state: 'behind' })
  expect(isIncomplete(figures)).toBe(true)
})

test('a till that joins the restored shop again keeps its own undecided conflicts, and adds none of what others changed since', async () => {
  const { shop, first, second, lineOfFirst } = await twoTills(server)
  const goods = {
    ...{ code: '4001', name: 'Талх', category: 'Хүнс', price: '2500', unit: 'ш', codes: '' },
    ...{ taxProductCode: '1', classificationCode: '2349010', taxKind: 'vat', cityTax: 'no' },
  }
  const priceAt = async (till: Till) => (await till.ask('findGoods', { code: '4001' })).row?.product.price
  await first.ask('saveGoods', { was: null, goods })
  await expect.poll(() => priceAt(second)).toBe(250_000)
  const file = await dumpOf(shop)
  // Both change the price before either hears of the other.
  await shop.admin.query('BEGIN; LOCK TABLE shop.register IN EXCLUSIVE MODE')
  await first.ask('saveGoods', { was: '4001', goods: { ...goods, price: '2700' } })
  await eventually(async () => expect(await waiting(shop)).toBe(1))
  await second.ask('saveGoods', { was: '4001', goods: { ...goods, price: '3000' } })
  await shop.admin.query('COMMIT')
  const undecided = [{ key: '4001', field: 'price', ours: 3000 }]
  await expect.poll(() => second.ask('listShopConflicts')).toMatchObject(undecided)
  lineOfFirst.cut()
  const admin = await restoredFrom(file, shop, server, ['Сургалт/K01'])
  await second.ask('leaveShopDatabase')
  await joinedAs('K02', second, { admin, name: shop.name }, server)
  await expect.poll(() => priceAt(second)).toBe(250_000)
  expect(await second.ask('listShopConflicts')).toMatchObject([{ ...undecided[0], theirs: 2500 }])
  lineOfFirst.restore()
  await expect.poll(() => priceAt(second)).toBe(270_000)
  expect(await second.ask('listShopConflicts')).toMatchObject([{ ...undecided[0], theirs: 2700 }])
})
