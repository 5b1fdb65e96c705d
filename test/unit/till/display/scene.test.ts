import fc from 'fast-check'
import { expect, test } from 'vitest'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import { displayView, sceneOf } from '../../../../main/till/display/index.ts'
import { FAILURE_NAMES, failure } from '../../../../shared/failure.ts'
import { money, NO_MONEY, tugriks } from '../../../../shared/money/money.ts'
import { applyAll } from '../../../../shared/sale/apply.ts'
import type { Invoice, Sale, SaleEvent } from '../../../../shared/sale/sale.ts'
import { type SaleStatus, statusOf } from '../../../../shared/sale/status.ts'
import { ratesOf } from '../../../../shared/sale/taxes.ts'
import { totalsOf } from '../../../../shared/sale/totals.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import {
  bread,
  created,
  invoice,
  lineOf,
  opened,
  paidBy,
  requested,
  rung,
} from '../../../support/sample-sale.ts'

const KNOWN = { ...FIRST_SETTINGS, testMode: false }
const lost = failure('CONNECTION_LOST')
const UNPAID = {
  ...{ off: NO_MONEY, total: tugriks(2500), paid: NO_MONEY },
  ...{ missing: tugriks(2500), inCash: tugriks(2500) },
}
const sale = (...events: SaleEvent[]) => applyAll(null, 'sale-1', 1_000_000, [opened, ...events])
const totalsNow = ({ lines, terms }: Sale) => totalsOf(lines, ratesOf(terms, FIRST_SETTINGS))
const counterWith = (now: Sale) => ({ sale: now, status: statusOf(now), totals: totalsNow(now) })
const seen = (...events: SaleEvent[]) => sceneOf(counterWith(sale(...events)), KNOWN)
const cash = (amount: number, received = amount): SaleEvent => ({
  kind: 'tender-taken',
  tender: {
    id: `cash-${amount}`,
    kind: 'cash',
    reference: '',
    amount: tugriks(amount),
    received: tugriks(received),
    change: tugriks(received - amount),
  },
})

test('with no sale at the counter the display is idle', () => {
  expect(sceneOf(null, KNOWN)).toEqual({ name: 'idle' })
  expect(seen()).toEqual({ name: 'idle' })
  expect(seen(rung, { kind: 'discarded' })).toEqual({ name: 'idle' })
  expect(seen(rung, { kind: 'parked', label: 'улаан цамцтай' })).toEqual({ name: 'idle' })
})

test('goods are shown by name, quantity and amount', () => {
  expect(seen(rung)).toEqual({
    name: 'goods',
    lines: [
      {
        name: bread.name,
        quantity: 1000,
        unit: 'ш',
        unitPrice: tugriks(2500),
        off: NO_MONEY,
        amount: tugriks(2500),
      },
    ],
    sums: UNPAID,
  })
})

test('a line’s discount is shown with its line, and the sale’s discount by itself', () => {
  const tenth: SaleEvent = {
    kind: 'line-discounted',
    lineId: bread.code,
    discount: { kind: 'percent', share: 1000 },
  }
  const whole: SaleEvent = { kind: 'sale-discounted', discount: { kind: 'amount', amount: tugriks(300) } }
  expect(seen(rung, tenth, whole)).toMatchObject({
    lines: [{ unitPrice: tugriks(2500), off: tugriks(250), amount: tugriks(2250) }],
    sums: { off: tugriks(300), total: tugriks(1950), missing: tugriks(1950) },
  })
})

test('a part in cash leaves the rest to be paid', () => {
  expect(seen(rung, cash(1000))).toMatchObject({ sums: { paid: tugriks(1000), missing: tugriks(1500) } })
})

test('before there is a QR its place is empty, and the reason of a delay is not shown', () => {
  expect(seen(rung, requested)).toMatchObject({ name: 'making', delayed: false })
  expect(seen(rung, requested, { kind: 'invoice-waiting', no: 1, failure: lost })).toEqual({
    name: 'making',
    delayed: true,
    sums: UNPAID,
  })
  expect(seen(rung, requested, { kind: 'invoice-unknown', no: 1, failure: lost })).toMatchObject({
    delayed: true,
  })
})

