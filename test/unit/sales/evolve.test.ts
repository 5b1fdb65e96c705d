import { expect, test } from 'vitest'
import { EventDoesNotFit } from '../../../main/sales/event-does-not-fit.ts'
import { evolveAll } from '../../../main/sales/index.ts'
import { failure } from '../../../shared/failure.ts'
import { tugriks } from '../../../shared/money.ts'
import { quantity } from '../../../shared/quantity.ts'
import type { SaleEvent } from '../../../shared/sale.ts'
import { bread, invoice, lineOf, opened, paidBy } from '../../support/sample-sale.ts'

const AT = 1000
const sale = (...events: SaleEvent[]) => evolveAll(null, 'sale-1', AT, [opened, ...events])
const rung: SaleEvent = { kind: 'line-added', line: lineOf(bread) }
const requested: SaleEvent = { kind: 'invoice-requested', total: tugriks(2500), shape: 'ebarimt', attempt: 1 }
const created: SaleEvent = { kind: 'invoice-created', invoice, found: 'answer' }
const shown = [rung, requested, created]
const paid: SaleEvent = { kind: 'paid', payments: [paidBy(2500)], receiptsDue: ['pay-1'] }
const issued: SaleEvent = {
  kind: 'ereceipt-issued',
  ereceipt: {
    step: 'issued',
    paymentId: 'pay-1',
    ereceiptId: 'e-1',
    printedId: '0001',
    issuedAt: null,
    amount: tugriks(2500),
    vat: tugriks(227),
    cityTax: tugriks(0),
    hasLottery: true,
  },
}

test('goods are added, changed and taken out while the sale is open', () => {
  const two = lineOf(bread, quantity(2000), 'line-2')
  expect(
    sale(rung, { kind: 'line-added', line: two }, { kind: 'line-removed', lineId: bread.code }).lines,
  ).toEqual([two])
})

test('goods cannot be changed once the charge is under way', () => {
  expect(() => sale(...shown, rung)).toThrow(EventDoesNotFit)
})

test('a charge goes from invoicing to awaiting payment with what the service gave', () => {
  expect(sale(rung, requested).state).toMatchObject({ name: 'invoicing', step: { name: 'requested' } })
  expect(sale(...shown).state).toEqual({
    name: 'awaiting-payment',
    total: tugriks(2500),
    due: tugriks(2500),
    cash: [],
    shape: 'ebarimt',
    invoice,
    shownAt: AT,
  })
})

test('a refused invoice gives the cashier the open cart back, with the reason', () => {
  const why = failure('INVOICE_CODE_INVALID')
  const refused = sale(rung, requested, { kind: 'invoice-refused', failure: why })
  expect(refused.state).toEqual({ name: 'open', failure: why, cash: [] })
  expect(refused.lines).toHaveLength(1)
})

test('the reason goes away with the next change of the cart', () => {
  const why = failure('INVOICE_CODE_INVALID')
  const after = sale(
    rung,
    requested,
    { kind: 'invoice-refused', failure: why },
    { ...rung, line: lineOf(bread, quantity(1000), 'b') },
  )
  expect(after.state).toEqual({ name: 'open', failure: null, cash: [] })
})

test('less than what is due is partly paid', () => {
  const partly = sale(...shown, { kind: 'payments-seen', payments: [paidBy(1000)] })
  expect(partly.state).toMatchObject({ name: 'partly-paid', paid: tugriks(1000) })
})

test('a pending payment is no money', () => {
  const waiting = sale(...shown, { kind: 'payments-seen', payments: [paidBy(2500, 'pay-1', 'PENDING')] })
  expect(waiting.state.name).toBe('awaiting-payment')
})

test('what comes above the total is a surplus', () => {
  const over: SaleEvent = { kind: 'paid', payments: [paidBy(3000)], receiptsDue: [] }
  expect(sale(...shown, over).state).toMatchObject({ name: 'receipting', surplus: tugriks(500) })
})

test('a paid sale is completed when its e-receipt is issued and the paper is out', () => {
  const queued: SaleEvent = { kind: 'receipt-queued', jobId: 'job-1' }
  const printed: SaleEvent = { kind: 'receipt-printed', jobId: 'job-1' }
  expect(sale(...shown, paid, issued, queued).state.name).toBe('receipting')
  expect(sale(...shown, paid, issued, queued, printed).state.name).toBe('completed')
})

test('a refused e-receipt is owed after the print, and is due again when a person asks', () => {
  const why = failure('EBARIMT_NOT_REGISTERED')
  const owed: SaleEvent[] = [
    ...shown,
    paid,
    { kind: 'ereceipt-refused', paymentId: 'pay-1', failure: why },
    { kind: 'receipt-queued', jobId: 'job-1' },
    { kind: 'receipt-printed', jobId: 'job-1' },
  ]
  expect(sale(...owed).state).toMatchObject({ name: 'receipt-owed', failure: why })
  expect(sale(...owed, { kind: 'receipt-retried' }).state).toMatchObject({
    name: 'receipting',
    ereceipts: [{ step: 'due', paymentId: 'pay-1', failure: null }],
    print: { step: 'not yet' },
  })
})

test('a cancellation that the service refuses leaves the QR up', () => {
  const back = sale(
    ...shown,
    { kind: 'cancel-requested' },
    { kind: 'cancel-refused', failure: failure('INVOICE_PAID') },
  )
  expect(back.state.name).toBe('awaiting-payment')
})

test('money after the cancellation is paid late', () => {
  const late = sale(
    ...shown,
    { kind: 'cancel-requested' },
    { kind: 'invoice-cancelled', watchUntil: AT + 1 },
    { kind: 'paid-late', payments: [paidBy(2500)] },
  )
  expect(late.state).toMatchObject({ name: 'paid-late', paid: tugriks(2500), settled: false })
})

test('a hold ends with what was held: an invoice that is made all the same is paid and printed', () => {
  const held: SaleEvent = { kind: 'work-held' }
  const unknown: SaleEvent = { kind: 'invoice-unknown', failure: failure('TIMEOUT') }
  expect(sale(rung, requested, unknown, held).held).toBe(true)
  expect(sale(rung, requested, unknown, held, created).held).toBe(false)
  expect(sale(...shown, paid, held).held).toBe(true)
})

test('the version counts the events', () => {
  expect(sale(...shown, paid, issued).version).toBe(6)
})
