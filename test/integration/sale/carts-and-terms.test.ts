/** Carts that are split, rung up again and undone; and the terms that a sale keeps once it is charged or paid. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PracticeControl } from '../../../scripts/run/practice/index.ts'
import type { Product } from '../../../shared/shop/product.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { decide } from '../../support/attention.ts'
import { chargedSale, rungUp } from '../../support/charged-sale.ts'
import { eventually } from '../../support/eventually.ts'
import { fullRuns } from '../../support/full-runs.ts'
import { handClock } from '../../support/hand-clock.ts'
import { attentionIn, kindsOf, look, restOf, tillAtPractice, waiting } from '../../support/looks.ts'
import { closeShift, openTill } from '../../support/open-shift.ts'
import { recordedService } from '../../support/recorded-service.ts'
import { completed, saleOf, settleRepayments, startReturn, untilReturn } from '../../support/returns.ts'
import { hire, putAtTill } from '../../support/staff.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'
import { ISSUE, tillAtPrinter, VOID } from '../../support/till-at-printer.ts'

async function goodsOf(till: Till): Promise<Readonly<Record<Product['taxKind'], readonly Product[]>>> {
  const categories = await till.ask('listCategories')
  const found = await Promise.all(
    categories.map((category) => till.ask('searchGoods', { query: '', category, limit: 200 })),
  )
  const products = found.flatMap((one) => one.products)
  const of = (kind: Product['taxKind']) => products.filter(({ taxKind }) => taxKind === kind)
  return { vat: of('vat'), 'zero-rated': of('zero-rated'), exempt: of('exempt') }
}

/** A cart with goods of two kinds of VAT. */
async function mixedCart(till: Till) {
  const goods = await goodsOf(till)
  const { saleId } = await till.ask('addProduct', { code: goods.vat[0]?.code ?? '' })
  await till.ask('addProduct', { code: goods.exempt[0]?.code ?? '' })
  return { saleId, ...goods }
}

/** Pays the QR of a sale, which is charged if it was not; its e-receipt may wait for the rest of the cart. */
async function soldByQr(till: Till, payer: PracticeControl, saleId: string, type?: 'CARD' | 'P2P') {
  const { invoiceId } = await till.charge(saleId)
  await payer.pay({ invoice_id: invoiceId, ...(type ? { type } : {}) })
  await till.until(saleId, 'fulfilling', 'completed')
}

/** The same for the last QR of a cart; returns its e-receipt. */
async function paidByQr(till: Till, payer: PracticeControl, saleId: string) {
  await soldByQr(till, payer, saleId)
  return issuedFor(till, saleId)
}

async function issuedFor(till: Till, saleId: string) {
  await till.until(saleId, 'completed')
  return (await saleOf(till, saleId)).ereceipts[0]
}

/** A mixed cart whose first QR is paid and whose second one is shown. */
async function firstQrPaid(till: Till, payer: PracticeControl, type?: 'CARD' | 'P2P') {
  const { saleId, ...goods } = await mixedCart(till)
  await soldByQr(till, payer, saleId, type)
  const restId = await restOf(till, saleId)
  await till.until(restId, 'awaiting-payment')
  return { saleId, restId, ...goods }
}

const mixedAtPractice = async () => {
  const { till, payer } = await tillAtPractice()
  return { till, payer, ...(await firstQrPaid(till, payer)) }
}

/** Sets the second QR aside until the first e-receipt is issued, and shows it again. */
async function setAside(till: Till, saleId: string, restId: string) {
  await till.ask('nextSale', { saleId: restId })
  await issuedFor(till, saleId)
  await till.ask('resumeSale', { saleId: restId })
}

/** The receivers of the e-receipts that are not void. */
const standingFor = async (payer: PracticeControl) =>
  (await payer.state()).ereceipts.flatMap(({ receiver, status }) => (status === 'CREATED' ? [receiver] : []))

const isWaiting = async (till: Till, saleId: string) => {
  const { ereceipts, papers } = await saleOf(till, saleId)
  return ereceipts[0]?.step === 'due' && papers.length === 0
}

const counterOf = async (till: Till) => {
  const { counter } = await till.view()
  if (!counter) throw new Error('nothing is at the counter')
  return counter
}

const sumOfAll = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0)

