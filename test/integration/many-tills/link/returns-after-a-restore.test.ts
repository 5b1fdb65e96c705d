/** Goods that come back at several tills of a shop whose server was restored from an older dump. */
import { expect, test } from 'vitest'
import { type KeptTills, restore } from '../../../../main/many-tills/server/index.ts'
import { eventually } from '../../../support/eventually.ts'
import { untilSent } from '../../../support/linked-till.ts'
import { ALL_TENDERS } from '../../../support/open-shift.ts'
import {
  allVoided,
  cancelReturn,
  cashSale,
  paidSale,
  returned,
  returnOf,
  saleOf,
  startReturn,
} from '../../../support/returns.ts'
import { shopServerForFile } from '../../../support/shop-database.ts'
import { dumpOf, joinedAs, restoredFrom, untilCaughtUp } from '../../../support/shop-restore.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { startTill } from '../../../support/terminal.ts'
import { twoTills as tillsOfShop } from '../../../support/two-tills.ts'

const server = shopServerForFile()

/** Two tills; the second has the first one's sale as a guest sale; and a dump of the server as it is then. */
async function tillsAndDump(tender: 'cash' | 'CARD' | 'P2P') {
  const tills = await tillsOfShop(server)
  const { first, second, payer, shop } = tills
  const { saleId } =
    tender === 'cash' ? await cashSale(first) : await paidSale(first, payer, { type: tender })
  await first.until(saleId, 'completed')
  await untilSent(first)
  const { senderInvoiceNo: number } = await saleOf(first, saleId)
  const { saleId: guestId } = await second.ask('bringSale', { number })
  await untilSent(second)
  const file = await dumpOf(shop)
  return { ...tills, saleId, guestId, restored: (kept?: KeptTills) => restoredFrom(file, shop, server, kept) }
}

test('are not taken back before the other till has told the restored server of its return', async () => {
  const { first, second, line, lineOfFirst, saleId, guestId, restored } = await tillsAndDump('cash')
  lineOfFirst.cut()
  await startReturn(second, guestId, { way: 'cash' })
  await untilSent(second)
  line.cut()
  await restored()
  lineOfFirst.restore()
  await untilSent(first)
  await expect(startReturn(first, saleId, { way: 'cash' })).rejects.toThrow('RETURN_AFTER_RESTORE')
  await eventually(async () => {
    const tills = await first.ask('listTills')
    expect(tills.flatMap(({ code, status }) => (status.behind ? [code] : []))).toEqual(['K02'])
  })
  line.restore()
  await untilCaughtUp(first)
  await expect(startReturn(first, saleId, { way: 'cash' })).rejects.toThrow('RETURN_EMPTY')
  expect((await saleOf(first, saleId)).returns).toMatchObject([{ till: 'K02', state: 'completed' }])
})

test('are not taken back while a till waits for a new login that may know of a return', async () => {
  const { first, second, lineOfFirst, saleId, guestId, restored } = await tillsAndDump('cash')
  lineOfFirst.cut()
  await startReturn(second, guestId, { way: 'cash' })
  await untilSent(second)
  await restored(['Сургалт/K01'])
  lineOfFirst.restore()
  await untilSent(first)
  await expect(startReturn(first, saleId, { way: 'cash' })).rejects.toThrow('RETURN_AFTER_RESTORE')
  await first.ask('retireTill', { code: 'K02' })
  await startReturn(first, saleId, { way: 'cash' })
})

test('are not taken back while the till that sold them is connected and could not send its own return', async () => {
  const { first, second, lineOfFirst, saleId, guestId, restored } = await tillsAndDump('cash')
  await startReturn(first, saleId, { way: 'cash' })
  await untilSent(first)
  lineOfFirst.cut()
  const admin = await restored()
  await admin.query(
    `CREATE FUNCTION shop.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON shop.event FOR EACH ROW EXECUTE FUNCTION shop.full_disk()`,
  )
  lineOfFirst.restore()
  await eventually(async () => {
    expect((await first.ask('getShopDatabase')).trouble).toMatchObject({ name: 'SHOP_DATABASE_READ_ONLY' })
    expect((await second.ask('getShopDatabase')).link.state).toBe('connected')
  })
  await expect(startReturn(second, guestId, { way: 'cash' })).rejects.toThrow('RETURN_AFTER_RESTORE')
  await admin.query('DROP TRIGGER full_disk ON shop.event')
  await untilCaughtUp(second)
  await expect(startReturn(second, guestId, { way: 'cash' })).rejects.toThrow('RETURN_EMPTY')
})

test('belong to the till that waits for a refund of the service, also on the restored server', async () => {
  const { first, second, payer, saleId, guestId, restored } = await tillsAndDump('CARD')
  await payer.faults([{ method: 'POST', path: '/v2/payment/cancel/{id}', effect: 'hang-before' }])
  await startReturn(second, guestId)
  await eventually(async () => expect((await payer.state()).requests['POST /v2/payment/cancel/{id}']).toBe(1))
  await restored()
  await untilSent(second)
  await untilCaughtUp(first)
  await expect(startReturn(first, saleId)).rejects.toThrow('RETURN_HELD')
  await eventually(async () =>
    expect((await saleOf(first, saleId)).returns).toMatchObject([{ state: 'completed' }]),
  )
  expect((await payer.state()).refunds).toMatchObject([{ done: 1 }])
})

