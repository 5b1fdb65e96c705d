/**
 * What a check lists is a fact; what it does not list proves nothing. Money that came, went back, came twice, in
 * dollars or late, at the real terminal with the service over real HTTP.
 */
import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../../main/till/display/index.ts'
import type { FaultRequest, PracticeControl } from '../../../scripts/run/practice/index.ts'
import { tugriks } from '../../../shared/money/money.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { decide } from '../../support/attention.ts'
import { chargedSale, paymentOf, rungUp, stateOf } from '../../support/charged-sale.ts'
import { EVERY_SALE } from '../../support/every-sale.ts'
import { handClock } from '../../support/hand-clock.ts'
import {
  attentionIn,
  kindsOf,
  look,
  lookAt,
  paymentsOf,
  refundedElsewhere,
  reportNow,
  tillAtPractice,
  totalsNow,
  waiting,
} from '../../support/looks.ts'
import { completed, paidSale, returned, saleOf, startReturn, untilReturn } from '../../support/returns.ts'
import type { Till, TillParts } from '../../support/terminal.ts'

const CHECK = { path: '/v2/payment/check', method: 'POST' } as const

const ALL_TENDERS = { cash: 'on', qr: 'on', card: 'on', transfer: 'on' } as const

const FLOAT = tugriks(50_000)

async function openTill(parts: Partial<TillParts> = {}) {
  const opened = await tillAtPractice({ settings: { tenders: ALL_TENDERS }, ...parts })
  await opened.till.ask('openShift', { float: '50000' })
  return opened
}

/** Everything that a sale and its shift show about money. */
const moneyOf = async (till: Till, saleId: string) => ({
  attention: await attentionIn(till),
  events: await kindsOf(till, saleId),
  totals: await totalsNow(till),
  status: await stateOf(till, saleId),
})

describe('a check that lists less than the one before', () => {
  test.each([
    ['lacks a paid payment', { effect: 'vanished' }],
    ['is older than the payment', { effect: 'stale', changes: 1 }],
    ['counts the payment but lacks its row', { effect: 'short-list' }],
  ] as const)('and %s changes no money and no figures of the shift', async (_what, fault) => {
    const { till, payer } = await openTill()
    const { saleId } = await paidSale(till, payer, { type: 'P2P' })
    const before = await moneyOf(till, saleId)
    await lookAt(till, payer, saleId, fault)
    expect(await moneyOf(till, saleId)).toEqual(before)
    await look(till, saleId)
    expect(await moneyOf(till, saleId)).toEqual(before)
  })

  test('and has a payment in dollars that was counted in tugriks changes nothing', async () => {
    const { till, payer } = await openTill()
    const { saleId } = await paidSale(till, payer, { type: 'P2P' })
    const before = await moneyOf(till, saleId)
    const payments = await paymentsOf(till, saleId)
    const set = { 'rows.0.payment_currency': 'USD', 'rows.0.payment_amount': '2.00' }
    await lookAt(till, payer, saleId, { effect: 'changed', set })
    expect(await moneyOf(till, saleId)).toEqual(before)
    await look(till, saleId)
    expect(await moneyOf(till, saleId)).toEqual(before)
    expect(await paymentsOf(till, saleId)).toEqual(payments)
  })

  test('a part payment is not collected again because one check lacks it', async () => {
    const { till, payer } = await openTill()
    const { saleId, total, invoice } = await chargedSale(till)
    await payer.pay({ invoice_id: invoice.invoiceId, amount: 1000 })
    await till.until(saleId, 'partly-paid')
    await payer.faults([{ ...CHECK, effect: 'vanished', rate: 1 }])
    await look(till, saleId)
    expect(await stateOf(till, saleId)).toMatchObject({ name: 'partly-paid', paid: tugriks(1000) })
    await till.ask('takeTender', { saleId, received: '' })
    const done = await till.until(saleId, 'completed')
    expect(done?.status).toMatchObject({ tenders: [{ amount: total - tugriks(1000) }], paid: total })
  })

  test('a payment that is listed late counts once, when it is listed', async () => {
    // Only the checks that the test asks for.
    const clock = handClock()
    const { till, payer } = await openTill({ clock })
    const { saleId, total, invoice } = await chargedSale(till)
    clock.advance(1)
    await look(till, saleId)
    await payer.faults([{ ...CHECK, effect: 'vanished', rate: 1 }])
    await payer.pay({ invoice_id: invoice.invoiceId })
    clock.advance(1)
    await look(till, saleId)
    expect((await stateOf(till, saleId)).name).toBe('awaiting-payment')
    await payer.faults(null)
    await till.check(saleId, 'completed')
    expect((await totalsNow(till)).tenders.qr).toEqual({ count: 1, amount: total })
  })
})

