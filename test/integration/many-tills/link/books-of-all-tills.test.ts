/** The day of all tills of a shop or a chain is compared with the payment service, which knows only one merchant. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Clock, machineClock } from '../../../../main/base/clock-and-log.ts'
import { addReader, addShop } from '../../../../main/many-tills/server/index.ts'
import { shopDatabase as administer } from '../../../../scripts/shop-database/commands.ts'
import { type ReconciliationSeen, spanOfShop } from '../../../../shared/books/reconciliation.ts'
import { formatMoney, money, tugriks } from '../../../../shared/money/money.ts'
import { eventually } from '../../../support/eventually.ts'
import { practiceShop, untilSent } from '../../../support/linked-till.ts'
import { otherProgram } from '../../../support/other-program.ts'
import { paidSale } from '../../../support/returns.ts'
import { shopServerForFile } from '../../../support/shop-database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../../support/terminal.ts'

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
  for (const till of [one, two]) await untilSent(till)
  const total = paid.reduce((sum, each) => sum + each.total, 0)
  return { shop, one, two, total, address, payer, start }
}

async function reconciled({ ask }: Till, span: string): Promise<ReconciliationSeen> {
  await ask('startReconciliation', { span })
  const { result } = await eventually(async () => {
    const now = await ask('getReconciliation', { span })
    expect(now.run.state).toBe('idle')
    return now
  })
  if (result === null) throw new Error('not reconciled')
  return result
}

test('the payments of all tills match their sales, and the sums are those of the tills’ own reconciliations', async () => {
  const { one, two, total } = await twoTills()
  const own = [await reconciled(one, DAY), await reconciled(two, DAY)]
  const all = await reconciled(one, spanOfShop(DAY))
  expect(all.discrepancies).toEqual([])
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
  const { discrepancies, sums } = await reconciled(one, spanOfShop(DAY))
  expect([discrepancies, sums.matched.count]).toEqual([[], 4])
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
  const { discrepancies } = await reconciled(one, span)
  expect(discrepancies.map(({ kind }) => kind)).toContain('money-without-sale')
  expect(discrepancies.every(({ senderInvoiceNo }) => senderInvoiceNo.startsWith('K02'))).toBe(true)
  await shop.admin.query('INSERT INTO shop.current SELECT * FROM taken')
  await one.ask('readDiscrepancyAgain', { span, key: discrepancies[0]?.key ?? '' })
  const { result } = await one.ask('getReconciliation', { span })
  expect(result?.discrepancies.every(({ resolvedAt }) => resolvedAt !== null)).toBe(true)
  await one.ask('exportReconciliation', { span, format: 'csv' })
  expect(await one.ask('listReconciled')).toMatchObject([{ span, discrepancies: 0 }])
})

/** Two shops of one merchant: K01 and K02 of “Сургалт”, and K11 of “Салбар” with one paid sale. */
async function twoShops() {
  const chain = await twoTills()
  const { shop, payer, start } = chain
  await addShop(shop.admin, 'Салбар', 'test')
  const branch = await start()
  await branch.ask('joinShopDatabase', {
    code: await shop.newCode({ shop: 'Салбар', code: 'K11' }),
    server: `localhost:${server.server().port}/${shop.name}`,
  })
  const sold = await paidSale(branch, payer, { type: 'P2P' })
  await untilSent(branch)
  return { ...chain, sold }
}

type Chain = Awaited<ReturnType<typeof twoShops>>

/** A login for reports of these shops. `reconcile` runs the command with it, as a person does. */
async function readerOf({ shop, address }: Chain, name: string, shops: readonly string[]) {
  const { role, password } = await addReader(shop.admin, `${shop.name}_${name}`, shops)
  const { host, port, ca } = server.server()
  const file = join(temporaryFolder(), 'ca.crt')
  writeFileSync(file, ca)
  const reconcile = async (merchant: string, ...more: readonly string[]) => {
    vi.stubEnv('PGPASSWORD', password)
    vi.stubEnv('TUGRIK_MERCHANT_PASSWORD', merchant)
    onTestFinished(() => void vi.unstubAllEnvs())
    const lines: string[] = []
    const url = `postgres://${role}@${host}:${port}/${shop.name}`
    const args = ['--url', url, '--ca', file, '--day', DAY, '--service', address.url]
    const code = await administer(
      ['reconcile', ...args, '--username', address.username, ...more],
      (line) => void lines.push(line),
    )
    for (const secret of [password, address.password])
      expect(lines.filter((line) => line.includes(secret))).toEqual([])
    return { code, lines }
  }
  return reconcile
}

const tally = (label: string, count: number, amount: number) =>
  `  ${label}  ${count}  ${formatMoney(money(amount))}`

test('the day of a chain agrees across its shops, and a sale that one shop lacks is a discrepancy of its till', async () => {
  const chain = await twoShops()
  const { shop, address, payer, sold, total } = chain
  const { invoiceId } = await otherProgram(address)('Z9-261120-0001-ABCD', 3_000)
  await payer.pay({ invoice_id: invoiceId })
  const reconcile = await readerOf(chain, 'all', ['Сургалт', 'Салбар'])
  const agreed = await reconcile(address.password)
  expect(agreed.lines).toEqual([
    `${DAY}  Салбар, Сургалт`,
    tally('Paid at the service', 5, total + sold.total),
    tally('In our sales', 5, total + sold.total),
    tally('Matched', 5, total + sold.total),
    '  Difference  0',
    expect.stringMatching(/^ {2}Fees {2}\d/),
    tally('Invoices of other tills', 1, tugriks(3_000)),
    'Differences: 0',
    'Салбар',
    expect.stringMatching(/^ {2}K11: as of /),
    'Сургалт',
    expect.stringMatching(/^ {2}K01: as of /),
    expect.stringMatching(/^ {2}K02: as of /),
  ])
  expect(agreed.code).toBe(0)
  await shop.admin.query('DELETE FROM shop.current WHERE key = $1', [sold.saleId])
  const { code, lines } = await reconcile(address.password)
  expect(lines).toContain('Differences: 1')
  expect(lines.filter((line) => line.startsWith('  Салбар K11  '))).toEqual([
    expect.stringMatching(
      `^  Салбар K11  Money without a sale  K11-\\S+  service ${formatMoney(money(sold.total))}$`,
    ),
  ])
  expect(code).toBe(1)
})

test('a report login of one shop of a chain compares that shop alone, and takes the others for other tills', async () => {
  const chain = await twoShops()
  const { address, sold, total } = chain
  const reconcile = await readerOf(chain, 'one', ['Сургалт'])
  const { code, lines } = await reconcile(address.password)
  expect(lines).toContain(tally('Matched', 4, total))
  expect(lines).toContain(tally('Invoices of other tills', 1, sold.total))
  expect(lines.filter((line) => /K11|Салбар/.test(line))).toEqual([])
  expect(code).toBe(0)
  expect(await reconcile(address.password, '--shop', 'Салбар')).toEqual({
    code: 1,
    lines: ['Салбар: this login does not read this shop'],
  })
})

test('a reconciliation of a chain without the right password of the merchant says so at once', async () => {
  const chain = await twoShops()
  const reconcile = await readerOf(chain, 'all', ['Сургалт', 'Салбар'])
  expect(await reconcile('')).toEqual({ code: 2, lines: ['TUGRIK_MERCHANT_PASSWORD is missing'] })
  const { code, lines } = await reconcile('a wrong password')
  expect([code, lines.length]).toEqual([1, 1])
  expect(lines[0]).not.toContain('a wrong password')
})
