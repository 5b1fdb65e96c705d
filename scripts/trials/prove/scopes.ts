/** The small worlds that the search covers, each with its limits. Together they cover every part of a sale. */
import { failure } from '../../../shared/failure.ts'
import { money, NO_MONEY, tugriks } from '../../../shared/money/money.ts'
import type { PaymentType, SaleEvent } from '../../../shared/sale/sale.ts'
import { type Functions, POLICY } from './functions.ts'
import { activeReceipt, create, issue, NOTHING, pay, rowOf } from './truth.ts'
import { type Action, apply, type Budget, type Scope, type World } from './world.ts'

const LINE = {
  id: 'line',
  product: {
    code: '1',
    name: 'x',
    category: 'x',
    price: tugriks(100),
    unit: 'ш',
    taxProductCode: '305',
    classificationCode: '2349010',
    cityTax: false,
    taxKind: 'vat',
  },
  quantity: 1000,
  unitPrice: tugriks(100),
  amount: tugriks(100),
} as const

const NUMBER = 'K01-261121-0001-ABCD'
const OPENED: SaleEvent = {
  kind: 'opened',
  terminal: 'K01',
  day: '2026-11-21',
  sequence: 1,
  senderInvoiceNo: NUMBER,
  cashier: null,
}

const INVOICED: SaleEvent = {
  kind: 'invoice-created',
  no: 1,
  invoice: { invoiceId: 'i1', qrText: 'qr-i1', shortUrl: null, banks: [] },
  found: 'answer',
}

const PLAIN = { rounding: 'none', exchanged: null } as const

function cart(functions: Functions, budget: Budget): World {
  return {
    sale: functions.foldAll(null, 'sale', 0, [OPENED, { kind: 'line-added', line: LINE as never }]),
    truth: NOTHING,
    flight: null,
    printed: [],
    budget,
    ...PLAIN,
  }
}

const line = (id: string, amount: number) => {
  const unitPrice = tugriks(amount)
  return { kind: 'line-added', line: { ...LINE, id, unitPrice, amount: unitPrice } as never } as const
}

/** A sale with two lines of 60 and 40, paid by QR in two payments of 30 and 80: 10 is a surplus. */
function twoLinesSold(functions: Functions, budget: Budget): World {
  const cart = functions.foldAll(null, 'sale', 0, [OPENED, line('a', 60), line('b', 40)])
  const first = pay(create(NOTHING, NUMBER, tugriks(100)), 'i1', tugriks(30), 'P2P')
  const truth = pay(first, 'i1', tugriks(80), 'CARD')
  const charged = apply(functions, cart, [
    ...functions.chargeEvents(cart, { ...POLICY, terms: { ...POLICY.terms, ereceipts: false } }),
    INVOICED,
  ])
  const sale = apply(functions, charged, functions.checked(charged, 1, truth.payments.map(rowOf), POLICY))
  return { sale, truth, flight: null, printed: [], budget, ...PLAIN }
}

/** A cart with a pack of three pieces for 137 ₮ and a misc item for 62 ₮. */
function packAndMisc(functions: Functions, budget: Budget): World {
  const three = { ...LINE, id: 'pack', unitPrice: tugriks(137), amount: tugriks(137) }
  const pack = {
    kind: 'line-added',
    line: { ...three, quantity: 3000, pack: { code: 'box', pieces: 3 } } as never,
  } as const
  const sale = functions.foldAll(null, 'sale', 0, [OPENED, pack, line('misc', 62)])
  return { ...cart(functions, budget), sale, rounding: '10' }
}

/** A sale that is paid in full by its QR. The search covers what happens next. */
function soldBy(functions: Functions, type: PaymentType, budget: Budget): World {
  const world = cart(functions, budget)
  const truth = pay(create(NOTHING, `${NUMBER}-1`, tugriks(100)), 'i1', tugriks(100), type)
  const charged = apply(functions, world.sale, [...functions.chargeEvents(world.sale, POLICY), INVOICED])
  const paid = functions.checked(charged, 1, truth.payments.map(rowOf), POLICY)
  return { ...world, sale: apply(functions, charged, paid), truth }
}