describe('a check that counts a payment whose row cannot be read', () => {
  const row = { payment_status: 'PAID', payment_currency: 'MNT', payment_type: 'P2P', payment_wallet: 'w' }
  /** JSON.parse would round such a number. */
  const longId = JSON.stringify({ count: 1, paid_amount: 5000, rows: [row] }).replace(
    '"payment_status"',
    '"payment_id":93456789012345678901,"payment_amount":"5000","payment_status"',
  )

  test.each<[string, FaultRequest]>([
    ['an amount of null', { effect: 'changed', set: { 'rows.0.payment_amount': null } }],
    ['an amount with a comma', { effect: 'changed', set: { 'rows.0.payment_amount': '7,800.00' } }],
    ['no id', { effect: 'changed', set: { 'rows.0.payment_id': null } }],
    ['an id of twenty digits', { effect: 'answer', text: longId }],
    ['no row', { effect: 'short-list' }],
  ])(
    'with %s is reported at the QR, and a person is told after three such checks in a row',
    async (_what, fault) => {
      // With this clock only the checks that the test asks for are made.
      const clock = handClock()
      const { till, payer } = await openTill({ clock })
      const { saleId, total, invoice } = await chargedSale(till)
      const looked = async () => {
        clock.advance(1)
        await look(till, saleId)
      }
      const monitoringOf = async () => (await till.ask('getSale', { saleId })).view.monitoring
      await payer.faults([{ ...CHECK, ...fault, rate: 1 }])
      await payer.pay({ invoice_id: invoice.invoiceId })
      await looked()
      expect(await monitoringOf()).toMatchObject({ failure: { name: 'LIST_INCOMPLETE' } })
      expect(await stateOf(till, saleId)).toMatchObject({ name: 'awaiting-payment', paid: 0 })
      for (let more = 0; more < 2; more += 1) await looked()
      const item = await waiting(till, 'payment-unclear')
      expect(item).toMatchObject({ saleId, amount: null, resolutions: ['seen'] })
      await decide(till, item, 'seen')
      expect(await attentionIn(till)).toEqual([])
      await payer.faults(null)
      const done = await till.check(saleId, 'completed')
      expect(done?.status).toMatchObject({ paid: total, surplus: 0 })
      expect(await attentionIn(till)).toEqual([])
    },
  )
})

