/**
 * Random histories of a sold sale whose goods come back: any tenders, any parts of it in any order, a service that loses
 * answers or refuses, a manager who decides as he likes, a plug that is pulled. Never more goods or money come back than
 * were sold, e-receipts are void before money leaves, and without faults every return comes to its end.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { machineClock } from '../../../main/environment.ts'
import type { Outcome } from '../../../main/sales/effects.ts'
import { checkPayment, createEReceipt } from '../../../main/sales/effects.ts'
import { evolveAll } from '../../../main/sales/index.ts'
import { NO_MEMORY, nextStep } from '../../../main/sales/next-step.ts'
import { queuedWork } from '../../../main/sales/queued-work.ts'
import { findOutAboutRefund, refundPayment, voidEReceipt } from '../../../main/sales/return-effects.ts'
import { createReturns } from '../../../main/sales/returns.ts'
import { intentOf, outcomeLost } from '../../../main/sales/runner.ts'
import { canGiveUp } from '../../../main/sales/work.ts'
import { CommandRefused, failure } from '../../../shared/failure.ts'
import { money, sumMoney } from '../../../shared/money.ts'
import { quantity } from '../../../shared/quantity.ts'
import { leftOf, openReturn, type ReturnAct, returnedOf } from '../../../shared/return.ts'
import type { PaymentType, Sale, SaleEvent } from '../../../shared/sale.ts'
import { FIRST_SETTINGS } from '../../../shared/settings.ts'
import { type Fault, modelParts, modelService } from '../../support/model-service.ts'
import { beer, bread, invoice, lineOf, opened } from '../../support/sample-sale.ts'

const LINES = [lineOf(bread, quantity(3000)), lineOf(beer, quantity(1000))]
const TOTAL = sumMoney(LINES.map(({ amount }) => amount))
const ENOUGH = 80

const tender = fc.constantFrom<PaymentType | 'cash'>('CARD', 'P2P', 'cash', 'unknown')
/** Up to three tenders that add up to the total, and perhaps some above it. */
const sold = fc.record({
  tenders: fc.array(tender, { minLength: 1, maxLength: 3 }),
  above: fc.constantFrom(0, 0, 0, 700),
  ereceipts: fc.boolean(),
})

const way = fc.constantFrom('cash' as const, 'transfer' as const)
const happening = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ what: 'step' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('return' as const),
      bread: fc.integer({ min: 0, max: 3 }),
      beer: fc.integer({ min: 0, max: 1 }),
      whole: fc.boolean(),
      way,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('act' as const),
      act: fc.constantFrom('repaid', 'try-again', 'without-void', 'by-hand', 'call-off'),
      which: fc.nat(3),
      way,
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('restart' as const), done: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ what: 'hold' as const }) },
  { weight: 1, arbitrary: fc.constant({ what: 'give up' as const }) },
  { weight: 1, arbitrary: fc.constant({ what: 'check' as const }) },
  { weight: 1, arbitrary: fc.constant({ what: 'refund elsewhere' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('fault' as const),
      fault: fc.constantFrom<Fault>('lost before', 'lost after', 'refused', 'denied', 'no line'),
    }),
  },
)
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never
type SoldHow = typeof sold extends fc.Arbitrary<infer Value> ? Value : never

