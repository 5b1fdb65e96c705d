/**
 * The search of `npm run prove` with a small limit: the laws hold in every state that it reaches in each scope. It also
 * finds each fault that these tests plant into the product's functions.
 */
import { expect, test } from 'vitest'
import { type Explored, explore } from '../../../../scripts/trials/prove/explore.ts'
import { type Functions, REAL } from '../../../../scripts/trials/prove/functions.ts'
import { SCOPES } from '../../../../scripts/trials/prove/scopes.ts'
import { failure } from '../../../../shared/failure.ts'
import { money } from '../../../../shared/money/money.ts'
import type { ReturnPlan } from '../../../../shared/sale/return.ts'
import { leftToReturn } from '../../../../shared/sale/return-plan.ts'
import type { Payment, Sale, SaleEvent } from '../../../../shared/sale/sale.ts'
import { fullRuns, someOf } from '../../../support/full-runs.ts'

const FOREVER = Number.POSITIVE_INFINITY

test.each(SCOPES)('the laws hold in every state of the scope "$name"', (scope) => {
  const most = fullRuns(25_000)
  const { violation, states } = explore(scope, { states: most, until: FOREVER })
  expect(violation).toBeNull()
  expect(states).toBe(most)
})

/** The shortest path to a broken law in that scope. */
function found(name: string, functions: Functions): Explored['violation'] {
  const scope = SCOPES.find((one) => one.name === name)
  return scope ? explore(scope, { states: 150_000, until: FOREVER }, functions).violation : null
}

const faulty = (planted: Partial<Functions>): Functions => ({ ...REAL, ...planted })

/** Changes every sale that the fold returns. */
const foldedWith =
  (change: (sale: Sale, before: Sale | null, events: readonly SaleEvent[]) => Sale): Functions['foldAll'] =>
  (sale, id, at, events) =>
    change(REAL.foldAll(sale, id, at, events), sale, events)

const withPayments = (sale: Sale, change: (payment: Payment) => Payment): Sale => ({
  ...sale,
  payments: sale.payments.map(change),
})

const withoutRounding = <Plan extends Pick<ReturnPlan, 'parts'>>(plan: Plan): Plan => ({
  ...plan,
  parts: plan.parts.map((part) => {
    const { rounding: _forgotten, ...bare } = part as typeof part & { readonly rounding?: unknown }
    return bare
  }),
})