describe('money that went back', () => {
  test('by our refund does not count again because an older check lists it as paid', async () => {
    const { till, payer } = await openTill()
    const { saleId } = await paidSale(till, payer, { type: 'CARD' })
    await returned(till, saleId)
    await look(till, saleId)
    const before = await moneyOf(till, saleId)
    await lookAt(till, payer, saleId, { effect: 'stale', changes: 1 })
    expect(await moneyOf(till, saleId)).toEqual(before)
    // The history finds it by its tender, although nothing of that money is left.
    const { rows } = await till.ask('searchSales', { ...EVERY_SALE, tender: 'qr' })
    expect(rows).toMatchObject([{ id: saleId, tender: 'qr', returned: true }])
    expect(before.attention).toEqual([])
    expect(before.totals.tenders.card).toMatchObject({ amount: 0 })
  })

  test('elsewhere, after the same surplus was repaid by hand, is missing from the shop and listed', async () => {
    const { till, payer } = await openTill()
    const { saleId, invoice, total } = await chargedSale(till)
    await payer.pay({ invoice_id: invoice.invoiceId })
    await till.until(saleId, 'completed')
    const { payment_id } = await payer.pay({ invoice_id: invoice.invoiceId, amount: 500 })
    await look(till, saleId)
    await decide(till, await waiting(till, 'surplus'), 'repaid-transfer')
    expect(await attentionIn(till)).toEqual([])
    await refundedElsewhere({ till, payer }, saleId, payment_id)
    const item = await waiting(till, 'refunded-elsewhere')
    expect(item).toMatchObject({ amount: tugriks(500) })
    expect(item.resolutions).toEqual(['own-transfer', 'goods-returned', 'collected-again', 'written-off'])
    await decide(till, item, 'written-off')
    expect(await attentionIn(till)).toEqual([])
    expect((await totalsNow(till)).sales).toEqual({ count: 1, amount: total })
  })

  test('elsewhere, half of a late payment: the payer is still owed the other half', async () => {
    const { till, payer } = await openTill()
    const { saleId, invoice, total } = await chargedSale(till)
    await till.cancel(saleId)
    const { payment_id } = await payer.pay({ invoice_id: invoice.invoiceId })
    await look(till, saleId)
    expect(await waiting(till, 'late-money')).toMatchObject({ amount: total })
    await payer.settle({ payment_id, amount: total / 200 })
    await look(till, saleId)
    const item = await waiting(till, 'late-money')
    expect(item).toMatchObject({ amount: total / 2, missing: total / 2 })
    await decide(till, item, 'repaid-cash')
    expect(await attentionIn(till)).toEqual([])
    expect(await stateOf(till, saleId)).toMatchObject({ name: 'late-payment', owed: 0 })
    expect((await totalsNow(till)).drawer.refunded).toEqual({ count: 1, amount: total / 2 })
  })

  test.each([
    ['cash', 'cash'],
    ['card', 'terminal'],
  ] as const)(
    'elsewhere and was collected again by %s: event, drawer, Z and net agree',
    async (kind, line) => {
      const { till, payer } = await openTill()
      const { saleId, total } = await paidSale(till, payer, { type: 'P2P' })
      await refundedElsewhere({ till, payer }, saleId)
      const lost = await totalsNow(till)
      expect(lost).toMatchObject({
        elsewhere: { count: 1, amount: total },
        returns: { amount: 0 },
        net: total,
        tenders: { qr: { amount: 0 } },
        bridge: { short: total },
      })
      await decide(till, await waiting(till, 'refunded-elsewhere'), 'collected-again', { kind })
      expect(await attentionIn(till)).toEqual([])
      expect((await kindsOf(till, saleId)).slice(-2)).toEqual(['attention-settled', 'tender-taken'])
      const totals = await totalsNow(till)
      expect(totals).toMatchObject({
        sales: { count: 1, amount: total },
        returns: { amount: 0 },
        net: total,
        bridge: { short: 0 },
        drawer: { expected: FLOAT + (kind === 'cash' ? total : 0) },
      })
      expect(totals.tenders).toMatchObject({ qr: { amount: 0 }, [line]: { count: 1, amount: total } })
      const report = await reportNow(till)
      expect(report.totals).toMatchObject({ sales: 1, amount: total, back: 0 })
    },
  )

  describe('after all of a payment was refunded elsewhere and collected again, what the sale never counted is no turnover:', () => {
    const collectAgain = async (till: Till, payer: PracticeControl, saleId: string) => {
      await refundedElsewhere({ till, payer }, saleId)
      await decide(till, await waiting(till, 'refunded-elsewhere'), 'collected-again')
      expect(await attentionIn(till)).toEqual([])
      return totalsNow(till)
    }

    test.each([
      ['kept', 0],
      ['repaid-cash', 1000],
    ] as const)('a surplus that was %s', async (resolution, repaid) => {
      const { till, payer } = await openTill()
      const { saleId, total, invoice } = await chargedSale(till)
      await payer.pay({ invoice_id: invoice.invoiceId, amount: total / 100 + 1000 })
      await till.until(saleId, 'completed')
      await decide(till, await waiting(till, 'surplus'), resolution)
      const { net, drawer } = await collectAgain(till, payer, saleId)
      expect(net).toBe(total)
      expect(drawer.expected).toBe(FLOAT + total + tugriks(1000 - repaid))
      expect((await reportNow(till)).totals).toMatchObject({ sales: 1, amount: total, back: 0 })
    })

    test('money that came in addition to cash and was kept', async () => {
      const { till, payer } = await openTill()
      const { saleId, total, invoice } = await chargedSale(till)
      await payer.faults([{ method: 'DELETE', path: '/v2/invoice/{id}', effect: '500', times: 2 }])
      await till.ask('takeTender', { saleId, received: '' })
      await payer.pay({ invoice_id: invoice.invoiceId })
      await decide(till, await waiting(till, 'paid-twice'), 'kept')
      const { net, sales } = await collectAgain(till, payer, saleId)
      expect([net, sales.amount]).toEqual([total, total])
    })
  })

  test('as a repaid surplus and also elsewhere leaves the turnover unchanged, as one payment or as two', async () => {
    for (const cameApart of [false, true]) {
      const { till, payer } = await openTill()
      const { saleId, total, invoice } = await chargedSale(till)
      const pay = (amount: number) => payer.pay({ invoice_id: invoice.invoiceId, amount })
      const due = total / 100
      await payer.faults([{ ...CHECK, effect: '500', rate: 1 }])
      if (cameApart) await pay(due)
      const { payment_id } = await pay(cameApart ? 1000 : due + 1000)
      await payer.faults(null)
      await till.until(saleId, 'completed')
      await decide(till, await waiting(till, 'surplus'), 'repaid-cash')
      await payer.settle({ payment_id, ...(cameApart ? { status: 'REFUNDED' } : { amount: due }) })
      await look(till, saleId)
      await decide(till, await waiting(till, 'refunded-elsewhere'), 'written-off')
      const { net, returns, tenders } = await totalsNow(till)
      expect([net, returns.amount, tenders.qr.amount]).toEqual([total, 0, total])
    }
  })

  test('collecting again needs the whole amount', async () => {
    const { till, payer } = await openTill()
    const { saleId } = await paidSale(till, payer, { type: 'P2P' })
    const [payment] = await paymentsOf(till, saleId)
    await payer.settle({ payment_id: payment?.paymentId ?? '', status: 'CANCELLED' })
    await look(till, saleId)
    const item = await waiting(till, 'refunded-elsewhere')
    await expect(decide(till, item, 'collected-again', { received: '1' })).rejects.toThrow('CASH_TOO_LITTLE')
    expect(await attentionIn(till)).toEqual([['refunded-elsewhere', item.amount]])
  })

  test('a decision about another amount than the one shown is refused', async () => {
    const { till, payer } = await openTill()
    const { saleId, invoice } = await chargedSale(till)
    await payer.pay({ invoice_id: invoice.invoiceId })
    await till.until(saleId, 'completed')
    await payer.pay({ invoice_id: invoice.invoiceId, amount: 500 })
    await look(till, saleId)
    const seen = await waiting(till, 'surplus')
    await payer.pay({ invoice_id: invoice.invoiceId, amount: 300 })
    await look(till, saleId)
    await expect(decide(till, seen, 'repaid-cash')).rejects.toThrow('AMOUNT_CHANGED')
    expect(await waiting(till, 'surplus')).toMatchObject({ amount: tugriks(800) })
  })
})

