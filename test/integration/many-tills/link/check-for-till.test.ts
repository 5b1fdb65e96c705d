/** A till that died with a QR up: another till of the shop finds out whether it was paid, and changes nothing. */
import { describe, expect, test } from 'vitest'
import { addShop } from '../../../../main/many-tills/server/index.ts'
import type { ReplyOf } from '../../../../main/till/commands/index.ts'
import type { FaultRequest } from '../../../../scripts/run/practice/index.ts'
import { rungUp } from '../../../support/charged-sale.ts'
import { eventually } from '../../../support/eventually.ts'
import { lineTo } from '../../../support/line.ts'
import { practiceShop, untilRecordsMissing } from '../../../support/linked-till.ts'
import { ALL_TENDERS } from '../../../support/open-shift.ts'
import { shopServerForFile } from '../../../support/shop-database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../../support/terminal.ts'

const server = shopServerForFile()
const CHECK = { path: '/v2/payment/check', method: 'POST' } as const

/** Two tills of one merchant and one shop. K02 has a QR up, which the shop database knows. */
async function tillWithQr() {
  const shop = await practiceShop(server)
  const { address, payer } = await openPractice()
  const open = (folder = temporaryFolder()) =>
    startTill({ folder, practice: address, settings: { tenders: ALL_TENDERS } })
  const [one, two] = [await open(), await open()]
  await shop.pair(one, { code: 'K01' })
  await shop.pair(two, { code: 'K02' })
  const { saleId, invoiceId, total } = await charged(two)
  const row = async () => {
    const { rows } = await shop.admin.query(
      `SELECT body FROM shop.current WHERE kind = 'sale' AND key = $1`,
      [saleId],
    )
    return rows[0]?.body
  }
  await eventually(async () => expect((await row())?.invoiceId).toBe(invoiceId))
  return {
    ...{ shop, payer, open, one, two, saleId, invoiceId, total },
    check: (): Promise<ReplyOf<'checkForTill'>> => one.ask('checkForTill', { saleId }),
    /** Changes the row of the sale at the server, as a hostile or damaged one could be. */
    spoil: (sale: string) =>
      shop.admin.query(
        `UPDATE shop.current SET body = jsonb_set(body, '{sale}', body -> 'sale' || ${sale}) WHERE key = $1`,
        [saleId],
      ),
  }
}

async function charged(till: Till) {
  const { saleId } = await rungUp(till, 1)
  await till.ask('charge', { saleId })
  const { counter } = await till.untilView((view) => view.counter?.status.name === 'awaiting-payment')
  const { status, totals } = counter ?? {}
  if (status?.name !== 'awaiting-payment' || !totals) throw new Error('no QR')
  return { saleId, invoiceId: status.invoice.invoiceId, total: totals.total }
}

/** What the till has recorded. */
const recorded = async ({ ask }: Till) => {
  const { rows } = await ask('searchSales', {
    ...{ text: '', from: null, to: null, standing: null, tender: null, cashier: null, product: null },
    ...{ before: null, limit: 50 },
  })
  return [rows.map(({ id }) => id), (await ask('listPrints')).length, (await ask('listAttention')).length]
}

const requests = async ({ payer }: Pick<Awaited<ReturnType<typeof tillWithQr>>, 'payer'>, path: string) =>
  (await payer.state()).requests[path] ?? 0