describe('a cart with several kinds of VAT', () => {
  test('is charged by one QR after the other; each has an e-receipt of its own kind, and the second comes without an action', async () => {
    const { till, payer } = await tillAtPractice()
    const { saleId } = await mixedCart(till)
    const { total } = (await counterOf(till)).totals
    const announced = (await till.view()).qrs
    await soldByQr(till, payer, saleId)
    const restId = await restOf(till, saleId)
    await till.until(restId, 'awaiting-payment')
    expect((await till.view()).qrs).toMatchObject({ amounts: announced?.amounts, at: 1 })
    expect((await counterOf(till)).sale).toMatchObject({ id: restId, continues: saleId })
    expect(await isWaiting(till, saleId)).toBe(true)
    const second = await paidByQr(till, payer, restId)
    const first = await issuedFor(till, saleId)
    const amounts = [first, second].map((one) => (one?.step === 'issued' ? one.amount : 0))
    expect(amounts).toEqual(announced?.amounts)
    expect((amounts[0] ?? 0) + (amounts[1] ?? 0)).toBe(total)
    await till.ask('nextSale', { saleId: restId })
    expect((await till.view()).counter).toBeNull()
  })

  test('of three kinds is charged by three QRs', async () => {
    const { till, payer } = await tillAtPractice()
    const goods = await goodsOf(till)
    for (const [product] of [goods.vat, goods.exempt, goods['zero-rated']])
      await till.ask('addProduct', { code: product?.code ?? '' })
    const { sale, totals } = await counterOf(till)
    const paid: unknown[] = []
    for (let saleId = sale.id; saleId !== ''; saleId = await restOf(till, saleId)) {
      await till.until(saleId, 'open', 'awaiting-payment')
      paid.push((await till.view()).qrs?.at)
      await soldByQr(till, payer, saleId)
    }
    for (let saleId = sale.id; saleId !== ''; saleId = await restOf(till, saleId))
      expect(await issuedFor(till, saleId)).toMatchObject({ step: 'issued' })
    expect(paid).toEqual([0, 1, 2])
    const { amounts = [] } = (await till.view()).qrs ?? {}
    expect(sumOfAll(amounts)).toBe(totals.total)
  })

  test('goes on with its second QR after the till was closed between the payments', async () => {
    const { till, payer, start } = await tillAtPractice()
    const { saleId } = await mixedCart(till)
    const { invoiceId } = await till.charge(saleId)
    const restId = await restOf(till, saleId)
    await till.stop()
    await payer.pay({ invoice_id: invoiceId })
    const again = await start()
    await again.ask('acknowledgeRecovered')
    await again.until(saleId, 'fulfilling', 'completed')
    await again.ask('nextSale', { saleId })
    expect((await counterOf(again)).sale.id).toBe(restId)
    await paidByQr(again, payer, restId)
    await issuedFor(again, saleId)
  })

  test('still waits with the first e-receipt after the till was closed while the second QR was shown', async () => {
    const { till, payer, start } = await tillAtPractice()
    const { saleId, restId } = await firstQrPaid(till, payer)
    await till.stop()
    const again = await start()
    await again.ask('acknowledgeRecovered')
    await look(again, restId)
    expect(await isWaiting(again, saleId)).toBe(true)
    await paidByQr(again, payer, restId)
    await issuedFor(again, saleId)
  })

  test.each<[string, (till: Till, restId: string) => Promise<unknown>]>([
    [
      'cancelled and left',
      async (till, restId) => {
        await till.cancel(restId)
        await till.ask('nextSale', { saleId: restId })
      },
    ],
    ['paid in cash', (till, restId) => till.takeCash(restId)],
    ['set aside', (till, restId) => till.ask('nextSale', { saleId: restId })],
  ])('gets the e-receipt of its first part when the second QR is %s', async (_how, end) => {
    const { till, payer } = await tillAtPractice()
    const { saleId, restId } = await firstQrPaid(till, payer)
    await end(till, restId)
    await issuedFor(till, saleId)
  })

  test('gets the e-receipt of its first part when the shift is closed while the rest is a cart again', async () => {
    const { till, payer } = await openTill()
    const { saleId, restId } = await firstQrPaid(till, payer)
    await till.ask('cancelCharge', { saleId: restId, back: true })
    await till.until(restId, 'cancelled')
    expect(await isWaiting(till, saleId)).toBe(true)
    await closeShift(till)
    await issuedFor(till, saleId)
    expect((await counterOf(till)).sale).toMatchObject({ continues: saleId })
  })

  test('has one receiver for all its e-receipts, also one that is corrected at the second QR', async () => {
    const { till, payer } = await tillAtPractice()
    const { restId, saleId } = await firstQrPaid(till, payer)
    await till.ask('setReceiver', { saleId: restId, register: '6234567' })
    await paidByQr(till, payer, restId)
    await issuedFor(till, saleId)
    expect((await payer.state()).ereceipts.map(({ receiver }) => receiver)).toEqual(['6234567', '6234567'])
    await expect(till.ask('setReceiver', { saleId, register: null })).rejects.toThrow('SALE_NOT_OPEN')
  })

  test('has one receiver for all its e-receipts, also one that is corrected once all are issued', async () => {
    const { till, payer } = await tillAtPractice()
    const { restId, saleId } = await firstQrPaid(till, payer)
    await paidByQr(till, payer, restId)
    await issuedFor(till, saleId)
    await till.until(restId, 'completed')
    await till.ask('correctReceiver', { saleId: restId, register: '6234567' })
    for (const id of [saleId, restId]) await untilReturn(till, id, ({ state }) => state === 'completed')
    for (const id of [saleId, restId]) await till.until(id, 'completed')
    expect(await standingFor(payer)).toEqual(['6234567', '6234567'])
  })

  test.each<[string, (mixed: Awaited<ReturnType<typeof mixedAtPractice>>) => Promise<unknown>]>([
    [
      'only its last e-receipt is issued',
      async ({ till, payer, saleId, restId }) => {
        await payer.line({ up: false })
        await till.ask('nextSale', { saleId: restId })
        await expect.poll(() => kindsOf(till, saleId)).toContain('ereceipt-delayed')
        await till.ask('holdWork', { saleId })
        await payer.line({ up: true })
        await till.ask('resumeSale', { saleId: restId })
        await paidByQr(till, payer, restId)
      },
    ],
    [
      'only its first e-receipt is issued',
      async ({ till, payer, saleId, restId }) => {
        await setAside(till, saleId, restId)
        await payer.faults([{ ...ISSUE, effect: '429', times: 500 }])
        await soldByQr(till, payer, restId)
      },
    ],
    [
      'its first e-receipt is issued and its second QR is shown again',
      ({ till, saleId, restId }) => setAside(till, saleId, restId),
    ],
  ])('has one receiver for all its e-receipts, also where %s', async (_where, begin) => {
    const mixed = await mixedAtPractice()
    const { till, payer, saleId, restId } = mixed
    await begin(mixed)
    expect((await till.ask('getSale', { saleId: restId })).view.receiverChange).toBe('correct')
    const wanted = { saleId: restId, register: '6234567' }
    await expect(till.ask('setReceiver', wanted)).rejects.toThrow(/NOT_NOW|SALE_NOT_OPEN/)
    await eventually(async () => {
      await till.ask('correctReceiver', wanted)
    })
    await payer.faults(null)
    await till.ask('releaseWork', { saleId })
    if ((await saleOf(till, restId)).soldAt === null) await soldByQr(till, payer, restId)
    for (const id of [saleId, restId]) await till.until(id, 'completed')
    await eventually(async () => expect(await standingFor(payer)).toEqual(['6234567', '6234567']))
  })

  test('is not corrected for a second receiver while a part waits for the correction for the first one', async () => {
    const { till, payer, saleId, restId } = await mixedAtPractice()
    await paidByQr(till, payer, restId)
    await issuedFor(till, saleId)
    await payer.faults([
      {
        ...{ ...VOID, effect: 'answer', status: 400, json: { error_code: 'EBARIMT_CANCEL_NOTSUPPERDED' } },
        ...{ times: 1, about: (await saleOf(till, saleId)).payments[0]?.paymentId ?? '' },
      },
    ])
    await till.ask('correctReceiver', { saleId: restId, register: '6234567' })
    await waiting(till, 'correction-waits')
    await untilReturn(till, restId, completed)
    await till.until(restId, 'completed')
    for (const register of ['7654321', null])
      await expect(till.ask('correctReceiver', { saleId: restId, register })).rejects.toThrow('RETURN_OPEN')
  })

  test.each([
    { paid: 'with a card', type: 'CARD', back: 'refund' },
    { paid: 'by transfer', type: 'P2P', back: 'hand' },
  ] as const)(
    'of which the first part was paid $paid and the second one is cancelled: the first one is given back and never has an e-receipt',
    async ({ type, back }) => {
      const { till, payer } = await tillAtPractice()
      const { saleId, restId } = await firstQrPaid(till, payer, type)
      await till.cancel(restId)
      expect((await till.view()).qrs?.paid).toMatchObject([{ saleId }])
      await startReturn(till, saleId)
      if (back === 'hand') await settleRepayments(till, saleId, 'transfer')
      await untilReturn(till, saleId, completed)
      expect((await saleOf(till, saleId)).returns).toMatchObject([{ voids: [], parts: [{ by: back }] }])
      await till.ask('nextSale', { saleId: restId })
      await till.until(saleId, 'completed')
      expect((await till.view()).attention).toBe(0)
      expect((await payer.state()).ereceipts).toEqual([])
    },
  )

  test('whose first QR is cancelled to go back is the same cart again, whole, in a new sale', async () => {
    const { till } = await tillAtPractice()
    const { saleId } = await mixedCart(till)
    const { total } = (await counterOf(till)).totals
    await till.charge(saleId)
    await till.ask('cancelCharge', { saleId, back: true })
    await till.until(saleId, 'cancelled')
    const back = await counterOf(till)
    expect(back).toMatchObject({ status: { name: 'open' }, totals: { total } })
    expect(back.sale.id).not.toBe(saleId)
    expect((await till.view()).parked).toBe(0)
  })

  test('whose first QR is cancelled to go back is parked, whole, for a person who went on meanwhile, and is still of the same cashier', async () => {
    const { till, payer } = await tillAtPractice()
    const { cashier, manager } = await hire(till)
    await putAtTill(till, cashier)
    const { saleId } = await mixedCart(till)
    const { total } = (await counterOf(till)).totals
    await till.charge(saleId)
    await payer.line({ up: false })
    await till.ask('cancelCharge', { saleId, back: true })
    await till.ask('nextSale', { saleId })
    await putAtTill(till, manager)
    await payer.line({ up: true })
    await till.ask('hint', { what: 'online' })
    await till.until(saleId, 'cancelled')
    await expect.poll(() => till.ask('listParked')).toMatchObject([{ state: 'parked', total }])
    expect((await till.view()).counter).toBeNull()
    const [parked] = await till.ask('listParked')
    expect((await saleOf(till, parked?.id ?? '')).cashier?.name).toBe('The cashier')
  })

  test.each([
    { why: 'is refused', ends: (payer: PracticeControl) => payer.merchant({ active: false }), back: false },
    {
      why: 'is withdrawn without an answer',
      ends: (payer: PracticeControl) => payer.line({ up: false }),
      back: true,
    },
  ])('whose charge $why is whole again, with what was paid of it', async ({ ends, back }) => {
    const { till, payer } = await tillAtPractice()
    const { saleId, vat } = await mixedCart(till)
    await till.ask('takeTender', { saleId, received: '100' })
    const { total } = (await counterOf(till)).totals
    await ends(payer)
    await till.ask('charge', { saleId })
    if (back) await till.ask('cancelCharge', { saleId, back })
    await eventually(async () => expect((await counterOf(till)).sale.lines).toHaveLength(2))
    expect(await counterOf(till)).toMatchObject({
      totals: { total },
      undoable: false,
      status: { name: 'open' },
    })
    expect((await till.view()).parked).toBe(0)
    expect((await saleOf(till, saleId)).refusal === null).toBe(back)
    await till.ask('returnTender', { saleId, tenderId: (await saleOf(till, saleId)).tenders[0]?.id ?? '' })
    await till.ask('addProduct', { code: vat[1]?.code ?? '' })
    expect((await counterOf(till)).sale.lines).toHaveLength(3)
  })

  test('keeps the receiver that was corrected at the QR when its QR is cancelled to go back, and one that is undone is undone in all parts', async () => {
    const { till, payer } = await tillAtPractice()
    const { saleId, restId } = await firstQrPaid(till, payer)
    await till.ask('setReceiver', { saleId: restId, register: '6234567' })
    await till.ask('cancelCharge', { saleId: restId, back: true })
    await till.until(restId, 'cancelled')
    const { sale } = await counterOf(till)
    const registers = async () =>
      Promise.all([saleId, sale.id].map(async (id) => (await saleOf(till, id)).receiver))
    const [first, second] = await registers()
    expect([first, second]).toMatchObject([{ register: '6234567' }, { register: '6234567' }])
    await till.ask('setReceiver', { saleId, register: '7654321' })
    expect(await registers()).toMatchObject([{ register: '7654321' }, { register: '7654321' }])
    await till.ask('undo', { saleId: sale.id })
    expect(await registers()).toEqual([first, second])
  })

  test.each([
    ['', false],
    [', also if it was set aside meanwhile', true],
  ])(
    'leaves the counter when the goods of its last part are removed%s: the next goods are for another customer',
    async (_, aside) => {
      const { till, payer } = await tillAtPractice()
      const { saleId, restId, vat } = await firstQrPaid(till, payer)
      if (aside) {
        await till.ask('nextSale', { saleId: restId })
        await till.until(saleId, 'completed')
        await till.ask('resumeSale', { saleId: restId })
      }
      await till.ask('cancelCharge', { saleId: restId, back: true })
      await till.until(restId, 'cancelled')
      const { sale } = await counterOf(till)
      await expect(till.ask('undo', { saleId: sale.id })).rejects.toThrow('NOTHING_TO_UNDO')
      await till.ask('removeLine', { saleId: sale.id, lineId: sale.lines[0]?.id ?? '' })
      expect(await issuedFor(till, saleId)).toMatchObject({ step: 'issued' })
      const next = await till.ask('addProduct', { code: vat[1]?.code ?? '' })
      await till.ask('setReceiver', { saleId: next.saleId, register: '6234567' })
      expect((await saleOf(till, next.saleId)).continues).toBeNull()
      expect((await saleOf(till, saleId)).receiver).toEqual({ kind: 'individual' })
    },
  )

  test.each([
    ['as a cart', true],
    ['as a cancelled charge', false],
  ])('whose rest was left %s has its first e-receipt when the till is started again', async (_, back) => {
    const { till, payer, start } = await tillAtPractice()
    const { saleId, restId } = await firstQrPaid(till, payer)
    await till.ask('cancelCharge', { saleId: restId, back })
    await till.until(restId, 'cancelled')
    expect(await isWaiting(till, saleId)).toBe(true)
    await till.stop()
    expect(await issuedFor(await start(), saleId)).toMatchObject({ step: 'issued' })
  })

  test('of which the second part is charged again after its QR was cancelled still waits with the first e-receipt', async () => {
    const { till, payer } = await tillAtPractice()
    const { saleId, restId } = await firstQrPaid(till, payer)
    await till.cancel(restId)
    await till.ask('repeatGoods', { saleId: restId })
    const again = (await counterOf(till)).sale.id
    await till.charge(again)
    expect(await isWaiting(till, saleId)).toBe(true)
    await paidByQr(till, payer, again)
    await issuedFor(till, saleId)
  })

  test('waits for a person where the first QR was paid with too much', async () => {
    const { till, payer } = await tillAtPractice()
    const { saleId } = await mixedCart(till)
    const { total } = (await counterOf(till)).totals
    const { invoiceId } = await till.charge(saleId)
    await payer.pay({ invoice_id: invoiceId, amount: total / 100 })
    await till.until(saleId, 'completed')
    expect((await counterOf(till)).sale.id).toBe(saleId)
    expect((await payer.state()).invoices).toHaveLength(1)
  })

  test('asks for the second part as a cart where the first one was paid in cash', async () => {
    const { till } = await tillAtPractice()
    const { saleId } = await mixedCart(till)
    await till.charge(saleId)
    await till.takeCash(saleId)
    expect((await counterOf(till)).sale.id).toBe(saleId)
    await till.ask('nextSale', { saleId })
    expect((await counterOf(till)).status.name).toBe('open')
    expect((await till.view()).qrs).toMatchObject({ at: 1 })
  })

  test('has one QR when the goods of the other kinds cost nothing', async () => {
    const { till, payer } = await tillAtPractice()
    const { vat, exempt } = await goodsOf(till)
    const gift = await till.ask('addProduct', { code: exempt[0]?.code ?? '' })
    const { saleId } = await till.ask('addProduct', { code: vat[0]?.code ?? '' })
    await till.ask('discountLine', { saleId, lineId: gift.lineId, discount: '100%' })
    expect((await till.view()).qrs).toBeNull()
    const ereceipt = await paidByQr(till, payer, saleId)
    // The e-receipt has the kind of VAT of the goods that were paid for, so it contains VAT.
    expect(ereceipt?.step === 'issued' && ereceipt.vat).toBeGreaterThan(0)
  })

  test('of two kinds with a free product of the second is two parts with goods with a price, and both are sold', async () => {
    const { till, payer } = await tillAtPractice()
    const { vat, exempt } = await goodsOf(till)
    const { saleId } = await till.ask('addProduct', { code: vat[0]?.code ?? '' })
    const gift = await till.ask('addProduct', { code: exempt[0]?.code ?? '' })
    await till.ask('addProduct', { code: exempt[1]?.code ?? '' })
    await till.ask('discountLine', { saleId, lineId: gift.lineId, discount: '100%' })
    const amounts: unknown[] = []
    const linesOf = async (id: string) => (await saleOf(till, id)).lines.map(({ amount }) => amount > 0)
    const pay = async (id: string) => {
      const ereceipt = await issuedFor(till, id)
      amounts.push(ereceipt?.step === 'issued' && [ereceipt.amount, ereceipt.vat !== 0])
    }
    await soldByQr(till, payer, saleId)
    const restId = await restOf(till, saleId)
    expect([await linesOf(saleId), await linesOf(restId)]).toEqual([[true, false], [true]])
    await soldByQr(till, payer, restId)
    await pay(saleId)
    await pay(restId)
    expect(amounts).toEqual([
      [vat[0]?.price, true],
      [exempt[1]?.price, false],
    ])
  })

  test('keeps a tender with the first goods of one kind that cost more, and charges the rest by QRs', async () => {
    const { till, payer } = await tillAtPractice()
    const { saleId, vat, exempt } = await mixedCart(till)
    const [cheap = 0, dear = 0] = [vat[0]?.price, exempt[0]?.price].map(Number).sort((a, b) => a - b)
    await till.ask('takeTender', { saleId, received: String(cheap / 100) })
    expect((await till.view()).qrs).toMatchObject({ at: 0, amounts: [dear - cheap, cheap] })
    await soldByQr(till, payer, saleId)
    expect((await saleOf(till, saleId)).tenders).toMatchObject([{ amount: cheap }])
    const second = await paidByQr(till, payer, await restOf(till, saleId))
    expect(second).toMatchObject({ step: 'issued', amount: cheap })
    expect(await issuedFor(till, saleId)).toMatchObject({ step: 'issued', amount: dear - cheap })
  })

  test('cannot be charged beside a tender that fits no part of it: the tender is given back first', async () => {
    const { till } = await tillAtPractice()
    const { saleId, vat, exempt } = await mixedCart(till)
    const dear = Math.max(vat[0]?.price ?? 0, exempt[0]?.price ?? 0)
    await till.ask('takeTender', { saleId, received: String(dear / 100) })
    await expect(till.ask('charge', { saleId })).rejects.toThrow('TAX_KINDS_MIXED')
    const tenderId = (await saleOf(till, saleId)).tenders[0]?.id ?? ''
    await till.ask('returnTender', { saleId, tenderId })
    await till.charge(saleId)
  })

  test('the e-receipt for the rest of exempt goods that were partly paid in cash has no VAT', async () => {
    const { till, payer } = await tillAtPractice()
    const { exempt } = await goodsOf(till)
    const { saleId } = await till.ask('addProduct', { code: exempt[0]?.code ?? '' })
    await till.ask('takeTender', { saleId, received: '100' })
    expect(await paidByQr(till, payer, saleId)).toMatchObject({ step: 'issued', vat: 0 })
    expect((await saleOf(till, saleId)).ereceipts).toHaveLength(1)
  })

  test('that was split is not joined again by undo, because the other part is a sale of its own', async () => {
    const { till, payer } = await tillAtPractice()
    await payer.merchant({ active: false })
    const { saleId, vat } = await mixedCart(till)
    await till.ask('charge', { saleId })
    await till.until(saleId, 'open')
    const { totals, undoable } = await counterOf(till)
    expect(undoable).toBe(false)
    await expect(till.ask('undo', { saleId })).rejects.toThrow('NOTHING_TO_UNDO')
    await till.ask('addProduct', { code: vat[1]?.code ?? '' })
    await till.ask('undo', { saleId })
    expect((await counterOf(till)).totals).toEqual(totals)
  })

  test('costs as much after a split as before, to the möngö, with any discounts', async () => {
    const { till, payer } = await tillAtPractice()
    // A refused charge leaves the parts as carts.
    await payer.merchant({ active: false })
    const goods = await goodsOf(till)
    const kinds = (['vat', 'zero-rated', 'exempt'] as const).filter((kind) => goods[kind].length > 0)
    expect(kinds.length).toBeGreaterThan(1)
    const line = fc.record({
      kind: fc.constantFrom(...kinds),
      nth: fc.nat(5),
      pieces: fc.integer({ min: 1, max: 7 }),
      off: fc.option(fc.constantFrom('3%', '12.5%', '77')),
    })
    const cart = fc.array(line, { minLength: 2, maxLength: 6 })
    const off = fc.option(fc.constantFrom('1%', '7%', '33%', '100', '999'))
    await fc.assert(
      fc.asyncProperty(cart, off, async (lines, ofAll) => {
        for (const { kind, nth, pieces, off: ofLine } of lines) {
          const product = goods[kind][nth % goods[kind].length]
          const { saleId, lineId } = await till.ask('addProduct', {
            code: product?.code ?? '',
            quantity: String(pieces),
          })
          if (ofLine !== null) await till.ask('discountLine', { saleId, lineId, discount: ofLine })
        }
        const { sale } = await counterOf(till)
        if (ofAll !== null) await till.ask('discountSale', { saleId: sale.id, discount: ofAll })
        const whole = await counterOf(till)
        const { amounts } = (await till.view()).qrs ?? { amounts: [whole.totals.total] }
        expect(sumOfAll(amounts)).toBe(whole.totals.total)
        if (whole.totals.total === 0) return void (await till.ask('discardSale', { saleId: sale.id }))
        await till.ask('charge', { saleId: sale.id })
        await till.until(sale.id, 'open')
        const restId = await restOf(till, sale.id)
        const ids = restId === '' ? [sale.id] : [sale.id, restId]
        const parts = await Promise.all(
          ids.map(async (saleId) => (await till.ask('getSale', { saleId })).view),
        )
        const sum = (of: (part: (typeof parts)[number]) => number): number =>
          parts.reduce((all, part) => all + of(part), 0)
        expect(sum(({ totals }) => totals.total)).toBe(whole.totals.total)
        expect(sum(({ totals }) => totals.lineCount)).toBe(whole.totals.lineCount)
        for (const saleId of ids) await till.ask('discardSale', { saleId })
      }),
      { numRuns: fullRuns(100) },
    )
  })
})