test('money that the shop sent back and that the service lists as refunded is settled as the shop’s own transfer', async () => {
  const { till, payer } = await openTill()
  const { saleId } = await paidSale(till, payer, { type: 'P2P' })
  const returnId = await startReturn(till, saleId)
  const { parts } = await untilReturn(till, saleId, (one) =>
    one.voids.every(({ step }) => step.name === 'voided'),
  )
  const action = { do: 'repaid', partId: parts[0]?.id ?? '', how: 'transfer', note: '' } as const
  await till.ask('settleReturnStep', { saleId, returnId, action })
  await untilReturn(till, saleId, completed)
  const before = await totalsNow(till)
  await refundedElsewhere({ till, payer }, saleId)
  await decide(till, await waiting(till, 'refunded-elsewhere'), 'own-transfer')
  expect(await attentionIn(till)).toEqual([])
  expect(await totalsNow(till)).toMatchObject({ net: before.net, returns: before.returns })
})

test('the shop’s own transfer explains money refunded elsewhere only once and lowers no later return', async () => {
  const { till, payer } = await openTill()
  const { saleId, total } = await paidSale(till, payer, { type: 'P2P', goods: 2 })
  const [first] = (await saleOf(till, saleId)).lines
  const amount = first?.amount ?? 0
  const handOver = async (lines: { readonly lineId: string; readonly quantity: string }[] | null) => {
    const returnId = await startReturn(till, saleId, { lines, way: 'transfer' })
    const { parts } = await untilReturn(till, saleId, (one) =>
      one.voids.every(({ step }) => step.name === 'voided'),
    )
    const action = { do: 'repaid', partId: parts[0]?.id ?? '', how: 'transfer', note: '' } as const
    await till.ask('settleReturnStep', { saleId, returnId, action })
    await untilReturn(till, saleId, completed)
    return parts
  }
  const goneBut = async (left: number) => {
    const [payment] = await paymentsOf(till, saleId)
    await payer.settle({ payment_id: payment?.paymentId ?? '', amount: left / 100 })
    await look(till, saleId)
    return waiting(till, 'refunded-elsewhere')
  }
  await handOver([{ lineId: first?.id ?? '', quantity: '1' }])
  await decide(till, await goneBut(total - amount), 'own-transfer')
  expect(await handOver(null)).toMatchObject([{ by: 'hand', amount: total - amount }])
  const more = await goneBut(total - amount - 100_000)
  expect(more).toMatchObject({ amount: 100_000 })
  await decide(till, more, 'own-transfer')
  expect(await attentionIn(till)).toEqual([])
})

