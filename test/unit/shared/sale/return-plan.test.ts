import { expect, test } from 'vitest'
import { failure } from '../../../../shared/failure.ts'
import { money, sumMoney, tugriks } from '../../../../shared/money/money.ts'
import { quantity } from '../../../../shared/money/quantity.ts'
import { applyAll } from '../../../../shared/sale/apply.ts'
import { attentionOf } from '../../../../shared/sale/attention-items.ts'
import { queuedWork } from '../../../../shared/sale/queued-work.ts'
import { canCancelReturn, leftOf, type ReturnPlan } from '../../../../shared/sale/return.ts'
import { planReturn, type WantedBack } from '../../../../shared/sale/return-plan.ts'
import type { PaymentType, Sale, SaleEvent, SeenPayment } from '../../../../shared/sale/sale.ts'
import {
  bread,
  countedOf,
  created,
  lineOf,
  opened,
  paidBy,
  receiptIssued,
  requested,
  returnOpened,
} from '../../../support/sample-sale.ts'

const AT = Date.UTC(2026, 10, 20, 6)
const DAY = 24 * 3_600_000
const LINE = lineOf(bread, quantity(4000))
const TOTAL = LINE.amount // 10,000 ₮

const by = (type: PaymentType, amount: number, paymentId: string): SeenPayment => ({
  ...paidBy(amount, paymentId),
  type,
})

/** A sale that was sold for 10,000 ₮: so much in cash, the rest in payments. */
function soldFor(payments: readonly SeenPayment[], cash = 0, ...more: SaleEvent[]): Sale {
  const amount = tugriks(cash)
  const tender = { id: 'c', kind: 'cash', amount, received: amount, change: money(0), reference: '' } as const
  return applyAll(null, 'sale-1', AT, [
    opened,
    { kind: 'line-added', line: LINE },
    ...(cash > 0 ? [{ kind: 'tender-taken', tender } as const] : []),
    ...(payments.length === 0
      ? []
      : ([{ ...requested, total: TOTAL, due: money(TOTAL - amount) }, created] as const)),
    { kind: 'paid', no: 1, payments, counted: countedOf(payments, money(TOTAL - amount)), receiptsDue: [] },
    ...more,
  ])
}

const pieces = (count: number): WantedBack => [{ lineId: LINE.id, quantity: quantity(count * 1000) }]
const planOf = (sale: Sale, wanted: WantedBack, now = AT): ReturnPlan =>
  planReturn(sale, wanted, { way: 'transfer', now })
const waysOf = ({ parts }: ReturnPlan) =>
  parts.map((part) => [part.by === 'refund' ? part.operation : `${part.way}: ${part.why}`, part.amount / 100])

test('a card payment goes back in full, by a cancellation on its day and by a refund later', () => {
  const sale = soldFor([by('CARD', 10_000, 'p1')])
  expect(waysOf(planOf(sale, null))).toEqual([['cancel', 10_000]])
  expect(waysOf(planOf(sale, null, AT + DAY))).toEqual([['refund', 10_000]])
})

test('a card payment that came yesterday and was sold today is refunded, not cancelled', () => {
  const payments = [by('CARD', 10_000, 'p1')]
  const late = applyAll(null, 'sale-1', AT, [
    opened,
    { kind: 'line-added', line: LINE },
    { ...requested, total: TOTAL, due: TOTAL },
    created,
    { kind: 'payments-seen', no: 1, payments },
  ])
  const sale = applyAll(late, 'sale-1', AT + DAY, [
    { kind: 'paid', no: 1, payments, counted: countedOf(payments, TOTAL), receiptsDue: [] },
  ])
  expect(waysOf(planOf(sale, null, AT + DAY))).toEqual([['refund', 10_000]])
})

test('a part of a card payment is repaid by the shop, because the service refunds whole payments', () => {
  const sale = soldFor([by('CARD', 10_000, 'p1')])
  expect(waysOf(planOf(sale, pieces(1)))).toEqual([['transfer: part', 2_500]])
})

test('card payments that fit are refunded, cash goes back in cash, and transfers are repaid by the shop', () => {
  const sale = soldFor([by('P2P', 3_000, 'p1'), by('CARD', 4_000, 'p2'), by('CARD', 1_000, 'p3')], 2_000)
  expect(waysOf(planOf(sale, null))).toEqual([
    ['cancel', 4_000],
    ['cancel', 1_000],
    ['cash: cash', 2_000],
    ['transfer: bank-transfer', 3_000],
  ])
  expect(waysOf(planOf(sale, pieces(1)))).toEqual([
    ['cancel', 1_000],
    ['cash: cash', 1_500],
  ])
})

test('a card payment that was partly repaid by hand is not refunded in full later', () => {
  const sale = soldFor([by('CARD', 10_000, 'p1')])
  const after = applyAll(sale, 'sale-1', AT, [
    returnOpened(planOf(sale, pieces(1))),
    { kind: 'repaid', returnId: 'r1', partId: '1', how: 'cash', note: '' },
    { kind: 'return-completed', returnId: 'r1', jobId: 'j1' },
  ])
  expect(waysOf(planOf(after, null))).toEqual([['transfer: part', 7_500]])
})

test('no more goes back than was paid for the goods, although more came in', () => {
  expect(waysOf(planOf(soldFor([by('CARD', 12_000, 'p1')]), null))).toEqual([['transfer: part', 10_000]])
})

