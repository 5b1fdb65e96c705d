/**
 * Random histories of a sold sale whose goods come back: any tenders, any parts in any order, a service that loses
 * answers or refuses, a manager who decides anything, power cuts. Goods and money never exceed what was sold,
 * e-receipts are void before money goes back, and every return ends once nothing fails any more.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventsOfAction } from '../../../../main/sale/returns.ts'
import { returnedOf } from '../../../../scripts/trials/torture/audit/returned.ts'
import { money, NO_MONEY, sumMoney } from '../../../../shared/money/money.ts'
import { quantity } from '../../../../shared/money/quantity.ts'
import { tenderSum } from '../../../../shared/sale/money-of-sale.ts'
import {
  leftOf,
  openReturn,
  type RepaymentWay,
  type ReturnStepAction,
} from '../../../../shared/sale/return.ts'
import { planReturn } from '../../../../shared/sale/return-plan.ts'
import {
  type PaymentType,
  type SaleEvent,
  TENDER_KINDS,
  type TenderKind,
} from '../../../../shared/sale/sale.ts'
import { fullRuns } from '../../../support/full-runs.ts'
import type { Fault } from '../../../support/model-service.ts'
import { beer, bread, countedOf, invoice, lineOf, opened } from '../../../support/sample-sale.ts'
import { expectShowable } from '../../../support/showable.ts'
import { type OneSale, oneSale } from './one-sale.ts'

const LINES = [lineOf(bread, quantity(3000)), lineOf(beer, quantity(1000))] as const
const TOTAL = sumMoney(LINES.map(({ amount }) => amount))
const ENOUGH = 80

const always = <const Value>(value: Value) => fc.constant(value)
const isTender = (how: string): how is TenderKind => (TENDER_KINDS as readonly string[]).includes(how)
/** Up to three tenders that add up to the total, sometimes with a surplus. */
const sold = fc.record({
  tenders: fc.array(
    fc.constantFrom<PaymentType | TenderKind>('CARD', 'CARD', 'P2P', 'unknown', ...TENDER_KINDS),
    { minLength: 1, maxLength: 3 },
  ),
  above: fc.constantFrom(0, 0, 0, 700),
  ereceipts: fc.boolean(),
})

const way = fc.constantFrom<RepaymentWay>('cash', 'transfer', 'card')
const happening = fc.oneof(
  { weight: 8, arbitrary: always({ what: 'step' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: always('return'),
      bread: fc.integer({ min: 0, max: 3 }),
      beer: fc.integer({ min: 0, max: 1 }),
      whole: fc.boolean(),
      way,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: always('action'),
      action: fc.constantFrom<ReturnStepAction['do']>(
        'repaid',
        'try-again',
        'without-void',
        'by-hand',
        'cancel',
      ),
      which: fc.nat(3),
      way,
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: always('restart'), arrived: fc.boolean() }) },
  { weight: 1, arbitrary: always({ what: 'hold' }) },
  { weight: 1, arbitrary: always({ what: 'give up' }) },
  { weight: 1, arbitrary: always({ what: 'refund elsewhere' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: always('fault'),
      fault: fc.constantFrom<Fault>('lost before', 'lost after', 'refused', 'denied', 'no line'),
    }),
  },
)
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never
type SoldHow = typeof sold extends fc.Arbitrary<infer Value> ? Value : never

/** Splits the total evenly over the tenders. */
function history({ tenders, above, ereceipts }: SoldHow): OneSale {
  const one = oneSale([opened, ...LINES.map((line): SaleEvent => ({ kind: 'line-added', line }))])
  const share = money(Math.floor(TOTAL / tenders.length / 100) * 100)
  const shares = tenders.map((how, index) => ({
    how,
    amount: index === 0 ? money(TOTAL - share * (tenders.length - 1)) : share,
  }))
  for (const [index, { how, amount }] of shares.entries()) {
    const tender = { id: `tender-${index}`, amount, received: amount, change: NO_MONEY, reference: '' }
    if (isTender(how)) one.record([{ kind: 'tender-taken', tender: { ...tender, kind: how } }])
  }
  const payments = shares.filter(({ how }) => !isTender(how))
  if (payments.length > 0) {
    const due = sumMoney(payments.map(({ amount }) => amount))
    one.record([
      { kind: 'invoice-requested', total: TOTAL, due, attempt: 1 },
      { kind: 'invoice-created', no: 1, invoice, found: 'answer' },
    ])
    one.service.invoices.push({ id: invoice.invoiceId, number: 'K01', cancelled: false })
    for (const [index, { how, amount }] of payments.entries())
      one.service.pay(money(amount + (index === 0 ? above * 100 : 0)), how as PaymentType)
  }
  const seen = [...one.service.payments]
  const receiptsDue = ereceipts ? seen.map(({ paymentId }) => paymentId) : []
  const counted = countedOf(seen, sumMoney(payments.map(({ amount }) => amount)))
  one.record([{ kind: 'paid', no: 1, payments: seen, counted, receiptsDue, monitorUntil: 2 }])
  return one
}