/** A sale whose cart was split, and whose QR is shown: the rest of the cart is charged after it. */
function firstPart(functions: Functions, budget: Budget): World {
  const world = cart(functions, budget)
  const charged = apply(functions, world.sale, [...functions.chargeEvents(world.sale, POLICY), INVOICED])
  const truth = create(NOTHING, `${NUMBER}-1`, tugriks(100))
  return { ...world, sale: { ...charged, restWaits: true }, truth }
}

/** A sale that was returned in full: the service accepted the refund and did not carry it out. */
function refundedInVain(functions: Functions, budget: Budget): World {
  const world = soldBy(functions, 'CARD', budget)
  const of = { returnId: 'r1', partId: '1' } as const
  const paid = apply(functions, world.sale, [
    { kind: 'ereceipt-refused', paymentId: 'p1', failure: failure('GIVEN_UP') },
  ])
  const plan = functions.planReturn(paid, null, { way: 'cash', now: 0 })
  const sale = apply(functions, paid, [
    { kind: 'return-opened', returnId: 'r1', reason: 'x', by: null, approvedBy: null, ...plan },
    { kind: 'ereceipt-voided', returnId: 'r1', paymentId: 'p1', found: 'absent' },
    { kind: 'refund-requested', ...of, operation: 'cancel' },
    { kind: 'refunded', ...of, how: 'cancelled', monitorUntil: POLICY.monitorUntil },
    { kind: 'return-completed', returnId: 'r1' },
  ])
  return { ...world, sale }
}

/** A sale whose e-receipt is printed. */
function printedBy(functions: Functions, budget: Budget): World {
  const world = soldBy(functions, 'CARD', budget)
  const truth = issue(world.truth, 'p1', 'individual')
  const ereceiptId = activeReceipt(truth, 'p1')?.id ?? ''
  const sale = apply(functions, world.sale, [
    { kind: 'ereceipt-requested', paymentId: 'p1' },
    {
      kind: 'ereceipt-issued',
      ereceipt: {
        step: 'issued',
        paymentId: 'p1',
        ereceiptId,
        printedId: ereceiptId,
        issuedAt: null,
        amount: tugriks(100),
        vat: NO_MONEY,
        cityTax: NO_MONEY,
        hasLottery: true,
      },
    },
    { kind: 'receipt-queued', jobId: 'job1' },
    { kind: 'receipt-printed', jobId: 'job1' },
  ])
  return { ...world, sale, truth, printed: [ereceiptId] }
}

const actions = (...named: readonly Action[]): ReadonlySet<Action> => new Set(named)
const PARTS = [tugriks(60)]

