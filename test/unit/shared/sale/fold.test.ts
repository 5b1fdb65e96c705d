import { expect, test } from 'vitest'
import { failure } from '../../../../shared/failure.ts'
import { NO_MONEY, tugriks } from '../../../../shared/money/money.ts'
import { quantity } from '../../../../shared/money/quantity.ts'
import { applyAll, replay } from '../../../../shared/sale/apply.ts'
import {
  atService,
  balanceOf,
  cameFor,
  owedToPayers,
  shortOf,
} from '../../../../shared/sale/money-of-sale.ts'
import { EventDoesNotFit } from '../../../../shared/sale/refuse.ts'
import type { SaleEvent, SeenPayment, Tender } from '../../../../shared/sale/sale.ts'
import {
  currentPaper,
  paperStep,
  sealedPayments,
  standingReceipts,
  statusOf,
} from '../../../../shared/sale/status.ts'
import { stepsOf } from '../../../../shared/sale/steps.ts'
import {
  bread,
  countedOf,
  created,
  invoice,
  itemSettled,
  lineOf,
  opened,
  paidBy,
  receiptIssued,
  requested,
  returnOpened,
  rung,
  wholeRefund,
} from '../../../support/sample-sale.ts'

const AT = 1000
const sale = (...events: SaleEvent[]) => applyAll(null, 'sale-1', AT, [opened, ...events])
const statusAfter = (...events: SaleEvent[]) => statusOf(sale(...events))
const shown = [rung, requested, created]
const sold = (payments: readonly SeenPayment[], receiptsDue: readonly string[] = []): SaleEvent => ({
  kind: 'paid',
  no: 1,
  payments,
  counted: countedOf(payments, tugriks(2500)),
  receiptsDue,
})
const paid = sold([paidBy(2500)], ['pay-1'])
const issuedAs = (ereceiptId: string) => receiptIssued({ ereceiptId })
const issued = receiptIssued()
const queued: SaleEvent = { kind: 'receipt-queued', jobId: 'job-1' }
const printed: SaleEvent = { kind: 'receipt-printed', jobId: 'job-1' }
const seen = (...payments: SeenPayment[]): SaleEvent => ({ kind: 'payments-seen', no: 1, payments })
const cash = (amount: number, id = 'cash-1'): SaleEvent => ({
  kind: 'tender-taken',
  tender: tenderOf('cash', amount, id),
})
const tenderOf = (kind: Tender['kind'], amount: number, id: string): Tender => ({
  id,
  kind,
  amount: tugriks(amount),
  received: tugriks(amount),
  change: NO_MONEY,
  reference: '',
})
const lost = failure('TIMEOUT')

// ── The cart ────────────────────────────────────────────────────────────────────────────────────────────────────────

test('goods are added, changed and removed while the sale is open', () => {
  const two = lineOf(bread, quantity(2000), 'line-2')
  expect(
    sale(rung, { kind: 'line-added', line: two }, { kind: 'line-removed', lineId: bread.code }).lines,
  ).toEqual([two])
})

test('goods cannot be changed once the charge is under way or while there is a tender', () => {
  expect(() => sale(...shown, rung)).toThrow(EventDoesNotFit)
  expect(() => sale(rung, cash(1000), rung)).toThrow(EventDoesNotFit)
})

test('the version counts the events', () => {
  expect(sale(...shown, paid, issued).version).toBe(6)
})

// ── Invoices ────────────────────────────────────────────────────────────────────────────────────────────────────────

test('a charge goes from invoicing to awaiting payment with the service’s invoice', () => {
  expect(statusAfter(rung, requested)).toMatchObject({ name: 'invoicing', step: { name: 'requested' } })
  expect(statusAfter(...shown)).toEqual({
    name: 'awaiting-payment',
    total: tugriks(2500),
    due: tugriks(2500),
    tenders: [],
    invoice,
    shownAt: AT,
    payments: [],
    paid: NO_MONEY,
    refused: null,
  })
})

test('a refused invoice gives the open cart back, with the reason until the cart changes', () => {
  const why = failure('INVOICE_CODE_INVALID')
  const refused = sale(rung, requested, { kind: 'invoice-refused', no: 1, failure: why })
  expect(statusOf(refused)).toEqual({ name: 'open', failure: why, tenders: [] })
  expect(refused.lines).toHaveLength(1)
  const more: SaleEvent = { kind: 'line-added', line: lineOf(bread, quantity(1000), 'b') }
  expect(statusOf(applyAll(refused, 'sale-1', AT, [more]))).toMatchObject({ name: 'open', failure: null })
})