describe('the rest of a split cart', () => {
  async function splitAtCounter() {
    const { till } = await tillAtPractice()
    const { saleId, vat } = await mixedCart(till)
    const code = vat[0]?.code ?? ''
    await till.charge(saleId)
    const restId = await restOf(till, saleId)
    const sold = async (id: string) => {
      await till.takeCash(id)
    }
    return { till, saleId, restId, code, sold }
  }

  test('is joined again when the goods of the cancelled first part are rung up again', async () => {
    const { till, saleId, restId } = await splitAtCounter()
    const amounts = await Promise.all(
      [saleId, restId].map(async (id) => (await till.ask('getSale', { saleId: id })).view.totals.total),
    )
    await till.cancel(saleId)
    await till.ask('repeatGoods', { saleId })
    const { sale, totals } = await counterOf(till)
    expect(sale.lines).toHaveLength(2)
    expect(totals.total).toBe(sumOfAll(amounts))
    expect((await till.view()).parked).toBe(0)
    await expect(till.ask('resumeSale', { saleId: restId })).rejects.toThrow('CART_GONE')
  })

  test('comes to the counter when goods are scanned while the paid part is still shown: they are added to the rest', async () => {
    const { till, saleId, restId, code, sold } = await splitAtCounter()
    await sold(saleId)
    expect(await till.ask('addProduct', { code })).toMatchObject({ saleId: restId })
    expect((await counterOf(till)).sale).toMatchObject({ id: restId, lines: [{}, { product: { code } }] })
  })

  test('comes to the counter when the charge of the first part is cancelled', async () => {
    const { till, saleId, restId } = await splitAtCounter()
    await till.cancel(saleId)
    await till.ask('nextSale', { saleId })
    expect((await counterOf(till)).sale.id).toBe(restId)
  })
})

