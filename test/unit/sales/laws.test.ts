/**
 * Random histories of one sale: a service that loses answers before or after its work, a payer who pays when and what
 * he likes, a cashier who cancels and taps again, a plug that is pulled. The laws of the design hold after every step,
 * and once the faults end the sale comes to its end.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attentionFor, settledBy } from '../../../main/sales/attention.ts'
import { cashEvents } from '../../../main/sales/cash.ts'
import {
  cancelInvoice,
  checkPayment,
  createEReceipt,
  createInvoice,
  findOutAboutCancellation,
  lookUpInvoice,
  type Outcome,
} from '../../../main/sales/effects.ts'
import { evolveAll } from '../../../main/sales/index.ts'
import { NO_MEMORY, nextStep } from '../../../main/sales/next-step.ts'
import { cashSum, paidSum } from '../../../main/sales/payments.ts'
import { queuedWork } from '../../../main/sales/queued-work.ts'
import { intentOf, outcomeLost } from '../../../main/sales/runner.ts'
import { canGiveUp } from '../../../main/sales/work.ts'
import type { AttentionCause } from '../../../shared/attention.ts'
import { CommandRefused, failure } from '../../../shared/failure.ts'
import { money, sumMoney, tugriks } from '../../../shared/money.ts'
import type { Sale, SaleEvent } from '../../../shared/sale.ts'
import { FIRST_SETTINGS } from '../../../shared/settings.ts'
import { type Fault, modelParts, modelService } from '../../support/model-service.ts'
import { bread, lineOf, opened } from '../../support/sample-sale.ts'

const TOTAL = tugriks(2500)
const DAY = 24 * 3_600_000
/** More steps than any sale needs to come to its end once nothing fails any more. */
const ENOUGH = 60

const happening = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ what: 'step' } as const) },
  { weight: 2, arbitrary: fc.constant({ what: 'charge' } as const) },
  { weight: 1, arbitrary: fc.constant({ what: 'cancel' } as const) },
  { weight: 1, arbitrary: fc.constant({ what: 'restart' } as const) },
  { weight: 1, arbitrary: fc.constant({ what: 'cash' as const, received: '' }) },
  { weight: 1, arbitrary: fc.constant({ what: 'cash' as const, received: '1000' }) },
  { weight: 1, arbitrary: fc.constant({ what: 'cash back' as const }) },
  { weight: 1, arbitrary: fc.constant({ what: 'hold' as const }) },
  { weight: 1, arbitrary: fc.constant({ what: 'give up' as const }) },
  { weight: 1, arbitrary: fc.constant({ what: 'park' as const }) },
  { weight: 1, arbitrary: fc.constant({ what: 'refund elsewhere' as const }) },
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
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never

