/** Goods that one till of a shop sold come back at another one: once, whatever the tills and the lines do. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { refundFacts } from '../../../../main/paper/facts/refund-facts.ts'
import type { PracticeAddress } from '../../../../main/payment-service/practice/index.ts'
import type { PracticeControl } from '../../../../scripts/run/practice/index.ts'
import { verifyJournal } from '../../../../scripts/trials/audit-verify/verify-journal.ts'
import { STEADY_TOTALS } from '../../../../scripts/trials/audit-verify.ts'
import { leftOf } from '../../../../shared/sale/return.ts'
import type { PaymentType, Sale } from '../../../../shared/sale/sale.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { rungUp } from '../../../support/charged-sale.ts'
import { eventually } from '../../../support/eventually.ts'
import { fastClock } from '../../../support/fast-clock.ts'
import {
  type practiceShop,
  sumsOf,
  sumsOfShop,
  untilRecordsMissing,
  untilSent,
} from '../../../support/linked-till.ts'
import { attentionIn, look, tillAtPractice, totalsNow } from '../../../support/looks.ts'
import { ALL_TENDERS, closeShift } from '../../../support/open-shift.ts'
import {
  allVoided,
  cancelReturn,
  cashSale,
  completed,
  paidSale,
  returned,
  returnOf,
  saleOf,
  settleRepayments,
  startReturn,
  untilReturn,
} from '../../../support/returns.ts'
import { shopServerForFile } from '../../../support/shop-database.ts'
import { startTill, type Till, type TillParts } from '../../../support/terminal.ts'
import { tillProcessAt } from '../../../support/till-process.ts'
import { twoTills as tillsOfShop } from '../../../support/two-tills.ts'

const server = shopServerForFile()
const SETTINGS = { tenders: ALL_TENDERS }

type Asking = Pick<Till, 'ask'>

const twoTills = (parts: Partial<TillParts> = {}) => tillsOfShop(server, parts)

async function soldByQr(till: Till, payer: PracticeControl, type: PaymentType = 'CARD'): Promise<Sale> {
  const { saleId } = await paidSale(till, payer, { type })
  await till.until(saleId, 'completed')
  await untilSent(till)
  return saleOf(till, saleId)
}

async function soldAlone({ till, payer }: Awaited<ReturnType<typeof tillAtPractice>>): Promise<string> {
  const { saleId } = await paidSale(till, payer, { type: 'CARD' })
  await till.until(saleId, 'completed')
  return saleId
}

async function soldForCash(till: Till): Promise<Sale> {
  const { saleId } = await cashSale(till)
  await untilSent(till)
  return saleOf(till, saleId)
}

/** Makes the journal that of a till that stopped right after it had asked for the claim on the sale. */
function askedFor(folder: string, { senderInvoiceNo }: Sale): void {
  const journal = new DatabaseSync(join(folder, 'journal-test.sqlite'))
  journal
    .prepare(`INSERT OR REPLACE INTO key_value (name, value) VALUES ('claimed-returns', ?)`)
    .run(JSON.stringify([senderInvoiceNo]))
  journal.close()
}

/** What does not add up in a journal that nobody uses. */
const wrongIn = (folder: string) =>
  verifyJournal(join(folder, 'journal-test.sqlite'), { head: null, ...STEADY_TOTALS }).wrong

const bring = async (till: Asking, { senderInvoiceNo }: Sale): Promise<string> =>
  (await till.ask('bringSale', { number: senderInvoiceNo })).saleId

/** Two tills: the first made a sale, and the second has found it. */
async function broughtSale(paid: PaymentType | 'CASH' = 'CARD') {
  const tills = await twoTills()
  const { first, second, payer } = tills
  const sale = paid === 'CASH' ? await soldForCash(first) : await soldByQr(first, payer, paid)
  return { ...tills, sale, guestId: await bring(second, sale) }
}

/** Waits until the till that made the sale knows its return at the other one. */
const untilLearned = (till: Asking, saleId: string, times = 1): Promise<void> =>
  eventually(async () => {
    const { returns } = await saleOf(till, saleId)
    expect(returns.filter((one) => one.till && one.state === 'completed')).toHaveLength(times)
  })

/** A manager of the till that sold the goods decides about money that went back. */
const writtenOff = (till: Asking, saleId: string) =>
  till.ask('settleAttention', {
    ...{ saleId, cause: 'refunded-elsewhere', resolution: 'written-off', amount: 780_000 },
    ...{ kind: 'cash', reference: '' },
  })

const leftIn = (sale: Sale): number => leftOf(sale).reduce((sum, { quantity }) => sum + quantity, 0)

type SumRow = { account: string; book: string; key: string } & Record<string, number | string>
const FIGURES = ['times', 'lines', 'quantity', 'amount', 'vat', 'cityTax']

/** The sums of a day, without the names of tills and hours. */
function figuresOf(rows: readonly object[]): readonly string[] {
  const totals = new Map<string, number[]>()
  for (const { account, book, key, ...row } of rows as readonly SumRow[]) {
    if (!book.startsWith('day ')) continue
    const name = ['till', 'back-till', 'hour', 'back-hour'].includes(account) ? account : `${account} ${key}`
    const had = totals.get(name) ?? []
    totals.set(
      name,
      FIGURES.map((figure, index) => (had[index] ?? 0) + Number(row[figure])),
    )
  }
  return [...totals]
    .filter(([, figures]) => figures.some((figure) => figure !== 0))
    .map(([name, figures]) => `${name}: ${figures.join(' ')}`)
    .sort()
}

