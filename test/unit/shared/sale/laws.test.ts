/**
 * Random histories of one sale: a service that loses answers before or after its work, a payer who pays at any time, a
 * cashier who cancels and taps again, power cuts. The laws (docs/laws.md) hold after every step, and the sale comes to
 * its end once the faults stop. The histories are longer than what `npm run prove` searches, and use the requests and
 * answers of the service's client.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancelEvents, chargeEvents } from '../../../../main/sale/charge.ts'
import { resolutionEvents } from '../../../../main/sale/resolutions.ts'
import { tenderEvents } from '../../../../main/sale/tenders.ts'
import { sumMoney, sumOf, tugriks } from '../../../../shared/money/money.ts'
import { applyAll } from '../../../../shared/sale/apply.ts'
import { attentionOf } from '../../../../shared/sale/attention-items.ts'
import {
  atService,
  keptTenders,
  owedToPayers,
  shortOf,
  tenderSum,
} from '../../../../shared/sale/money-of-sale.ts'
import type { Sale, SaleEvent, TenderKind } from '../../../../shared/sale/sale.ts'
import { drawInvoiceNumber } from '../../../../shared/sale/sale-number.ts'
import { statusOf } from '../../../../shared/sale/status.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { fullRuns } from '../../../support/full-runs.ts'
import type { Fault } from '../../../support/model-service.ts'
import { bread, lineOf, opened } from '../../../support/sample-sale.ts'
import { expectShowable } from '../../../support/showable.ts'
import { type OneSale, oneSale } from './one-sale.ts'

const SETTINGS = { ...FIRST_SETTINGS, tenders: { cash: 'on', qr: 'on', card: 'on', transfer: 'on' } } as const
/** More steps than any sale needs to end once nothing fails any more. */
const ENOUGH = 60