function history() {
  const service = modelService()
  const parts = modelParts(service.client, DAY)
  const events: SaleEvent[] = [opened, { kind: 'line-added', line: lineOf(bread) }]
  let sale: Sale = evolveAll(null, 'sale-1', 1, events)
  /** What stands in the attention list, by cause. */
  const attention = new Map<AttentionCause, number>()
  const record = (more: readonly SaleEvent[]): void => {
    if (more.length === 0) return
    const before = sale
    sale = evolveAll(sale, 'sale-1', 1, more)
    events.push(...more)
    for (const cause of settledBy(sale, more)) attention.delete(cause)
    for (const { cause, amount } of attentionFor(before, sale, more))
      attention.set(cause, (attention.get(cause) ?? 0) + (amount ?? 0))
    if (more.some((event) => event.kind === 'receipt-queued'))
      record([{ kind: 'receipt-printed', jobId: 'job' }])
  }
  /** What a person may do only at times; refused otherwise, as the counter refuses it. */
  const attempt = (act: () => readonly SaleEvent[]): void => {
    let acts: readonly SaleEvent[] = []
    try {
      acts = act()
    } catch (error) {
      if (!(error instanceof CommandRefused)) throw error
    }
    record(acts)
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
  const next = () => nextStep(sale, { ...NO_MEMORY, tries: events.length }, { monotonic: 0 })
  /** `meanwhile` happens while the request is out: its answer meets a sale that a person has changed. */
  const step = async (meanwhile: () => void = () => {}): Promise<void> => {
    const due = next()
    if (due.do === 'rest') return
    record(intentOf(sale, due))
    if (due.do === 'queue receipt') return record([{ kind: 'receipt-queued', jobId: 'job' }])
    const outcome = await effect(sale, due)
    meanwhile()
    if (outcome) record(outcome.record(sale))
  }
  const cash = (received: string): void => attempt(() => cashEvents(sale, received, FIRST_SETTINGS, DAY))
  return {
    service,
    events,
    attention,
    step,
    sale: () => sale,
    charge: () => {
      if (sale.state.name !== 'open') return
      const due = money(TOTAL - cashSum(sale.state.cash))
      record([{ kind: 'invoice-requested', total: TOTAL, due, shape: 'ebarimt', attempt: 1 }])
    },
    cancel: () => {
      const { state } = sale
      if (state.name === 'invoicing' && !state.withdrawing) record([{ kind: 'charge-withdrawal-asked' }])
      if (state.name === 'awaiting-payment' || state.name === 'partly-paid')
        record([{ kind: 'cancel-requested' }])
    },
    cash,
    cashBack: () => {
      const { state } = sale
      if (state.name === 'open' || state.name === 'cancelled' || state.name === 'paid-late')
        record(state.cash.map(({ id }) => ({ kind: 'cash-returned', tenderId: id })))
    },
    hold: () => {
      if (queuedWork(sale).length > 0) record([{ kind: 'work-held' }])
    },
    release: () => {
      if (sale.held) record([{ kind: 'work-released' }])
    },
    giveUp: () => {
      const [queued] = queuedWork(sale)
      if (queued && queued.work !== 'invoice' && canGiveUp(sale, queued.work))
        record([{ kind: 'work-given-up', work: queued.work }])
    },
    park: () => {
      const { state } = sale
      if (state.name === 'open' && state.cash.length === 0)
        record([{ kind: 'parked', label: '' }, { kind: 'resumed' }])
    },
    /** The plug is pulled while a request is out: its answer never comes. */
    restart: async () => {
      const due = next()
      if (due.do !== 'rest' && due.do !== 'queue receipt') {
        record(intentOf(sale, due))
        await effect(sale, due)
      }
      record(outcomeLost(sale, failure('TERMINAL_RESTARTED')))
    },
  }
}

type History = ReturnType<typeof history>

async function happen(one: History, now: Happening): Promise<void> {
  switch (now.what) {
    case 'step':
      return one.step()
    case 'charge':
      return one.charge()
    case 'cancel':
      return one.cancel()
    case 'restart':
      return one.restart()
    case 'cash':
      // At times while a request is out.
      return now.received === '' && one.events.length % 2 === 0
        ? one.step(() => one.cash(''))
        : one.cash(now.received)
    case 'cash back':
      return one.cashBack()
    case 'hold':
      return one.sale().held ? one.release() : one.hold()
    case 'give up':
      return one.giveUp()
    case 'park':
      return one.park()
    case 'refund elsewhere':
      return one.service.refundElsewhere()
    case 'pay':
      return one.service.pay(tugriks(now.amount))
    case 'fault':
      return one.service.fail(now.fault)
  }
}

const sumOfCash = (sale: Sale): number => ('cash' in sale.state ? cashSum(sale.state.cash) : 0)

function lawsHold({ service, sale, events }: History): void {
  const { invoices, payments, ereceipts } = service
  const alive = invoices.filter((invoice) => !invoice.cancelled)
  expect(alive.length, 'law 2: one invoice a sale').toBeLessThanOrEqual(1)
  expect(new Set(invoices.map((invoice) => invoice.number)).size).toBeLessThanOrEqual(1)
  const { state } = sale()
  if ('paidAt' in state) {
    const ever = sumMoney(payments.map(({ amount }) => amount))
    expect(state.paid, 'law 3: only cash and what a check found is money').toBeLessThanOrEqual(
      ever + sumOfCash(sale()),
    )
  }
  for (const payment of payments)
    expect(
      ereceipts.filter((ereceipt) => ereceipt.paymentId === payment.paymentId).length,
      'law 5: one active e-receipt a payment',
    ).toBeLessThanOrEqual(1)
  expect(evolveAll(null, 'sale-1', 1, events), 'the events are the truth').toEqual(sale())
}

/** Once nothing fails any more and all was looked at, every tugrik is counted by the sale or stands before a person. */
function nothingIsLost({ service, sale, attention }: History): void {
  const { state } = sale()
  const rows = paidSum(service.payments)
  if ('paidAt' in state) {
    expect(state.paid, 'what was taken').toBe(rows + sumOfCash(sale()))
    const told = (attention.get('surplus') ?? 0) + (attention.get('paid-twice') ?? 0)
    if (state.surplus > 0) expect(told, 'money above what was due').toBeGreaterThanOrEqual(state.surplus)
    if (state.paid < TOTAL)
      expect(attention.get('refunded-elsewhere') ?? 0, 'money that went back').toBeGreaterThanOrEqual(
        TOTAL - state.paid,
      )
    expect(['due', 'requested', 'cancel-unknown', 'unknown'], 'a QR of a sold sale').not.toContain(
      state.retiring?.step,
    )
    return
  }
  if (state.name === 'cancelled') {
    expect(rows, 'money of a cancelled sale').toBe(0)
    if (sumOfCash(sale()) > 0) expect(attention.has('cash-held')).toBe(true)
    return
  }
  if (state.name === 'paid-late') {
    if (rows > 0) expect(attention.get('late-money')).toBe(rows)
    return
  }
  if (service.invoices.some((invoice) => !invoice.cancelled))
    expect(['awaiting-payment', 'partly-paid']).toContain(state.name)
  else expect(state.name).toBe('open')
}

test('the laws hold after every step of every history, and without faults every sale comes to its end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 70 }), async (happenings) => {
      const one = history()
      for (const now of happenings) {
        await happen(one, now)
        lawsHold(one)
      }
      one.service.heal()
      one.release()
      for (let count = 0; count < ENOUGH; count += 1) await one.step()
      lawsHold(one)
      nothingIsLost(one)
    }),
    {
      numRuns: 6000,
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
        // A cancellation whose answer was lost was given up: the QR stood there, and nobody could pay it.
        [
          [
            { what: 'charge' },
            { what: 'step' },
            { what: 'cancel' },
            { what: 'restart' },
            { what: 'give up' },
          ],
        ],
      ],
    },
  )
})

test('cash for all that is due sells at once, whatever the line does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 30 }), async (happenings) => {
      const one = history()
      for (const now of happenings) await happen(one, now)
      const sellable = ['open', 'invoicing', 'awaiting-payment', 'partly-paid', 'cancelling']
      const wasSellable = sellable.includes(one.sale().state.name)
      one.cash('')
      if (wasSellable) expect(['receipting']).toContain(one.sale().state.name)
    }),
    { numRuns: 1500 },
  )
})
