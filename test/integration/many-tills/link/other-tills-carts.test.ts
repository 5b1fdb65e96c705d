/** A parked cart is continued at any till of the shop: at one, whatever the tills and the lines do. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifyJournal } from '../../../../scripts/trials/audit-verify/verify-journal.ts'
import { STEADY_TOTALS } from '../../../../scripts/trials/audit-verify.ts'
import type { ParkedSale } from '../../../../shared/page/index.ts'
import { totalOf } from '../../../../shared/sale/status.ts'
import { rungUp, stateOf } from '../../../support/charged-sale.ts'
import { eventually } from '../../../support/eventually.ts'
import { sumsOf, untilSent } from '../../../support/linked-till.ts'
import { attentionIn, restOf } from '../../../support/looks.ts'
import { saleOf } from '../../../support/returns.ts'
import { shopServerForFile, type TestDatabase } from '../../../support/shop-database.ts'
import { hire, putAtTill } from '../../../support/staff.ts'
import type { Till } from '../../../support/terminal.ts'
import { tillProcessAt } from '../../../support/till-process.ts'
import { twoTills } from '../../../support/two-tills.ts'

const server = shopServerForFile()
type Asking = Pick<Till, 'ask'>

async function parked(till: Till, label = 'Улаан цамцтай', goods = 2): Promise<string> {
  const { saleId } = await rungUp(till, goods)
  await till.ask('parkSale', { saleId, label })
  return saleId
}

const ofShop = async (till: Asking): Promise<readonly ParkedSale[]> =>
  (await till.ask('listParked')).filter((row) => row.till !== null)

/** Waits until the till shows exactly these carts of other tills. */
const untilOffered = (till: Asking, ...saleIds: string[]): Promise<void> =>
  eventually(async () => expect((await ofShop(till)).map(({ id }) => id)).toEqual(saleIds))

const untilLink = (till: Asking, state: string): Promise<void> =>
  eventually(async () => expect((await till.ask('getShopDatabase')).link.state).toBe(state))

const take = async (till: Asking, saleId: string): Promise<string> =>
  (await till.ask('takeCart', { saleId })).saleId

const untilMoved = (till: Asking, saleId: string): Promise<void> =>
  eventually(async () => expect((await saleOf(till, saleId)).movedTo).toBeDefined())

/** Two tills: the first parked a cart, and the second shows it. */
async function tillsWithCart() {
  const tills = await twoTills(server)
  const saleId = await parked(tills.first)
  await untilOffered(tills.second, saleId)
  return { ...tills, saleId }
}

/** The same, after the first till lost its line to the shop database. */
async function tillsOffline() {
  const tills = await tillsWithCart()
  tills.lineOfFirst.cut()
  await untilLink(tills.first, 'disconnected')
  return tills
}

const numberOf = async (till: Asking, saleId: string): Promise<string> =>
  (await saleOf(till, saleId)).senderInvoiceNo

/** What does not add up in a journal that nobody uses. */
const wrongIn = (folder: string) =>
  verifyJournal(join(folder, 'journal-test.sqlite'), { head: null, ...STEADY_TOTALS }).wrong

/** The till's process is gone, and the server believes it at once. */
const forgetProcess = ({ admin }: Pick<TestDatabase, 'admin'>, code: string) =>
  admin.query(`UPDATE shop.till SET heard_at = now() - interval '1 hour' WHERE code = '${code}'`)