/** The first fault of each scope is one that is soon found: `npm test` searches for that one. */
const PLANTED: readonly (readonly [fault: string, scope: string, planted: Partial<Functions>])[] = [
  [
    'a lost answer to a create request is treated as a refusal',
    'paying',
    {
      created: (no, answer) =>
        REAL.created(
          no,
          answer.ok
            ? answer
            : { ok: false, why: { ...answer.why, outcomeUnknown: false, repeatable: false } },
        ),
    },
  ],
  [
    'after a restart an unanswered create request is sent again without a lookup',
    'paying',
    {
      answersLost: (sale, why) =>
        REAL.answersLost(sale, why).map((event) =>
          event.kind === 'invoice-unknown' ? { ...event, kind: 'invoice-waiting' } : event,
        ),
    },
  ],
  [
    'the money of a return goes back before its e-receipt is void',
    'returns',
    {
      stepsOf: (sale) =>
        REAL.stepsOf(sale).map((step) =>
          step.do === 'void e-receipt'
            ? { do: 'refund payment', returnId: step.returnId, partId: '1' }
            : step,
        ),
    },
  ],
  [
    'after a restart the till forgets that an e-receipt may have been issued',
    'returns',
    {
      answersLost: (sale, why) =>
        REAL.answersLost(sale, why).filter(({ kind }) => kind !== 'ereceipt-delayed'),
    },
  ],
  [
    'a repayment is twice the amount that came',
    'money elsewhere',
    {
      resolutionEvents: (sale, decision, policy) =>
        REAL.resolutionEvents(sale, decision, policy).map((event) =>
          event.kind === 'attention-settled' && event.resolution === 'repaid-cash'
            ? {
                ...event,
                shares: sale.payments.map(({ paymentId, came }) => ({ paymentId, amount: money(came * 2) })),
              }
            : event,
        ),
    },
  ],
  [
    'an e-receipt whose answer was lost is forgotten',
    'money elsewhere',
    {
      foldAll: foldedWith((sale) => ({
        ...sale,
        ereceipts: sale.ereceipts.map(({ mayBeIssued: _forgotten, ...one }) => one),
      })),
    },
  ],
  [
    'cash goes back without its rounding',
    'rounded cash',
    { planReturn: (sale, wanted, choice) => withoutRounding(REAL.planReturn(sale, wanted, choice)) },
  ],
  [
    'an exchange takes the price of the goods, and not the cash that goes back for them',
    'rounded cash',
    {
      exchangeEvents: (halves, settings, policy) =>
        REAL.exchangeEvents(
          { ...halves, from: { ...halves.from, returns: halves.from.returns.map(withoutRounding) } },
          settings,
          policy,
        ),
    },
  ],
  [
    'no sale is monitored',
    'paying',
    { stepsOf: (sale) => REAL.stepsOf(sale).filter((step) => step.do !== 'monitor') },
  ],
  [
    'the number of a lost request is not listed again',
    'lost creates',
    { extrasFound: () => ({ events: [], next: 'throttled' }) },
  ],
  [
    'a payment that one check does not list is treated as refunded',
    'paying',
    {
      foldAll: foldedWith((sale, before, events) => {
        const check = events.find((event) => event.kind === 'payments-seen')
        if (check?.kind !== 'payments-seen' || before === null) return sale
        const listed = new Set(check.payments.map(({ paymentId }) => paymentId))
        return withPayments(sale, (one) => (listed.has(one.paymentId) ? one : { ...one, wentBack: one.came }))
      }),
      checked: (sale, no, seen, policy) => {
        const told = REAL.checked(sale, no, seen, policy)
        const isShort = sale.payments.some(
          (one) => one.invoiceNo === no && !seen.some(({ paymentId }) => paymentId === one.paymentId),
        )
        return told.length === 0 && isShort ? [{ kind: 'payments-seen', no, payments: seen }] : told
      },
    },
  ],
  [
    'an older PAID row makes refunded money count again',
    'money elsewhere',
    {
      foldAll: foldedWith((sale, _before, events) => {
        const check = events.find((event) => event.kind === 'payments-seen')
        if (check?.kind !== 'payments-seen') return sale
        const paid = new Set(
          check.payments.filter(({ status }) => status === 'PAID').map(({ paymentId }) => paymentId),
        )
        return withPayments(sale, (one) => (paid.has(one.paymentId) ? { ...one, wentBack: money(0) } : one))
      }),
      checked: (sale, no, seen, policy) => {
        const told = REAL.checked(sale, no, seen, policy)
        return told.length === 0 && seen.length > 0 && sale.payments.some(({ wentBack }) => wentBack > 0)
          ? [{ kind: 'payments-seen', no, payments: seen }]
          : told
      },
    },
  ],
  [
    'an e-receipt is issued for a surplus, too',
    'paying',
    {
      checked: (sale, no, seen, policy) =>
        REAL.checked(sale, no, seen, policy).map((event) =>
          event.kind === 'paid' ? { ...event, receiptsDue: seen.map(({ paymentId }) => paymentId) } : event,
        ),
      stepsOf: (sale) =>
        REAL.stepsOf(sale).map((step) =>
          step.do === 'drop e-receipt' ? { ...step, do: 'create e-receipt' } : step,
        ),
    },
  ],
  [
    'a refused cancellation is treated as done',
    'paying',
    {
      cancelled: (no, answer, policy) =>
        REAL.cancelled(
          no,
          answer.ok || !answer.why.outcomeUnknown ? { ok: true, value: null } : answer,
          policy,
        ),
    },
  ],
  [
    'a refund that was accepted and not done is not in the attention list',
    'refunds not done',
    { attentionOf: (sale) => REAL.attentionOf(sale).filter(({ cause }) => cause !== 'refund-not-done') },
  ],
  [
    'a return ignores that more went back of another payment than it had',
    'goods one by one',
    {
      planReturn: (sale, wanted, choice) => {
        const plan = REAL.planReturn(sale, wanted, choice)
        const left = sale.payments.map((payment) => Math.max(0, leftToReturn(sale, payment)))
        return { ...plan, amount: money(Math.min(worthOf(plan), left[0] ?? 0) + (left[1] ?? 0)) }
      },
    },
  ],
  [
    'the price of goods that came back without money is still to be collected',
    'goods one by one',
    {
      foldAll: foldedWith((sale) => ({
        ...sale,
        returns: sale.returns.map((one) => ({ ...one, goodsForLost: [] })),
      })),
    },
  ],
  [
    'a refused refund counts as refused without a check of the payment',
    'returns',
    {
      refunded: (sale, of, { how, answer }, policy) => {
        const outcome = REAL.refunded(sale, of, { how, answer }, policy)
        const isRefusal = !answer.ok && !answer.why.outcomeUnknown && !answer.why.repeatable
        return isRefusal
          ? { ...outcome, events: [{ kind: 'refund-refused', ...ofPart(of), failure: answer.why.failure }] }
          : outcome
      },
    },
  ],
  [
    'an e-receipt that the service returns again is treated as another one',
    'printed e-receipts',
    {
      foldAll: foldedWith((sale, before, events) =>
        events.some(({ kind }) => kind === 'ereceipt-issued')
          ? {
              ...sale,
              ereceipts: sale.ereceipts.map((one) => {
                const had =
                  before?.ereceipts.find(({ paymentId }) => paymentId === one.paymentId)?.last?.no ?? 0
                return one.last ? { ...one, last: { ...one.last, no: had + 1 } } : one
              }),
            }
          : sale,
      ),
    },
  ],
  [
    'a refund whose payment is not found is treated as refused',
    'printed e-receipts',
    {
      refundFoundOut: (sale, of, answer) =>
        answer.ok && answer.value === null
          ? {
              events: [{ kind: 'refund-refused', ...ofPart(of), failure: failure('PAYMENT_NOTFOUND') }],
              next: 'at once',
            }
          : REAL.refundFoundOut(sale, of, answer),
    },
  ],
  [
    'a void whose answer was lost is treated as done',
    'returns',
    {
      receiptVoided: (sale, of, answer, times) =>
        REAL.receiptVoided(sale, of, answer.ok ? answer : { ok: true, value: 'voided' }, times),
    },
  ],
  [
    'an e-receipt for a corrected receiver is issued before the void of the old one is known',
    'corrected receivers',
    {
      receiptVoided: (sale, of, answer, times) =>
        REAL.receiptVoided(sale, of, answer.ok ? answer : { ok: true, value: 'voided' }, times),
    },
  ],
  [
    'a hold stays after its work is done',
    'held work',
    {
      foldAll: foldedWith((sale, before, events) => {
        const isReleased = events.some(({ kind }) => kind === 'work-released')
        return { ...sale, held: sale.held || (before?.held === true && !isReleased) }
      }),
      stepsOf: (sale) => REAL.stepsOf(sale).filter((step) => !sale.held || step.do !== 'drop e-receipt'),
    },
  ],
  [
    'an e-receipt is requested while the rest of the cart is charged',
    'one of several QRs',
    {
      stepsOf: ({ restWaits: _forgotten, ...sale }) => REAL.stepsOf(sale),
    },
  ],
  [
    'a QR payment after cash is not in the attention list',
    'paying',
    { attentionOf: (sale) => REAL.attentionOf(sale).filter(({ cause }) => cause !== 'paid-twice') },
  ],
  [
    'a shown QR is not cancelled when cash is taken instead',
    'paying',
    {
      foldAll: foldedWith((sale, _before, events) =>
        events.some(({ kind }) => kind === 'paid')
          ? {
              ...sale,
              invoices: sale.invoices.map((one) =>
                one.step.name === 'cancel-due' ? { ...one, wanted: true, step: { name: 'open' } } : one,
              ),
            }
          : sale,
      ),
    },
  ],
]

const worthOf = ({ lines }: ReturnPlan): number => lines.reduce((sum, { amount }) => sum + amount, 0)

const ofPart = ({ returnId, partId }: { readonly returnId: string; readonly partId: string }) => ({
  returnId,
  partId,
})

test.each(someOf(PLANTED, ([, scope]) => scope))(
  'the search finds the fault when %s',
  (_fault, scope, planted) => {
    const violation = found(scope, faulty(planted))
    expect(violation?.law).toBeTypeOf('string')
    expect(violation?.path.length).toBeGreaterThan(1)
  },
)
