import { expect, test } from 'vitest'
import { type FailureName, failure } from '../../../../shared/failure.ts'
import { NO_MONEY, tugriks } from '../../../../shared/money/money.ts'
import type { Policy } from '../../../../shared/sale/answers.ts'
import { applyAll } from '../../../../shared/sale/apply.ts'
import { receiptIssued } from '../../../../shared/sale/ereceipt-answers.ts'
import { lookedUp } from '../../../../shared/sale/invoice-answers.ts'
import type { Answer, FoundInvoice, IssuedReceipt } from '../../../../shared/sale/providers.ts'
import { refunded, refundFoundOut } from '../../../../shared/sale/return-answers.ts'
import type { Sale, SaleEvent } from '../../../../shared/sale/sale.ts'
import { statusOf } from '../../../../shared/sale/status.ts'
import { stepsOf } from '../../../../shared/sale/steps.ts'
import {
  created,
  invoice,
  opened,
  paidBy,
  requested,
  rung,
  TERMS,
  wholeRefund,
} from '../../../support/sample-sale.ts'

const TOTAL = tugriks(2500)
const POLICY: Policy = { terms: TERMS, monitorUntil: 1_000 }
const ASKED = { policy: POLICY, times: () => 0 }
const refusal = (name: FailureName, { unknown = false, repeatable = false } = {}): Answer<never> => ({
  ok: false,
  why: { failure: failure(name), outcomeUnknown: unknown, repeatable },
})
const after = (sale: Sale, events: readonly SaleEvent[]): Sale => applyAll(sale, sale.id, 1, events)
const kinds = ({ events }: { readonly events: readonly SaleEvent[] }) => events.map(({ kind }) => kind)

// ── Looking an invoice up ───────────────────────────────────────────────────────────────────────────────────────────

/** A sale whose charge was requested and lost its answer. */
const asking = (...more: SaleEvent[]): Sale =>
  applyAll(null, 'sale-1', 1, [
    opened,
    rung,
    requested,
    { kind: 'invoice-unknown', no: 1, failure: failure('TIMEOUT') },
    ...more,
  ])
const row = (changes: Partial<FoundInvoice> = {}): FoundInvoice => ({
  invoiceId: 'inv-1',
  amount: TOTAL,
  standing: 'open',
  ...changes,
})
const made = { standing: 'open', amount: TOTAL, invoice } as const
const whole = (...rows: FoundInvoice[]) => ({ rows, whole: true, detail: null })

test('an invoice with the requested amount is ours', () => {
  expect(lookedUp(asking(), 1, { ...whole(row()), detail: made }, ASKED)).toMatchObject({
    events: [{ kind: 'invoice-created', no: 1, found: 'lookup' }],
  })
})

test('a list that may be incomplete proves no absence', () => {
  expect(lookedUp(asking(), 1, { ...whole(), whole: false }, ASKED)).toMatchObject({
    events: [],
    next: 'retry',
  })
  expect(kinds(lookedUp(asking(), 1, whole(), ASKED))).toEqual(['invoice-absent'])
})

test('an invoice with another amount is never shown: it is cancelled, and the cart comes back', () => {
  const found = lookedUp(asking(), 1, whole(row({ amount: tugriks(900) })), ASKED)
  expect(kinds(found)).toEqual(['invoice-found', 'invoice-refused'])
  const given = after(asking(), found.events)
  expect(stepsOf(given)).toEqual([{ do: 'ask for cancellation again', no: 2 }])
})

test('of two invoices under the number one is shown and the other is cancelled', () => {
  const found = lookedUp(asking(), 1, { ...whole(row(), row({ invoiceId: 'inv-2' })), detail: made }, ASKED)
  expect(kinds(found)).toEqual(['invoice-created', 'invoice-found'])
})

test('an invoice without a QR is not shown, and cancelled after five reads; one that is not needed is cancelled at once', () => {
  const bare = { ...whole(row()), detail: { ...made, invoice: { ...invoice, qrText: '' } } }
  expect(lookedUp(asking(), 1, bare, ASKED)).toMatchObject({ events: [], next: 'retry' })
  expect(lookedUp(asking(), 1, bare, { ...ASKED, times: () => 3 }).events).toEqual([])
  const given = after(asking(), lookedUp(asking(), 1, bare, { ...ASKED, times: () => 4 }).events)
  expect(stepsOf(given)[0]).toEqual({ do: 'ask for cancellation again', no: 1 })
  expect(statusOf(given)).toMatchObject({ name: 'cancelling', failure: { name: 'QR_MISSING' } })
  const withdrawn = asking({ kind: 'charge-withdrawal-asked', no: 1 })
  const found = lookedUp(withdrawn, 1, bare, ASKED)
  expect(stepsOf(after(withdrawn, found.events))[0]).toEqual({ do: 'ask for cancellation again', no: 1 })
})

test('a number with a cancelled invoice is used up, whoever made it: the cart comes back', () => {
  const elsewhere = lookedUp(asking(), 1, whole(row({ standing: 'cancelled' })), ASKED)
  expect(elsewhere.events).toMatchObject([
    { kind: 'invoice-refused', failure: { name: 'INVOICE_ALREADY_CANCELED' } },
  ])
  // An extra invoice of our own under the number: asking again would be refused, looked up and found absent for ever.
  const extra: SaleEvent = { kind: 'invoice-found', number: 'K01-261120-0147-TEST', amount: TOTAL, invoice }
  const ours = lookedUp(asking(extra), 1, whole(row()), ASKED)
  expect(kinds(ours)).toEqual(['invoice-refused'])
})