describe('a parked cart', () => {
  test('is resumed at another till with its prices, discounts and notes, and is closed at the till that parked it', async () => {
    const { shop, first, second, folders } = await twoTills(server)
    const { saleId } = await rungUp(first, 2)
    const [line] = (await saleOf(first, saleId)).lines
    await first.ask('changeLine', { saleId, lineId: line?.id ?? '', price: '3333' })
    await first.ask('discountSale', { saleId, discount: '5%' })
    await first.ask('noteSale', { saleId, note: 'Хүргэлттэй' })
    await first.ask('setReceiver', { saleId, register: '1234567' })
    const cart = await saleOf(first, saleId)
    await first.ask('parkSale', { saleId, label: 'Болд' })
    await untilOffered(second, saleId)
    expect(await ofShop(second)).toMatchObject([
      { till: 'K01', label: 'Болд', lineCount: 2, total: totalOf(cart.lines), heldBy: null },
    ])
    expect((await second.view()).cartsOfShop).toBe(1)
    const here = await take(second, saleId)
    const sale = await saleOf(second, here)
    const { lines, discount, note, receiver } = cart
    expect(sale).toMatchObject({ terminal: 'K02', sequence: 1, lines, discount, note, receiver })
    expect(sale.movedFrom).toMatchObject({ till: 'K01', saleId, number: cart.senderInvoiceNo })
    expect((await second.view()).counter?.sale.id).toBe(here)
    await untilMoved(first, saleId)
    expect(await stateOf(first, saleId)).toMatchObject({
      name: 'moved',
      to: { till: 'K02', number: sale.senderInvoiceNo },
    })
    expect(await first.ask('listParked')).toEqual([])
    await second.ask('takeTender', { saleId: here, received: '' })
    await untilSent(second)
    await eventually(async () => expect(await shop.count('claim', `state <> 'done'`)).toBe(0))
    expect(await shop.count('quarantine')).toBe(0)
    // No report of the first till counts a cart that was given up.
    expect(sumsOf(folders[0]).filter((row) => 'account' in row && row.account === 'cancelled')).toEqual([])
    await Promise.all([first.stop(), second.stop()])
    for (const folder of folders) expect(wrongIn(folder)).toEqual([])
  })

  test('that a till forged hides no other cart, and is not resumed', async () => {
    const { shop, first, second } = await twoTills(server)
    const [own, theirs] = [await parked(first), await parked(second)]
    await untilOffered(first, theirs)
    const forge = (key: string, change: string) =>
      shop.admin.query(
        `INSERT INTO shop.claim (shop, kind, key, state, fence, till, body)
          SELECT shop, kind, $1, 'open', 1, till, jsonb_set(body, ${change}) FROM shop.claim WHERE key = $2`,
        [key, theirs],
      )
    await forge('k'.repeat(100), `'{label}', '"An id that is too long"'`)
    await forge('amount', `'{lines,0,amount}', '${Number.MAX_SAFE_INTEGER}'`)
    await forge('quantity', `'{lines,0,quantity}', '-1000'`)
    await forge('name', `'{lines,0,product,name}', to_jsonb(repeat('x', 2000))`)
    await forge('number', `'{senderInvoiceNo}', '"../../../number"'`)
    await forge('till', `'{till}', '"../K02"'`)
    await forge('later', `'{label}', '"The last that is read"'`)
    await untilOffered(first, theirs, 'later')
    expect((await first.ask('listParked')).map(({ id }) => id)).toEqual([own, theirs, 'later'])
    for (const forged of ['amount', 'quantity', 'name', 'number', 'till'])
      await expect(first.ask('takeCart', { saleId: forged })).rejects.toThrow('CART_GONE')
  })

  test('is not resumed for a person who has locked the till, nor in the name of who signed in meanwhile', async () => {
    const { shop, first, second } = await twoTills(server)
    const cart = await parked(first)
    await untilOffered(second, cart)
    const crew = await hire(second)
    await putAtTill(second, crew.cashier)
    await shop.admin.query('BEGIN')
    await shop.admin.query('SELECT FROM shop.claim WHERE key = $1 FOR UPDATE', [cart])
    const taking = take(second, cart)
    const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%till_1.claim(%'`
    const other = await shop.connect()
    await eventually(async () => expect((await other.query(waits)).rowCount).toBe(1))
    await second.ask('lock')
    await putAtTill(second, crew.manager)
    await shop.admin.query('COMMIT')
    await expect(taking).rejects.toThrow('SIGNED_OUT')
    expect((await second.view()).counter).toBeNull()
    // The cart is open again.
    await untilOffered(second, cart)
  })

  test('is resumed at only one till if two try at the same time', async () => {
    const { shop, address, first, second } = await twoTills(server)
    const third = await tillProcessAt(address)
    await shop.pair(third, { code: 'K03' })
    const carts = [await parked(first, 'a'), await parked(first, 'b'), await parked(first, 'c')]
    await Promise.all([untilOffered(second, ...carts), untilOffered(third, ...carts)])
    for (const saleId of carts) {
      const outcomes = await Promise.allSettled([take(second, saleId), take(third, saleId)])
      const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
      expect(lost).toEqual([expect.stringContaining('CART_GONE')])
      for (const [index, till] of [second, third].entries()) {
        const outcome = outcomes[index]
        if (outcome?.status !== 'fulfilled') continue
        await till.ask('takeTender', { saleId: outcome.value, received: '' })
        await till.ask('nextSale', { saleId: outcome.value })
      }
      await untilMoved(first, saleId)
    }
    await eventually(async () => expect(await shop.count('claim', `state <> 'done'`)).toBe(0))
  })

  test('is one sale if the command is repeated, also after a restart without the line', async () => {
    const { open, second, line, saleId } = await tillsWithCart()
    const press = ({ terminal }: Till) => terminal.answer('takeCart', { saleId }, 'the-same-press')
    const answers = await Promise.all([press(second), press(second)])
    expect(answers[0]).toMatchObject({ ok: true })
    expect(answers[1]).toEqual(answers[0])
    await expect(take(second, saleId)).rejects.toThrow('SALE_NOT_OPEN')
    await second.stop()
    line.cut()
    expect(await press(await open(1))).toEqual(answers[0])
  })

  test('is refused before it is claimed if goods are at the counter, and without the line', async () => {
    const { shop, second, line, saleId } = await tillsWithCart()
    await rungUp(second, 1)
    await expect(take(second, saleId)).rejects.toThrow('SALE_NOT_OPEN')
    expect(await shop.count('claim', `state = 'held'`)).toBe(0)
    await second.ask('parkSale', { saleId: (await second.view()).counter?.sale.id ?? '', label: '' })
    line.cut()
    await untilLink(second, 'disconnected')
    expect(await ofShop(second)).toEqual([])
    await expect(take(second, saleId)).rejects.toThrow('NEEDS_SHOP_DATABASE')
    line.restore()
    await untilOffered(second, saleId)
    await take(second, saleId)
  })

  test('follows when its own till changes it, and is gone for the others while it is at the counter there', async () => {
    const { first, second } = await twoTills(server)
    const saleId = await parked(first, 'a', 1)
    await untilOffered(second, saleId)
    await first.ask('resumeSale', { saleId })
    await untilOffered(second)
    await expect(take(second, saleId)).rejects.toThrow('CART_GONE')
    await rungUp(first, 3)
    await first.ask('parkSale', { saleId, label: 'b' })
    await untilOffered(second, saleId)
    expect(await ofShop(second)).toMatchObject([{ label: 'b', lineCount: 3 }])
    await first.ask('discardSale', { saleId })
    await untilOffered(second)
    await expect(take(second, saleId)).rejects.toThrow('CART_GONE')
    expect(await stateOf(first, saleId)).toMatchObject({ name: 'cancelled' })
  })

  test('with money or an invoice stays at its till', async () => {
    const { shop, first } = await twoTills(server)
    const { saleId } = await rungUp(first, 2)
    await first.ask('takeTender', { saleId, received: '100' })
    const [tender] = (await saleOf(first, saleId)).tenders
    await first.ask('returnTender', { saleId, tenderId: tender?.id ?? '' })
    await first.ask('parkSale', { saleId, label: '' })
    const charged = await rungUp(first, 1)
    await first.charge(charged.saleId)
    await first.ask('nextSale', { saleId: charged.saleId })
    const other = await parked(first)
    await eventually(async () => expect(await shop.count('claim')).toBe(1))
    expect(await shop.count('claim', `key = '${other}'`)).toBe(1)
  })

  /** Goods of two tax types, which can be split. */
  async function unlike(till: Till): Promise<string> {
    const categories = await till.ask('listCategories')
    const found = await Promise.all(
      categories.map((category) => till.ask('searchGoods', { query: '', category, limit: 50 })),
    )
    const goods = found.flatMap(({ products }) => products)
    const codeOf = (kind: string) => goods.find(({ taxKind }) => taxKind === kind)?.code ?? ''
    await till.ask('addProduct', { code: codeOf('vat') })
    return (await till.ask('addProduct', { code: codeOf('exempt') })).saleId
  }

  test('that was split while another till resumed it goes to the attention list, even if the charge of its first part is cancelled', async () => {
    const { first, second, lineOfFirst } = await twoTills(server)
    const saleId = await unlike(first)
    await first.ask('parkSale', { saleId, label: '' })
    await untilOffered(second, saleId)
    lineOfFirst.cut()
    await untilLink(first, 'disconnected')
    await second.ask('takeTender', { saleId: await take(second, saleId), received: '' })
    await first.ask('resumeSale', { saleId })
    await first.ask('charge', { saleId })
    const rest = await restOf(first, saleId)
    await first.cancel(saleId)
    await first.ask('nextSale', { saleId })
    lineOfFirst.restore()
    await untilMoved(first, saleId)
    await first.ask('takeTender', { saleId: rest, received: '' })
    expect(await attentionIn(first)).toEqual([['cart-at-two-tills', null]])
  })

  test('that was split stays at its till until its other part is parked on its own', async () => {
    const { first, second } = await twoTills(server)
    const whole = await parked(first)
    const saleId = await unlike(first)
    await first.ask('charge', { saleId })
    const rest = await restOf(first, saleId)
    await first.cancel(saleId)
    await untilOffered(second, whole)
    await first.ask('nextSale', { saleId })
    await first.ask('parkSale', { saleId: rest, label: '' })
    await untilOffered(second, whole, rest)
  })

  test('that the server refuses does not delay other carts', async () => {
    const { shop, first, second } = await twoTills(server)
    const resumed = await parked(first, 'a')
    await untilOffered(second, resumed)
    await shop.admin.query(`ALTER TABLE shop.claim ADD CHECK (body ->> 'label' <> 'refused')`)
    await parked(first, 'refused')
    await first.ask('resumeSale', { saleId: resumed })
    await first.ask('parkSale', { saleId: resumed, label: 'refused' })
    const good = await parked(first, 'good')
    await untilOffered(second, good)
    const ofSecond = await parked(second, 'b')
    await untilOffered(first, ofSecond)
    expect((await first.ask('getShopDatabase')).trouble).toBeNull()
  })

  test('keeps what was answered about age, and is asked at the other till what nobody answered', async () => {
    const { first, second } = await twoTills(server)
    const goods = {
      ...{
        code: 'A',
        name: 'Архи 0.5 л',
        category: 'Архи',
        unit: 'ш',
        codes: '',
        cityTax: 'no',
        price: '20000',
      },
      ...{ taxProductCode: '303', classificationCode: '2449000', taxKind: 'vat' },
    } as const
    await first.ask('saveGoods', { was: null, goods })
    const unanswered = await first.ask('addProduct', { code: 'A' })
    await first.ask('parkSale', { saleId: unanswered.saleId, label: 'a' })
    const rule = { category: 'Архи', age: 21, hours: null, weekdays: [], monthDays: [], dates: [] }
    await first.ask('saveSettings', { saleRules: [rule] })
    // While a till joins, the shop's settings replace its own, so the second till must not save the rule itself.
    await eventually(async () =>
      expect((await second.view()).settings.saleRules).toMatchObject([{ category: 'Архи' }]),
    )
    const answered = await first.ask('addProduct', { code: 'A', ofAge: 21 })
    await first.ask('parkSale', { saleId: answered.saleId, label: 'b' })
    await untilOffered(second, unanswered.saleId, answered.saleId)
    const asked = await take(second, unanswered.saleId)
    expect(await second.reply('takeTender', { saleId: asked, received: '' })).toMatchObject({
      error: { name: 'AGE_UNCONFIRMED' },
    })
    await second.ask('parkSale', { saleId: asked, label: '' })
    const here = await take(second, answered.saleId)
    expect((await saleOf(second, here)).ageConfirmed).toBe(21)
    await second.ask('takeTender', { saleId: here, received: '' })
  })
})

describe('without the line at its own till a parked cart', () => {
  test('is resumed at once, and says at the counter that another till continues it', async () => {
    const { first, second, lineOfFirst, saleId } = await tillsWithCart()
    lineOfFirst.cut()
    const here = await take(second, saleId)
    await first.ask('resumeSale', { saleId })
    await rungUp(first, 3)
    lineOfFirst.restore()
    await untilMoved(first, saleId)
    expect((await first.view()).counter).toMatchObject({
      sale: { id: saleId, movedTo: { till: 'K02', number: await numberOf(second, here) } },
      status: { name: 'open' },
    })
    expect((await saleOf(first, saleId)).lines).toHaveLength(3)
    // Parked again it is shown with that, and to nobody else.
    await first.ask('parkSale', { saleId, label: '' })
    expect(await first.ask('listParked')).toMatchObject([{ id: saleId, movedTo: { till: 'K02' } }])
    await first.ask('discardSale', { saleId })
    expect(await stateOf(first, saleId)).toMatchObject({ name: 'moved' })
  })

  test('is sold, and stands in the attention list if another till continues it too', async () => {
    const { first, second, lineOfFirst, saleId } = await tillsWithCart()
    lineOfFirst.cut()
    await first.ask('resumeSale', { saleId })
    await first.ask('takeTender', { saleId, received: '' })
    await take(second, saleId)
    lineOfFirst.restore()
    await untilMoved(first, saleId)
    expect(await attentionIn(first)).toEqual([['cart-at-two-tills', null]])
    const seen = {
      saleId,
      cause: 'cart-at-two-tills',
      resolution: 'seen',
      amount: null,
      received: '',
    } as const
    await first.ask('settleAttention', seen)
    expect(await attentionIn(first)).toEqual([])
  })

  test('cannot be taken while it is at the counter of its own till, however long that till is offline', async () => {
    const { shop, first, second, lineOfFirst, saleId } = await tillsWithCart()
    await first.ask('resumeSale', { saleId })
    await untilOffered(second)
    lineOfFirst.cut()
    await untilLink(first, 'disconnected')
    await forgetProcess(shop, 'K01')
    await expect(take(second, saleId)).rejects.toThrow('CART_GONE')
    expect(await shop.count('claim', `till = (SELECT id FROM shop.till WHERE code = 'K01')`)).toBe(1)
  })

  test('that was discarded counts as discarded, and records which till resumed it', async () => {
    const { first, second, folders, lineOfFirst, saleId } = await tillsOffline()
    await take(second, saleId)
    await first.ask('discardSale', { saleId })
    lineOfFirst.restore()
    await untilMoved(first, saleId)
    expect(await stateOf(first, saleId)).toMatchObject({ name: 'moved' })
    expect(sumsOf(folders[0])).toContainEqual(expect.objectContaining({ account: 'cancelled', times: 1 }))
    await Promise.all([first.stop(), second.stop()])
    expect(wrongIn(folders[0])).toEqual([])
  })

  test('that was parked is told when the connection is back', async () => {
    const { first, second, lineOfFirst } = await twoTills(server)
    lineOfFirst.cut()
    await untilLink(first, 'disconnected')
    const saleId = await parked(first)
    lineOfFirst.restore()
    await untilOffered(second, saleId)
  })
})

describe('a till that stops after its claim', () => {
  test('gives the cart back when it comes again, and another one takes it over if it does not', async () => {
    const { shop, first, second, saleId } = await tillsWithCart()
    const hold = (code: string, ago: string) =>
      shop.admin.query(
        `WITH k AS (UPDATE shop.till SET heard_at = now() - interval '${ago}' WHERE code = '${code}' RETURNING id)
          UPDATE shop.claim SET state = 'held', fence = fence + 1, till = (SELECT id FROM k)`,
      )
    await shop.admin.query(
      `INSERT INTO shop.till (shop, code, role, state) SELECT id, 'K09', 'tugrik_till_k09', 'active' FROM shop.shop
        WHERE mode = 'test'`,
    )
    await hold('K09', '1 minute')
    await eventually(async () => expect(await ofShop(second)).toMatchObject([{ heldBy: 'K09' }]))
    await expect(take(second, saleId)).rejects.toThrow('CART_GONE')
    await hold('K09', '11 minutes')
    const here = await take(second, saleId)
    await untilMoved(first, saleId)
    expect((await saleOf(first, saleId)).movedTo).toMatchObject({ number: await numberOf(second, here) })
    // Its own claim without a sale: the process was killed between the two.
    const other = await parked(first, 'b')
    await eventually(async () => expect(await shop.count('claim', `key = '${other}'`)).toBe(1))
    await shop.admin.query(
      `UPDATE shop.claim SET state = 'held', fence = fence + 1, till = (SELECT id FROM shop.till WHERE code = 'K02')
        WHERE key = '${other}'`,
    )
    await untilOffered(second, other)
  })

  test('and after its sale tells the shop so when it comes again', async () => {
    const { shop, address, first, second } = await twoTills(server)
    const third = await tillProcessAt(address)
    await shop.pair(third, { code: 'K03' })
    const saleId = await parked(first)
    await untilOffered(third, saleId)
    const here = await take(third, saleId)
    await third.kill()
    // The server lost what the till said after its claim.
    await shop.admin.query(
      `UPDATE shop.claim SET state = 'held', fence = fence + 1, till = (SELECT id FROM shop.till WHERE code = 'K03')
        WHERE state <> 'done'`,
    )
    await forgetProcess(shop, 'K03')
    await third.start()
    await untilMoved(first, saleId)
    expect((await saleOf(first, saleId)).movedTo).toMatchObject({ number: await numberOf(third, here) })
    await untilOffered(second)
  })

  test('and was silent for long learns that another one has the cart too', async () => {
    const { shop, second, line, saleId } = await tillsWithCart()
    const here = await take(second, saleId)
    line.cut()
    await untilLink(second, 'disconnected')
    // As if the line was cut in the moment after the claim, and a third till took the cart over.
    const movedTo = { till: 'K03', number: 'K03-261125-0001-ABCD', parkedAt: 1 }
    await shop.admin.query(`UPDATE shop.claim SET state = 'done', fence = fence + 1, body = $1`, [
      JSON.stringify({ movedTo }),
    ])
    await second.ask('takeTender', { saleId: here, received: '' })
    line.restore()
    await untilMoved(second, here)
    expect(await attentionIn(second)).toEqual([['cart-at-two-tills', null]])
  })
})

describe('after a restore', () => {
  test('of the server to a time before a cart was taken, the cart cannot be taken again', async () => {
    const { shop, first, second, line, lineOfFirst, saleId } = await tillsWithCart()
    const [offer] = (await shop.admin.query('SELECT body FROM shop.claim')).rows
    const here = await take(second, saleId)
    await untilMoved(first, saleId)
    await eventually(async () => expect(await shop.count('claim', `state = 'done'`)).toBe(1))
    line.cut()
    lineOfFirst.cut()
    await shop.admin.query(
      `UPDATE shop.claim SET state = 'open', fence = 1, body = $1, till = (SELECT id FROM shop.till WHERE code = 'K01')`,
      [JSON.stringify(offer.body)],
    )
    await shop.admin.query(`UPDATE shop.shop SET epoch = gen_random_uuid()::text`)
    // The till that took it knows, also if the first one is gone.
    line.restore()
    await eventually(async () => {
      const [claim] = (await shop.admin.query('SELECT body FROM shop.claim')).rows
      expect(claim.body).toMatchObject({ movedTo: { number: await numberOf(second, here) } })
    })
    lineOfFirst.restore()
    await eventually(async () => expect(await shop.count('claim', `state = 'done'`)).toBe(1))
  })

  test('of the server, a cart that two tills took is on the attention list of the first of them and of the till that parked it', async () => {
    const { shop, address, first, second, line, lineOfFirst } = await twoTills(server)
    const third = await tillProcessAt(address)
    await shop.pair(third, { code: 'K03' })
    const saleId = await parked(first)
    await Promise.all([untilOffered(second, saleId), untilOffered(third, saleId)])
    const [offer] = (await shop.admin.query('SELECT body FROM shop.claim')).rows
    const here = await take(second, saleId)
    await second.ask('takeTender', { saleId: here, received: '' })
    await untilMoved(first, saleId)
    const untilDone = () =>
      eventually(async () => expect(await shop.count('claim', `state = 'done'`)).toBe(1))
    await untilDone()
    // Before the restore the taker asked the server about its cart once more.
    line.cut()
    await untilLink(second, 'disconnected')
    line.restore()
    await untilSent(second)
    const ofSecond = await parked(second)
    await untilOffered(third, ofSecond)
    for (const one of [line, lineOfFirst]) one.cut()
    await Promise.all([untilLink(first, 'disconnected'), untilLink(second, 'disconnected')])
    await shop.admin.query(
      `UPDATE shop.claim SET state = 'open', fence = 1, body = $1, till = (SELECT id FROM shop.till WHERE code = 'K01')
        WHERE key = $2`,
      [JSON.stringify(offer.body), saleId],
    )
    await shop.admin.query(`UPDATE shop.shop SET epoch = gen_random_uuid()::text`)
    await eventually(async () => expect((await ofShop(third)).map(({ id }) => id)).toContain(saleId))
    const twice = await take(third, saleId)
    await third.ask('takeTender', { saleId: twice, received: '' })
    const number = await numberOf(third, twice)
    lineOfFirst.restore()
    await untilDone()
    expect(await stateOf(first, saleId)).toMatchObject({ name: 'moved', to: { till: 'K03', number } })
    expect(await attentionIn(first)).toEqual([['cart-at-two-tills', null]])
    line.restore()
    await untilMoved(second, here)
    expect((await saleOf(second, here)).movedTo).toMatchObject({ till: 'K03', number })
    expect(await attentionIn(second)).toEqual([['cart-at-two-tills', null]])
  })

  test('of the server to a time before a cart was parked, a cart that was taken is not offered again', async () => {
    const { shop, first, second, line, lineOfFirst, saleId } = await tillsOffline()
    const here = await take(second, saleId)
    line.cut()
    await untilLink(second, 'disconnected')
    await shop.admin.query('DELETE FROM shop.claim')
    await shop.admin.query(`UPDATE shop.shop SET epoch = gen_random_uuid()::text`)
    line.restore()
    await eventually(async () => {
      const [claim] = (await shop.admin.query('SELECT body FROM shop.claim')).rows
      expect(claim?.body).toMatchObject({ movedTo: { number: await numberOf(second, here) } })
    })
    lineOfFirst.restore()
    await untilMoved(first, saleId)
    expect(await stateOf(first, saleId)).toMatchObject({ name: 'moved' })
  })

  test('of a server without the carts, the tills offer them again', async () => {
    const { shop, second, lineOfFirst, saleId } = await tillsWithCart()
    lineOfFirst.cut()
    await shop.admin.query('DELETE FROM shop.claim')
    await untilOffered(second)
    lineOfFirst.restore()
    await untilOffered(second, saleId)
  })

  test.for(['parked', 'resumed'] as const)(
    'of its till from a backup, the cart is known to go on elsewhere (%s)',
    async (state) => {
      const { open, first, second, folders, lineOfFirst, saleId } = await tillsWithCart()
      await first.stop()
      const journal = join(folders[0], 'journal-test.sqlite')
      cpSync(journal, join(folders[0], 'older.sqlite'))
      const again = await open(0)
      await take(second, saleId)
      await untilMoved(again, saleId)
      await eventually(async () => expect(await ofShop(second)).toEqual([]))
      await again.stop()
      lineOfFirst.cut()
      cpSync(join(folders[0], 'older.sqlite'), journal)
      const restored = await open(0)
      if (state === 'resumed') await restored.ask('resumeSale', { saleId })
      lineOfFirst.restore()
      await untilMoved(restored, saleId)
      expect(await stateOf(restored, saleId)).toMatchObject({
        name: state === 'parked' ? 'moved' : 'open',
      })
    },
  )
})

describe('a claim on a cart that a later version of the program wrote', () => {
  test('is left unchanged by the till that parked the cart, and by one that tries to resume it', async () => {
    const { shop, first, second, lineOfFirst, saleId } = await tillsOffline()
    const { parked: was } = await saleOf(first, saleId)
    const movedTo = { till: 'K03', number: 'K03-261125-0001-ABCD', parkedAt: was?.at, later: 1 }
    await shop.admin.query(`UPDATE shop.claim SET fence = fence + 2, body = $1`, [
      JSON.stringify({ movedTo }),
    ])
    await untilOffered(second)
    lineOfFirst.restore()
    const other = await parked(first)
    await untilOffered(second, other)
    const told = () =>
      shop.count('claim', `key = '${saleId}' AND body -> 'movedTo' ? 'later' AND state = 'open'`)
    expect(await told()).toBe(1)
    await expect(take(second, saleId)).rejects.toThrow('CART_GONE')
    expect(await told()).toBe(1)
    await first.ask('leaveShopDatabase')
    expect(await told()).toBe(1)
    expect(await attentionIn(first)).toEqual([['cart-at-two-tills', null]])
  })

  test('is not overwritten by the till that took the cart', async () => {
    const { shop, second, saleId } = await tillsOffline()
    await take(second, saleId)
    await eventually(async () => expect(await shop.count('claim', `body ? 'movedTo'`)).toBe(1))
    const movedTo = { till: 'K03', number: 'K03-261125-0001-ABCD', parkedAt: 1, later: 1 }
    await shop.admin.query(
      `UPDATE shop.claim SET state = 'held', fence = fence + 2, body = $1,
        till = (SELECT id FROM shop.till WHERE code = 'K02')`,
      [JSON.stringify({ movedTo })],
    )
    await eventually(async () => expect(await shop.count('claim', `state = 'open'`)).toBe(1))
    expect(await shop.count('claim', `body -> 'movedTo' ? 'later'`)).toBe(1)
  })
})

describe('a till that leaves the shop', () => {
  test('takes its parked carts with it, and offers them again when it joins again', async () => {
    const { shop, first, second, saleId } = await tillsWithCart()
    await first.ask('leaveShopDatabase')
    await untilOffered(second)
    await expect(take(second, saleId)).rejects.toThrow('CART_GONE')
    expect(await attentionIn(first)).toEqual([])
    await shop.pair(first, { code: 'K01' })
    await untilOffered(second, saleId)
    await first.ask('leaveShopDatabase')
    await first.ask('resumeSale', { saleId })
  })

  test('warns that a cart may be sold at two tills if another till holds it', async () => {
    const { shop, first, saleId } = await tillsWithCart()
    await shop.admin.query(
      `INSERT INTO shop.till (shop, code, role, state, heard_at)
        SELECT id, 'K09', 'tugrik_till_k09', 'active', now() FROM shop.shop WHERE mode = 'test'`,
    )
    await shop.admin.query(
      `UPDATE shop.claim SET state = 'held', fence = fence + 1, till = (SELECT id FROM shop.till WHERE code = 'K09')`,
    )
    await first.ask('leaveShopDatabase')
    expect(await attentionIn(first)).toEqual([['cart-at-two-tills', null]])
    await first.ask('resumeSale', { saleId })
    await first.ask('takeTender', { saleId, received: '' })
    expect(await attentionIn(first)).toEqual([['cart-at-two-tills', null]])
  })

  test('without a connection gives this warning for each cart that other tills may see, also for one that was sold since', async () => {
    const { open, first, second, lineOfFirst } = await twoTills(server)
    const [left, sold, discarded] = [await parked(first), await parked(first), await parked(first)]
    await untilOffered(second, left, sold, discarded)
    await untilSent(first)
    lineOfFirst.cut()
    await untilLink(first, 'disconnected')
    await first.stop()
    const again = await open(0)
    await again.ask('discardSale', { saleId: discarded })
    await again.ask('resumeSale', { saleId: sold })
    await again.ask('takeTender', { saleId: sold, received: '' })
    await again.ask('nextSale', { saleId: sold })
    await parked(again)
    await again.ask('leaveShopDatabase')
    const listed = await again.ask('listAttention')
    expect(listed.map(({ saleId, cause }) => [saleId, cause])).toEqual([
      [left, 'cart-at-two-tills'],
      [sold, 'cart-at-two-tills'],
    ])
  })

  test.for(['in the same run of the program', 'after a restart'] as const)(
    'without a connection gives it also for a cart that other tills see, but whose parking the server has not recorded yet (%s)',
    async (when) => {
      const { open, shop, first, second, lineOfFirst } = await twoTills(server)
      // No event can be stored, but carts can be offered.
      await shop.admin.query('BEGIN; LOCK TABLE shop.event IN EXCLUSIVE MODE')
      const saleId = await parked(first)
      await untilOffered(second, saleId)
      lineOfFirst.cut()
      await shop.admin.query('ROLLBACK')
      if (when === 'after a restart') await first.stop()
      const till = when === 'after a restart' ? await open(0) : first
      await till.ask('leaveShopDatabase')
      expect(await attentionIn(till)).toEqual([['cart-at-two-tills', null]])
    },
  )
})
