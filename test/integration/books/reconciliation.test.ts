/**
 * The reconciliation of a day on the real terminal over real HTTP, with discrepancies that the test makes at the
 * service.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Clock, machineClock } from '../../../main/base/clock-and-log.ts'
import {
  type DiscrepancyKind,
  type ReconciliationSeen,
  spanOfShift,
} from '../../../shared/books/reconciliation.ts'
import type { AttentionItem } from '../../../shared/page/index.ts'
import type { Resolution } from '../../../shared/sale/attention.ts'
import { shopDay } from '../../../shared/shop/shop-day.ts'
import { decide } from '../../support/attention.ts'
import { chargedSale, invoiceIdOf, paymentOf, rungUp, stateOf } from '../../support/charged-sale.ts'
import { eventually } from '../../support/eventually.ts'
import { fastClock } from '../../support/fast-clock.ts'
import { handClock } from '../../support/hand-clock.ts'
import { look, paymentsOf, totalsNow, waiting } from '../../support/looks.ts'
import { cancelledElsewhere, otherProgram } from '../../support/other-program.ts'
import {
  cashSale,
  completed,
  paidSale,
  returned,
  saleOf,
  startReturn,
  untilReturn,
} from '../../support/returns.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'

/** Noon in Ulaanbaatar: the shop's day equals the service's, in any zone and at any time of the test. */
const DAY = '2026-11-20'
const NOON = Date.parse(`${DAY}T04:00:00Z`)
const fromNoon = (clock: Clock, wrongBy = () => 0): Clock => {
  const ahead = NOON - clock.now()
  return { ...clock, now: () => clock.now() + ahead + wrongBy() }
}

const TIMEOUTS = { connectMs: 2_000, answerMs: 2_000 }

/** Uses the machine's own clock: on a faster one the till would check its sales again before the reconciliation does. */
async function tillAtPractice(wrongBy = () => 0) {
  const { address, payer } = await openPractice({ clock: fromNoon(machineClock) })
  const folder = temporaryFolder()
  const till = await startTill({
    folder,
    practice: address,
    clock: fromNoon(machineClock, wrongBy),
    timeouts: TIMEOUTS,
  })
  return { till, payer, folder, address }
}

const bookOf = (till: Till, span: string = DAY) => till.ask('getReconciliation', { span })

/** Waits until the reconciliation of the day is over; resolves to its result. */
async function reconciled(till: Till, span: string = DAY): Promise<ReconciliationSeen> {
  const before = (await bookOf(till, span)).result?.doneAt ?? null
  await till.ask('startReconciliation', { span })
  const { result } = await eventually(async () => {
    const now = await bookOf(till, span)
    expect(now.run.state).not.toBe('running')
    return now
  })
  if (result === null || result.doneAt === before) throw new Error('not reconciled')
  return result
}

const kindsOf = ({ discrepancies }: ReconciliationSeen): readonly DiscrepancyKind[] =>
  discrepancies.map(({ kind }) => kind)

test('a day on which both records agree has no discrepancy, and shows its sums, fees and payments', async () => {
  const { till, payer } = await tillAtPractice()
  const one = await paidSale(till, payer, { type: 'P2P' })
  const two = await paidSale(till, payer, { type: 'CARD', first: 500 })
  await cashSale(till)
  const { sums, fees, discrepancies, count } = await reconciled(till)
  const paid = { count: 3, amount: one.total + two.total }
  expect(discrepancies).toEqual([])
  expect(count).toBe(0)
  expect(sums).toMatchObject({ theirs: paid, ours: paid, matched: paid, invoices: 2, unread: 0 })
  expect(sums.fees).toBeGreaterThan(0)
  expect(sums.net).toBe(paid.amount - sums.fees)
  expect(fees.map(({ type }) => type).sort()).toEqual(['CARD', 'P2P'])
  const matched = await till.ask('listMatched', { span: DAY, offset: 1, limit: 1 })
  expect(matched).toMatchObject({ all: 3, rows: [{ status: 'PAID' }] })
  expect(await till.ask('listReconciled')).toMatchObject([{ span: DAY, discrepancies: 0 }])
})