// ── Refunds ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const OF = { returnId: 'r1', partId: '1' }
/** A sale whose refund was requested. */
const refunding = (...more: SaleEvent[]): Sale =>
  applyAll(null, 'sale-1', 1, [
    opened,
    rung,
    requested,
    created,
    {
      kind: 'paid',
      no: 1,
      payments: [{ ...paidBy(2500), type: 'CARD' }],
      counted: [{ paymentId: 'pay-1', amount: tugriks(2500) }],
      receiptsDue: [],
    },
    wholeRefund,
    { kind: 'refund-requested', ...OF, operation: 'refund' },
    ...more,
  ])
const partAfter = (sale: Sale, events: readonly SaleEvent[]) => after(sale, events).returns[0]?.parts[0]?.step

test('after a refused refund the payment is checked before anything is repaid by hand', () => {
  const answer = refusal('REQUEST_REFUSED')
  const { events } = refunded(refunding(), OF, { how: 'refunded', answer }, POLICY)
  const unknown = after(refunding(), events)
  expect(stepsOf(unknown).map((step) => step.do)).toContain('find out about refund')
  const stillPaid: Answer<ReturnType<typeof paidBy>> = { ok: true, value: paidBy(2500) }
  const once = after(unknown, refundFoundOut(unknown, OF, stillPaid).events)
  expect(once.returns[0]?.parts[0]?.step.name).toBe('unknown')
  expect(partAfter(once, refundFoundOut(once, OF, stillPaid).events)).toMatchObject({ name: 'refused' })
  const back: Answer<ReturnType<typeof paidBy>> = { ok: true, value: paidBy(2500, 'pay-1', 'REFUNDED') }
  expect(partAfter(unknown, refundFoundOut(unknown, OF, back).events)).toMatchObject({ name: 'refunded' })
})

test('a refund whose answer was lost and whose payment is not found stays unknown', () => {
  const lost: SaleEvent = { kind: 'refund-unknown', ...OF, failure: failure('TIMEOUT') }
  const sale = refunding(lost)
  const nowhere = refundFoundOut(sale, OF, { ok: true, value: null })
  expect(partAfter(sale, nowhere.events)).toMatchObject({ name: 'unknown', unclear: true })
  expect(nowhere.next).toBe('retry')
  // The same answer again is not recorded again.
  const unclear = after(sale, nowhere.events)
  expect(refundFoundOut(unclear, OF, { ok: true, value: null }).events).toEqual([])
})

// ── E-receipts ──────────────────────────────────────────────────────────────────────────────────────────────────────

const sold = applyAll(null, 'sale-1', 1, [
  opened,
  rung,
  { ...requested, terms: POLICY.terms },
  created,
  {
    kind: 'paid',
    no: 1,
    payments: [paidBy(2500)],
    counted: [{ paymentId: 'pay-1', amount: tugriks(2500) }],
    receiptsDue: ['pay-1'],
  },
])
const receipt: IssuedReceipt = {
  ereceiptId: 'e-1',
  printedId: '0001',
  issuedAt: null,
  amount: TOTAL,
  vat: tugriks(227),
  cityTax: NO_MONEY,
  lottery: 'AB 12345678',
  qrData: 'qr',
  invalidReason: null,
}
const issue = (answer: Answer<IssuedReceipt | 'early'>, times = 0) =>
  receiptIssued(sold, 'pay-1', answer, () => times)

test('an active e-receipt is issued, and its lottery number is not in the events', () => {
  const { events } = issue({ ok: true, value: receipt })
  expect(events).toMatchObject([
    { kind: 'ereceipt-issued', ereceipt: { ereceiptId: 'e-1', hasLottery: true } },
  ])
  expect(JSON.stringify(events)).not.toContain('12345678')
})

test('an answer that is not an active e-receipt of ours is shown to a manager', () => {
  expect(issue({ ok: true, value: { ...receipt, invalidReason: 'CANCELLED' } }).events).toMatchObject([
    { kind: 'ereceipt-refused', failure: { name: 'ERECEIPT_NOT_ACTIVE', detail: 'CANCELLED' } },
  ])
})

test('an e-receipt for a payment that is not known as paid yet is requested again for a while, then a manager is told', () => {
  expect(issue({ ok: true, value: 'early' })).toMatchObject({
    next: 'retry',
    events: [{ kind: 'ereceipt-delayed', failure: { name: 'PAYMENT_NOT_PAID' } }],
  })
  expect(kinds(issue({ ok: true, value: 'early' }, 100))).toEqual(['ereceipt-refused'])
})

test('a delay for the same reason is not recorded again, and one for another reason is', () => {
  const once = after(sold, issue(refusal('TIMEOUT', { unknown: true })).events)
  expect(receiptIssued(once, 'pay-1', refusal('TIMEOUT', { unknown: true }), () => 1).events).toEqual([])
  expect(kinds(receiptIssued(once, 'pay-1', refusal('RATE_LIMITED', { repeatable: true }), () => 2))).toEqual(
    ['ereceipt-delayed'],
  )
})