describe('the QR of a dead till', () => {
  test('that was paid is reported as paid, with amount, bank and time, and nothing is recorded as a sale here', async () => {
    const { two, one, payer, invoiceId, total, check, shop, saleId } = await tillWithQr()
    await two.stop()
    await payer.pay({ invoice_id: invoiceId, bank_code: '050000' })
    const before = await recorded(one)
    const found = await check()
    expect(found).toMatchObject({
      till: 'K02',
      finding: 'paid',
      received: total,
      failure: null,
      payments: [{ status: 'PAID', amount: total, type: 'P2P', bankCode: '050000' }],
    })
    expect(found.paidAt[found.payments[0]?.paymentId ?? '']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
    expect(await recorded(one)).toEqual(before)
    const { rows } = await shop.admin.query(
      `SELECT t.code FROM shop.current c JOIN shop.till t ON t.id = c.till WHERE c.key = $1`,
      [saleId],
    )
    expect(rows).toEqual([{ code: 'K02' }])
  })

  test('that was not paid is reported as unpaid and payable', async () => {
    const { two, check } = await tillWithQr()
    await two.stop()
    expect(await check()).toMatchObject({ finding: 'unpaid', payable: true, received: 0, payments: [] })
  })

  test('is completed, with its e-receipt, by another computer under the code of the dead till', async () => {
    const { two, payer, invoiceId, check, open, shop, saleId } = await tillWithQr()
    await two.stop()
    await payer.pay({ invoice_id: invoiceId })
    await check()
    const folder = temporaryFolder()
    const anew = await open(folder)
    await shop.pair(anew, { code: 'K02' })
    await untilRecordsMissing(anew)
    await anew.ask('fetchOwnEvents')
    const view = await anew.until(saleId, 'completed')
    expect(view?.sale.soldAt).not.toBeNull()
    expect(view?.sale.ereceipts.map(({ step }) => step)).toEqual(['issued'])
  })

  test.each<[string, Omit<FaultRequest, 'path' | 'method'>]>([
    ['refuses', { effect: '500', times: 9 }],
    ['answers unreadably', { effect: 'html', times: 9 }],
  ])('is unknown while the payment service %s', async (_, fault) => {
    const { two, payer, invoiceId, check } = await tillWithQr()
    await two.stop()
    await payer.pay({ invoice_id: invoiceId })
    await payer.faults([{ ...CHECK, ...fault }])
    const found = await check()
    expect([found.finding, found.received]).toEqual(['unknown', 0])
    expect(found.failure).not.toBeNull()
  })

  test('is unknown where the payment service does not know it, as that of another merchant', async () => {
    const { two, spoil, check } = await tillWithQr()
    await two.stop()
    await spoil(
      `jsonb_build_object('invoices', jsonb_set(body -> 'sale' -> 'invoices', '{0,invoice,invoiceId}', '"strange"'))`,
    )
    expect(await check()).toMatchObject({ finding: 'unknown', failure: { name: 'INVOICE_NOTFOUND' } })
  })

  test('is found by its number where the till died before the service answered', async () => {
    const { two, payer, invoiceId, spoil, check } = await tillWithQr()
    await two.stop()
    await payer.pay({ invoice_id: invoiceId })
    await spoil(
      `jsonb_build_object('invoices', jsonb_set(body -> 'sale' -> 'invoices', '{0}',
        body -> 'sale' -> 'invoices' -> 0 || '{"invoice": null, "step": {"name": "requested", "attempt": 1}}'))`,
    )
    expect(await check()).toMatchObject({ finding: 'paid' })
  })

  test.each([
    ['refused', `{"name": "refused", "failure": {"name": "NO_CONNECTION", "detail": null}}`],
    ['never made', `{"name": "absent"}`],
    ['perhaps made, and the service has none', `{"name": "requested", "attempt": 1}`],
  ])('is unknown where its last charge was %s: its till may have charged again since', async (_, step) => {
    const { two, payer, invoiceId, spoil, check } = await tillWithQr()
    await two.stop()
    await payer.pay({ invoice_id: invoiceId })
    await spoil(
      `jsonb_build_object('invoices', jsonb_set(body -> 'sale' -> 'invoices', '{0}',
        body -> 'sale' -> 'invoices' -> 0 || '{"invoice": null, "number": "K02-before", "step": ${step}}'))`,
    )
    const found = await check()
    expect(found).toMatchObject({ finding: 'unknown', failure: { name: 'SALE_WITHOUT_QR' } })
  })

  test('is unknown where the row of the sale has no invoice', async () => {
    const { two, spoil, check } = await tillWithQr()
    await two.stop()
    await spoil(`'{"invoices": []}'`)
    expect(await check()).toMatchObject({ finding: 'unknown', failure: { name: 'SALE_WITHOUT_QR' } })
  })
})

test('a check while the till of the sale lives tells the same, and that till checks at once', async () => {
  const { two, one, payer, invoiceId, saleId, check, shop } = await tillWithQr()
  await shop.admin.query(`CREATE TABLE public.given (invoice text);
    CREATE FUNCTION public.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      INSERT INTO public.given SELECT NEW.invoice FROM shop.till t WHERE t.id = NEW.till AND t.code = 'K02'; RETURN NEW; END $$;
    CREATE TRIGGER note AFTER INSERT ON shop.hint FOR EACH ROW EXECUTE FUNCTION public.note()`)
  await payer.pay({ invoice_id: invoiceId })
  expect(await check()).toMatchObject({ finding: 'paid' })
  await eventually(async () => {
    expect((await shop.admin.query('SELECT invoice FROM public.given')).rows).toEqual([
      { invoice: invoiceId },
    ])
  })
  await two.until(saleId, 'fulfilling', 'completed')
  expect((await recorded(one))[0]).toEqual([])
})

test('two presses at the same time make one check', async () => {
  const found = await tillWithQr()
  await found.two.stop()
  const before = await requests(found, `POST ${CHECK.path}`)
  const [first, second] = await Promise.all([found.check(), found.check()])
  expect(second).toEqual(first)
  expect((await requests(found, `POST ${CHECK.path}`)) - before).toBe(1)
})

test('the check and its result are in the activity log that all tills see', async () => {
  const { one, two, payer, invoiceId, total, saleId, check } = await tillWithQr()
  await two.stop()
  await one.ask('saveStaff', { id: null, name: 'Болормаа', role: 'owner', pin: '2580' })
  await one.ask('signIn', { staffId: (await one.ask('listStaff')).people[0]?.id ?? '', pin: '2580' })
  await payer.pay({ invoice_id: invoiceId })
  const { number } = await check()
  await eventually(async () => {
    const rows = await one.ask('listAudit', { till: 'all', before: null, limit: 50 })
    expect(rows.find(({ action }) => action === 'checkForTill')).toMatchObject({
      till: 'K01',
      about: { saleId, number, finding: 'paid', amount: total },
      sale: { id: saleId },
    })
  })
})

describe('a hostile row of the server', () => {
  test('with the invoice of a sale of this till is not reported as paid by that money', async () => {
    const { one, two, payer, spoil, check } = await tillWithQr()
    await two.stop()
    const own = await charged(one)
    await payer.pay({ invoice_id: own.invoiceId })
    await one.until(own.saleId, 'fulfilling', 'completed')
    await spoil(
      `jsonb_build_object('invoices', jsonb_set(body -> 'sale' -> 'invoices', '{0,invoice,invoiceId}', '"${own.invoiceId}"'))`,
    )
    expect(await check()).toMatchObject({ finding: 'unknown', received: 0, payments: [] })
  })

  test('with very many invoices makes few requests', async () => {
    const found = await tillWithQr()
    await found.two.stop()
    await found.spoil(
      `jsonb_build_object('invoices', (SELECT jsonb_agg(body -> 'sale' -> 'invoices' -> 0 || jsonb_build_object('no', n,
        'invoice', body -> 'sale' -> 'invoices' -> 0 -> 'invoice' || jsonb_build_object('invoiceId', 'strange-' || n, 'qrText', '')))
        FROM generate_series(1, 100) n))`,
    )
    const before = await requests(found, `POST ${CHECK.path}`)
    expect(await found.check()).toMatchObject({ finding: 'unknown' })
    expect((await requests(found, `POST ${CHECK.path}`)) - before).toBe(10)
  })

  test('whose id would name another endpoint, or that is no sale, is refused by name', async () => {
    const { two, one, saleId, spoil, check } = await tillWithQr()
    await two.stop()
    await spoil(
      `jsonb_build_object('invoices', jsonb_set(body -> 'sale' -> 'invoices', '{0,invoice,invoiceId}', '".."'))`,
    )
    expect(await check()).toMatchObject({ finding: 'unknown', payments: [] })
    await spoil(`'{"lines": "many"}'`)
    await expect(one.ask('checkForTill', { saleId })).rejects.toThrow('FROM_FUTURE')
  })
})

test('a sale of another shop, of the other mode or of nobody cannot be checked', async () => {
  const { shop, saleId, open } = await tillWithQr()
  await addShop(shop.admin, 'Жинхэнэ', 'live')
  await addShop(shop.admin, 'Дэлгүүр 2', 'test')
  const stranger = await open()
  await expect(stranger.ask('checkForTill', { saleId })).rejects.toThrow('NOT_FOUND')
  const { port } = server.server()
  const place = `localhost:${port}/${shop.name}`
  // A till in test mode does not join a shop of live mode.
  await expect(
    stranger.ask('joinShopDatabase', { code: await shop.newCode({ shop: 'Жинхэнэ' }), server: place }),
  ).rejects.toThrow()
  await stranger.ask('joinShopDatabase', { code: await shop.newCode({ shop: 'Дэлгүүр 2' }), server: place })
  await eventually(async () => {
    expect((await stranger.ask('getShopDatabase')).link.state).toBe('connected')
  })
  await expect(stranger.ask('checkForTill', { saleId })).rejects.toThrow('NOT_FOUND')
})

test('without a connection to the shop database the check is refused by name', async () => {
  const { shop, open, saleId } = await tillWithQr()
  const line = await lineTo(server.server().port)
  const third = await open()
  await shop.pair(third, { port: line.port })
  line.cut()
  await eventually(async () => {
    expect((await third.ask('getShopDatabase')).link.state).toBe('disconnected')
  })
  await expect(third.ask('checkForTill', { saleId })).rejects.toThrow('SHOP_DATABASE_UNREACHABLE')
})