export const SCOPES: readonly Scope[] = [
  /** One charge: the payer pays all, a part, or twice; the cashier cancels, or takes cash instead. */
  {
    name: 'paying',
    start: (functions) => cart(functions, { faults: 2, payments: 2, elsewhere: 0, actions: 3 }),
    payBy: ['P2P'],
    parts: PARTS,
    actions: actions('charge', 'cancel', 'cash', 'part in cash', 'cash back', 'give up', 'decide'),
  },
  /** Requests for an invoice are lost, arrive late, or arrive twice. The goods are changed and charged again. */
  {
    name: 'lost creates',
    start: (functions) => cart(functions, { faults: 4, payments: 1, elsewhere: 0, actions: 5 }),
    payBy: ['P2P'],
    parts: [],
    actions: actions('charge', 'cancel', 'cash', 'change goods'),
  },
  /**
   * A sold sale is paid again, and money is refunded elsewhere, all or a part. Answers are late and out of order.
   * People decide.
   */
  {
    name: 'money elsewhere',
    start: (functions) => soldBy(functions, 'CARD', { faults: 2, payments: 1, elsewhere: 2, actions: 3 }),
    payBy: ['P2P'],
    parts: PARTS,
    actions: actions('decide', 'retry receipt', 'print'),
  },
  /** A sale paid by card is returned: e-receipts are voided and money is refunded, and each request may end in every way. */
  {
    name: 'returns',
    start: (functions) => soldBy(functions, 'CARD', { faults: 3, payments: 0, elsewhere: 1, actions: 4 }),
    payBy: ['CARD'],
    parts: [],
    actions: actions('return', 'decide', 'retry receipt', 'print'),
  },
  /**
   * Two lines, paid in two payments and a little too much, are returned one by one while money is refunded elsewhere.
   * People decide.
   */
  {
    name: 'goods one by one',
    start: (functions) => twoLinesSold(functions, { faults: 0, payments: 0, elsewhere: 2, actions: 6 }),
    payBy: ['P2P'],
    parts: [],
    actions: actions('return', 'decide'),
  },
  /**
   * The service accepted a refund and does not make it, or makes it later or in part. Answers are true, late or
   * incomplete. People decide.
   */
  {
    name: 'refunds not done',
    start: (functions) => refundedInVain(functions, { faults: 3, payments: 1, elsewhere: 2, actions: 3 }),
    payBy: ['CARD'],
    parts: [],
    actions: actions('decide', 'print'),
  },
  /** A printed e-receipt is voided, or may be. Its return is cancelled, and it is issued again. */
  {
    name: 'printed e-receipts',
    start: (functions) => printedBy(functions, { faults: 3, payments: 0, elsewhere: 0, actions: 5 }),
    payBy: ['CARD'],
    parts: [],
    actions: actions('return', 'retry receipt', 'print'),
  },
  /** The receiver of a printed e-receipt is corrected: its void and the new issue may each end in every way. */
  {
    name: 'corrected receivers',
    start: (functions) => printedBy(functions, { faults: 3, payments: 0, elsewhere: 1, actions: 4 }),
    payBy: ['CARD'],
    parts: [],
    actions: actions('correct', 'return', 'hold', 'give up', 'decide', 'retry receipt', 'print'),
  },
  /** Cancelled charges are paid all the same, in part or twice, and the money is refunded by hand or elsewhere. */
  {
    name: 'late money',
    start: (functions) => cart(functions, { faults: 2, payments: 2, elsewhere: 1, actions: 4 }),
    payBy: ['P2P'],
    parts: PARTS,
    actions: actions('charge', 'cancel', 'decide', 'cash back'),
  },
  /** Pending work is held, released or given up while money is refunded elsewhere. */
  {
    name: 'held work',
    start: (functions) => soldBy(functions, 'CARD', { faults: 2, payments: 0, elsewhere: 2, actions: 4 }),
    payBy: ['CARD'],
    parts: [],
    actions: actions('hold', 'give up', 'decide', 'retry receipt', 'return', 'print'),
  },
  /** One of several QRs of a cart is paid: it is given back, or its work is held, before or after the others are over. */
  {
    name: 'one of several QRs',
    start: (functions) => firstPart(functions, { faults: 3, payments: 1, elsewhere: 1, actions: 4 }),
    payBy: ['CARD'],
    parts: [],
    actions: actions('return', 'hold', 'give up', 'decide', 'retry receipt', 'print'),
  },
  /** Split tender: cash and QR together, cash in place of a QR that was shown, and a QR that cannot be cancelled. */
  {
    name: 'split tender',
    start: (functions) => cart(functions, { faults: 3, payments: 1, elsewhere: 1, actions: 5 }),
    payBy: ['P2P'],
    parts: [money(3000)],
    actions: actions('charge', 'cancel', 'cash', 'part in cash', 'cash back', 'give up', 'decide', 'return'),
  },
  /**
   * A pack and a misc item are paid in cash or partly by QR, while the rounding is changed. Pieces are returned for
   * cash or for other goods.
   */
  {
    name: 'rounded cash',
    start: (functions) => packAndMisc(functions, { faults: 0, payments: 1, elsewhere: 1, actions: 7 }),
    payBy: ['P2P'],
    parts: [],
    actions: actions('charge', 'cash', 'part in cash', 'return', 'round', 'exchange', 'decide'),
  },
]