test('each kind of discrepancy that a service can cause is found at its sale', async () => {
  const { till, payer, address } = await tillAtPractice()
  const create = otherProgram(address)
  await paidSale(till, payer, { type: 'P2P' })
  // Refunded elsewhere; its e-receipt is still valid.
  const refunded = await paidSale(till, payer, { type: 'CARD' })
  await payer.settle({
    payment_id: await paymentOf(payer, await invoiceIdOf(till, refunded.saleId)),
    status: 'REFUNDED',
  })
  // A second invoice of a sale; and a payment of a sale that the till has not confirmed yet.
  const doubled = await paidSale(till, payer, { type: 'P2P' })
  const { senderInvoiceNo } = await saleOf(till, doubled.saleId)
  const second = await create(senderInvoiceNo)
  await payer.pay({ invoice_id: second.invoiceId })
  await payer.pay({ invoice_id: await invoiceIdOf(till, doubled.saleId), amount: 700, status: 'PENDING' })
  // Two invoices under our numbers that the till does not know: one paid, one that can still be paid.
  const lost = senderInvoiceNo.replace(/-\d{4}-/, '-9001-')
  await payer.pay({ invoice_id: (await create(lost)).invoiceId, amount: 1_000 })
  await create(senderInvoiceNo.replace(/-\d{4}-/, '-9002-'))
  // An invoice of another terminal; it is not ours.
  await payer.pay({ invoice_id: (await create('K77-261120-0001-ZZZZ')).invoiceId })
  // An e-receipt that could not be issued.
  await payer.merchant({ registered_for_ebarimt: false })
  const owed = await paidSale(till, payer, { type: 'P2P' })
  expect((await stateOf(till, owed.saleId)).name).toBe('receipt-owed')

  const result = await reconciled(till)
  expect([...kindsOf(result)].sort()).toEqual(
    [
      'doubled-invoice',
      'ereceipt-owed',
      'ereceipt-standing',
      'invoice-without-sale',
      'money-without-sale',
      'payment-pending',
      'status-differs',
    ].sort(),
  )
  expect(result.sums.elsewhere).toEqual({ count: 1, amount: 100_000 })
  const of = (kind: DiscrepancyKind) => result.discrepancies.find((one) => one.kind === kind)
  expect(of('status-differs')).toMatchObject({
    saleId: refunded.saleId,
    ours: refunded.total,
    status: 'REFUNDED',
    resolutions: ['look-again'],
  })
  expect(of('doubled-invoice')).toMatchObject({ saleId: doubled.saleId, theirs: 100_000 })
  expect(of('payment-pending')).toMatchObject({ saleId: doubled.saleId, theirs: 70_000 })
  expect(of('money-without-sale')).toMatchObject({ saleId: null, senderInvoiceNo: lost, theirs: 100_000 })
  expect(of('ereceipt-owed')).toMatchObject({
    saleId: owed.saleId,
    resolutions: ['issue-again', 'attention'],
  })

  // The resolution: once the merchant is registered, the e-receipt is issued again.
  await payer.merchant({ registered_for_ebarimt: true })
  await till.ask('retryReceipt', { saleId: owed.saleId })
  await till.until(owed.saleId, 'completed')
  expect(kindsOf(await reconciled(till))).not.toContain('ereceipt-owed')
})

test('a refund elsewhere is found by a check and settled in the attention list, and its money is then no discrepancy', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId } = await paidSale(till, payer, { type: 'CARD' })
  const payment_id = await paymentOf(payer, await invoiceIdOf(till, saleId))
  await payer.settle({ payment_id, status: 'REFUNDED' })
  await till.ask('checkNow', { saleId })
  const [item] = await eventually(async () => {
    const items = await till.ask('listAttention')
    expect(items).toMatchObject([{ cause: 'refunded-elsewhere' }])
    return items
  })
  expect((await reconciled(till)).discrepancies).toMatchObject([
    { kind: 'status-differs', resolutions: ['attention', 'look-again'] },
    { kind: 'ereceipt-standing' },
  ])
  await decide(till, item, 'goods-returned')
  expect(kindsOf(await reconciled(till))).toEqual(['ereceipt-standing'])
})

