/** What an owner sees of all tills after the server was restored from an older dump, and what a till keeps. */
import { expect, test, vi } from 'vitest'
import { isIncomplete } from '../../../shared/all-tills.ts'
import { NO_FILTERS } from '../../../shared/history.ts'
import { shopDay } from '../../../shared/shop-day.ts'
import { LINK_WAIT, sell } from '../../support/linked-till.ts'
import { ALL_TENDERS } from '../../support/open-shift.ts'
import { shopServerForFile } from '../../support/shop-database.ts'
import { dumpOf, joinedAs, restoredFrom } from '../../support/shop-restore.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startTill, type Till } from '../../support/terminal.ts'
import { twoTills, untilSent } from '../../support/two-tills.ts'

const server = shopServerForFile()

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
  const { rows } = await first.ask('searchSales', { ...NO_FILTERS, text: '', before: null, limit: 9, till: 'K02' })
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
  await vi.waitFor(
    async () => expect(await figuresOf(first, 'K02')).toMatchObject({ missing: expect.any(Number) }),
    LINK_WAIT,
  )
  await another.ask('fetchOwnEvents')
  await vi.waitFor(async () => expect(await figuresOf(first, 'K02')).not.toHaveProperty('missing'), LINK_WAIT)
  const figures = await figuresOf(first, 'K02')
  expect(figures).toMatchObject({ state: 'behind' })
  expect(isIncomplete(figures)).toBe(true)
})