test('goods that come back one by one add up to their price, whatever the rounding', () => {
  const amount = tugriks(10_000)
  let sale = applyAll(null, 'sale-1', AT, [
    opened,
    { kind: 'line-added', line: { ...LINE, quantity: quantity(3000), amount: tugriks(7_500) } },
    { kind: 'sale-discounted', discount: { kind: 'percent', share: 333 } },
    {
      kind: 'tender-taken',
      tender: { id: 'c', kind: 'cash', amount, received: amount, change: money(0), reference: '' },
    },
    { kind: 'paid', payments: [], counted: [], receiptsDue: [] },
  ])
  const amounts = [1, 2, 3].map((turn) => {
    const plan = planOf(sale, pieces(1))
    sale = applyAll(sale, 'sale-1', AT, [
      returnOpened({ returnId: `r${turn}`, ...plan }),
      ...plan.parts.map(
        ({ id }): SaleEvent => ({ kind: 'repaid', returnId: `r${turn}`, partId: id, how: 'cash', note: '' }),
      ),
      { kind: 'return-completed', returnId: `r${turn}`, jobId: 'j' },
    ])
    return plan.amount
  })
  expect(sumMoney(amounts)).toBe(sumMoney(sale.lines.map(({ amount }) => amount)))
  expect(amounts.every((amount) => amount % 100 === 0)).toBe(true)
  expect(leftOf(sale)).toMatchObject([{ quantity: 0, amount: 0 }])
  expect(() => planOf(sale, null)).toThrow('RETURN_EMPTY')
})

test('only one return of a sale can be open', () => {
  const sale = soldFor([by('P2P', 10_000, 'p1')])
  const plan = planOf(sale, pieces(1))
  const open = applyAll(sale, 'sale-1', AT, [returnOpened(plan)])
  expect(() => planOf(open, pieces(1))).toThrow('RETURN_OPEN')
})

function withReceipt(): Sale {
  const sale = soldFor([by('CARD', 10_000, 'p1')])
  const due = { step: 'due', paymentId: 'p1', failure: null } as const
  return applyAll({ ...sale, ereceipts: [due] }, 'sale-1', AT, [
    receiptIssued({ paymentId: 'p1', amount: TOTAL }),
  ])
}

test('money goes back only after the e-receipt is void, and a return with money back cannot be cancelled', () => {
  const sale = withReceipt()
  const opening: SaleEvent = returnOpened(planOf(sale, null))
  const open = applyAll(sale, 'sale-1', AT, [opening])
  const ask: SaleEvent = { kind: 'refund-requested', returnId: 'r1', partId: '1', operation: 'cancel' }
  expect(() => applyAll(open, 'sale-1', AT, [ask])).toThrow()
  expect(queuedWork(open)).toContainEqual({ work: 'void', failure: null })
  const void_: SaleEvent[] = [
    { kind: 'ereceipt-void-requested', returnId: 'r1', paymentId: 'p1' },
    { kind: 'ereceipt-voided', returnId: 'r1', paymentId: 'p1', found: 'answer' },
  ]
  const voided = applyAll(open, 'sale-1', AT, void_)
  expect(voided.returns.every(canCancelReturn)).toBe(true)
  const asked = applyAll(voided, 'sale-1', AT, [ask])
  expect(asked.returns.some(canCancelReturn)).toBe(false)
  expect(() => applyAll(asked, 'sale-1', AT, [{ kind: 'return-cancelled', returnId: 'r1' }])).toThrow()
})

test('a cancellation that is refused with an unknown code is tried as a refund', () => {
  const sale = soldFor([by('CARD', 10_000, 'p1')])
  const refused: SaleEvent[] = [
    returnOpened(planOf(sale, null)),
    { kind: 'refund-requested', returnId: 'r1', partId: '1', operation: 'cancel' },
    { kind: 'refund-refused', returnId: 'r1', partId: '1', failure: failure('REQUEST_REFUSED') },
  ]
  expect(applyAll(sale, 'sale-1', AT, refused).returns[0]?.parts).toMatchObject([
    { operation: 'refund', step: { name: 'due' } },
  ])
})

test('our own refund is not a refund elsewhere, and somebody else’s is', () => {
  const sale = soldFor([by('CARD', 6_000, 'p1'), by('CARD', 4_000, 'p2')])
  const open = applyAll(sale, 'sale-1', AT, [
    returnOpened(planOf(sale, pieces(2))),
    { kind: 'refund-requested', returnId: 'r1', partId: '1', operation: 'cancel' },
    { kind: 'refunded', returnId: 'r1', partId: '1', how: 'cancelled' },
  ])
  const gone = (...ids: string[]): SaleEvent => ({
    kind: 'payments-seen',
    no: 1,
    payments: [by('CARD', 6_000, 'p1'), by('CARD', 4_000, 'p2')].map((payment) =>
      ids.includes(payment.paymentId) ? { ...payment, status: 'CANCELLED' } : payment,
    ),
  })
  const told = (event: SaleEvent) =>
    attentionOf(applyAll(open, 'sale-1', AT, [event]))
      .filter(({ cause }) => cause !== 'return-waits')
      .map(({ cause, amount }) => [cause, amount])
  expect(told(gone('p2'))).toEqual([])
  expect(told(gone('p1', 'p2'))).toEqual([['refunded-elsewhere', tugriks(5_000)]])
})