function history({ tenders, above, ereceipts }: SoldHow) {
  const service = modelService()
  const parts = modelParts(service.client, 0)
  const events: SaleEvent[] = []
  let sale = null as unknown as Sale
  const record = (more: readonly SaleEvent[]): void => {
    if (more.length === 0) return
    sale = evolveAll(events.length === 0 ? null : sale, 'sale-1', 1, more)
    events.push(...more)
  }
  const returns = createReturns({
    journal: { sale: () => sale } as never,
    ledger: {
      record: (_id, more) => {
        record(more)
        return sale
      },
    },
    runner: { nudge: () => {} } as never,
    clock: machineClock,
    settings: () => FIRST_SETTINGS,
    jobQueued: () => {},
  })
  sell()

  /** A share of the total by each tender. */
  function sell(): void {
    const share = money(Math.floor(TOTAL / tenders.length / 100) * 100)
    const amounts = tenders.map((_, index) =>
      index === 0 ? money(TOTAL - share * (tenders.length - 1)) : share,
    )
    record([opened, ...LINES.map((line): SaleEvent => ({ kind: 'line-added', line }))])
    const cash = tenders.flatMap((how, index) => (how === 'cash' ? [amounts[index] ?? 0] : []))
    const due = money(TOTAL - cash.reduce((all, one) => all + one, 0))
    if (due === 0) {
      record([taken(TOTAL), { kind: 'paid', payments: [], receiptsDue: [] }])
    } else {
      if (cash.length > 0) record([taken(money(TOTAL - due))])
      record([{ kind: 'invoice-requested', total: TOTAL, due, shape: 'ebarimt', attempt: 1 }])
      record([{ kind: 'invoice-created', invoice, found: 'answer' }])
      service.invoices.push({ id: invoice.invoiceId, number: 'K01', cancelled: false })
      tenders.forEach((how, index) => {
        if (how !== 'cash') service.pay(money((amounts[index] ?? 0) + (index === 0 ? above * 100 : 0)), how)
      })
      const payments = [...service.payments]
      const receiptsDue = ereceipts ? payments.map(({ paymentId }) => paymentId) : []
      record([{ kind: 'paid', payments, receiptsDue }])
    }
  }

  function taken(amount: typeof TOTAL): SaleEvent {
    return { kind: 'cash-taken', tender: { id: 'cash-1', amount, received: amount, change: money(0) } }
  }

  const effect = async (now: Sale, step: ReturnType<typeof nextStep>): Promise<Outcome | null> => {
    switch (step.do) {
      case 'check payment':
        return checkPayment(parts, now, false)
      case 'create e-receipt':
        return createEReceipt(parts, now, step.paymentId, 0)
      case 'void e-receipt':
        return voidEReceipt(parts, step, 0)
      case 'refund payment':
        return refundPayment(parts, now, step)
      case 'find out about refund':
        return findOutAboutRefund(parts, now, step)
      default:
        return null
    }
  }
  const next = () => nextStep(sale, { ...NO_MEMORY, tries: events.length }, { monotonic: 0 })
  const step = async (): Promise<boolean> => {
    const due = next()
    if (due.do === 'rest') return false
    record(intentOf(sale, due))
    if (due.do === 'queue receipt') {
      record([
        { kind: 'receipt-queued', jobId: 'job' },
        { kind: 'receipt-printed', jobId: 'job' },
      ])
      return true
    }
    if (due.do === 'complete return') {
      record([{ kind: 'return-completed', returnId: due.returnId, jobId: `slip-${due.returnId}` }])
      return true
    }
    const outcome = await effect(sale, due)
    if (outcome) record(outcome.record(sale))
    return true
  }
  /** A refusal of the desk is no mistake of the program; anything else it throws is. */
  const attempt = (act: () => void): void => {
    try {
      act()
    } catch (error) {
      if (!(error instanceof CommandRefused)) throw error
    }
  }
  const act = (what: ReturnAct['do'], which: number, how: 'cash' | 'transfer'): void => {
    const one = openReturn(sale) ?? sale.returns.at(-1)
    if (!one) return
    const partId = one.parts[which % one.parts.length]?.id ?? ''
    const paymentId = one.voids[which % Math.max(1, one.voids.length)]?.paymentId ?? ''
    const acts: Readonly<Record<ReturnAct['do'], ReturnAct>> = {
      repaid: { do: 'repaid', partId, how, note: 'MN00 Бат' },
      'try-again': { do: 'try-again' },
      'without-void': { do: 'without-void', paymentId },
      'by-hand': { do: 'by-hand', partId, way: how },
      'call-off': { do: 'call-off' },
    }
    attempt(() => returns.act('sale-1', one.id, acts[what]))
  }
  return {
    service,
    events,
    step,
    act,
    sale: () => sale,
    start: (wanted: { bread: number; beer: number; whole: boolean; way: 'cash' | 'transfer' }) =>
      attempt(() => {
        const lines = wanted.whole
          ? null
          : [
              { lineId: LINES[0]?.id ?? '', quantity: quantity(wanted.bread * 1000) },
              { lineId: LINES[1]?.id ?? '', quantity: quantity(wanted.beer * 1000) },
            ].filter((line) => line.quantity > 0)
        const { amount } = returns.plan('sale-1', lines, wanted.way)
        returns.start('sale-1', lines, {
          way: wanted.way,
          reason: 'Гэмтэлтэй',
          amount,
          by: null,
          approvedBy: null,
        })
      }),
    check: async () => {
      if ('invoice' in sale.state && sale.state.invoice === null) return
      const outcome = await checkPayment(parts, sale, true)
      record(outcome.record(sale))
    },
    hold: () => {
      if (sale.held) record([{ kind: 'work-released' }])
      else if (queuedWork(sale).length > 0) record([{ kind: 'work-held' }])
    },
    release: () => {
      if (sale.held) record([{ kind: 'work-released' }])
    },
    giveUp: () => {
      const [queued] = queuedWork(sale)
      if (queued && ['void', 'refund', 'e-receipt'].includes(queued.work) && canGiveUp(sale, queued.work))
        record([{ kind: 'work-given-up', work: queued.work }])
    },
    /** The plug is pulled while a request is out: it arrived, or it did not. */
    restart: async (arrived: boolean) => {
      const due = next()
      if (due.do !== 'rest' && due.do !== 'queue receipt' && due.do !== 'complete return') {
        record(intentOf(sale, due))
        if (arrived) await effect(sale, due)
      }
      record(outcomeLost(sale, failure('TERMINAL_RESTARTED')))
    },
  }
}