test('a charge that is repeated after a lost answer keeps the amount due beside the cash', () => {
  const after = sale(
    rung,
    cash(1000),
    { ...requested, due: tugriks(1500) },
    { kind: 'invoice-unknown', no: 1, failure: lost },
    { kind: 'invoice-requested', total: tugriks(2500), due: tugriks(1500), attempt: 2 },
    created,
  )
  expect(statusOf(after)).toMatchObject({ name: 'awaiting-payment', due: tugriks(1500) })
  expect(after.invoices).toMatchObject([{ no: 1, amount: tugriks(1500), mayAppear: true }])
})

test('an invoice whose charge was withdrawn after a lost answer is still looked for, because the service may have it', () => {
  const withdrawn = (...before: SaleEvent[]) =>
    sale(rung, requested, ...before, { kind: 'charge-withdrawn', no: 1 })
  const unknown: SaleEvent = { kind: 'invoice-unknown', no: 1, failure: lost }
  expect(withdrawn(unknown).invoices).toMatchObject([{ step: { name: 'absent' }, mayAppear: true }])
  const refused: SaleEvent = { kind: 'invoice-waiting', no: 1, failure: lost }
  expect(withdrawn(refused).invoices).toMatchObject([{ step: { name: 'absent' }, mayAppear: false }])
})

test('a second charge of a sale is another invoice, and the first one stays refused', () => {
  const refused: SaleEvent = { kind: 'invoice-refused', no: 1, failure: failure('AMOUNT_DIFFERS') }
  const again: SaleEvent = { ...requested, number: 'K01-261120-0147-TEST-2' }
  const { invoices } = sale(rung, requested, refused, again)
  expect(invoices.map(({ no, number, step }) => [no, number, step.name])).toEqual([
    [1, 'K01-261120-0147-TEST', 'refused'],
    [2, 'K01-261120-0147-TEST-2', 'requested'],
  ])
})

test('an extra invoice under the number is to be cancelled, and is never shown', () => {
  const found: SaleEvent = {
    kind: 'invoice-found',
    number: 'K01-261120-0147-TEST',
    amount: tugriks(900),
    invoice: { ...invoice, invoiceId: 'inv-2', qrText: '' },
  }
  const after = sale(...shown, found)
  expect(statusOf(after)).toMatchObject({ name: 'awaiting-payment', invoice })
  expect(after.invoices[1]).toMatchObject({ extra: true, wanted: false, step: { name: 'cancel-due' } })
})

test('a refused cancellation leaves the QR shown', () => {
  const refused: SaleEvent = { kind: 'cancel-refused', no: 1, failure: failure('INVOICE_PAID') }
  expect(statusAfter(...shown, { kind: 'cancel-requested', no: 1 }, refused).name).toBe('awaiting-payment')
})

test('a QR that could not be cancelled after cash is left open until a person acknowledges it or it is paid', () => {
  const after = sale(
    ...shown,
    cash(2500),
    sold([]),
    { kind: 'cancel-requested', no: 1 },
    { kind: 'cancel-refused', no: 1, failure: failure('REQUEST_REFUSED') },
  )
  expect(after.invoices).toMatchObject([{ wanted: false, step: { name: 'left-open', seen: false } }])
  expect(statusOf(after)).toMatchObject({ name: 'fulfilling', unneeded: 'left-open' })
})

// ── Payments ────────────────────────────────────────────────────────────────────────────────────────────────────────

test('less than what is due is a part payment, and a pending payment does not count', () => {
  expect(statusAfter(...shown, seen(paidBy(1000)))).toMatchObject({
    name: 'partly-paid',
    paid: tugriks(1000),
  })
  expect(statusAfter(...shown, seen(paidBy(2500, 'pay-1', 'PENDING'))).name).toBe('awaiting-payment')
})

test('a row in another currency is listed and does not count', () => {
  const dollars = { ...paidBy(2500), currency: 'USD' }
  const after = sale(...shown, seen(dollars))
  expect(statusOf(after).name).toBe('awaiting-payment')
  expect(after.payments).toMatchObject([{ came: 0, currency: 'USD' }])
})

test('a payment that a later check lacks stays, with its amount', () => {
  const after = sale(...shown, paid, seen())
  expect(after.payments).toMatchObject([{ came: tugriks(2500), wentBack: 0, counted: tugriks(2500) }])
  expect(shortOf(after)).toEqual([])
})