test('a charge that is being withdrawn shows no waiting QR', () => {
  const unknown: SaleEvent = { kind: 'invoice-unknown', no: 1, failure: lost }
  expect(seen(rung, requested, unknown, { kind: 'charge-withdrawal-asked', no: 1 })).toEqual({
    name: 'cancelling',
  })
})

test('a QR is shown with the banks that read it, in the language of the display', () => {
  const bank = { name: 'Khan bank', description: 'Хаан банк', link: 'khanbank://q?qr' }
  const due = sale(rung, requested, { ...created, invoice: { ...invoice, banks: [bank] } })
  const counter = counterWith(due)
  expect(sceneOf(counter, KNOWN)).toEqual({
    name: 'qr',
    qrText: invoice.qrText,
    banks: ['Хаан банк'],
    place: null,
    sums: UNPAID,
  })
  expect(sceneOf(counter, { ...KNOWN, language: 'en' })).toMatchObject({ banks: ['Khan Bank'] })
})

test('a part payment, in cash or by the QR, is shown with the missing amount', () => {
  const part: SaleEvent = { kind: 'payments-seen', no: 1, payments: [paidBy(500)] }
  expect(seen(rung, requested, created, part)).toMatchObject({
    name: 'qr',
    sums: { total: tugriks(2500), paid: tugriks(500), missing: tugriks(2000) },
  })
  const rest: SaleEvent = { ...requested, due: tugriks(1500) }
  expect(seen(rung, cash(1000), rest, created, part)).toMatchObject({
    sums: { total: tugriks(2500), paid: tugriks(1500), missing: tugriks(1000) },
  })
})

test('during a cancellation the QR is hidden', () => {
  const cancelling = seen(rung, requested, created, { kind: 'cancel-requested', no: 1 })
  expect(cancelling).toEqual({ name: 'cancelling' })
})

test('a cancelled sale shows the cash that goes back', () => {
  const events: SaleEvent[] = [
    { kind: 'cancel-requested', no: 1 },
    { kind: 'invoice-cancelled', no: 1, monitorUntil: 1 },
  ]
  expect(seen(rung, requested, created, ...events)).toEqual({ name: 'cancelled', cashBack: NO_MONEY })
  const rest: SaleEvent = { ...requested, due: tugriks(1500) }
  expect(seen(rung, cash(1000), rest, created, ...events)).toEqual({
    name: 'cancelled',
    cashBack: tugriks(1000),
  })
})

test('a sale that ended before the service has cancelled its QR does not show a cancelled payment', () => {
  const unanswered: SaleEvent[] = [
    { kind: 'cancel-requested', no: 1 },
    { kind: 'cancel-unknown', no: 1, failure: lost },
    { kind: 'sale-ended', monitorUntil: 1 },
  ]
  expect(seen(rung, requested, created, ...unanswered)).toEqual({ name: 'ended', cashBack: NO_MONEY })
  const refused: SaleEvent = { kind: 'cancel-refused', no: 1, failure: lost }
  expect(seen(rung, requested, created, ...unanswered, refused)).toMatchObject({ name: 'ended' })
  const cancelled: SaleEvent = { kind: 'invoice-cancelled', no: 1, monitorUntil: 1 }
  expect(seen(rung, requested, created, ...unanswered, cancelled)).toMatchObject({ name: 'cancelled' })
})

test('late money sends the payer to the cashier', () => {
  const late = seen(
    rung,
    requested,
    created,
    { kind: 'cancel-requested', no: 1 },
    { kind: 'invoice-cancelled', no: 1, monitorUntil: 1 },
    { kind: 'payments-seen', no: 1, payments: [paidBy(2500)] },
  )
  expect(late).toEqual({ name: 'late' })
})