type History = ReturnType<typeof history>

async function happen(one: History, now: Happening): Promise<void> {
  switch (now.what) {
    case 'step':
      return void (await one.step())
    case 'return':
      return one.start(now)
    case 'act':
      return one.act(now.act as ReturnAct['do'], now.which, now.way)
    case 'restart':
      return one.restart(now.done)
    case 'hold':
      return one.hold()
    case 'give up':
      return one.giveUp()
    case 'check':
      return one.check()
    case 'refund elsewhere':
      return one.service.refundElsewhere()
    case 'fault':
      return one.service.fail(now.fault)
  }
}

const of = <Kind extends SaleEvent['kind']>(events: readonly SaleEvent[], kind: Kind) =>
  events.filter((event): event is Extract<SaleEvent, { kind: Kind }> => event.kind === kind)

function lawsHold({ service, sale, events }: History): void {
  const now = sale()
  for (const { quantity: left, amount, line } of leftOf(now)) {
    expect(left, 'more goods came back than were sold').toBeGreaterThanOrEqual(0)
    expect(amount, 'more of a line went back than it cost').toBeGreaterThanOrEqual(0)
    if (left === line.quantity) expect(amount).toBe(line.amount)
    if (left === 0) expect(amount, 'all of a line is all of its money').toBe(0)
  }
  const byHand = sumMoney(
    of(events, 'repaid').map(
      ({ returnId, partId }) =>
        now.returns.find(({ id }) => id === returnId)?.parts.find(({ id }) => id === partId)?.amount ??
        money(0),
    ),
  )
  const reversed = sumMoney(service.reversals.map(({ amount }) => amount))
  expect(byHand + reversed, 'more money went back than was paid').toBeLessThanOrEqual(TOTAL)
  expect(new Set(service.reversals.map(({ paymentId }) => paymentId)).size).toBe(service.reversals.length)
  const skipped = new Set(of(events, 'ereceipt-void-skipped').map(({ paymentId }) => paymentId))
  const givenUp = of(events, 'work-given-up').length > 0
  for (const { paymentId } of service.reversals)
    if (!skipped.has(paymentId) && !givenUp)
      expect(
        service.ereceipts.some((one) => one.paymentId === paymentId && !one.voided),
        'law 6: void, then refund',
      ).toBe(false)
  for (const one of now.returns.filter(({ state }) => state === 'completed'))
    expect(sumMoney(one.parts.map(({ amount }) => amount)), 'what went back is what came back').toBe(
      one.amount,
    )
  expect(evolveAll(null, 'sale-1', 1, events), 'the events are the truth').toEqual(now)
}

/** Takes every open return to its end: nothing fails any more, and a manager does what the screen says. */
async function ends(one: History): Promise<void> {
  one.service.heal()
  one.release()
  for (let count = 0; count < ENOUGH; count += 1) {
    while (await one.step());
    const now = openReturn(one.sale())
    if (!now) break
    const voids = now.voids.findIndex(({ step }) => step.name === 'refused')
    const refused = now.parts.findIndex(({ step }) => step.name === 'refused')
    const owed = now.parts.findIndex(({ by, step }) => by === 'hand' && step.name === 'due')
    if (voids >= 0) one.act('without-void', voids, 'cash')
    else if (refused >= 0) one.act('by-hand', refused, 'transfer')
    else one.act('repaid', owed, 'transfer')
    lawsHold(one)
  }
  await one.check()
  lawsHold(one)
  expect(openReturn(one.sale()), 'a return without an end').toBeNull()
}

test('never more goods or money come back than were sold, whatever happens, and every return comes to its end', async () => {
  await fc.assert(
    fc.asyncProperty(sold, fc.array(happening, { minLength: 12, maxLength: 50 }), async (how, happenings) => {
      const one = history(how)
      while (await one.step());
      for (const now of happenings) {
        await happen(one, now)
        lawsHold(one)
      }
      await ends(one)
      const back = sumMoney(
        one
          .sale()
          .returns.filter(({ state }) => state === 'completed')
          .map(({ amount }) => amount),
      )
      expect(returnedOf(one.sale()).total, 'what the shop says went back').toBe(back)
    }),
    { numRuns: 1500 },
  )
})