test('an older row after a newer one changes nothing', () => {
  const gone = sale(...shown, paid, seen(paidBy(2500, 'pay-1', 'REFUNDED')))
  const stale = applyAll(gone, 'sale-1', AT, [seen(paidBy(2500))])
  expect(stale.payments).toEqual(gone.payments)
  expect(shortOf(stale)).toEqual([{ paymentId: 'pay-1', amount: tugriks(2500) }])
})

test('a smaller amount means that a part went back, and the rest stays', () => {
  const after = sale(...shown, paid, seen(paidBy(1500)))
  expect(after.payments).toMatchObject([{ came: tugriks(2500), wentBack: tugriks(1000) }])
  const [payment] = after.payments
  expect(payment && atService(after, payment)).toBe(tugriks(1500))
  expect(shortOf(after)).toEqual([{ paymentId: 'pay-1', amount: tugriks(1000) }])
})

test('a surplus belongs to the payer and gets no e-receipt', () => {
  const after = sale(...shown, sold([paidBy(2500), paidBy(2500, 'pay-2')], ['pay-1']))
  expect(owedToPayers(after)).toEqual([{ paymentId: 'pay-2', amount: tugriks(2500) }])
  expect(after.ereceipts.map(({ paymentId }) => paymentId)).toEqual(['pay-1'])
  expect(statusOf(after)).toMatchObject({ paid: tugriks(5000), surplus: tugriks(2500) })
})

test('a repaid surplus is not owed any more; if its payment is then refunded elsewhere, the whole payment is missing', () => {
  const repaid = itemSettled('surplus', 'repaid-cash', { paymentId: 'pay-1', amount: tugriks(500) })
  const after = sale(...shown, sold([paidBy(3000)]), repaid)
  expect(owedToPayers(after)).toEqual([])
  const elsewhere = applyAll(after, 'sale-1', AT, [seen(paidBy(3000, 'pay-1', 'REFUNDED'))])
  expect(shortOf(elsewhere)).toEqual([{ paymentId: 'pay-1', amount: tugriks(3000) }])
})

test('our own refund is not a refund elsewhere, and an older row after it is not new money', () => {
  const refund: SaleEvent[] = [
    wholeRefund,
    { kind: 'refund-requested', returnId: 'r1', partId: '1', operation: 'refund' },
    { kind: 'refunded', returnId: 'r1', partId: '1', how: 'refunded' },
  ]
  const after = sale(...shown, sold([paidBy(2500)]), ...refund, seen(paidBy(2500)))
  expect(shortOf(after)).toEqual([])
  expect(owedToPayers(after)).toEqual([])
  expect(after.payments.map((payment) => balanceOf(after, payment))).toEqual([0])
})

test('money after the cancellation is a late payment, and when half goes back the other half is owed', () => {
  const cancelled: SaleEvent[] = [
    { kind: 'cancel-requested', no: 1 },
    { kind: 'invoice-cancelled', no: 1, monitorUntil: AT + 1 },
  ]
  const late = sale(...shown, ...cancelled, seen(paidBy(2500)))
  expect(statusOf(late)).toMatchObject({ name: 'late-payment', paid: tugriks(2500), owed: tugriks(2500) })
  const half = applyAll(late, 'sale-1', AT, [seen(paidBy(1250))])
  expect(statusOf(half)).toMatchObject({ name: 'late-payment', owed: tugriks(1250) })
})

test('a partly paid sale that ends owes that part to its payer, and its QR is to be cancelled', () => {
  const ended = sale(...shown, seen(paidBy(1000)), { kind: 'sale-ended', monitorUntil: AT + 1 })
  expect(statusOf(ended)).toMatchObject({ name: 'late-payment', owed: tugriks(1000) })
  expect(ended.invoices).toMatchObject([{ wanted: false, step: { name: 'cancel-due' } }])
})

// ── Tenders ─────────────────────────────────────────────────────────────────────────────────────────────────────────

test('a card at the bank’s terminal and a bank transfer count as cash does', () => {
  const tendered = (kind: Tender['kind'], amount: number): SaleEvent => ({
    kind: 'tender-taken',
    tender: tenderOf(kind, amount, kind),
  })
  const after = sale(rung, tendered('card', 1500), tendered('transfer', 1000), sold([]))
  expect(statusOf(after)).toMatchObject({
    name: 'fulfilling',
    tenders: [{ kind: 'card' }, { kind: 'transfer' }],
  })
  expect(cameFor(after)).toBe(tugriks(2500))
})