test('goods that are edited while they are in a cart are rung up with the new data on a line of their own', async () => {
  const { till } = await tillAtPractice()
  const goods = {
    code: '777001',
    name: 'Ном',
    category: 'Ном',
    price: '2500',
    unit: 'ш',
    taxProductCode: '305',
    classificationCode: '2349010',
    taxKind: 'vat',
    cityTax: 'no',
  }
  await till.reply('saveGoods', { was: null, goods })
  await till.ask('addProduct', { code: goods.code })
  await till.ask('addProduct', { code: goods.code })
  await till.reply('saveGoods', {
    was: goods.code,
    goods: { ...goods, taxKind: 'exempt', taxProductCode: '306' },
  })
  await till.ask('addProduct', { code: goods.code })
  const { lines } = (await counterOf(till)).sale
  expect(lines.map(({ product, quantity }) => [product.taxKind, quantity])).toEqual([
    ['vat', 2000],
    ['exempt', 1000],
  ])
})

test('two weighings of one product stay two lines, and pieces of one product are one', async () => {
  const { till } = await tillAtPractice()
  await till.ask('addProduct', { code: '2002008008420' })
  await till.ask('addProduct', { code: '2002008008420' })
  const { products } = await till.ask('searchGoods', { query: 'талх', category: null, limit: 1 })
  const code = products[0]?.code ?? ''
  await till.ask('addProduct', { code })
  await till.ask('addProduct', { code })
  expect((await counterOf(till)).sale.lines.map(({ quantity }) => quantity)).toEqual([842, 842, 2000])
})

