/**
 * Random histories of one sale: a service that loses answers before or after its work, a payer who pays when and what
 * he likes, a cashier who cancels and taps again, a plug that is pulled. The laws of the design hold after every step,
 * and once the faults end the sale comes to its end.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cancelInvoice,
  checkPayment,
  createEReceipt,
  createInvoice,
  type EffectParts,
  findOutAboutCancellation,
  lookUpInvoice,
  type Outcome,
} from '../../../main/sales/effects.ts'
import { evolveAll } from '../../../main/sales/index.ts'
import { NO_MEMORY, nextStep } from '../../../main/sales/next-step.ts'
import { paidSum } from '../../../main/sales/payments.ts'
import { intentOf, outcomeLost } from '../../../main/sales/runner.ts'
import { failure } from '../../../shared/failure.ts'
import { tugriks } from '../../../shared/money.ts'
import type { Sale, SaleEvent } from '../../../shared/sale.ts'
import { FIRST_SETTINGS } from '../../../shared/settings.ts'
import { type Fault, modelService } from '../../support/model-service.ts'
import { bread, lineOf, opened } from '../../support/sample-sale.ts'

const TOTAL = tugriks(2500)
const DAY = 24 * 3_600_000
/** More steps than any sale needs to come to its end once nothing fails any more. */
const ENOUGH = 60

const happening = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ what: 'step' } as const) },
  { weight: 1, arbitrary: fc.constant({ what: 'charge' } as const) },
  { weight: 1, arbitrary: fc.constant({ what: 'cancel' } as const) },
  { weight: 1, arbitrary: fc.constant({ what: 'restart' } as const) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('pay' as const), amount: fc.constantFrom(500, 2500, 3000) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('fault' as const),
      fault: fc.constantFrom<Fault>('lost before', 'lost after', 'refused', 'no line'),
    }),
  },
)

function history() {
  const service = modelService()
  const parts: EffectParts = {
    service: service.client,
    settings: () => FIRST_SETTINGS,
    invoiceCode: 'CODE',
    sealReceipt: () => new Uint8Array(1),
    now: () => 1,
    watchOnMs: DAY,
  }
  const events: SaleEvent[] = [opened, { kind: 'line-added', line: lineOf(bread) }]
  let sale: Sale = evolveAll(null, 'sale-1', 1, events)
  const record = (more: readonly SaleEvent[]): void => {
    if (more.length === 0) return
    sale = evolveAll(sale, 'sale-1', 1, more)
    events.push(...more)
    if (more.some((event) => event.kind === 'receipt-queued'))
      record([{ kind: 'receipt-printed', jobId: 'job' }])
  }
  const effect = async (now: Sale, step: ReturnType<typeof nextStep>): Promise<Outcome | null> => {
    switch (step.do) {
      case 'create invoice':
        return createInvoice(parts, now)
      case 'look up invoice':
        return lookUpInvoice(parts, now)
      case 'check payment':
        return checkPayment(parts, now, false)
      case 'cancel invoice':
        return cancelInvoice(parts, now)
      case 'find out about cancellation':
        return findOutAboutCancellation(parts, now)
      case 'create e-receipt':
        return createEReceipt(parts, now, step.paymentId, 0)
      default:
        return null
    }
  }
  const step = async (): Promise<void> => {
    const next = nextStep(sale, NO_MEMORY, { wall: 1, monotonic: 0 })
    if (next.do === 'rest') return
    record(intentOf(sale, next))
    if (next.do === 'queue receipt') return record([{ kind: 'receipt-queued', jobId: 'job' }])
    const outcome = await effect(sale, next)
    if (outcome) record(outcome.record(sale))
  }
  return {
    service,
    events,
    step,
    sale: () => sale,
    charge: () => {
      if (sale.state.name === 'open')
        record([{ kind: 'invoice-requested', total: TOTAL, shape: 'ebarimt', attempt: 1 }])
    },
    cancel: () => {
      const { state } = sale
      if (state.name === 'invoicing' && !state.withdrawing) record([{ kind: 'charge-withdrawal-asked' }])
      if (state.name === 'awaiting-payment' || state.name === 'partly-paid')
        record([{ kind: 'cancel-requested' }])
    },
    /** The plug is pulled while a request is out: its answer never comes. */
    restart: async () => {
      const next = nextStep(sale, NO_MEMORY, { wall: 1, monotonic: 0 })
      if (next.do !== 'rest' && next.do !== 'queue receipt') {
        record(intentOf(sale, next))
        await effect(sale, next)
      }
      record(outcomeLost(sale, failure('TERMINAL_RESTARTED')))
    },
  }
}

type History = ReturnType<typeof history>

function lawsHold({ service, sale, events }: History): void {
  const { invoices, payments, ereceipts } = service
  const alive = invoices.filter((invoice) => !invoice.cancelled)
  expect(alive.length, 'law 2: one invoice a sale').toBeLessThanOrEqual(1)
  expect(new Set(invoices.map((invoice) => invoice.number)).size).toBeLessThanOrEqual(1)
  const { state } = sale()
  if ('paidAt' in state) {
    const really = paidSum(payments)
    expect(state.paid, 'law 3: only what a check found is money').toBeLessThanOrEqual(really)
    expect(state.paid).toBeGreaterThanOrEqual(TOTAL)
  }
  for (const payment of payments)
    expect(
      ereceipts.filter((ereceipt) => ereceipt.paymentId === payment.paymentId).length,
      'law 5: one active e-receipt a payment',
    ).toBeLessThanOrEqual(1)
  expect(evolveAll(null, 'sale-1', 1, events).state, 'the events are the truth').toEqual(state)
}

test('the laws hold after every step of every history, and without faults every sale comes to its end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 60 }), async (happenings) => {
      const one = history()
      for (const now of happenings) {
        if (now.what === 'step') await one.step()
        else if (now.what === 'charge') one.charge()
        else if (now.what === 'cancel') one.cancel()
        else if (now.what === 'restart') await one.restart()
        else if (now.what === 'pay') one.service.pay(tugriks(now.amount))
        else one.service.fail(now.fault)
        lawsHold(one)
      }
      one.service.heal()
      for (let count = 0; count < ENOUGH; count += 1) await one.step()
      lawsHold(one)
      const { state } = one.sale()
      const paid = paidSum(one.service.payments)
      if (one.service.invoices.length === 0) expect(['open']).toContain(state.name)
      else if (state.name === 'cancelled') expect(paid).toBe(0)
      else if (paid >= TOTAL) expect(['completed', 'paid-late']).toContain(state.name)
      else expect(['open', 'awaiting-payment', 'partly-paid', 'paid-late']).toContain(state.name)
    }),
    {
      numRuns: 4000,
      examples: [
        // A part of the money came between a cancellation and the look at what had come of it.
        [
          [
            { what: 'charge' },
            { what: 'step' },
            { what: 'cancel' },
            { what: 'restart' },
            { what: 'pay', amount: 500 },
          ],
        ],
      ],
    },
  )
})