test('money for a cancelled sale is money without a sale until a person settles it', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, invoice } = await chargedSale(till)
  await till.cancel(saleId)
  await payer.pay({ invoice_id: invoice.invoiceId })
  expect((await reconciled(till)).discrepancies).toMatchObject([{ kind: 'money-without-sale', saleId }])
  await till.check(saleId, 'late-payment')
  const [item] = await till.ask('listAttention')
  await decide(till, item, 'repaid-transfer')
  expect((await reconciled(till)).discrepancies).toEqual([])
})

test('money for the QR of a sale that was settled in cash belongs to the payer, and is the only discrepancy', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, invoice } = await chargedSale(till)
  await till.takeCash(saleId)
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.ask('checkNow', { saleId })
  const [item] = await eventually(async () => {
    const items = await till.ask('listAttention')
    expect(items).toMatchObject([{ cause: 'paid-twice' }])
    return items
  })
  expect((await reconciled(till)).discrepancies).toMatchObject([
    { kind: 'money-without-sale', saleId, resolutions: ['attention', 'look-again'] },
  ])
  await decide(till, item, 'repaid-cash')
  expect((await reconciled(till)).discrepancies).toEqual([])
})

test('our own refunds and repayments are no discrepancies', async () => {
  const { till, payer } = await tillAtPractice()
  const card = await paidSale(till, payer, { type: 'CARD' })
  await returned(till, card.saleId)
  const transfer = await paidSale(till, payer, { type: 'P2P' })
  const returnId = await startReturn(till, transfer.saleId)
  const [part] = (
    await untilReturn(till, transfer.saleId, ({ voids }) => voids.every(({ step }) => step.name === 'voided'))
  ).parts
  await till.ask('settleReturnStep', {
    saleId: transfer.saleId,
    returnId,
    action: { do: 'repaid', partId: part?.id ?? '', how: 'transfer', note: '' },
  })
  await untilReturn(till, transfer.saleId, completed)
  const { discrepancies, sums } = await reconciled(till)
  expect(discrepancies).toEqual([])
  expect(sums.ours).toEqual({ count: 1, amount: transfer.total })
})

test('the service’s money equals that of X, after refunds, decisions and surpluses', async () => {
  const { till, payer } = await tillAtPractice()
  await till.ask('openShift', { float: '50000' })
  const sell = (type: 'P2P' | 'CARD' = 'P2P', first?: number) =>
    paidSale(till, payer, { type, ...(first === undefined ? {} : { first }) })
  const seen = async (saleId: string, cause: AttentionItem['cause'], resolution: Resolution) => {
    await look(till, saleId)
    await decide(till, await waiting(till, cause), resolution)
  }
  await sell()
  const brought = await sell('CARD')
  await returned(till, brought.saleId)
  const gone = await sell('P2P', 1000)
  const short = await sell()
  const [first, part] = await Promise.all([paymentsOf(till, gone.saleId), paymentsOf(till, short.saleId)])
  await payer.settle({ payment_id: first[0]?.paymentId ?? '', status: 'REFUNDED' })
  await seen(gone.saleId, 'refunded-elsewhere', 'goods-returned')
  await payer.settle({ payment_id: part[0]?.paymentId ?? '', amount: 3000 })
  await seen(short.saleId, 'refunded-elsewhere', 'written-off')
  for (const resolution of ['repaid-cash', 'kept'] as const) {
    const { saleId } = await sell()
    await payer.pay({ invoice_id: await invoiceIdOf(till, saleId), amount: 700 })
    await seen(saleId, 'surplus', resolution)
  }
  const inCash = await chargedSale(till)
  await till.takeCash(inCash.saleId)
  const { qr, card } = (await totalsNow(till)).tenders
  const { sums } = await reconciled(till)
  expect([sums.ours.amount, sums.theirs.amount]).toEqual([qr.amount + card.amount, qr.amount + card.amount])
})

test('a service that lost its data gives sales without money, and a QR without an invoice', async () => {
  const { till, payer } = await tillAtPractice()
  const sold = await paidSale(till, payer, { type: 'P2P' })
  const shown = await chargedSale(till)
  await payer.reset()
  const { discrepancies } = await reconciled(till)
  expect(discrepancies).toMatchObject([
    { kind: 'sale-without-money', saleId: sold.saleId, ours: sold.total },
    { kind: 'invoice-missing', saleId: shown.saleId },
  ])
})