test('labels with a price cost that price, scanned one by one or with a quantity', async () => {
  const { till } = await tillAtPractice()
  const goods = { code: '2008', name: 'Төмс', category: 'Хүнс', price: '900', unit: 'кг' }
  const taxes = { taxProductCode: '305', classificationCode: '2349010', taxKind: 'vat', cityTax: 'no' }
  await till.ask('saveGoods', { was: null, goods: { ...goods, ...taxes } })
  const code = '2502008007626' // 762 ₮ of product 2008
  await till.ask('addProduct', { code })
  const { saleId } = await till.ask('addProduct', { code })
  expect((await counterOf(till)).totals.total).toBe(2 * 762_00)
  await till.ask('addProduct', { code, quantity: '20' })
  expect((await counterOf(till)).totals.total).toBe(22 * 762_00)
  await till.ask('undo', { saleId })
  expect((await counterOf(till)).totals.total).toBe(2 * 762_00)
  for (const quantity of ['0.5', '101'])
    await expect(till.ask('addProduct', { code, quantity })).rejects.toThrow('QUANTITY_INVALID')
})

test.each([
  ['ш', 'QUANTITY_NOT_WHOLE'],
  ['Ширхэг', 'QUANTITY_NOT_WHOLE'],
  ['pcs', 'QUANTITY_NOT_WHOLE'],
  ['кг', null],
  ['м', null],
  ['хайрцаг', null],
])('of goods sold by "%s" half of one is added, typed and returned, or refused', async (unit, refusal) => {
  const { till } = await tillAtPractice()
  const taxes = { taxProductCode: '305', classificationCode: '2349010', taxKind: 'vat', cityTax: 'no' }
  const goods = { code: '2008', name: 'Төмс', category: 'Хүнс', price: '900', unit, ...taxes }
  await till.ask('saveGoods', { was: null, goods })
  const outcomeOf = async (work: Promise<unknown>): Promise<string | null> =>
    work.then(
      () => null,
      (error: Error) => /[A-Z_]{5,}/.exec(error.message)?.[0] ?? error.message,
    )
  const { saleId, lineId } = await till.ask('addProduct', { code: '2008', quantity: '2' })
  expect(await outcomeOf(till.ask('addProduct', { code: '2008', quantity: '0.5' }))).toBe(refusal)
  expect(await outcomeOf(till.ask('changeLine', { saleId, lineId, quantity: '1.5' }))).toBe(refusal)
  await till.ask('changeLine', { saleId, lineId, quantity: '2' })
  await till.takeCash(saleId)
  const half = { saleId, lines: [{ lineId, quantity: '0.5' }], way: 'cash' } as const
  expect(await outcomeOf(till.ask('planReturn', half))).toBe(refusal)
})