test('belong to the till that issues their e-receipt again, also on the restored server', async () => {
  const { first, second, payer, saleId, guestId, restored } = await tillsAndDump('P2P')
  await returned(second, guestId, {}, allVoided)
  await payer.faults([
    { method: 'POST', path: '/v2/ebarimt_v3/create', effect: 'answer', status: 503, times: 50 },
  ])
  await cancelReturn(second, guestId)
  await eventually(async () => expect((await returnOf(second, guestId)).state).toBe('cancelled'))
  await restored()
  await untilSent(second)
  await untilCaughtUp(first)
  await expect(startReturn(first, saleId, { way: 'cash' })).rejects.toThrow('RETURN_HELD')
})

test('are not taken back on a server whose restore was stopped: its tills find no rows there without the mark', async () => {
  const { shop, first, second, lineOfFirst, saleId, guestId } = await tillsAndDump('cash')
  const file = await dumpOf(shop)
  lineOfFirst.cut()
  await startReturn(second, guestId, { way: 'cash' })
  await untilSent(second)
  const admin = await restoredFrom(file, shop, server, 'all', { stopped: true })
  expect((await admin.query(`SELECT to_regclass('shop.till') AS there`)).rows).toEqual([{ there: null }])
  await second.stop()
  await restore(admin, file, 'all')
  lineOfFirst.restore()
  await untilSent(first)
  await expect(startReturn(first, saleId, { way: 'cash' })).rejects.toThrow('RETURN_AFTER_RESTORE')
})

test('are not taken back after another computer joined in place of a till that is behind', async () => {
  const { shop, first, second, line, lineOfFirst, saleId, guestId, restored, address } =
    await tillsAndDump('cash')
  lineOfFirst.cut()
  await startReturn(second, guestId, { way: 'cash' })
  await untilSent(second)
  // The computer of the second till breaks with the server.
  line.cut()
  await second.stop()
  const admin = await restored(['Сургалт/K01'])
  lineOfFirst.restore()
  await untilSent(first)
  await expect(startReturn(first, saleId, { way: 'cash' })).rejects.toThrow('RETURN_AFTER_RESTORE')
  const another = await startTill({
    folder: temporaryFolder(),
    practice: address,
    settings: { tenders: ALL_TENDERS },
  })
  await joinedAs('K02', another, { admin, name: shop.name }, server)
  await untilSent(another)
  const heard = async () =>
    String((await admin.query(`SELECT heard_at::text AS at FROM shop.till WHERE code = 'K02'`)).rows[0]?.at)
  for (let beats = 0; beats < 2; beats += 1) {
    const before = await heard()
    await eventually(async () => expect(await heard()).not.toBe(before))
  }
  await expect(startReturn(first, saleId, { way: 'cash' })).rejects.toThrow('RETURN_AFTER_RESTORE')
  // An owner knows what the broken computer did.
  await first.ask('retireTill', { code: 'K02' })
  await startReturn(first, saleId, { way: 'cash' })
})

test('and came back twice are reported at both tills, also if the till that sold them is gone', async () => {
  const { shop, first, second, line, lineOfFirst, guestId, restored, saleId, address } =
    await tillsAndDump('cash')
  const { senderInvoiceNo: number } = await saleOf(first, saleId)
  const third = await startTill({
    ...{ folder: temporaryFolder(), practice: address, settings: { tenders: ALL_TENDERS } },
  })
  await shop.pair(third, { code: 'K03' })
  await untilSent(third)
  lineOfFirst.cut()
  line.cut()
  await startReturn(third, (await third.ask('bringSale', { number })).saleId, { way: 'cash' })
  await untilSent(third)
  // The dump does not know the third till, so nobody waits for it.
  const admin = await restored()
  line.restore()
  await untilSent(second)
  await second.ask('retireTill', { code: 'K01' })
  await startReturn(second, guestId, { way: 'cash' })
  await third.ask('leaveShopDatabase')
  await joinedAs('K03', third, { admin, name: shop.name }, server)
  for (const till of [second, third])
    await eventually(async () =>
      expect(await till.ask('listAttention')).toMatchObject([{ cause: 'returned-twice', amount: 780_000 }]),
    )
})

test('are claimed again in parts if the server lost the claims of more of them than a till may have open', async () => {
  const { open, shop, first, second } = await tillsOfShop(server)
  const numbers: string[] = []
  for (let count = 0; count < 2; count += 1) {
    const { saleId } = await cashSale(first)
    await untilSent(first)
    const { senderInvoiceNo: number } = await saleOf(first, saleId)
    const { saleId: guestId } = await second.ask('bringSale', { number })
    await startReturn(second, guestId, { way: 'cash' })
    numbers.push(number)
  }
  const untilDone = () =>
    eventually(async () => expect(await shop.count('claim', `state = 'done'`)).toBe(numbers.length))
  await untilDone()
  await second.stop()
  await shop.admin.query('DELETE FROM shop.claim')
  await shop.admin.query(
    `INSERT INTO shop.claim (shop, kind, key, state, fence, till, body)
      SELECT t.shop, 'return', 'of a till that is gone ' || n, 'open', 1, t.id, '{}'
        FROM shop.till t, generate_series(1, 1999) n WHERE t.code = 'K02'`,
  )
  await open(1)
  await untilDone()
})