test('a paid sale shows thanks, the total, the change and the state of the receipt', () => {
  const paid: SaleEvent = {
    kind: 'paid',
    no: 1,
    payments: [paidBy(2500)],
    counted: [{ paymentId: 'pay-1', amount: tugriks(2500) }],
    receiptsDue: [],
  }
  const queued: SaleEvent = { kind: 'receipt-queued', jobId: 'job-1' }
  const thanks = { name: 'paid', total: tugriks(2500), rounding: NO_MONEY, change: NO_MONEY, copy: null }
  expect(seen(rung, requested, created, paid)).toEqual({ ...thanks, receipt: 'coming' })
  expect(seen(rung, requested, created, paid, queued)).toEqual({ ...thanks, receipt: 'coming' })
  const printed: SaleEvent = { kind: 'receipt-printed', jobId: 'job-1' }
  expect(seen(rung, requested, created, paid, queued, printed)).toEqual({ ...thanks, receipt: 'printed' })
  const delayed: SaleEvent = {
    kind: 'receipt-delayed',
    jobId: 'job-1',
    failure: failure('PRINTER_PAPER_OUT'),
  }
  expect(seen(rung, requested, created, paid, queued, delayed)).toEqual({ ...thanks, receipt: 'ask' })
  const byCash = seen(rung, cash(2500, 10_000), { ...paid, payments: [], counted: [] })
  expect(byCash).toEqual({ ...thanks, change: tugriks(7500), receipt: 'coming' })
})

/** Part of every value that a payer must not see. */
const SECRET = 'СЕКРЕТ'
const secret = fc.constantFrom(SECRET, `x${SECRET}`, `${SECRET}.1`)
const amount = fc.integer({ min: 0, max: 1e9 }).map((hundredths) => money(hundredths))
const at = fc.integer({ min: 0, max: 1e12 })
const aFailure = fc
  .constantFrom(...FAILURE_NAMES)
  .chain((name) => secret.map((words) => failure(name, words)))
const orNone = <Value>(value: fc.Arbitrary<Value>) => fc.option(value)
const anInvoice: fc.Arbitrary<Invoice> = fc.record({
  invoiceId: secret,
  qrText: fc.constant('0002010102'),
  shortUrl: secret,
  banks: fc.array(
    fc.record({ name: fc.constant('Khan bank'), description: fc.constant('Хаан банк'), link: secret }),
  ),
})
const payments = fc.array(
  fc.record({
    paymentId: secret,
    status: fc.constantFrom('PAID', 'PENDING', 'REFUNDED'),
    amount,
    type: fc.constantFrom('P2P', 'CARD'),
    wallet: secret,
    bankCode: secret,
  }),
)
const tenders = fc.array(
  fc.record({
    id: secret,
    kind: fc.constantFrom('cash' as const, 'card' as const, 'transfer' as const),
    amount,
    received: amount,
    change: amount,
    reference: secret,
    at,
    returnedAt: fc.constant(null),
  }),
)
const ereceipts = fc.array(
  fc.oneof(
    fc.record({ step: fc.constantFrom('due', 'requested', 'refused'), paymentId: secret, failure: aFailure }),
    fc.record({
      step: fc.constant('issued'),
      paymentId: secret,
      ereceiptId: secret,
      printedId: secret,
      issuedAt: secret,
      amount,
      vat: amount,
      cityTax: amount,
      hasLottery: fc.boolean(),
      // These fields are not part of the type: the view must leave them out, too.
      lottery: secret,
      qrData: secret,
    }),
  ),
)
const print = fc.oneof(
  fc.record({ step: fc.constant('not yet') }),
  fc.record({ step: fc.constant('queued'), jobId: secret, failure: orNone(aFailure) }),
  fc.record({ step: fc.constant('printed'), jobId: secret, at }),
  fc.record({ step: fc.constantFrom('given-up', 'none') }),
)
const charged = { total: amount, due: amount, tenders }
const invoiced = { ...charged, invoice: anInvoice, shownAt: at, payments, paid: amount, failure: aFailure }
const ended = { total: amount, tenders, payments, invoice: orNone(anInvoice), monitorUntil: orNone(at) }
const sold = {
  ...ended,
  paid: amount,
  surplus: amount,
  paidAt: at,
  ereceipts,
  print,
  unneeded: fc.constantFrom('none', 'cancelling', 'cancelled', 'left-open'),
  failure: orNone(aFailure),
}
const step = fc.oneof(
  fc.record({ name: fc.constant('requested'), failure: fc.constant(null) }),
  fc.record({ name: fc.constantFrom('unknown', 'waiting'), failure: aFailure }),
)
const anyStatus = fc.oneof(
  fc.record({ name: fc.constant('open'), failure: orNone(aFailure), tenders }),
  fc.record({ name: fc.constant('parked'), label: secret, at }),
  fc.record({ name: fc.constant('invoicing'), step, withdrawing: fc.boolean(), ...charged }),
  fc.record({ name: fc.constantFrom('awaiting-payment', 'partly-paid'), ...invoiced }),
  fc.record({ name: fc.constant('cancelling'), step: fc.constantFrom('requested', 'waiting'), ...invoiced }),
  fc.record({ name: fc.constant('cancelled'), at, ...ended }),
  fc.record({ name: fc.constant('late-payment'), paid: amount, owed: amount, foundAt: at, ...ended }),
  fc.record({ name: fc.constantFrom('fulfilling', 'receipt-owed', 'completed'), ...sold }),
) as unknown as fc.Arbitrary<SaleStatus>
const anyParts = fc.record({ tenders, payments, ereceipts }) as unknown as fc.Arbitrary<
  Pick<Sale, 'tenders' | 'payments' | 'ereceipts'>