test('a cart that was emptied does not pass its discount or receiver on to the next goods', async () => {
  const { till } = await tillAtPractice()
  const { vat } = await goodsOf(till)
  const code = vat[0]?.code ?? ''
  const { saleId, lineId } = await till.ask('addProduct', { code })
  await till.ask('discountSale', { saleId, discount: '50%' })
  await till.ask('setReceiver', { saleId, register: '6234567' })
  const before = await counterOf(till)
  await till.ask('removeLine', { saleId, lineId })
  await till.ask('undo', { saleId })
  expect((await counterOf(till)).totals).toEqual(before.totals)
  await till.ask('removeLine', { saleId, lineId })
  await till.ask('addProduct', { code })
  const { sale, totals } = await counterOf(till)
  expect(totals.total).toBe(vat[0]?.price)
  expect(sale.receiver).toEqual({ kind: 'individual' })
})

test('ringing up the goods of a cancelled sale again copies its discounts, notes and receiver', async () => {
  const { till } = await tillAtPractice()
  const { saleId } = await rungUp(till, 3)
  const { sale } = await counterOf(till)
  const lineId = sale.lines[1]?.id ?? ''
  await till.ask('discountLine', { saleId, lineId, discount: '10%' })
  await till.ask('discountSale', { saleId, discount: '500' })
  await till.ask('noteLine', { saleId, lineId, note: 'Бэлэг' })
  await till.ask('noteSale', { saleId, note: 'Хүргэлттэй' })
  await till.ask('setReceiver', { saleId, register: '6234567' })
  const before = await counterOf(till)
  await till.charge(saleId)
  await till.cancel(saleId)
  await till.ask('repeatGoods', { saleId })
  const again = await counterOf(till)
  expect(again.sale.id).not.toBe(saleId)
  const known = ({ sale: { lines, discount, note, receiver } }: typeof again) => ({
    lines: lines.map(({ id: _id, ...line }) => line),
    discount,
    note,
    receiver,
  })
  expect(known(again)).toEqual(known(before))
  expect(again.totals).toEqual(before.totals)
})

