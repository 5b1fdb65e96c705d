/** Goods that come back at several tills of a shop whose server was restored from an older dump. */
import { expect, test, vi } from 'vitest'
import type { KeptTills } from '../../../main/shop-database/index.ts'
import { LINK_WAIT } from '../../support/linked-till.ts'
import {
  allVoided,
  cashSale,
  paidSale,
  returnOf,
  saleOf,
  startReturn,
  untilReturn,
} from '../../support/returns.ts'
import { shopServerForFile } from '../../support/shop-database.ts'
import { dumpOf, restoredFrom, untilCaughtUp } from '../../support/shop-restore.ts'
import { twoTills as tillsOfShop, untilSent } from '../../support/two-tills.ts'

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
  return { ...tills, saleId, guestId, restore: (kept?: KeptTills) => restoredFrom(file, shop, server, kept) }
}

test('are not taken back before the other till has told the restored server of its return', async () => {
  const { first, second, line, lineOfFirst, saleId, guestId, restore } = await tillsAndDump('cash')
  lineOfFirst.cut()
  await startReturn(second, guestId, { way: 'cash' })
  await untilSent(second)
  line.cut()
  await restore()
  lineOfFirst.restore()
  await untilSent(first)
  await expect(startReturn(first, saleId, { way: 'cash' })).rejects.toThrow('RETURN_AFTER_RESTORE')
  await vi.waitFor(async () => {
    const tills = await first.ask('listTills')
    expect(tills.flatMap(({ code, status }) => (status.behind ? [code] : []))).toEqual(['K02'])
  }, LINK_WAIT)
  line.restore()
  await untilCaughtUp(first)
  await expect(startReturn(first, saleId, { way: 'cash' })).rejects.toThrow('RETURN_EMPTY')
  expect((await saleOf(first, saleId)).returns).toMatchObject([{ till: 'K02', state: 'completed' }])
})

test('are not taken back while a till waits for a new login that may know of a return', async () => {
  const { first, second, lineOfFirst, saleId, guestId, restore } = await tillsAndDump('cash')
  lineOfFirst.cut()
  await startReturn(second, guestId, { way: 'cash' })
  await untilSent(second)
  await restore(['Сургалт/K01'])
  lineOfFirst.restore()
  await untilSent(first)
  await expect(startReturn(first, saleId, { way: 'cash' })).rejects.toThrow('RETURN_AFTER_RESTORE')
  await first.ask('retireTill', { code: 'K02' })
  await startReturn(first, saleId, { way: 'cash' })
})

test('are not taken back while the till that sold them is connected and could not send its own return', async () => {
  const { first, second, lineOfFirst, saleId, guestId, restore } = await tillsAndDump('cash')
  await startReturn(first, saleId, { way: 'cash' })
  await untilSent(first)
  lineOfFirst.cut()
  const admin = await restore()
  await admin.query(
    `CREATE FUNCTION shop.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON shop.event FOR EACH ROW EXECUTE FUNCTION shop.full_disk()`,
  )
  lineOfFirst.restore()
  await vi.waitFor(async () => {
    expect((await first.ask('getShopDatabase')).trouble).toMatchObject({ name: 'SHOP_DATABASE_FULL' })
    expect((await second.ask('getShopDatabase')).link.state).toBe('connected')
  }, LINK_WAIT)
  await expect(startReturn(second, guestId, { way: 'cash' })).rejects.toThrow('RETURN_AFTER_RESTORE')
  await admin.query('DROP TRIGGER full_disk ON shop.event')
  await untilCaughtUp(second)
  await expect(startReturn(second, guestId, { way: 'cash' })).rejects.toThrow('RETURN_EMPTY')
})

test('belong to the till that waits for a refund of the service, also on the restored server', async () => {
  const { first, second, payer, saleId, guestId, restore } = await tillsAndDump('CARD')
  await payer.faults([{ method: 'POST', path: '/v2/payment/cancel/{id}', effect: 'hang-before' }])
  await startReturn(second, guestId)
  await vi.waitFor(
    async () => expect((await payer.state()).requests['POST /v2/payment/cancel/{id}']).toBe(1),
    LINK_WAIT,
  )
  await restore()
  await untilSent(second)
  await untilCaughtUp(first)
  await expect(startReturn(first, saleId)).rejects.toThrow('RETURN_HELD')
  await vi.waitFor(
    async () => expect((await saleOf(first, saleId)).returns).toMatchObject([{ state: 'completed' }]),
    LINK_WAIT,
  )
  expect((await payer.state()).refunds).toMatchObject([{ done: 1 }])
})

test('belong to the till that issues their e-receipt again, also on the restored server', async () => {
  const { first, second, payer, saleId, guestId, restore } = await tillsAndDump('P2P')
  const returnId = await startReturn(second, guestId)
  await untilReturn(second, guestId, allVoided)
  await payer.faults([
    { method: 'POST', path: '/v2/ebarimt_v3/create', effect: 'answer', status: 503, times: 50 },
  ])
  await second.ask('settleReturnStep', { saleId: guestId, returnId, action: { do: 'cancel' } })
  await vi.waitFor(async () => expect((await returnOf(second, guestId)).state).toBe('cancelled'), LINK_WAIT)
  await restore()
  await untilSent(second)
  await untilCaughtUp(first)
  await expect(startReturn(first, saleId, { way: 'cash' })).rejects.toThrow('RETURN_HELD')
})