/** The amounts that are left, without the counts of moves: a correction is one more. */
const amountsOf = (rows: readonly object[]): readonly string[] =>
  figuresOf(rows).flatMap((row) => {
    const [name = '', figures = ''] = row.split(/: (?=[^:]*$)/)
    const [, lines, quantity, amount] = figures.split(' ')
    return amount === '0' ? [] : [`${name}: ${lines} ${quantity} ${amount}`]
  })

describe('goods that another till sold', () => {
  test('come back once: both tills together have the sums of one till that sold them and took them back', async () => {
    const alone = await tillAtPractice({ settings: SETTINGS })
    const own = await soldAlone(alone)
    await startReturn(alone.till, own)
    await untilReturn(alone.till, own, completed)

    const { shop, payer, first, second, folders } = await twoTills()
    const sale = await soldByQr(first, payer)
    const sold = figuresOf(sumsOf(folders[0]))
    const guestId = await bring(second, sale)
    const back = await returned(second, guestId)
    expect(back).toMatchObject({ till: 'K02', whole: true, parts: [{ by: 'refund' }] })
    const { refunds, ereceipts } = await payer.state()
    expect(refunds).toMatchObject([{ done: 1 }])
    expect(ereceipts.map(({ status }) => status)).toEqual(['CANCELLED'])
    await untilLearned(first, sale.id)
    await Promise.all([untilSent(first), untilSent(second)])
    expect(figuresOf(sumsOf(folders[0]))).toEqual(sold)
    expect(figuresOf(await sumsOfShop(shop))).toEqual(figuresOf(sumsOf(alone.folder)))
    expect(await shop.count('current', `kind = 'sale'`)).toBe(1)
    expect(await shop.count('quarantine')).toBe(0)
    await Promise.all([first.stop(), second.stop()])
    for (const folder of folders) expect(wrongIn(folder)).toEqual([])
  })

  test('are no sale of the shift that takes them back, and their cash is out of its drawer', async () => {
    const { first, second, folders } = await twoTills()
    await first.ask('openShift', { float: '100000' })
    const sale = await soldForCash(first)
    const totals = async () => {
      const { chain: _, ...figures } = await totalsNow(first)
      return figures
    }
    const before = await totals()
    await second.ask('openShift', { float: '100000' })
    const guestId = await bring(second, sale)
    const { amount } = await returned(second, guestId, { way: 'cash' })
    expect(await totalsNow(second)).toMatchObject({
      sales: { count: 0, amount: 0 },
      returns: { count: 1, amount },
      drawer: { expected: 10_000_000 - amount },
      numbers: [],
    })
    await untilLearned(first, sale.id)
    expect(await totals()).toEqual(before)
    for (const till of [first, second]) {
      await closeShift(till)
      await till.stop()
    }
    for (const folder of folders) expect(wrongIn(folder)).toEqual([])
  })

  test('are refunded once in the books if the till that sold them sees the refund before it learns of the return', async () => {
    const alone = await tillAtPractice({ settings: SETTINGS })
    const own = await soldAlone(alone)
    await startReturn(alone.till, own)
    await untilReturn(alone.till, own, completed)

    const { shop, lineOfFirst, payer, first, second, folders } = await twoTills()
    const sale = await soldByQr(first, payer)
    lineOfFirst.cut()
    const guestId = await bring(second, sale)
    await returned(second, guestId)
    await look(first, sale.id)
    await eventually(async () => {
      await look(first, sale.id)
      expect(await attentionIn(first)).toEqual([['refunded-elsewhere', 780_000]])
    })
    await expect(startReturn(first, sale.id)).rejects.toThrow('NEEDS_SHOP_DATABASE')
    await expect(writtenOff(first, sale.id)).rejects.toThrow('NEEDS_SHOP_DATABASE')
    lineOfFirst.restore()
    await untilLearned(first, sale.id)
    await writtenOff(first, sale.id) // too late: the item is gone
    expect((await saleOf(first, sale.id)).decisions).toEqual([])
    expect(await attentionIn(first)).toEqual([])
    await Promise.all([untilSent(first), untilSent(second)])
    expect(amountsOf(await sumsOfShop(shop))).toEqual(amountsOf(sumsOf(alone.folder)))
    await Promise.all([first.stop(), second.stop()])
    for (const folder of folders) expect(wrongIn(folder)).toEqual([])
  })

  test('are known at the till that sold them if the answer to its claim got lost', async () => {
    const { shop, first, second, open, folders, sale, guestId } = await broughtSale()
    await first.stop()
    await returned(second, guestId)
    await eventually(async () => expect(await shop.count('claim', `state = 'open'`)).toBe(1))
    // The first till asked for this claim and stopped, and the server gave it.
    askedFor(folders[0], sale)
    await shop.admin.query(
      `UPDATE shop.claim SET state = 'held', fence = fence + 1, till = (SELECT id FROM shop.till WHERE code = 'K01')`,
    )
    const again = await open(0)
    await eventually(async () => expect(await shop.count('claim', `state = 'done'`)).toBe(1))
    expect((await saleOf(again, sale.id)).returns).toMatchObject([{ till: 'K02', state: 'completed' }])
    const [claim] = (await shop.admin.query('SELECT body FROM shop.claim')).rows
    expect(claim.body.returns).toMatchObject([{ till: 'K02', state: 'completed' }])
  })

  test('are told again to a server that was restored from before the return', async () => {
    const { shop, lineOfFirst, line, first, second, sale, guestId } = await broughtSale()
    lineOfFirst.cut()
    await returned(second, guestId)
    await eventually(async () => expect(await shop.count('claim', `state = 'open'`)).toBe(1))
    line.cut()
    await shop.admin.query(`DELETE FROM shop.claim`)
    await shop.admin.query(`UPDATE shop.shop SET epoch = gen_random_uuid()::text`)
    line.restore()
    lineOfFirst.restore()
    await eventually(async () => {
      expect((await saleOf(first, sale.id)).returns).toMatchObject([{ till: 'K02', state: 'completed' }])
    })
  })

  test('stay told in the shop database if the till that gives the claim back cannot read them', async () => {
    const { shop, first, second, open, folders } = await twoTills()
    const sale = await soldForCash(first)
    await bring(second, sale)
    await Promise.all([first.stop(), second.stop()])
    askedFor(folders[1], sale)
    await shop.admin.query(
      `INSERT INTO shop.claim (shop, kind, key, state, fence, till, body)
        SELECT shop, 'return', $1, 'held', 3, id, '{"returns": "of a later version"}' FROM shop.till WHERE code = 'K02'`,
      [sale.senderInvoiceNo],
    )
    await open(1)
    await eventually(async () => expect(await shop.count('claim', `state <> 'held'`)).toBe(1))
    const [claim] = (await shop.admin.query('SELECT state, body FROM shop.claim')).rows
    expect(claim).toEqual({ state: 'open', body: { returns: 'of a later version' } })
  })

  test('are not taken back again at the till that sold them', async () => {
    const { first, second, sale, guestId } = await broughtSale()
    await returned(second, guestId)
    await untilLearned(first, sale.id)
    expect(leftIn(await saleOf(first, sale.id))).toBe(0)
    await expect(startReturn(first, sale.id)).rejects.toThrow('RETURN_EMPTY')
    expect(await first.ask('listAttention')).toEqual([])
    expect(await second.ask('listAttention')).toEqual([])
  })

  test('come back in parts: some where they were sold, the rest at the other till, and no more', async () => {
    const { shop, first, second } = await twoTills()
    const sale = await soldForCash(first)
    const [one, other] = sale.lines
    const stale = await bring(second, sale)
    const part = [{ lineId: one?.id ?? '', quantity: '1' }]
    await returned(first, sale.id, { lines: part, way: 'cash' })
    // A till that learns of a return holds its claim meanwhile.
    const learned = () => eventually(async () => expect(await shop.count('claim', `state <> 'done'`)).toBe(0))
    await learned()
    // The other till brought the sale before.
    await expect(startReturn(second, stale, { lines: part, way: 'cash' })).rejects.toThrow('RETURN_TOO_MUCH')
    await eventually(async () => expect(leftIn(await saleOf(second, stale))).toBe(other?.quantity))
    await learned()
    const guestId = await bring(second, sale)
    expect(guestId).toBe(stale)
    expect(await returned(second, guestId, { way: 'cash' })).toMatchObject({
      amount: other?.amount,
      whole: true,
    })
    await untilLearned(first, sale.id)
    expect(leftIn(await saleOf(first, sale.id))).toBe(0)
    await learned()
    await expect(startReturn(second, guestId, { way: 'cash' })).rejects.toThrow('RETURN_EMPTY')
  })

  test('come back at one till if both begin at the same time', async () => {
    const { payer, first, second, sale, guestId } = await broughtSale()
    const outcomes = await Promise.allSettled([startReturn(first, sale.id), startReturn(second, guestId)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [lost] = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(lost).toMatch(/RETURN_HELD|AMOUNT_CHANGED|RETURN_TOO_MUCH|RETURN_EMPTY/)
    await eventually(async () => {
      const sales = await Promise.all([saleOf(first, sale.id), saleOf(second, guestId)])
      expect(sales.flatMap(({ returns }) => returns).some(completed)).toBe(true)
    })
    expect((await payer.state()).refunds).toMatchObject([{ done: 1 }])
  })

  test('do not come back without the line, at either till, and nothing is lost', async () => {
    const { line, payer, second, sale, guestId } = await broughtSale()
    const ofSecond = await soldForCash(second)
    line.cut()
    await eventually(async () => {
      expect((await second.ask('getShopDatabase')).link.state).toBe('disconnected')
    })
    await expect(bring(second, sale)).rejects.toThrow('NEEDS_SHOP_DATABASE')
    await expect(startReturn(second, guestId)).rejects.toThrow('NEEDS_SHOP_DATABASE')
    await expect(startReturn(second, ofSecond.id, { way: 'cash' })).rejects.toThrow('NEEDS_SHOP_DATABASE')
    expect((await saleOf(second, guestId)).returns).toEqual([])
    line.restore()
    await untilSent(second)
    await returned(second, guestId)
    await startReturn(second, ofSecond.id, { way: 'cash' })
    expect((await payer.state()).refunds).toMatchObject([{ done: 1 }])
  })

  test('are named as unknown if no till sent such a sale', async () => {
    const { second } = await twoTills()
    await expect(second.ask('bringSale', { number: 'K09-261124-0001-ABCD' })).rejects.toThrow(
      'SHOP_SALE_UNKNOWN',
    )
  })

  test('are not taken back of a sale that its till forged: with the number of another sale, or with an absurd amount', async () => {
    const { shop, first, second } = await twoTills()
    const sale = await soldForCash(first)
    await untilSent(first)
    for (const [path, value] of [
      ['senderInvoiceNo', '"../../../number"'],
      ['lines,0,amount', '1e15'],
    ]) {
      const { rowCount } = await shop.admin.query(
        `UPDATE shop.current SET body = jsonb_set(body, '{sale,${path}}', '${value}') WHERE key = $1`,
        [sale.id],
      )
      expect(rowCount).toBe(1)
      await expect(bring(second, sale)).rejects.toThrow('SHOP_DATABASE_REFUSED')
    }
  })

  test('come back in cash for a bank transfer after a person said so', async () => {
    const { first, second, sale, guestId } = await broughtSale('P2P')
    await returned(second, guestId, { way: 'cash' }, allVoided)
    await settleRepayments(second, guestId)
    await untilLearned(first, sale.id)
    expect(await first.ask('listAttention')).toEqual([])
  })
})

test('the slip of a return has the code of the till that took the goods back', async () => {
  const { second, sale, guestId } = await broughtSale('CASH')
  const { slips } = await returned(second, guestId, { way: 'cash' })
  const maker = { settings: FIRST_SETTINGS, logo: null, testMode: true }
  const facts = refundFacts(await saleOf(second, guestId), slips[0] ?? '', maker)
  expect(facts).toMatchObject({ terminal: 'K02', senderInvoiceNo: sale.senderInvoiceNo, copy: false })
})

test('an e-receipt that is issued again after a cancelled return is printed where the return was', async () => {
  const { payer, first, second } = await twoTills()
  const sale = await soldByQr(first, payer, 'P2P')
  const kindsAt = async (till: Asking, saleId: string) =>
    (await till.ask('getSale', { saleId })).prints.map(({ kind }) => kind)
  const before = await kindsAt(first, sale.id)
  const guestId = await bring(second, sale)
  await returned(second, guestId, {}, allVoided)
  await cancelReturn(second, guestId)
  await eventually(async () => {
    const { ereceipts, papers } = await saleOf(first, sale.id)
    expect(ereceipts).toMatchObject([{ step: 'issued', last: { no: 2 } }])
    expect(papers.at(-1)?.step.name).toBe('printed')
  })
  expect(await kindsAt(second, guestId)).toEqual(expect.arrayContaining(['sale', 'void-slip']))
  expect(await kindsAt(first, sale.id)).toEqual(before)
  const { ereceipts } = await payer.state()
  expect(ereceipts.map(({ status }) => status).toSorted()).toEqual(['CANCELLED', 'CREATED'])
  expect(leftIn(await saleOf(first, sale.id))).toBe(leftIn(sale))
  expect(await attentionIn(first)).toEqual([])
})

test('a refund that the service accepted and did not do is shown once, at the till that sold the goods', async () => {
  const { payer, first, second } = await twoTills({ clock: fastClock(200) })
  const sale = await soldByQr(first, payer)
  const guestId = await bring(second, sale)
  await payer.faults(
    ['cancel', 'refund'].map((operation) => ({
      method: 'POST',
      path: `/v2/payment/${operation}/{id}`,
      effect: 'answer',
      status: 200,
    })),
  )
  await returned(second, guestId)
  await untilLearned(first, sale.id)
  await eventually(async () => expect(await attentionIn(first)).toEqual([['refund-not-done', 780_000]]))
  expect(await attentionIn(second)).toEqual([])
})

test('goods of another till’s sale pay for other goods', async () => {
  const { shop, first, second, sale, guestId } = await broughtSale('CASH')
  const returnId = await startReturn(second, guestId, { way: 'cash', exchange: true })
  const { saleId: intoSaleId } = await rungUp(second, 1)
  await second.ask('exchangeGoods', { saleId: guestId, returnId, intoSaleId })
  await untilReturn(second, guestId, completed)
  await second.until(intoSaleId, 'completed')
  await untilLearned(first, sale.id)
  await Promise.all([untilSent(first), untilSent(second)])
  expect(await shop.count('current', `kind = 'sale'`)).toBe(2)
})

test('a till that left the shop asks no other till about its own goods, and takes back none of theirs', async () => {
  const { first, second } = await twoTills()
  const [ofFirst, ofSecond] = [await soldForCash(first), await soldForCash(second)]
  const guestId = await bring(second, ofFirst)
  await second.ask('leaveShopDatabase')
  await startReturn(second, ofSecond.id, { way: 'cash' })
  await expect(startReturn(second, guestId, { way: 'cash' })).rejects.toThrow('NEEDS_SHOP_DATABASE')
})

/** A till in a process of its own, which is killed while the payment service has its refund. */
async function killedInReturn(effect: 'hang-before' | 'hang-after') {
  const { shop, payer, first, second, address } = await twoTills()
  const sale = await soldByQr(first, payer)
  const third = await thirdTill(shop, address)
  const guestId = await bring(third, sale)
  await payer.faults([{ method: 'POST', path: '/v2/payment/cancel/{id}', effect }])
  await startReturn(third, guestId)
  const asked = async () => (await payer.state()).requests['POST /v2/payment/cancel/{id}'] ?? 0
  await eventually(async () => expect(await asked()).toBe(1))
  await untilSent(third)
  await third.kill()
  return { shop, payer, first, second, third, sale, guestId }
}

async function thirdTill(shop: Awaited<ReturnType<typeof practiceShop>>, address: PracticeAddress) {
  const till = await tillProcessAt(address)
  await shop.pair(till, { code: 'K03' })
  await untilSent(till)
  return till
}

test('goods that came back at a till that had left the shop and again at another till are reported once at each', async () => {
  const { first, second, shop, lineOfFirst } = await twoTills()
  const sale = await soldForCash(first)
  await first.ask('leaveShopDatabase')
  await startReturn(second, await bring(second, sale), { way: 'cash' })
  await untilSent(second)
  await startReturn(first, sale.id, { way: 'cash' })
  await shop.pair(first, { code: 'K01', port: lineOfFirst.port })
  await eventually(async () => expect(await attentionIn(first)).toEqual([['returned-twice', 780_000]]))
  await eventually(async () => expect(await attentionIn(second)).toEqual([['returned-twice', 780_000]]))
  for (const till of [first, second]) {
    const [{ saleId } = { saleId: '' }] = await till.ask('listAttention')
    await till.ask('settleAttention', {
      ...{ saleId, cause: 'returned-twice', resolution: 'seen', amount: 780_000 },
      ...{ kind: 'cash', reference: '' },
    })
  }
  await eventually(async () => expect(await shop.count('claim', `state <> 'done'`)).toBe(0))
  for (const till of [first, second]) expect(await attentionIn(till)).toEqual([])
})

test('goods that came back twice after a person saw others of the same sale are told again', async () => {
  const { first, second, shop, lineOfFirst } = await twoTills()
  const { saleId } = await cashSale(first, 4)
  await untilSent(first)
  const sale = await saleOf(first, saleId)
  const guestId = await bring(second, sale)
  for (const line of sale.lines.slice(0, 2)) {
    const lines = [{ lineId: line.id, quantity: '1' }]
    await eventually(async () => expect(await shop.count('claim', `state = 'held'`)).toBe(0))
    await first.ask('leaveShopDatabase')
    await startReturn(second, guestId, { way: 'cash', lines })
    await startReturn(first, sale.id, { way: 'cash', lines })
    await shop.pair(first, { code: 'K01', port: lineOfFirst.port })
    await eventually(async () => expect(await attentionIn(first)).toHaveLength(1))
    const [[cause, amount] = []] = await attentionIn(first)
    expect(cause).toBe('returned-twice')
    await first.ask('settleAttention', {
      ...{ saleId: sale.id, cause: 'returned-twice', resolution: 'seen', amount: Number(amount) },
      ...{ kind: 'cash', reference: '' },
    })
  }
})

test('a till leaves the shop when its returns are over and the others know them', async () => {
  const { first, second, sale, guestId } = await broughtSale('P2P')
  await returned(second, guestId, { way: 'cash' }, allVoided)
  await expect(second.ask('leaveShopDatabase')).rejects.toThrow('RETURNS_OPEN')
  await settleRepayments(second, guestId)
  await untilReturn(second, guestId, completed)
  await second.ask('leaveShopDatabase')
  await expect(startReturn(first, sale.id, { way: 'cash' })).rejects.toThrow('RETURN_EMPTY')
})

test('a till does not leave the shop with a return that began while it took its carts back', async () => {
  const { second, payer, shop } = await twoTills()
  const sale = await soldByQr(second, payer, 'P2P')
  const { saleId: cart } = await rungUp(second)
  await second.ask('parkSale', { saleId: cart, label: '' })
  await eventually(async () => expect(await shop.count('claim', `kind = 'cart'`)).toBe(1))
  const slow = await shop.connect()
  await slow.query('BEGIN')
  await slow.query(`SELECT FROM shop.claim WHERE kind = 'cart' FOR UPDATE`)
  const refused = expect(second.ask('leaveShopDatabase')).rejects.toThrow('RETURNS_OPEN')
  await eventually(async () => {
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    expect((await shop.admin.query(waiting)).rowCount).toBeGreaterThan(0)
  })
  await returned(second, sale.id, { way: 'cash' }, allVoided)
  await slow.query('COMMIT')
  await refused
})

test('a claim that reaches the server after its till gave up is given back', async () => {
  const { first, second, shop, line, sale, guestId } = await broughtSale('CASH')
  await shop.admin.query(
    `CREATE FUNCTION shop.hang() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(600); RETURN new; END $$;
      CREATE TRIGGER hang BEFORE INSERT ON shop.claim FOR EACH ROW EXECUTE FUNCTION shop.hang()`,
  )
  const hanging = `FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`
  const refused = expect(startReturn(second, guestId, { way: 'cash' })).rejects.toThrow('NEEDS_SHOP_DATABASE')
  await eventually(async () => expect((await shop.admin.query(`SELECT 1 ${hanging}`)).rowCount).toBe(1))
  line.cut()
  await refused
  await shop.admin.query(`SELECT pg_terminate_backend(pid) ${hanging}`)
  await shop.admin.query('DROP TRIGGER hang ON shop.claim')
  line.restore()
  await untilSent(second)
  await shop.admin.query(
    `INSERT INTO shop.claim (shop, kind, key, state, fence, till, body)
      SELECT shop, 'return', $1, 'held', 1, id, '{}' FROM shop.till WHERE code = 'K02'`,
    [sale.senderInvoiceNo],
  )
  await eventually(async () => expect(await shop.count('claim', `state = 'held'`)).toBe(0))
  await startReturn(first, sale.id, { way: 'cash' })
})

test('a claim that the server refuses to settle does not hold up the other claims of its till', async () => {
  const { first, second, shop } = await twoTills()
  const [refused, other] = [await soldForCash(first), await soldForCash(first)]
  await shop.admin.query(
    `CREATE FUNCTION shop.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = '22P05'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON shop.claim FOR EACH ROW
        WHEN (new.state <> 'held' AND new.key = '${refused.senderInvoiceNo}') EXECUTE FUNCTION shop.refuse()`,
  )
  await startReturn(second, await bring(second, refused), { way: 'cash' })
  await startReturn(second, await bring(second, other), { way: 'cash' })
  await untilLearned(first, other.id)
})

test('a scanned code that is no number of a sale is not sent to the shop database', async () => {
  const { second, line } = await twoTills()
  line.cut()
  for (const number of ['5859734132798748'.repeat(12), 'UE 84467475'])
    await expect(second.ask('bringSale', { number })).rejects.toThrow('SHOP_SALE_UNKNOWN')
})

test('a return that is repeated after a restart without the line gets its first answer', async () => {
  const { first, lineOfFirst, folders, address } = await twoTills()
  const sale = await soldForCash(first)
  const order = { saleId: sale.id, lines: null, way: 'cash', reason: 'x', amount: 780000 }
  const press = ({ terminal }: Till) => terminal.answer('startReturn', order, 'the-same-press')
  const answer = await press(first)
  expect(answer).toMatchObject({ ok: true })
  await first.terminal.stop()
  lineOfFirst.cut()
  expect(await press(await startTill({ folder: folders[0], practice: address }))).toEqual(answer)
})

describe('a till that is killed in a return of another till’s sale', () => {
  test.for(['hang-before', 'hang-after'] as const)(
    'keeps the claim, and gives the money back once after its restart (%s)',
    async (effect) => {
      const { shop, payer, first, third, sale, guestId } = await killedInReturn(effect)
      const order = { saleId: sale.id, lines: null, way: 'cash', reason: 'x', amount: 780000 }
      expect(await first.reply('startReturn', order)).toMatchObject({
        ok: false,
        error: { name: 'RETURN_HELD', detail: 'K03' },
      })
      await expect(writtenOff(first, sale.id)).rejects.toThrow('RETURN_HELD')
      // The server waits half a minute before it believes that the process is gone.
      await shop.admin.query(`UPDATE shop.till SET heard_at = now() - interval '1 minute' WHERE code = 'K03'`)
      await third.start()
      await eventually(async () => expect((await returnOf(third, guestId)).state).toBe('completed'))
      await untilLearned(first, sale.id)
      expect((await payer.state()).refunds).toMatchObject([{ done: 1 }])
    },
  )

  test('and then retired: another till continues the return, and the service tells what was refunded', async () => {
    const { payer, first, second, sale } = await killedInReturn('hang-after')
    await first.ask('retireTill', { code: 'K03' })
    const guestId = await bring(second, sale)
    // The open return goes on by itself, and may be over before the plan is made.
    await expect(startReturn(second, guestId)).rejects.toThrow(/RETURN_(OPEN|EMPTY|TOO_MUCH)|AMOUNT_CHANGED/)
    expect(await untilReturn(second, guestId, completed)).toMatchObject({ till: 'K03' })
    await untilLearned(first, sale.id)
    expect((await payer.state()).refunds).toMatchObject([{ done: 1 }])
    expect(leftIn(await saleOf(first, sale.id))).toBe(0)
  })
})

describe('a return that is missing from a journal restored from an older backup', () => {
  type Tills = Awaited<ReturnType<typeof twoTills>>

  const journalAt = ({ folders }: Tills, place: 0 | 1) => join(folders[place], 'journal-test.sqlite')

  /** Stops the till, makes a backup of its journal, and opens the till again. */
  async function keptJournal(tills: Tills, till: Till, place: 0 | 1): Promise<Till> {
    await untilSent(till)
    await till.stop()
    cpSync(journalAt(tills, place), `${journalAt(tills, place)}.older`)
    const again = await tills.open(place)
    await untilSent(again)
    return again
  }

  /** Stops the till, restores the backup, and opens the till again. */
  async function setBack(tills: Tills, till: Till, place: 0 | 1): Promise<Till> {
    await till.stop()
    cpSync(`${journalAt(tills, place)}.older`, journalAt(tills, place))
    const restored = await tills.open(place)
    await untilRecordsMissing(restored)
    return restored
  }

  /** From now on the server takes claims, and stores nothing else, as if its disk were full. */
  const fillDisk = ({ shop }: Tills) =>
    shop.admin.query(
      `CREATE FUNCTION shop.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON shop.event FOR EACH ROW EXECUTE FUNCTION shop.full_disk();
      CREATE TRIGGER full_disk BEFORE UPDATE ON shop.claim FOR EACH ROW WHEN (new.state <> 'held') EXECUTE FUNCTION shop.full_disk()`,
    )
  const freeDisk = ({ shop }: Tills) =>
    shop.admin.query('DROP TRIGGER full_disk ON shop.event; DROP TRIGGER full_disk ON shop.claim')

  const untilSettled = ({ shop }: Tills): Promise<void> =>
    eventually(async () => expect(await shop.count('claim', `state = 'held'`)).toBe(0))

  test.for(['before its till joined', 'while its till held the claim'] as const)(
    'is not made twice: the missing records are fetched first (%s)',
    async (how) => {
      const tills = await twoTills()
      const { shop, second, folders } = tills
      const sale = await soldForCash(tills.first)
      const again = await keptJournal(tills, tills.first, 0)
      if (how === 'before its till joined') await again.ask('leaveShopDatabase')
      await startReturn(again, sale.id, { way: 'cash' })
      if (how === 'before its till joined') await shop.pair(again, { code: 'K01' })
      await untilSent(again)
      await untilSettled(tills)
      const drawer = sumsOf(folders[0])
      await again.stop()
      // As if the till had stopped between the return and the end of its claim.
      if (how === 'while its till held the claim')
        await shop.admin.query(`UPDATE shop.claim SET state = 'held', body = '{}'`)
      const restored = await setBack(tills, again, 0)
      await expect(startReturn(restored, sale.id, { way: 'cash' })).rejects.toThrow('SHOP_SALE_OWN')
      expect((await saleOf(restored, sale.id)).returns).toEqual([])
      expect(await restored.ask('fetchOwnEvents')).toMatchObject({ added: 0, updated: 1, conflicts: 0 })
      await expect(startReturn(restored, sale.id, { way: 'cash' })).rejects.toThrow('RETURN_EMPTY')
      expect(sumsOf(folders[0])).toEqual(drawer)
      await untilSettled(tills)
      const guestId = await bring(second, sale)
      await expect(startReturn(second, guestId, { way: 'cash' })).rejects.toThrow('RETURN_EMPTY')
    },
  )

  test('is not made twice if the sale has new records here, so that the missing ones cannot be fetched any more', async () => {
    const tills = await twoTills()
    const { payer } = tills
    const sale = await soldByQr(tills.first, payer)
    const again = await keptJournal(tills, tills.first, 0)
    await returned(again, sale.id)
    await untilSent(again)
    await untilSettled(tills)
    await tills.shop.admin.query('DELETE FROM shop.claim')
    await again.stop()
    cpSync(`${journalAt(tills, 0)}.older`, journalAt(tills, 0))
    tills.lineOfFirst.cut()
    const restored = await tills.open(0)
    // It sees the refund at the payment service before it is connected.
    await eventually(async () => {
      await look(restored, sale.id)
      expect(await attentionIn(restored)).toEqual([['refunded-elsewhere', 780_000]])
    })
    tills.lineOfFirst.restore()
    await untilSent(restored)
    await expect(startReturn(restored, sale.id)).rejects.toThrow(/RETURN_EMPTY|AMOUNT_CHANGED/)
    expect((await saleOf(restored, sale.id)).returns).toMatchObject([{ state: 'completed' }])
    expect((await payer.state()).refunds).toMatchObject([{ done: 1 }])
  })

  test('is not made twice for a sale of another till either', async () => {
    const tills = await twoTills()
    const sale = await soldForCash(tills.first)
    const guestId = await bring(tills.second, sale)
    const again = await keptJournal(tills, tills.second, 1)
    await startReturn(again, guestId, { way: 'cash' })
    await untilLearned(tills.first, sale.id)
    await untilSent(again)
    const restored = await setBack(tills, again, 1)
    await expect(bring(restored, sale)).rejects.toThrow('SHOP_SALE_OWN')
    await expect(startReturn(restored, guestId, { way: 'cash' })).rejects.toThrow('SHOP_SALE_OWN')
    expect(await restored.ask('fetchOwnEvents')).toMatchObject({ updated: 1, conflicts: 0 })
    await untilSent(restored)
    expect(await bring(restored, sale)).toBe(guestId)
    await expect(startReturn(restored, guestId, { way: 'cash' })).rejects.toThrow('RETURN_EMPTY')
  })

  test('is fetched from the server, not learned from its claim, also while the till that sold the goods is off', async () => {
    const tills = await twoTills()
    const { shop, folders } = tills
    const sale = await soldForCash(tills.first)
    const guestId = await bring(tills.second, sale)
    const again = await keptJournal(tills, tills.second, 1)
    tills.lineOfFirst.cut()
    await returned(again, guestId, { way: 'cash' })
    await untilSent(again)
    await untilSettled(tills)
    const drawer = sumsOf(folders[1])
    const restored = await setBack(tills, again, 1)
    const heard = async () =>
      String(
        (await shop.admin.query(`SELECT heard_at::text AS at FROM shop.till WHERE code = 'K02'`)).rows[0]?.at,
      )
    for (let beats = 0; beats < 2; beats += 1) {
      const before = await heard()
      await eventually(async () => expect(await heard()).not.toBe(before))
    }
    expect((await saleOf(restored, guestId)).returns).toEqual([])
    expect(await restored.ask('fetchOwnEvents')).toMatchObject({ updated: 1, conflicts: 0 })
    expect(sumsOf(folders[1])).toEqual(drawer)
  })

  test('is fetched first, also if the sale is another till’s and is missing here altogether', async () => {
    const tills = await twoTills()
    const sale = await soldForCash(tills.first)
    const again = await keptJournal(tills, tills.second, 1)
    const guestId = await bring(again, sale)
    await startReturn(again, guestId, { way: 'cash' })
    await untilLearned(tills.first, sale.id)
    await untilSent(again)
    const restored = await setBack(tills, again, 1)
    await expect(bring(restored, sale)).rejects.toThrow('SHOP_SALE_OWN')
    expect(await restored.ask('fetchOwnEvents')).toMatchObject({ added: 1, conflicts: 0 })
    await untilSent(restored)
    expect(await bring(restored, sale)).toBe(guestId)
    await expect(startReturn(restored, guestId, { way: 'cash' })).rejects.toThrow('RETURN_EMPTY')
  })

  test('is told to the till that sold the goods when it was fetched, also if the shop database lost its claim', async () => {
    const tills = await twoTills()
    const { shop, first, lineOfFirst } = tills
    const sale = await soldForCash(first)
    const again = await keptJournal(tills, tills.second, 1)
    lineOfFirst.cut()
    await startReturn(again, await bring(again, sale), { way: 'cash' })
    await untilSettled(tills)
    await untilSent(again)
    await shop.admin.query('DELETE FROM shop.claim')
    const restored = await setBack(tills, again, 1)
    await restored.ask('fetchOwnEvents')
    lineOfFirst.restore()
    await untilLearned(first, sale.id)
  })

  test('is not taken for one of the sale that got the same number since', async () => {
    const tills = await twoTills()
    await soldForCash(tills.first)
    const again = await keptJournal(tills, tills.first, 0)
    const before = await soldForCash(again)
    await startReturn(again, before.id, { way: 'cash' })
    await untilSettled(tills)
    await untilSent(again)
    const restored = await setBack(tills, again, 0)
    const since = await soldForCash(restored)
    expect(since.senderInvoiceNo).toBe(before.senderInvoiceNo)
    await startReturn(restored, since.id, { way: 'cash' })
    expect((await saleOf(restored, since.id)).returns).toMatchObject([{ state: 'completed' }])
  })

  test.for(['the first of its sale', 'after one that the backup has'] as const)(
    'keeps its claim if it was never sent, so that no other till pays the money back again (%s)',
    async (which) => {
      const tills = await twoTills()
      const { shop, second } = tills
      const sale = await soldForCash(tills.first)
      if (which === 'after one that the backup has') {
        const lines = [{ lineId: sale.lines[0]?.id ?? '', quantity: '1' }]
        await startReturn(tills.first, sale.id, { way: 'cash', lines })
        await untilSettled(tills)
      }
      const again = await keptJournal(tills, tills.first, 0)
      await fillDisk(tills)
      await startReturn(again, sale.id, { way: 'cash' })
      expect((await saleOf(again, sale.id)).returns.at(-1)).toMatchObject({ state: 'completed' })
      await again.stop()
      await freeDisk(tills)
      cpSync(`${journalAt(tills, 0)}.older`, journalAt(tills, 0))
      const restored = await tills.open(0)
      await untilSent(restored)
      const another = await soldForCash(restored)
      const lines = [{ lineId: another.lines[0]?.id ?? '', quantity: '1' }]
      await startReturn(restored, another.id, { way: 'cash', lines })
      await eventually(async () =>
        expect(await shop.count('claim', `key = '${another.senderInvoiceNo}' AND state = 'done'`)).toBe(1),
      )
      await expect(
        bring(second, sale).then((id) => startReturn(second, id, { way: 'cash' })),
      ).rejects.toThrow('RETURN_HELD')
      await startReturn(restored, sale.id, { way: 'cash' })
      await untilSettled(tills)
    },
  )

  test('keeps its claim on a sale of another till too, of which the backup has an earlier return', async () => {
    const tills = await twoTills()
    const { first } = tills
    const sale = await soldForCash(first)
    const guestId = await bring(tills.second, sale)
    const lines = [{ lineId: sale.lines[0]?.id ?? '', quantity: '1' }]
    await startReturn(tills.second, guestId, { way: 'cash', lines })
    await untilLearned(first, sale.id)
    await untilSettled(tills)
    const again = await keptJournal(tills, tills.second, 1)
    await fillDisk(tills)
    await startReturn(again, guestId, { way: 'cash' })
    expect((await saleOf(again, guestId)).returns.at(-1)).toMatchObject({ state: 'completed' })
    await again.stop()
    await freeDisk(tills)
    cpSync(`${journalAt(tills, 1)}.older`, journalAt(tills, 1))
    const restored = await tills.open(1)
    await untilSent(restored)
    // Another return at the restored till settles its claim, so the till has looked at all its claims.
    const another = await soldForCash(first)
    await startReturn(restored, await bring(restored, another), { way: 'cash' })
    await untilLearned(first, another.id)
    await expect(startReturn(first, sale.id, { way: 'cash' })).rejects.toThrow('RETURN_HELD')
  })
})