test('"check now" also checks for money while the request for an e-receipt keeps failing', async () => {
  const clock = handClock()
  const { till, payer } = await tillAtPractice({ clock })
  const { saleId, invoice } = await chargedSale(till)
  await payer.faults([{ method: 'POST', path: '/v2/ebarimt_v3/create', effect: '500', rate: 1 }])
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.check(saleId, 'fulfilling')
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.ask('checkNow', { saleId })
  await expect.poll(async () => (await paymentsOf(till, saleId)).length).toBe(2)
})

test('two rows of one payment in one answer both count: it came and it went back', async () => {
  const { till, payer } = await openTill()
  const { saleId, total } = await paidSale(till, payer, { type: 'P2P' })
  const [payment] = await paymentsOf(till, saleId)
  const row = {
    payment_id: payment?.paymentId ?? '',
    payment_amount: String(total / 100),
    payment_currency: 'MNT',
    payment_wallet: 'w',
    payment_type: 'P2P',
  }
  const rows = ['REFUNDED', 'PAID'].map((payment_status) => ({ ...row, payment_status }))
  await payer.faults([{ ...CHECK, effect: 'answer', status: 200, rate: 1, json: { count: 2, rows } }])
  await look(till, saleId)
  expect((await attentionIn(till)).map(([cause]) => cause)).toEqual(['refunded-elsewhere'])
})