const DAYS = 24 * 3_600_000

test.each([31, 3, -3, -31])(
  'sales that were made while the clock was %d days off are found in their day and shift after it was set right',
  async (days) => {
    let wrongBy = days * DAYS
    const { till, payer } = await tillAtPractice(() => wrongBy)
    await till.ask('openShift', { float: '0' })
    const shiftId = (await till.view()).shift.open?.id ?? ''
    const { total } = await paidSale(till, payer, { type: 'P2P' })
    wrongBy = 0
    for (const span of [spanOfShift(shiftId), shopDay(NOON + days * DAYS)]) {
      const { discrepancies, sums } = await reconciled(till, span)
      expect(discrepancies).toEqual([])
      expect(sums).toMatchObject({ matched: { count: 1, amount: total }, ours: { count: 1 } })
    }
  },
)

test.each([31, -31])(
  'a day is reconciled correctly, and one number read again, while the clock is %d days off',
  async (days) => {
    let wrongBy = 0
    const { till, payer } = await tillAtPractice(() => wrongBy)
    const { saleId } = await paidSale(till, payer, { type: 'P2P' })
    await payer.pay({ invoice_id: await invoiceIdOf(till, saleId), amount: 700 })
    wrongBy = days * DAYS
    const { discrepancies, sums } = await reconciled(till)
    expect(discrepancies).toMatchObject([{ kind: 'money-without-sale', theirs: 70_000 }])
    expect(sums).toMatchObject({ theirs: { count: 2 }, matched: { count: 1 } })
    await till.ask('readDiscrepancyAgain', { span: DAY, key: discrepancies[0]?.key ?? '' })
    expect((await bookOf(till)).result).toMatchObject({
      discrepancies: [{ kind: 'money-without-sale', resolvedAt: null }],
      sums,
    })
  },
)