test('a second event for the same tender is refused', () => {
  expect(() => sale(rung, cash(1000), cash(1000))).toThrow(EventDoesNotFit)
})

// ── E-receipts and papers ───────────────────────────────────────────────────────────────────────────────────────────

test('a paid sale is completed when its e-receipt is issued and its receipt is printed', () => {
  expect(statusAfter(...shown, paid, issued, queued).name).toBe('fulfilling')
  expect(statusAfter(...shown, paid, issued, queued, printed).name).toBe('completed')
})

test('a refused e-receipt is owed after the print, and is due again when a person asks for it', () => {
  const why = failure('EBARIMT_NOT_REGISTERED')
  const owed: SaleEvent[] = [
    ...shown,
    paid,
    { kind: 'ereceipt-refused', paymentId: 'pay-1', failure: why },
    queued,
    printed,
  ]
  expect(statusAfter(...owed)).toMatchObject({ name: 'receipt-owed', failure: why })
  expect(statusAfter(...owed, { kind: 'receipt-retried' })).toMatchObject({
    name: 'fulfilling',
    ereceipts: [{ step: 'due', paymentId: 'pay-1', failure: null }],
    print: { step: 'not yet' },
  })
})

test('an e-receipt that was given up stays so when its request fails, and counts when it was issued', () => {
  const given: SaleEvent[] = [
    ...shown,
    paid,
    { kind: 'ereceipt-requested', paymentId: 'pay-1' },
    { kind: 'work-given-up', work: 'e-receipt' },
  ]
  const failed: SaleEvent = { kind: 'ereceipt-delayed', paymentId: 'pay-1', failure: lost }
  expect(sale(...given, failed).ereceipts).toMatchObject([{ step: 'refused', failure: { name: 'GIVEN_UP' } }])
  expect(sale(...given, issued).ereceipts).toMatchObject([{ step: 'issued' }])
})

test('a receipt whose e-receipt was replaced is superseded, and only the new receipt completes the print', () => {
  const again: SaleEvent[] = [
    returnOpened({
      voids: [
        { paymentId: 'pay-1', printedId: '0001', step: { name: 'due', failure: null, maybeDone: false } },
      ],
    }),
    { kind: 'ereceipt-void-requested', returnId: 'r1', paymentId: 'pay-1' },
    { kind: 'ereceipt-voided', returnId: 'r1', paymentId: 'pay-1', found: 'answer' },
    { kind: 'return-cancelled', returnId: 'r1' },
    issuedAs('e-2'),
  ]
  const before = sale(...shown, paid, issued, queued, ...again)
  expect(paperStep(before)).toBe('queue')
  const after = applyAll(before, 'sale-1', AT, [{ kind: 'receipt-queued', jobId: 'job-2' }])
  expect(after.papers).toMatchObject([
    { jobId: 'job-1', carries: ['pay-1 1'], step: { name: 'superseded' } },
    { jobId: 'job-2', carries: ['pay-1 2'], step: { name: 'queued' } },
  ])
  const late = applyAll(after, 'sale-1', AT, [printed])
  expect(currentPaper(late)?.step.name).toBe('queued')
  expect(sealedPayments(late)).toEqual(['pay-1'])
})

test('giving up the print erases its seals, with a job or without one', () => {
  const given: SaleEvent = { kind: 'work-given-up', work: 'print' }
  expect(sealedPayments(sale(...shown, paid, issued))).toEqual(['pay-1'])
  for (const before of [[issued, queued], [issued]]) {
    const after = sale(...shown, paid, ...before, given)
    expect(sealedPayments(after)).toEqual([])
    expect(statusOf(after).name).toBe('completed')
  }
})

test('an e-receipt whose lottery is lost before the print is due again, and the same receipt carries it', () => {
  const waiting = sale(...shown, paid, issued, queued)
  const gone: SaleEvent = { kind: 'ereceipt-delayed', paymentId: 'pay-1', failure: failure('SEAL_LOST') }
  const after = applyAll(waiting, 'sale-1', AT, [gone])
  expect(after.ereceipts).toMatchObject([{ step: 'due', failure: { name: 'SEAL_LOST' } }])
  const back = applyAll(after, 'sale-1', AT, [issued])
  expect(paperStep(back)).toBeNull()
  expect(currentPaper(back)).toMatchObject({ jobId: 'job-1', step: { name: 'queued' } })
})

// ── Holding work ────────────────────────────────────────────────────────────────────────────────────────────────────