const always = <const Value>(value: Value) => fc.constant(value)
const happening = fc.oneof(
  { weight: 8, arbitrary: always({ what: 'step' }) },
  { weight: 2, arbitrary: always({ what: 'charge' }) },
  { weight: 1, arbitrary: always({ what: 'cancel' }) },
  { weight: 1, arbitrary: fc.record({ what: always('restart'), arrived: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: always('tender'),
      kind: fc.constantFrom<TenderKind>('cash', 'card', 'transfer'),
      received: fc.constantFrom('', '1000'),
      meanwhile: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: always({ what: 'tenders back' }) },
  { weight: 1, arbitrary: always({ what: 'hold' }) },
  { weight: 1, arbitrary: always({ what: 'give up' }) },
  { weight: 1, arbitrary: always({ what: 'park' }) },
  { weight: 1, arbitrary: always({ what: 'refund elsewhere' }) },
  { weight: 1, arbitrary: always({ what: 'repay' }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: always('pay'),
      amount: fc.constantFrom(500, 2500, 3000),
      invoice: fc.nat(2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: always('fault'),
      fault: fc.constantFrom<Fault>('lost before', 'lost after', 'refused', 'no line'),
    }),
  },
)
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never

const history = (): OneSale => oneSale([opened, { kind: 'line-added', line: lineOf(bread) }])

function tender(one: OneSale, kind: TenderKind, received: string): void {
  one.attempt(() => tenderEvents(one.sale(), { kind, received, reference: '' }, SETTINGS, one.policy()))
}

async function happen(one: OneSale, now: Happening): Promise<unknown> {
  const sale = one.sale()
  const { name } = statusOf(sale)
  switch (now.what) {
    case 'step':
      return one.step()
    case 'charge':
      return one.attempt(() =>
        name === 'open' ? chargeEvents(sale, one.policy(), drawInvoiceNumber(sale.senderInvoiceNo)) : [],
      )
    case 'cancel':
      return one.attempt(() => cancelEvents(sale, one.policy()))
    case 'restart':
      return one.restart(now.arrived)
    case 'tender':
      return now.meanwhile
        ? one.step(() => tender(one, now.kind, now.received))
        : tender(one, now.kind, now.received)
    case 'tenders back':
      return ['open', 'cancelled', 'late-payment'].includes(name)
        ? one.record(keptTenders(sale).map(({ id }) => ({ kind: 'tender-returned', tenderId: id })))
        : undefined
    case 'hold':
      return one.hold()
    case 'give up':
      return one.giveUp(['e-receipt', 'print', 'cancellation'])
    case 'park':
      return name === 'open' && tenderSum(sale) === 0
        ? one.record([{ kind: 'parked', label: '' }, { kind: 'resumed' }])
        : undefined
    case 'refund elsewhere':
      return one.service.refundElsewhere()
    case 'repay':
      return one.attempt(() => repaid(one))
    case 'pay':
      return one.service.pay(tugriks(now.amount), 'P2P', one.service.invoices[now.invoice]?.id)
    case 'fault':
      return one.service.fail(now.fault)
  }
}

/** The shop repays the money that belongs to the payer. */
function repaid(one: OneSale): readonly SaleEvent[] {
  const taken = { kind: 'cash', received: '', reference: '' } as const
  return attentionOf(one.sale())
    .filter(({ cause }) => cause === 'surplus' || cause === 'late-money' || cause === 'paid-twice')
    .flatMap(({ cause }) =>
      resolutionEvents(one.sale(), { cause, resolution: 'repaid-cash', taken }, one.policy()),
    )
}

function lawsHold({ service, sale, events }: OneSale): void {
  const { payments, ereceipts } = service
  const now = sale()
  const isCurrent = (number: string): boolean =>
    now.invoices.some((one) => one.wanted && one.number === number)
  const current = service.invoices.filter(({ cancelled, number }) => !cancelled && isCurrent(number))
  expect(current.length, 'law 2: one invoice at a time').toBeLessThanOrEqual(1)
  const came = sumMoney(now.payments.map((payment) => payment.came))
  const ever = sumMoney(payments.map(({ amount }) => amount))
  expect(came, 'law 3: only what a check found is money').toBeLessThanOrEqual(ever)
  for (const payment of payments)
    expect(
      ereceipts.filter((one) => one.paymentId === payment.paymentId).length,
      'law 5: one active e-receipt a payment',
    ).toBeLessThanOrEqual(1)
  expect(applyAll(null, 'sale-1', 1, events), 'the events are the truth').toEqual(now)
  expectShowable(now)
}

const told = (sale: Sale, ...causes: readonly string[]): number =>
  attentionOf(sale)
    .filter(({ cause }) => causes.includes(cause))
    .reduce((sum, { amount }) => sum + (amount ?? 0), 0)

/** Once nothing fails any more and everything was checked, every tugrik has an account or is in the attention list. */
function nothingIsLost({ service, sale }: OneSale): void {
  const now = sale()
  const { name } = statusOf(now)
  for (const { paymentId, status, amount } of service.payments) {
    const account = now.payments.find((one) => one.paymentId === paymentId)
    expect(account && atService(now, account), `the account of ${paymentId}`).toBe(
      status === 'PAID' ? amount : 0,
    )
  }
  if (now.soldAt !== null || now.endedAt !== null) {
    expect(told(now, 'surplus', 'late-money', 'paid-twice'), 'money of payers').toBe(sumOf(owedToPayers(now)))
    expect(told(now, 'refunded-elsewhere'), 'money that went back').toBe(sumOf(shortOf(now)))
    if (now.endedAt !== null) expect(told(now, 'cash-held')).toBe(tenderSum(now))
    for (const { id } of service.invoices.filter(({ cancelled }) => !cancelled))
      expect(['paid', 'left-open'], 'a QR that nobody needs').toContain(standingOf(now, id))
  } else expect(['open', 'awaiting-payment', 'partly-paid']).toContain(name)
}

function standingOf(sale: Sale, invoiceId: string): string | undefined {
  const known = sale.invoices.find(({ invoice }) => invoice?.invoiceId === invoiceId)
  const isPaid = sale.payments.some(({ invoiceNo, came }) => invoiceNo === known?.no && came > 0)
  return isPaid ? 'paid' : known?.step.name
}

test('the laws hold after every step of every history, and without faults every sale ends', async () => {
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
    { numRuns: fullRuns(6000) },
  )
})

test('a tender for the whole amount sells at once, whatever the connection does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 30 }), async (happenings) => {
      const one = history()
      for (const now of happenings) await happen(one, now)
      const sellable = ['open', 'invoicing', 'awaiting-payment', 'partly-paid', 'cancelling']
      const wasSellable = sellable.includes(statusOf(one.sale()).name)
      tender(one, 'cash', '')
      if (wasSellable) expect(statusOf(one.sale()).name).toBe('fulfilling')
    }),
    { numRuns: fullRuns(1500) },
  )
})