describe('a sale with two invoices at the service', () => {
  const NEXT_DAY = '2026-11-21'
  const CANCEL = { method: 'DELETE', path: '/v2/invoice/{id}' } as const
  const LOST = { method: 'POST', path: '/v2/invoice', effect: '502', done: 'late', late_ms: 60_000 } as const

  /** The test moves the service's clock; till and service have the same day. */
  async function tillAtLateService() {
    const service = handClock()
    const quick = fastClock(50)
    const begun = quick.now()
    const { address, payer } = await openPractice({ clock: service })
    const till = await startTill({
      folder: temporaryFolder(),
      practice: address,
      clock: { ...quick, now: () => quick.now() - begun + service.now() },
      timeouts: TIMEOUTS,
    })
    return { till, payer, service, create: otherProgram(address) }
  }

  const extrasOf = async (till: Till, saleId: string) =>
    (await saleOf(till, saleId)).invoices.flatMap(({ extra, invoice }) => (extra && invoice ? [invoice] : []))

  /** The sale is settled by one invoice, and the payer pays the other one, too. */
  async function paidTwice({ till, payer }: Awaited<ReturnType<typeof tillAtLateService>>, saleId: string) {
    await expect.poll(() => extrasOf(till, saleId)).not.toEqual([])
    await payer.pay({ invoice_id: await invoiceIdOf(till, saleId) })
    await till.until(saleId, 'completed')
    const [extra] = await extrasOf(till, saleId)
    await payer.pay({ invoice_id: extra?.invoiceId ?? '' })
    await payer.faults(null)
    await till.ask('checkNow', { saleId })
    return waiting(till, 'paid-twice')
  }

  test('both paid: the second payment is one discrepancy, and none after it was repaid', async () => {
    const shop = await tillAtLateService()
    const { till, payer, service } = shop
    await payer.faults([LOST, { ...CANCEL, effect: '429', times: 10_000 }])
    const { saleId, total } = await chargedSale(till)
    service.advance(60_000)
    const item = await paidTwice(shop, saleId)
    const before = await reconciled(till)
    expect(before.discrepancies).toMatchObject([{ kind: 'money-without-sale', saleId, theirs: total }])
    await decide(till, item, 'repaid-cash')
    await till.ask('readDiscrepancyAgain', { span: DAY, key: before.discrepancies[0]?.key ?? '' })
    expect((await bookOf(till)).result?.discrepancies).toMatchObject([{ resolvedAt: expect.any(Number) }])
    const { discrepancies, sums } = await reconciled(till)
    expect(discrepancies).toEqual([])
    const both = { count: 2, amount: 2 * total }
    expect(sums).toMatchObject({ theirs: both, ours: both, matched: both })
    expect((await bookOf(till)).result?.sums).toEqual(sums)
  })

  test('one lost on one day and one charged on the next: both are in the next day, and none in the first', async () => {
    const shop = await tillAtLateService()
    const { till, payer, service } = shop
    await payer.faults([
      { ...LOST, times: 2 },
      { ...CANCEL, effect: '429', times: 10_000 },
    ])
    const { saleId, total } = await rungUp(till)
    await till.ask('charge', { saleId })
    const asked = async () => (await payer.state()).requests['POST /v2/invoice']
    await expect.poll(asked).toBe(2)
    await till.ask('cancelCharge', { saleId })
    await till.until(saleId, 'open')
    service.advance(60_000)
    await expect.poll(async () => (await payer.state()).invoices.length).toBe(2)
    service.jump(DAYS)
    await till.charge(saleId)
    const item = await paidTwice(shop, saleId)
    const states = async () => (await payer.state()).invoices.map(({ status }) => status).sort()
    await expect.poll(states).toEqual(['CANCELLED', 'CLOSED', 'CLOSED'])
    expect(await reconciled(till)).toMatchObject({ discrepancies: [], sums: { theirs: { count: 0 } } })
    const before = await reconciled(till, NEXT_DAY)
    expect(before.discrepancies).toMatchObject([{ kind: 'money-without-sale', saleId, theirs: total }])
    await decide(till, item, 'repaid-cash')
    await till.ask('readDiscrepancyAgain', { span: NEXT_DAY, key: before.discrepancies[0]?.key ?? '' })
    const resolved = (await bookOf(till, NEXT_DAY)).result
    expect(resolved?.discrepancies).toMatchObject([{ resolvedAt: expect.any(Number) }])
    const { discrepancies, sums } = await reconciled(till, NEXT_DAY)
    expect(discrepancies).toEqual([])
    expect(sums).toMatchObject({ theirs: { count: 2 }, ours: { count: 2 }, matched: { count: 2 } })
    expect(resolved?.sums).toEqual(sums)
  })

  test('one of them unknown here and from another day: it is only in that day', async () => {
    const { till, payer, service, create } = await tillAtLateService()
    const { saleId } = await paidSale(till, payer, { type: 'P2P' })
    const { senderInvoiceNo } = await saleOf(till, saleId)
    service.jump(DAYS)
    await payer.pay({ invoice_id: (await create(senderInvoiceNo)).invoiceId })
    expect(await reconciled(till)).toMatchObject({ discrepancies: [], sums: { theirs: { count: 1 } } })
    const next = await reconciled(till, NEXT_DAY)
    expect(next.discrepancies).toMatchObject([
      { kind: 'money-without-sale', senderInvoiceNo, theirs: 100_000 },
    ])
    expect(next.sums).toMatchObject({ theirs: { count: 1 }, ours: { count: 0 } })
    await till.ask('readDiscrepancyAgain', { span: NEXT_DAY, key: next.discrepancies[0]?.key ?? '' })
    expect((await bookOf(till, NEXT_DAY)).result).toMatchObject({
      discrepancies: [{ resolvedAt: null }],
      sums: next.sums,
    })
  })
})

test('a QR that was cancelled elsewhere is named, and so is a cancelled invoice that can still be paid', async () => {
  const { till, payer, address } = await tillAtPractice()
  const ended = await chargedSale(till)
  const cancel = { method: 'DELETE', path: '/v2/invoice/{id}' } as const
  await payer.faults([{ ...cancel, effect: 'answer', status: 200 }])
  await till.cancel(ended.saleId)
  const shown = await chargedSale(till)
  await cancelledElsewhere(address, shown.invoice.invoiceId)
  const { discrepancies } = await reconciled(till)
  expect(discrepancies).toMatchObject([
    { kind: 'invoice-open', saleId: ended.saleId, theirs: ended.total },
    { kind: 'invoice-cancelled', saleId: shown.saleId, ours: shown.total },
  ])
  await cancelledElsewhere(address, ended.invoice.invoiceId)
  for (const { key } of discrepancies) await till.ask('readDiscrepancyAgain', { span: DAY, key })
  expect((await bookOf(till)).result?.discrepancies).toMatchObject([
    { kind: 'invoice-open', resolvedAt: expect.any(Number) },
    { kind: 'invoice-cancelled', resolvedAt: null },
  ])
})