/** The counter may refuse; any other error fails the test. */
function start(one: OneSale, wanted: Extract<Happening, { what: 'return' }>): void {
  const lines = [
    { lineId: LINES[0].id, quantity: quantity(wanted.bread * 1000) },
    { lineId: LINES[1].id, quantity: quantity(wanted.beer * 1000) },
  ].filter((line) => line.quantity > 0)
  one.attempt(() => {
    const plan = planReturn(one.sale(), wanted.whole ? null : lines, { way: wanted.way, now: 1 })
    const returnId = `return-${one.events.length}`
    return [{ kind: 'return-opened', returnId, reason: 'Гэмтэлтэй', by: null, approvedBy: null, ...plan }]
  })
}

function action(one: OneSale, what: ReturnStepAction['do'], which: number, how: RepaymentWay): void {
  const now = openReturn(one.sale()) ?? one.sale().returns.at(-1)
  if (!now) return
  const partId = now.parts[which % Math.max(1, now.parts.length)]?.id ?? ''
  const paymentId = now.voids[which % Math.max(1, now.voids.length)]?.paymentId ?? ''
  const isBack = one.service.reversals.some((reversal) => reversal.paymentId === paymentId)
  const actions: Readonly<Record<ReturnStepAction['do'], ReturnStepAction>> = {
    repaid: { do: 'repaid', partId, how, note: 'MN00 Бат' },
    'try-again': { do: 'try-again' },
    'without-void': { do: 'without-void', paymentId },
    'by-hand': { do: 'by-hand', partId, way: how },
    'found-out': { do: 'found-out', partId, refunded: isBack },
    cancel: { do: 'cancel' },
  }
  one.attempt(() => eventsOfAction(now, actions[what]))
}

async function happen(one: OneSale, now: Happening): Promise<unknown> {
  switch (now.what) {
    case 'step':
      return one.step()
    case 'return':
      return start(one, now)
    case 'action':
      return action(one, now.action, now.which, now.way)
    case 'restart':
      return one.restart(now.arrived)
    case 'hold':
      return one.hold()
    case 'give up':
      return one.giveUp(['void', 'refund', 'e-receipt'])
    case 'refund elsewhere':
      return one.service.refundElsewhere()
    case 'fault':
      return one.service.fail(now.fault)
  }
}

const of = <Kind extends SaleEvent['kind']>(events: readonly SaleEvent[], kind: Kind) =>
  events.filter((event): event is Extract<SaleEvent, { kind: Kind }> => event.kind === kind)

function lawsHold({ service, sale, events }: OneSale): void {
  const now = sale()
  expectShowable(now)
  for (const { quantity: left, amount, line } of leftOf(now)) {
    expect(left, 'more goods came back than were sold').toBeGreaterThanOrEqual(0)
    expect(amount, 'more of a line went back than it cost').toBeGreaterThanOrEqual(0)
    if (left === line.quantity) expect(amount).toBe(line.amount)
    if (left === 0) expect(amount, 'all of a line is all of its money').toBe(0)
  }
  const parts = now.returns.flatMap((one) => one.parts)
  const byHand = parts.filter(({ by, step }) => by === 'hand' && step.name === 'repaid')
  const reversed = sumMoney(service.reversals.map(({ amount }) => amount))
  const back = sumMoney(byHand.map(({ amount }) => amount)) + reversed
  expect(back, 'more money went back than was paid').toBeLessThanOrEqual(TOTAL)
  for (const kind of TENDER_KINDS)
    expect(
      sumMoney(
        byHand
          .filter((part) => part.by === 'hand' && part.paymentId === null && part.way === kind)
          .map(({ amount }) => amount),
      ),
      `more went back of ${kind} than was taken`,
    ).toBeLessThanOrEqual(tenderSum(now, kind))
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
}

/** Brings every open return to its end: nothing fails any more, and a manager does what the screen says. */
async function ends(one: OneSale): Promise<void> {
  one.service.heal()
  one.release()
  for (let count = 0; count < ENOUGH; count += 1) {
    for (let steps = 0; steps < 8; steps += 1) await one.step()
    const now = openReturn(one.sale())
    if (!now) break
    const voids = now.voids.findIndex(({ step }) => step.name === 'refused')
    const refused = now.parts.findIndex(({ step }) => step.name === 'refused')
    const owed = now.parts.findIndex(({ by, step }) => by === 'hand' && step.name === 'due')
    if (voids >= 0) action(one, 'without-void', voids, 'cash')
    else if (refused >= 0) action(one, 'by-hand', refused, 'transfer')
    else if (owed >= 0) action(one, 'repaid', owed, 'transfer')
    lawsHold(one)
  }
  expect(openReturn(one.sale()), 'a return without an end').toBeNull()
}

test('goods and money that come back never exceed what was sold, and every return ends', async () => {
  await fc.assert(
    fc.asyncProperty(sold, fc.array(happening, { minLength: 12, maxLength: 50 }), async (how, happenings) => {
      const one = history(how)
      for (let count = 0; count < 8; count += 1) await one.step()
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
    { numRuns: fullRuns(1500) },
  )
})
