/** The page of today, and the row of a person in the reports. */
import { expect, test } from 'vitest'
import { createReports } from '../../../../main/books/reports/index.ts'
import { drawerAt, openedDrawer, sell, sum } from '../shifts/drawer.ts'

const DAY = 24 * 3_600_000

const todayOf = (till: ReturnType<typeof drawerAt>) =>
  createReports({ journal: till.journal(), now: till.clock.now }).today()

test('before the first sale there are no rows and no comparison', async () => {
  const till = drawerAt()
  expect(await todayOf(till)).toMatchObject({
    ...{ change: null, hours: [], tenders: [], products: [], people: [], receipts: [] },
    ...{ drawers: [], differences: [] },
  })
  till.close()
})

test('today has its net and that of the same weekday until this time, its tenders, and the cash of the open drawer', async () => {
  const till = openedDrawer(undefined, '1000')
  sell(till, 700)
  till.clock.advance(7 * DAY)
  sell(till, 1400)
  const { totals, netBefore, change, tenders, drawers, products } = await todayOf(till)
  expect([totals.net, netBefore, change]).toEqual([sum(1400), sum(700), 10_000])
  expect(tenders.map(({ key, net }) => [key, net])).toEqual([['cash', sum(1400)]])
  expect(drawers).toMatchObject([{ terminal: 'K01', name: 'Болормаа', amount: sum(3100) }])
  expect(products).toHaveLength(1)
  till.close()
})

test('a line that was removed and a drawer that is short are in the row of the person, who sold nothing', async () => {
  const till = openedDrawer(undefined, '1000')
  const saleId = till.ringUp(sum(500))
  const { lines } = till.journal().sales.byId(saleId) ?? { lines: [] }
  till.record(saleId, { kind: 'line-removed', lineId: lines[0]?.id ?? '' })
  const shiftId = till.journal().shifts.open()?.id ?? ''
  const counted = [{ value: 500, count: 1 }] as const
  till.shifts().draft(shiftId, counted, true)
  till.shifts().close({ shiftId, lines: counted, expected: sum(1000), reason: 'x' })
  const rows = till.report().tables.cashiers.rows.map(({ name, times, removed, overShort }) => ({
    ...{ name, times, removed, overShort },
  }))
  expect(rows).toEqual([
    { name: '', times: 0, removed: sum(500), overShort: 0 },
    { name: 'Болормаа', times: 0, removed: 0, overShort: sum(-500) },
  ])
  const { drawers, differences } = await todayOf(till)
  expect(drawers).toEqual([])
  expect(differences).toMatchObject([{ name: 'Болормаа', amount: sum(-500) }])
  till.close()
})

test('of many people those who gave the most away are shown first, however little they sold', async () => {
  let who = { id: 'p0', name: 'Эзэн' }
  const till = drawerAt(undefined, {}, () => who)
  till.shifts().open('1000')
  for (const [place, removed] of [100, 900, 200, 300, 400, 500].entries()) {
    who = { id: `p${place + 1}`, name: `Х${place + 1}` }
    const saleId = till.ringUp(sum(removed), who)
    const { lines } = till.journal().sales.byId(saleId) ?? { lines: [] }
    till.record(saleId, { kind: 'line-removed', lineId: lines[0]?.id ?? '' })
  }
  const { people } = await todayOf(till)
  expect(people.map(({ removed }) => removed)).toEqual([900, 500, 400, 300, 200].map(sum))
  till.close()
})