test('rows that make no sense are counted, and payments that cannot be read are named', async () => {
  const { till, payer } = await tillAtPractice()
  await paidSale(till, payer, { type: 'P2P' })
  await paidSale(till, payer, { type: 'P2P' })
  await payer.faults([
    { method: 'POST', path: '/v2/payment/list', effect: 'truncated' },
    { method: 'POST', path: '/v2/payment/list', effect: 'missing-field', field: 'rows.0.payment_amount' },
  ])
  const result = await reconciled(till)
  expect(kindsOf(result)).toEqual(['not-read', 'not-read'])
  expect(result.sums.unread).toBe(1)
  expect((await reconciled(till)).discrepancies).toEqual([])
  await payer.faults([
    { method: 'POST', path: '/v2/invoice/list', effect: 'missing-field', field: 'rows.1.sender_invoice_no' },
  ])
  expect((await reconciled(till)).sums).toMatchObject({ unread: 1, matched: { count: 2 } })
})

test('a rate limit slows the reconciliation down but does not stop it', async () => {
  const { till, payer } = await tillAtPractice()
  for (let sale = 0; sale < 3; sale++) await paidSale(till, payer, { type: 'P2P', goods: 1 })
  await payer.faults([{ method: 'POST', path: '/v2/payment/list', effect: '429', times: 6, retry_after: 0 }])
  expect((await reconciled(till)).discrepancies).toEqual([])
  expect((await payer.state()).faults_waiting).toBe(0)
})

test('without a connection the reconciliation shows why it waits, and later continues to a complete result', async () => {
  const { till, payer } = await tillAtPractice()
  await paidSale(till, payer, { type: 'P2P' })
  await payer.line({ up: false })
  await till.ask('startReconciliation', { span: DAY })
  await eventually(async () => {
    const { run, result } = await bookOf(till)
    expect(run).toMatchObject({ state: 'running', held: { name: expect.stringMatching(/CONNECTION/) } })
    expect(result).toBeNull()
  })
  await payer.line({ up: true })
  await eventually(async () => {
    const { run, result } = await bookOf(till)
    expect(run).toEqual({ state: 'idle' })
    expect(result?.sums.matched.count).toBe(1)
  })
})

test('the till can charge during a reconciliation, because one request slot stays free', async () => {
  const { till, payer } = await tillAtPractice()
  for (let sale = 0; sale < 3; sale++) await paidSale(till, payer, { type: 'P2P', goods: 1 })
  await payer.faults([{ method: 'POST', path: '/v2/payment/list', effect: 'slow', ms: 1_500, times: 3 }])
  await till.ask('startReconciliation', { span: DAY })
  await eventually(async () => {
    expect((await bookOf(till)).run).toMatchObject({ step: 'payments' })
    expect((await payer.state()).faults_waiting).toBe(0)
  })
  await chargedSale(till)
  expect((await bookOf(till)).run).toMatchObject({ state: 'running', step: 'payments', done: 0 })
})

test('a reconciliation that is stopped stores nothing, and the earlier result stays', async () => {
  const { till, payer } = await tillAtPractice()
  await paidSale(till, payer, { type: 'P2P' })
  const before = await reconciled(till)
  await paidSale(till, payer, { type: 'P2P' })
  await payer.line({ up: false })
  await till.ask('startReconciliation', { span: DAY })
  await expect(till.ask('startReconciliation', { span: '2026-11-19' })).rejects.toThrow('BUSY')
  await till.ask('stopReconciliation')
  await eventually(async () => {
    const { run, result } = await bookOf(till)
    expect(run).toEqual({ state: 'stopped', span: DAY })
    expect(result).toEqual(before)
  })
})

