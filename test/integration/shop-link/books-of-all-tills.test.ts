/** The day of all tills of a shop is compared with the payment service, which knows only one merchant. */
import { expect, test, vi } from 'vitest'
import { type Clock, machineClock } from '../../../main/environment.ts'
import { type ReconciliationSeen, spanOfShop } from '../../../shared/books.ts'
import { LINK_WAIT, practiceShop } from '../../support/linked-till.ts'
import { paidSale } from '../../support/returns.ts'
import { shopServerForFile } from '../../support/shop-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'

const server = shopServerForFile()

/** Noon in Ulaanbaatar: the shop's day equals the service's, in any zone and at any time of the test. */
const DAY = '2026-11-20'
const NOON = Date.parse(`${DAY}T04:00:00Z`)
const fromNoon = (clock: Clock): Clock => {
  const ahead = NOON - clock.now()
  return { ...clock, now: () => clock.now() + ahead }
}

/** Opens two tills of one merchant in one shop. K01 has one paid sale, and K02 has two. */
async function twoTills() {
  const shop = await practiceShop(server)
  const { address, payer } = await openPractice({ clock: fromNoon(machineClock) })
  const start = () =>
    startTill({ folder: temporaryFolder(), practice: address, clock: fromNoon(machineClock) })
  const [one, two] = [await start(), await start()]
  await shop.pair(one)
  await shop.pair(two)
  const paid = [await paidSale(one, payer, { type: 'P2P' })]
  paid.push(
    await paidSale(two, payer, { type: 'CARD', first: 500 }),
    await paidSale(two, payer, { type: 'P2P' }),
  )
  for (const { ask } of [one, two])
    await vi.waitFor(async () => {
      const { link, unsent } = await ask('getShopDatabase')
      expect([link.state, unsent.count]).toEqual(['connected', 0])
    }, LINK_WAIT)
  return { shop, one, two, total: paid.reduce((sum, { total }) => sum + total, 0) }
}

async function reconciled({ ask }: Till, span: string): Promise<ReconciliationSeen> {
  await ask('startReconciliation', { span })
  const { result } = await vi.waitFor(async () => {
    const now = await ask('getReconciliation', { span })
    expect(now.run.state).toBe('idle')
    return now
  }, LINK_WAIT)
  if (result === null) throw new Error('not reconciled')
  return result
}

test('the payments of all tills match their sales, and the sums are those of the tills’ own reconciliations', async () => {
  const { one, two, total } = await twoTills()
  const own = [await reconciled(one, DAY), await reconciled(two, DAY)]
  const all = await reconciled(one, spanOfShop(DAY))
  expect(all.differences).toEqual([])
  const paid = { count: 4, amount: total }
  expect(all.sums).toMatchObject({ theirs: paid, ours: paid, matched: paid, elsewhere: { count: 0 } })
  expect(own.reduce((sum, { sums }) => sum + sums.matched.amount, 0)).toBe(total)
  expect(own.reduce((sum, { sums }) => sum + sums.fees, 0)).toBe(all.sums.fees)
  expect(own.every(({ sums }) => sums.elsewhere.count > 0)).toBe(true)
  expect(all).toMatchObject({ terminal: 'K01, K02', tills: [{ state: 'current' }, { state: 'current' }] })
  const { rows } = await one.ask('listMatched', { span: spanOfShop(DAY), offset: 0, limit: 9 })
  expect(new Set(rows.map(({ senderInvoiceNo }) => senderInvoiceNo.slice(0, 3)))).toEqual(
    new Set(['K01', 'K02']),
  )
})

test('two sales with one number, because a till’s journal was set back and went on, each match their own payments', async () => {
  const { shop, one } = await twoTills()
  const { rowCount } = await shop.admin.query(`
    UPDATE shop.current c SET body = c.body || jsonb_build_object('number', first.body ->> 'number', 'sale', c.body -> 'sale'
        || jsonb_build_object('senderInvoiceNo', first.body ->> 'number', 'sequence', first.body -> 'sale' -> 'sequence'))
      FROM (SELECT c.* FROM shop.current c JOIN shop.till t ON t.id = c.till WHERE c.kind = 'sale' AND t.code = 'K02'
        ORDER BY c.body ->> 'openedAt' LIMIT 1) first
      WHERE c.kind = 'sale' AND c.till = first.till AND c.key <> first.key`)
  expect(rowCount).toBe(1)
  const { differences, sums } = await reconciled(one, spanOfShop(DAY))
  expect([differences, sums.matched.count]).toEqual([[], 4])
})

test('a sale of another till that this version of the program cannot read is counted with that till', async () => {
  const { shop, one } = await twoTills()
  await shop.admin.query(`UPDATE shop.current SET body = body || '{"state": "of a later version"}'
    WHERE key = (SELECT c.key FROM shop.current c JOIN shop.till t ON t.id = c.till WHERE c.kind = 'sale' AND t.code = 'K02' LIMIT 1)`)
  const { tills } = await reconciled(one, spanOfShop(DAY))
  expect(tills).toMatchObject([{ code: 'K01' }, { code: 'K02', unreadSales: 1 }])
  expect(tills?.[0]).not.toHaveProperty('unreadSales')
})

test('money that another till has not recorded is a discrepancy until that till has sent it', async () => {
  const { shop, one } = await twoTills()
  await shop.admin.query(`
    CREATE TABLE taken AS SELECT c.* FROM shop.current c JOIN shop.till t ON t.id = c.till
      WHERE c.kind = 'sale' AND t.code = 'K02' LIMIT 1;
    DELETE FROM shop.current c USING taken t WHERE c.key = t.key`)
  const span = spanOfShop(DAY)
  const { differences } = await reconciled(one, span)
  expect(differences.map(({ kind }) => kind)).toContain('money-without-sale')
  expect(differences.every(({ senderInvoiceNo }) => senderInvoiceNo.startsWith('K02'))).toBe(true)
  await shop.admin.query('INSERT INTO shop.current SELECT * FROM taken')
  await one.ask('readDiscrepancyAgain', { span, key: differences[0]?.key ?? '' })
  const { result } = await one.ask('getReconciliation', { span })
  expect(result?.differences.every(({ resolvedAt }) => resolvedAt !== null)).toBe(true)
  await one.ask('exportReconciliation', { span, format: 'csv' })
  expect(await one.ask('listReconciled')).toMatchObject([{ span, differences: 0 }])
})