test('two commands in one millisecond are undone one at a time, the last one first', async () => {
  const { till } = await tillAtPractice({ clock: handClock() })
  const { products } = await till.ask('searchGoods', { query: '', category: null, limit: 3 })
  for (const { code } of products) await till.ask('addProduct', { code })
  const { sale } = await counterOf(till)
  const codes = async () => (await counterOf(till)).sale.lines.map(({ product }) => product.code)
  expect(await codes()).toHaveLength(3)
  await till.ask('undo', { saleId: sale.id })
  expect(await codes()).toEqual(products.slice(0, 2).map(({ code }) => code))
  await till.ask('undo', { saleId: sale.id }) // redone, it is there again
  expect(await codes()).toEqual(products.map(({ code }) => code))
})

test('one command that makes several changes is undone as one', async () => {
  const { till } = await tillAtPractice({ clock: handClock() })
  const { saleId } = await rungUp(till, 2)
  const before = await counterOf(till)
  await till.ask('discountSale', { saleId, discount: '10%' })
  await till.ask('undo', { saleId })
  const after = await counterOf(till)
  expect([after.totals, after.sale.lines]).toEqual([before.totals, before.sale.lines])
})

test('when shifts are required, selling for late money with cash and collecting again need an open shift', async () => {
  const shifts = { ...FIRST_SETTINGS.shifts, selling: 'required' } as const
  const { till, payer } = await tillAtPractice({ settings: { shifts } })
  await till.ask('openShift', { float: '' })
  const { saleId, invoice, total } = await chargedSale(till)
  await till.cancel(saleId)
  await payer.pay({ invoice_id: invoice.invoiceId, amount: 1000 })
  await look(till, saleId)
  const item = await waiting(till, 'late-money')
  expect(item.missing).toBe(total - 100_000)
  const shiftId = (await till.ask('getShift', { shiftId: null }))?.shift.id ?? ''
  await till.ask('countDraft', { shiftId, lines: [], done: true })
  await till.ask('closeShift', { shiftId, lines: [], expected: 0, reason: '' })
  await expect(decide(till, item, 'sold-with-cash')).rejects.toThrow('SHIFT_NOT_OPEN')
  expect((await saleOf(till, saleId)).soldAt).toBeNull()
  await till.ask('openShift', { float: '' })
  await decide(till, item, 'sold-with-cash')
  await till.until(saleId, 'completed')
  expect(await attentionIn(till)).toEqual([])
})