test('an explained discrepancy stays explained, with who and why, until its amounts change', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId } = await paidSale(till, payer, { type: 'P2P' })
  const invoice_id = await invoiceIdOf(till, saleId)
  await payer.pay({ invoice_id, amount: 700, status: 'PENDING' })
  const key = (await reconciled(till)).discrepancies[0]?.key ?? ''
  await till.ask('explainDiscrepancy', { span: DAY, key, why: ' Банк маргааш баталгаажуулна ' })
  const [explained] = (await reconciled(till)).discrepancies
  expect(explained?.explained).toMatchObject({ why: 'Банк маргааш баталгаажуулна', by: null })
  expect(await till.ask('listReconciled')).toMatchObject([{ discrepancies: 0 }])
  await expect(till.ask('explainDiscrepancy', { span: DAY, key: 'none', why: 'x' })).rejects.toThrow(
    'NOT_FOUND',
  )
  await payer.pay({ invoice_id, amount: 800, status: 'PENDING' })
  const open = (await reconciled(till)).discrepancies.filter((one) => one.explained === null)
  expect(open).toMatchObject([{ theirs: 80_000 }])
  await till.ask('explainDiscrepancy', { span: DAY, key, why: '' })
  expect((await bookOf(till)).result?.discrepancies.every((one) => one.explained === null)).toBe(true)
})

test('a reconciliation is printed, and exported as files whose Cyrillic a spreadsheet reads', async () => {
  const { till, payer, folder } = await tillAtPractice()
  await expect(till.ask('printReconciliation', { span: DAY })).rejects.toThrow('NOT_NOW')
  await expect(till.ask('exportReconciliation', { span: DAY, format: 'csv' })).rejects.toThrow('NOT_NOW')
  const { saleId, total } = await paidSale(till, payer, { type: 'P2P' })
  await payer.pay({ invoice_id: await invoiceIdOf(till, saleId), amount: 700, status: 'PENDING' })
  await reconciled(till)
  await till.ask('printReconciliation', { span: DAY })
  await eventually(() =>
    expect(readdirSync(join(folder, 'test-receipts'))).toContain(`${DAY}-reconciliation.png`),
  )
  const { path } = await till.ask('exportReconciliation', { span: DAY, format: 'csv' })
  const csv = readFileSync(path, 'utf8')
  expect(csv).toContain('Үйлчилгээнд төлөгдсөн,1,'.concat(String(total / 100)))
  expect(csv).toContain('Төлбөр хүлээгдэж байна')
  const xlsx = await till.ask('exportReconciliation', { span: DAY, format: 'xlsx' })
  expect(readFileSync(xlsx.path).subarray(0, 2).toString()).toBe('PK')
})

test('the service’s lists are shown in pages with filters, and an invoice opens with its payments and its sale', async () => {
  const { till, payer, address } = await tillAtPractice()
  const { saleId, total } = await paidSale(till, payer, { type: 'CARD' })
  const create = otherProgram(address)
  for (let number = 0; number < 51; number++) await create(`order ${number}`)
  const all = { from: DAY, to: DAY, number: '', status: null, page: 1 } as const
  expect(await till.ask('listServiceInvoices', all)).toMatchObject({ count: 52, pages: 2, unread: 0 })
  expect((await till.ask('listServiceInvoices', { ...all, page: 2 })).rows).toHaveLength(2)
  expect((await till.ask('listServiceInvoices', { ...all, status: 'PAID' })).count).toBe(1)
  const [row] = (await till.ask('listServiceInvoices', { ...all, number: 'order 7' })).rows
  expect(row).toMatchObject({ senderInvoiceNo: 'order 7', status: 'OPEN', amount: 100_000 })
  const opened = await till.ask('getServiceInvoice', { invoiceId: await invoiceIdOf(till, saleId) })
  expect(opened).toMatchObject({ sale: { id: saleId }, payments: { rows: [{ amount: total }] } })
  const paymentId = opened.payments.rows[0]?.paymentId ?? ''
  expect(await till.ask('getServicePayment', { paymentId })).toMatchObject({ type: 'CARD', amount: total })
  await expect(till.ask('getServicePayment', { paymentId: 'none' })).rejects.toThrow('PAYMENT_NOTFOUND')
})