>

test('the view never has a lottery number, e-receipt, failure, invoice number, register number or payment', () => {
  fc.assert(
    fc.property(
      anyStatus,
      anyParts,
      secret,
      fc.constantFrom('mn', 'en'),
      (status, parts, hidden, language) => {
        const rungUp: Sale = {
          ...sale(rung),
          ...parts,
          id: hidden,
          terminal: hidden,
          day: hidden,
          senderInvoiceNo: hidden,
          note: hidden,
          receiver: { kind: 'organisation', register: hidden },
          lines: [
            {
              ...lineOf(bread),
              id: hidden,
              note: hidden,
              product: { ...bread, code: hidden, category: hidden, taxProductCode: hidden },
            },
          ],
        }
        const { shop } = FIRST_SETTINGS
        const settings = {
          ...FIRST_SETTINGS,
          language,
          terminalCode: hidden,
          phoneCopy: true,
          shop: { ...shop, taxpayerNumber: hidden, register: hidden, branch: hidden },
        }
        const counter = {
          sale: rungUp,
          status,
          totals: totalsNow(rungUp),
          monitoring: {
            checking: false,
            lastCheckedAt: null,
            failure: failure('TIMEOUT', hidden),
            nextCheckAt: null,
            tries: 3,
          },
          invoicedAt: null,
          undoable: false,
          receiverChange: null,
          approval: null,
        }
        const slips: string[] = []
        const view = displayView({ mode: 'live', settings, counter, qrs: null }, null, {
          error: (line) => slips.push(line),
        })
        expect(slips).toEqual([])
        const told = JSON.stringify(view)
        expect(told).not.toContain(SECRET)
        for (const name of FAILURE_NAMES) expect(told).not.toContain(name)
      },
    ),
  )
})

test('an invalid view shows nothing of the sale', () => {
  const broken = sale(rung, requested, {
    ...created,
    invoice: { ...invoice, qrText: 7 as unknown as string },
  })
  const counter = {
    ...counterWith(broken),
    monitoring: null,
    invoicedAt: null,
    undoable: false,
    receiverChange: null,
    approval: null,
  }
  const view = displayView({ mode: 'test', settings: FIRST_SETTINGS, counter, qrs: null }, null, silentLog)
  expect(view).toEqual({
    language: 'mn',
    testMode: true,
    shop: FIRST_SETTINGS.shop.name,
    logo: null,
    scene: { name: 'idle' },
  })
})

test('the copy for a phone is in the view only where the shop wants it', () => {
  const end = { kind: 'paid', no: 1, payments: [], counted: [], receiptsDue: [] } as const
  const paid = counterWith(sale(rung, cash(2500), end))
  const copyWith = (phoneCopy: boolean) => sceneOf(paid, { ...KNOWN, phoneCopy })
  expect(KNOWN.phoneCopy).toBe(false)
  expect(copyWith(false)).toMatchObject({ name: 'paid', copy: null })
  expect(copyWith(true)).toMatchObject({ copy: expect.stringContaining('Нийт дүн 2,500') })
})