test('a hold ends when the held work is done: an invoice that is made anyway is paid and printed', () => {
  const held: SaleEvent = { kind: 'work-held' }
  const unknown: SaleEvent = { kind: 'invoice-unknown', no: 1, failure: lost }
  expect(sale(rung, requested, unknown, held).held).toBe(true)
  expect(sale(rung, requested, unknown, held, created).held).toBe(false)
  expect(sale(...shown, paid, held).held).toBe(true)
})

test('a hold stays during a return and ends with it', () => {
  const held = sale(...shown, paid, issued, queued, { kind: 'work-held' }, returnOpened())
  expect(held.held).toBe(true)
  expect(applyAll(held, 'sale-1', AT, [{ kind: 'return-cancelled', returnId: 'r1' }]).held).toBe(false)
})

test('an event of an unknown kind, or one that does not fit the sale, is refused', () => {
  expect(() => sale(rung, { kind: 'something-else' } as unknown as SaleEvent)).toThrow(EventDoesNotFit)
  expect(() => sale({ kind: 'invoice-absent', no: 1 })).toThrow(EventDoesNotFit)
  expect(() => sale(rung, { kind: 'work-given-up', work: 'invoice' })).toThrow(EventDoesNotFit)
})

/** The events as the journal has them, except those that cannot be read. */
const recorded = (events: readonly SaleEvent[], lost: readonly number[] = []) =>
  events.flatMap((event, index) =>
    lost.includes(index + 1) ? [] : [{ seq: index + 1, at: AT, command: null, event }],
  )

const HISTORY = [opened, ...shown, paid, issued, queued, printed]
const BEGINNING = {
  terminal: 'K01',
  day: '2026-11-20',
  sequence: 147,
  senderInvoiceNo: 'K01-261120-0147-TEST',
  openedAt: AT,
  version: HISTORY.length,
}

test('replaying a complete history gives the same sale', () => {
  expect(replay('sale-1', recorded(HISTORY), BEGINNING)).toEqual(applyAll(null, 'sale-1', AT, HISTORY))
})

test.each(HISTORY.map((_, index) => index + 1))(
  'a sale without its event %i is held, a person is told, and its next event has the next number',
  (lost) => {
    const left = replay('sale-1', recorded(HISTORY, [lost]), BEGINNING)
    expect(left).toMatchObject({ held: true, version: HISTORY.length })
    expect(left.notices).toEqual([{ cause: 'history-incomplete', amount: null }])
  },
)

test('after the loss of its "paid" event a sale is neither issued nor printed again until a manager releases it', () => {
  const left = replay('sale-1', recorded(HISTORY, [5]), BEGINNING) // the event that it was paid
  expect(statusOf(left).name).toBe('awaiting-payment')
  const found = applyAll(left, 'sale-1', AT, [paid, itemSettled('history-incomplete', 'seen')])
  expect(found).toMatchObject({ held: true, notices: [], soldAt: AT })
  expect(stepsOf(found)).not.toContainEqual(expect.objectContaining({ do: 'create e-receipt' }))
  expect(applyAll(found, 'sale-1', AT, [{ kind: 'work-released' }]).held).toBe(false)
})

test('a void with an unknown outcome does not hide an e-receipt that was issued later', () => {
  const voiding = (returnId: string): SaleEvent[] => [
    returnOpened({
      returnId,
      voids: [
        {
          ...{ paymentId: 'pay-1', printedId: '0001', no: 1 },
          step: { name: 'due', failure: null, maybeDone: false },
        },
      ],
    }),
    { kind: 'ereceipt-void-requested', returnId, paymentId: 'pay-1' },
  ]
  const of = { returnId: 'r1', paymentId: 'pay-1' }
  const skipped = sale(
    ...shown,
    paid,
    issuedAs('e-1'),
    ...voiding('r1'),
    { kind: 'ereceipt-void-delayed', ...of, failure: failure('TIMEOUT'), lost: true },
    { kind: 'ereceipt-void-skipped', ...of },
    { kind: 'return-completed', returnId: 'r1' },
  )
  expect(standingReceipts(skipped)).toEqual([])
  const anew = applyAll(skipped, 'sale-1', AT, [
    ...voiding('r2'),
    { kind: 'ereceipt-voided', returnId: 'r2', paymentId: 'pay-1', found: 'answer' },
    { kind: 'return-cancelled', returnId: 'r2' },
    issuedAs('e-2'),
  ])
  expect(standingReceipts(anew)).toMatchObject([{ ereceiptId: 'e-2' }])
})