describe('more or other money than was due', () => {
  test('of two payments between two checks, one settles the sale and gets the e-receipt, the other is a surplus', async () => {
    const { till, payer } = await openTill()
    const { saleId, invoice, total } = await chargedSale(till)
    await payer.faults([{ ...CHECK, effect: '500', rate: 1 }])
    await payer.pay({ invoice_id: invoice.invoiceId, amount: 700 })
    await payer.pay({ invoice_id: invoice.invoiceId, amount: total / 100 })
    await payer.faults(null)
    const done = await till.until(saleId, 'completed')
    expect(done?.status).toMatchObject({
      surplus: tugriks(700),
      ereceipts: [{ step: 'issued', amount: total }],
    })
    expect((await payer.state()).ereceipts).toHaveLength(1)
    expect(await attentionIn(till)).toEqual([['surplus', tugriks(700)]])
  })

  test('money in another currency does not count: the sale keeps waiting, and a person is told', async () => {
    const { till, payer } = await openTill()
    const { saleId, invoice, total } = await chargedSale(till)
    await payer.pay({ invoice_id: invoice.invoiceId, amount: total / 100, currency: 'USD' })
    const item = await waiting(till, 'payment-unclear')
    expect(item).toMatchObject({ saleId, amount: null, resolutions: ['seen'] })
    expect(await stateOf(till, saleId)).toMatchObject({ name: 'awaiting-payment', paid: 0 })
    await payer.pay({ invoice_id: invoice.invoiceId })
    const done = await till.until(saleId, 'completed')
    expect(done?.status).toMatchObject({ paid: total, surplus: 0, ereceipts: [{ step: 'issued' }] })
    expect((await totalsNow(till)).tenders.qr).toEqual({ count: 1, amount: total })
    await decide(till, item, 'seen')
    expect(await attentionIn(till)).toEqual([])
  })

  test('a sale whose payer paid in dollars and left is ended by a second cancel, although the QR cannot be cancelled', async () => {
    const { till, payer } = await openTill()
    const { saleId, invoice, total } = await chargedSale(till)
    await payer.pay({ invoice_id: invoice.invoiceId, amount: total / 100, currency: 'USD' })
    const item = await waiting(till, 'payment-unclear')
    await till.ask('cancelCharge', { saleId })
    await expect.poll(() => stateOf(till, saleId)).toMatchObject({ refused: { name: 'INVOICE_PAID' } })
    await till.cancel(saleId)
    await waiting(till, 'invoice-left-open')
    await decide(till, item, 'seen')
    expect(await attentionIn(till)).toEqual([['invoice-left-open', total]])
  })

  test.each([
    ['null', { effect: 'changed', set: { paid_amount: null } }],
    ['missing', { effect: 'missing-field', field: 'paid_amount' }],
    ['a floating-point sum', { effect: 'changed', set: { paid_amount: 0.30000000000000004 } }],
  ] as const)(
    'a paid_amount that is %s changes nothing: the rows say what was paid',
    async (_what, fault) => {
      const { till, payer } = await openTill()
      const { saleId, invoice, total } = await chargedSale(till)
      await payer.faults([{ ...CHECK, ...fault, rate: 1 }])
      await look(till, saleId)
      expect((await stateOf(till, saleId)).name).toBe('awaiting-payment')
      await payer.pay({ invoice_id: invoice.invoiceId })
      const done = await till.until(saleId, 'completed')
      expect(done?.status).toMatchObject({ paid: total, surplus: 0 })
      expect((await payer.state()).faults[fault.effect]).toBeGreaterThan(1)
    },
  )

  test('repaid money is not shown as paid at the next QR', async () => {
    const { till, payer } = await openTill()
    await payer.faults([
      { method: 'POST', path: '/v2/invoice', effect: 'reset-after', times: 1 },
      {
        method: 'POST',
        path: '/v2/invoice/list',
        effect: 'changed',
        set: { 'rows.0.amount': 1 },
        times: 1,
      },
      { method: 'DELETE', path: '/v2/invoice/{id}', effect: '500', times: 1_000 },
    ])
    const { saleId, total } = await rungUp(till)
    await till.ask('charge', { saleId })
    await till.until(saleId, 'open')
    await payer.pay({ invoice_id: (await payer.state()).invoices[0]?.invoice_id ?? '' })
    await payer.faults(null)
    await decide(till, await waiting(till, 'late-money'), 'repaid-cash')
    await till.ask('charge', { saleId })
    const shown = await till.until(saleId, 'awaiting-payment', 'partly-paid')
    expect(shown?.status).toMatchObject({ name: 'awaiting-payment', paid: 0 })
    expect(shown && sceneOf(shown, { ...FIRST_SETTINGS, testMode: false })).toMatchObject({
      name: 'qr',
      sums: { total, paid: 0, missing: total },
    })
  })

  test('cancelling a partly paid sale ends it: the payer is owed the part, and a person is told that the QR can be paid', async () => {
    const { till, payer } = await openTill()
    const { saleId, invoice } = await chargedSale(till)
    await payer.pay({ invoice_id: invoice.invoiceId, amount: 1000 })
    await till.until(saleId, 'partly-paid')
    await till.ask('cancelCharge', { saleId })
    await till.until(saleId, 'late-payment')
    const item = await waiting(till, 'late-money')
    expect(item).toMatchObject({ amount: tugriks(1000) })
    // The service cancels no invoice that was partly paid, so a person is told that it can still be paid.
    await waiting(till, 'invoice-left-open')
    await till.ask('nextSale', { saleId })
    expect((await rungUp(till)).saleId).not.toBe(saleId)
    await decide(till, item, 'repaid-cash')
    expect((await attentionIn(till)).map(([cause]) => cause)).toEqual(['invoice-left-open'])
    expect(await stateOf(till, saleId)).toMatchObject({ name: 'late-payment', owed: 0 })
    const totals = await totalsNow(till)
    expect([totals.sales.count, totals.drawer.expected]).toEqual([0, tugriks(49_000)])
    expect(await paymentOf(payer, invoice.invoiceId)).not.toBe('')
  })
})