describe('the terms that a sale was sold under', () => {
  /** The lines of a paper, without the marks of a copy and without what a copy leaves out. */
  const said = (paper: string | undefined): readonly string[] =>
    (paper ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !/СУРГАЛТ|ХУУЛБАР|СУГАЛАА|^\*+$|^-+$|^[A-Z]{2} \d{8}$/.test(line))

  const OTHERWISE = {
    shop: { ...FIRST_SETTINGS.shop, name: 'Шинэ эзэн', taxpayerNumber: '10987654321', register: '5123456' },
    cityTaxPercent: 1,
    tax: { ...FIRST_SETTINGS.tax, vatPayer: false },
  } as const

  test.each([
    ['in cash', 'cash'],
    ['by QR', 'qr'],
  ] as const)(
    'are on a copy although seller, rates and VAT status were changed later: sold %s',
    async (_words, how) => {
      const { till, payer, papers } = await tillAtPrinter()
      const { saleId } = await rungUp(till)
      if (how === 'cash') await till.ask('takeTender', { saleId, received: '' })
      else {
        const { invoiceId } = await till.charge(saleId)
        await payer.pay({ invoice_id: invoiceId })
      }
      await till.until(saleId, 'completed')
      await till.ask('nextSale', { saleId })
      const { terminalCode, invoicing, paperWidth, printer } = (await till.view()).settings
      const kept = { terminalCode, invoicing, paperWidth, printer }
      await till.ask('saveSettings', { ...kept, ...OTHERWISE })
      await till.ask('printCopy', { saleId })
      await till.untilView(({ printing }) => printing.waiting === 0)
      const [receipt, copy] = papers()
      expect(copy).toContain('ХУУЛБАР')
      expect(said(copy)).toEqual(said(receipt))
      expect(receipt).toContain('НӨАТ')
      // Sales from now on are made under the new terms.
      const next = await rungUp(till)
      await till.takeCash(next.saleId)
      expect(papers().at(-1)).toContain('Шинэ эзэн')
      expect(papers().at(-1)).not.toContain('НӨАТ')
    },
  )

  test('are those of the charge, although the settings changed before the payment', async () => {
    const { till, payer, papers } = await tillAtPrinter()
    const { saleId, invoice } = await chargedSale(till)
    const { terminalCode, invoicing, paperWidth, printer, shop } = (await till.view()).settings
    await till.ask('saveSettings', { terminalCode, invoicing, paperWidth, printer, ...OTHERWISE })
    await payer.pay({ invoice_id: invoice.invoiceId })
    await till.until(saleId, 'completed')
    expect(papers()[0]).toContain(shop.name)
    expect(papers()[0]).not.toContain('Шинэ эзэн')
    const { codes } = FIRST_SETTINGS.tax
    const kept = { vatPayer: true, cityTaxPercent: 2, taxCodes: codes }
    expect((await saleOf(till, saleId)).terms).toMatchObject(kept)
  })

  test('are used for all of its e-receipts: the first one, and one that is issued again', async () => {
    const { address, payer } = await openPractice()
    const service = await recordedService(address)
    const till = await startTill({ folder: temporaryFolder(), practice: service.address })
    await payer.merchant({ registered_for_ebarimt: false })
    const { saleId, invoice } = await chargedSale(till)
    const { terminalCode, invoicing, paperWidth, printer, shop } = (await till.view()).settings
    const moved = { ...OTHERWISE, shop: { ...OTHERWISE.shop, districtCode: '3505' } }
    await till.ask('saveSettings', { terminalCode, invoicing, paperWidth, printer, ...moved })
    await payer.pay({ invoice_id: invoice.invoiceId })
    await till.until(saleId, 'receipt-owed')
    await payer.merchant({ registered_for_ebarimt: true })
    await till.ask('retryReceipt', { saleId })
    await till.until(saleId, 'completed')
    const districts = service.asked
      .filter(({ path }) => path === '/v2/ebarimt_v3/create')
      .map(({ body }) => body.district_code)
    expect(districts).toEqual([shop.districtCode, shop.districtCode])
  })

  test('are those of the successful charge and not of an earlier refused one', async () => {
    const { till, payer, papers } = await tillAtPrinter()
    const { saleId } = await rungUp(till)
    const json = { error_code: 'MERCHANT_INACTIVE', message: '' }
    await payer.faults([{ path: '/v2/invoice', method: 'POST', effect: 'answer', status: 403, json }])
    await till.ask('charge', { saleId })
    await till.until(saleId, 'open')
    const { terminalCode, invoicing, paperWidth, printer } = (await till.view()).settings
    await till.ask('saveSettings', { terminalCode, invoicing, paperWidth, printer, ...OTHERWISE })
    expect((await counterOf(till)).totals.vat).toBe(0)
    await till.takeCash(saleId)
    await till.untilView(({ printing }) => printing.waiting === 0)
    expect(papers()[0]).toContain('Шинэ эзэн')
    expect(papers()[0]).not.toContain('НӨАТ')
  })
})
