/**
 * What the service answers to a step: each possible outcome of the request ("fate"), and what the product's own
 * functions make of it.
 */

import { type FailureName, failure } from '../../../shared/failure.ts'
import type { Money } from '../../../shared/money/money.ts'
import type { Outcome } from '../../../shared/sale/answers.ts'
import type { Answer, FoundInvoice, InvoiceStanding, IssuedReceipt } from '../../../shared/sale/providers.ts'
import type { Receiver, Sale, SaleEvent, SaleInvoice, SeenPayment } from '../../../shared/sale/sale.ts'
import { canStillBePaid, isMonitored, type Step } from '../../../shared/sale/steps.ts'
import { type Functions, POLICY } from './functions.ts'
import {
  activeReceipt,
  cancel,
  create,
  firstRowOf,
  giveBack,
  isPaid,
  issue,
  rowOf,
  type Truth,
  voidReceipt,
} from './truth.ts'

type Made = NonNullable<SaleInvoice['invoice']>
type Found = {
  readonly rows: readonly FoundInvoice[]
  readonly whole: boolean
  /** The invoice was read for the last time, and has no QR. */
  readonly bare?: boolean
}
type Look = { readonly seen: readonly SeenPayment[]; readonly standing: InvoiceStanding | 'gone' }
/** A look of a monitoring round. For an invoice that is `leftOpen` the terminal also asks for its state. */
type RoundLook = Look & { readonly no: number; readonly leftOpen: boolean }
type RoundList = { readonly no: number; readonly rows: readonly FoundInvoice[] }

export type Reply =
  | { readonly of: 'create'; readonly answer: Answer<Made> }
  | { readonly of: 'list'; readonly found: Found | null }
  | { readonly of: 'check'; readonly seen: readonly SeenPayment[] | null }
  | { readonly of: 'monitor'; readonly looks: readonly RoundLook[]; readonly lists: readonly RoundList[] }
  | { readonly of: 'cancel'; readonly answer: Answer<null> }
  | { readonly of: 'look'; readonly look: Look | null }
  | { readonly of: 'e-receipt'; readonly answer: Answer<IssuedReceipt | 'early'> }
  | { readonly of: 'void'; readonly answer: Answer<'voided' | 'absent'> }
  | { readonly of: 'refund'; readonly answer: Answer<null> }
  | { readonly of: 'payment'; readonly answer: Answer<SeenPayment | null> }

/** What a request meets: the sale as the terminal knows it, and the service. */
type Asked = { readonly sale: Sale; readonly truth: Truth }

export type Fated = {
  readonly fate: string
  /** How much of the budget of faults it uses. */
  readonly costs: number
  readonly reply: Reply
  readonly truth: Truth
}

const ok = <Value>(value: Value): Answer<Value> => ({ ok: true, value })
const refused = (name: FailureName, { outcomeUnknown = false, repeatable = false }): Answer<never> => ({
  ok: false,
  why: { failure: failure(name), outcomeUnknown, repeatable },
})
const LOST = refused('TIMEOUT', { outcomeUnknown: true, repeatable: true })
const UNSENT = refused('NO_CONNECTION', { repeatable: true })
const DENIED = refused('REQUEST_REFUSED', {})

/**
 * The fates of a request that changes something: done, done with the answer lost, lost on the way, never sent, refused,
 * and refused although done.
 */
function changing<Value>(
  truth: Truth,
  work: { readonly done: Truth; readonly answer: Answer<Value>; readonly denies?: boolean },
  asReply: (answer: Answer<Value>) => Reply,
): readonly Fated[] {
  const { done, answer, denies = true } = work
  const fates: readonly (readonly [string, number, Answer<Value>, Truth])[] = [
    ['done', 0, answer, done],
    ['done, the answer lost', 1, LOST, done],
    ['lost on the way', 1, LOST, truth],
    ['never sent', 1, UNSENT, truth],
    ...(denies
      ? ([
          ['refused', 1, DENIED, truth],
          ['refused although done', 1, DENIED, done],
        ] as const)
      : []),
  ]
  return fates.map(([fate, costs, told, after]) => ({ fate, costs, reply: asReply(told), truth: after }))
}

export function repliesTo({ sale, truth }: Asked, step: Step): readonly Fated[] {
  switch (step.do) {
    case 'create invoice':
    case 'ask for invoice again':
      return creating(truth, partOf(sale, step.no))
    case 'look up invoice':
    case 'list number again':
      return listing(truth, partOf(sale, step.no).number)
    case 'check payments':
      return looking(truth, idOf(sale, step.no), (seen) => ({ of: 'check', seen }))
    case 'monitor':
      return monitoring(sale, truth)
    case 'cancel invoice':
    case 'ask for cancellation again':
      return cancelling(truth, idOf(sale, step.no))
    case 'find out about cancellation':
      return looking(truth, idOf(sale, step.no), (seen) => ({
        of: 'look',
        look: seen && { seen, standing: standingOf(truth, idOf(sale, step.no)) },
      }))
    case 'create e-receipt':
      return issuing(truth, step.paymentId, sale.receiver.kind)
    case 'void e-receipt':
      return changing(
        truth,
        {
          done: voidReceipt(truth, step.paymentId),
          answer: ok(activeReceipt(truth, step.paymentId) ? ('voided' as const) : ('absent' as const)),
        },
        (answer) => ({ of: 'void', answer }),
      )
    case 'refund payment':
      return refunding(sale, truth, step)
    case 'find out about refund':
      return foundOut(sale, truth, step)
    default:
      return []
  }
}

const partOf = (sale: Sale, no: number): SaleInvoice => {
  const part = sale.invoices.find((one) => one.no === no)
  if (!part) throw new Error(`no invoice ${no}`)
  return part
}
const idOf = (sale: Sale, no: number): string => partOf(sale, no).invoice?.invoiceId ?? ''

const faceOf = (id: string): Made => ({ invoiceId: id, qrText: `qr-${id}`, shortUrl: null, banks: [] })

function creating(truth: Truth, { number, amount }: SaleInvoice): readonly Fated[] {
  const asked = amount ?? (0 as Money)
  const isUsed = truth.invoices.some((one) => one.number === number)
  const done = create(truth, number, asked)
  const made = done.invoices.at(-1)?.id ?? ''
  const reply = (answer: Answer<Made>): Reply => ({ of: 'create', answer })
  // The service refuses a second create under a used number, with a code that the contract does not name.
  if (isUsed)
    return [
      { fate: 'refused, the number is used', costs: 0, truth, reply: reply({ ok: false, why: MAY_EXIST }) },
      { fate: 'made again under the same number', costs: 1, truth: done, reply: reply(ok(faceOf(made))) },
    ]
  const late = { ...truth, late: [...truth.late, { number, amount: asked }] }
  return [
    ...changing(truth, { done, answer: ok(faceOf(made)) }, reply).filter(
      ({ fate }) => fate !== 'refused although done',
    ),
    { fate: 'lost, and on its way still', costs: 1, truth: late, reply: reply(LOST) },
  ]
}

const MAY_EXIST = { failure: failure('REQUEST_REFUSED'), outcomeUnknown: true, repeatable: false }

function listing(truth: Truth, number: string): readonly Fated[] {
  const rows = rowsUnder(truth, number)
  const list = (found: Found | null): Reply => ({ of: 'list', found })
  return [
    { fate: 'whole', costs: 0, truth, reply: list({ rows, whole: true }) },
    { fate: 'not through', costs: 1, truth, reply: list(null) },
    ...(rows.length === 0
      ? []
      : [
          { fate: 'short, and says so', costs: 1, truth, reply: list({ rows: [], whole: false }) },
          // The list lags: it lacks an invoice that was made a moment ago. Two such lists in a row count as proof of
          // absence.
          { fate: 'late', costs: 1, truth, reply: list({ rows: rows.slice(0, -1), whole: true }) },
          { fate: 'without a QR', costs: 1, truth, reply: list({ rows, whole: true, bare: true }) },
        ]),
  ]
}

const rowsUnder = (truth: Truth, number: string): readonly FoundInvoice[] =>
  truth.invoices
    .filter((one) => one.number === number)
    .map(({ id, amount }) => ({ invoiceId: id, amount, standing: standingOf(truth, id) }))

function standingOf(truth: Truth, id: string): InvoiceStanding {
  const invoice = truth.invoices.find((one) => one.id === id)
  if (invoice?.cancelled) return 'cancelled'
  return isPaid(truth, id) ? 'paid' : 'open'
}

type Read = { readonly fate: string; readonly costs: number; readonly seen: readonly SeenPayment[] | null }

/** The fates of a check: true, failed, without one row, or with one row as it was first listed. */
function reads(truth: Truth, invoiceId: string): readonly Read[] {
  const of = truth.payments.filter((payment) => payment.invoiceId === invoiceId)
  const seen = of.map(rowOf)
  return [
    { fate: 'true', costs: 0, seen },
    { fate: 'not through', costs: 1, seen: null },
    ...of.map((payment) => ({
      fate: `without ${payment.id}`,
      costs: 1,
      seen: seen.filter(({ paymentId }) => paymentId !== payment.id),
    })),
    ...of
      .filter(({ paid, held }) => held < paid)
      .map((payment) => ({
        fate: `${payment.id} as it was`,
        costs: 1,
        seen: seen.map((row) => (row.paymentId === payment.id ? firstRowOf(payment) : row)),
      })),
  ]
}

const looking = (truth: Truth, invoiceId: string, asReply: (seen: Read['seen']) => Reply): readonly Fated[] =>
  reads(truth, invoiceId).map(({ fate, costs, seen }) => ({ fate, costs, truth, reply: asReply(seen) }))

/** The fates of a monitoring round: all looks are true, or one of them is wrong. */
function monitoring(sale: Sale, truth: Truth): readonly Fated[] {
  const { known, mayAppear } = isMonitored(sale) ?? { known: [], mayAppear: [] }
  const lists = mayAppear.map(({ no, number }) => ({ no, rows: rowsUnder(truth, number) }))
  const exact = known.map((one): RoundLook => {
    const id = one.invoice?.invoiceId ?? ''
    return {
      no: one.no,
      leftOpen: canStillBePaid(sale, one),
      seen: truth.payments.filter((payment) => payment.invoiceId === id).map(rowOf),
      standing: standingOf(truth, id),
    }
  })
  const wrong = exact.flatMap((look) =>
    reads(truth, idOf(sale, look.no)).flatMap(({ fate, costs, seen }) =>
      costs === 0 || seen === null
        ? []
        : [{ fate, looks: exact.map((one) => (one === look ? { ...look, seen } : one)) }],
    ),
  )
  return [
    { fate: 'true', costs: 0, truth, reply: { of: 'monitor', looks: exact, lists } },
    ...wrong.map(
      ({ fate, looks }): Fated => ({
        fate,
        costs: 1,
        truth,
        reply: { of: 'monitor', looks, lists },
      }),
    ),
  ]
}

function cancelling(truth: Truth, id: string): readonly Fated[] {
  const asReply = (answer: Answer<null>): Reply => ({ of: 'cancel', answer })
  // The service cancels only unpaid invoices.
  if (isPaid(truth, id))
    return [
      { fate: 'refused, it is paid', costs: 0, truth, reply: asReply(refused('INVOICE_PAID', {})) },
      { fate: 'lost on the way', costs: 1, truth, reply: asReply(LOST) },
    ]
  return changing(truth, { done: cancel(truth, id), answer: ok(null) }, asReply)
}

function issuing(truth: Truth, paymentId: string, receiver: Receiver['kind']): readonly Fated[] {
  const payment = truth.payments.find(({ id }) => id === paymentId)
  const asReply = (answer: Answer<IssuedReceipt | 'early'>): Reply => ({ of: 'e-receipt', answer })
  if (!payment || payment.held === 0)
    return [{ fate: 'not paid', costs: 0, truth, reply: asReply(ok('early')) }]
  const done = issue(truth, paymentId, receiver)
  const { id = '', receiver: told = receiver } = activeReceipt(done, paymentId) ?? {}
  const wrong = told === receiver ? null : told
  const receipt = (invalidReason: string | null): IssuedReceipt => ({
    ereceiptId: id,
    printedId: id,
    issuedAt: null,
    amount: payment.paid,
    vat: 0 as Money,
    cityTax: 0 as Money,
    lottery: 'L',
    qrData: 'Q',
    invalidReason,
  })
  return [
    ...changing(truth, { done, answer: ok(receipt(wrong)) }, asReply),
    { fate: 'too early', costs: 1, truth, reply: asReply(ok('early')) },
    { fate: 'issued, and told as inactive', costs: 1, truth: done, reply: asReply(ok(receipt('VOID'))) },
  ]
}

type OfRefund = Extract<Step, { do: 'refund payment' | 'find out about refund' }>

function paymentOf(sale: Sale, { returnId, partId }: OfRefund): string {
  const one = sale.returns.find(({ id }) => id === returnId)
  return one?.parts.find(({ id }) => id === partId)?.paymentId ?? ''
}

function refunding(sale: Sale, truth: Truth, step: OfRefund): readonly Fated[] {
  const payment = truth.payments.find(({ id }) => id === paymentOf(sale, step))
  const asReply = (answer: Answer<null>): Reply => ({ of: 'refund', answer })
  if (!payment || payment.held === 0)
    return [{ fate: 'given back before', costs: 0, truth, reply: asReply(ok(null)) }]
  const done = giveBack(truth, payment.id, { amount: payment.held, byUs: true })
  return changing(truth, { done, answer: ok(null) }, asReply)
}

function foundOut(sale: Sale, truth: Truth, step: OfRefund): readonly Fated[] {
  const payment = truth.payments.find(({ id }) => id === paymentOf(sale, step))
  const asReply = (answer: Answer<SeenPayment | null>): Reply => ({ of: 'payment', answer })
  return [
    { fate: 'true', costs: 0, truth, reply: asReply(ok(payment ? rowOf(payment) : null)) },
    { fate: 'unknown there', costs: 1, truth, reply: asReply(ok(null)) },
    { fate: 'not through', costs: 1, truth, reply: asReply(UNSENT) },
  ]
}

/** Applies the product's function to an answer, as effects.ts does. */
export function deliver(functions: Functions, sale: Sale, step: Step, reply: Reply): readonly SaleEvent[] {
  return outcomeOf(functions, sale, step, reply).events
}

/** A limit of tries that is never reached. Reaching it is a fault of another kind. */
const OFTEN = () => 100

const EACH_COUNTS = 'own pace'

const NOTHING: Outcome = { events: [], next: 'retry' }

function outcomeOf(functions: Functions, sale: Sale, step: Step, reply: Reply): Outcome {
  const no = 'no' in step ? step.no : 0
  switch (reply.of) {
    case 'create':
      return functions.created(no, reply.answer)
    case 'list':
      return reply.found === null ? NOTHING : listed(functions, sale, { step, no, found: reply.found })
    case 'check':
      return reply.seen === null
        ? NOTHING
        : { events: functions.checked(sale, no, reply.seen, POLICY, EACH_COUNTS), next: 'throttled' }
    case 'monitor':
      return round(functions, sale, reply)
    case 'cancel':
      return functions.cancelled(no, reply.answer, POLICY)
    case 'look':
      return reply.look === null ? NOTHING : functions.cancellationFoundOut(sale, no, reply.look, POLICY)
    case 'e-receipt':
      return step.do === 'create e-receipt'
        ? functions.receiptIssued(sale, step.paymentId, reply.answer, OFTEN)
        : NOTHING
    case 'void':
      return step.do === 'void e-receipt' ? functions.receiptVoided(sale, step, reply.answer, OFTEN) : NOTHING
    case 'refund':
      return step.do === 'refund payment'
        ? functions.refunded(sale, step, { how: 'refunded', answer: reply.answer }, POLICY)
        : NOTHING
    case 'payment':
      return step.do === 'find out about refund'
        ? functions.refundFoundOut(sale, step, reply.answer)
        : NOTHING
  }
}

type Listed = { readonly step: Step; readonly no: number; readonly found: Found }

function listed(functions: Functions, sale: Sale, { step, no, found }: Listed): Outcome {
  if (step.do !== 'look up invoice') return functions.extrasFound(sale, no, found.rows)
  const { made } = functions.lookUp(sale, no, found.rows)
  const detail = made && {
    standing: made.standing,
    amount: made.amount,
    invoice: { ...faceOf(made.invoiceId), ...(found.bare ? { qrText: '' } : {}) },
  }
  return functions.lookedUp(sale, no, { ...found, detail }, { policy: POLICY, times: OFTEN })
}

/** Decides each look on the sale as the look before it left it. */
function round(
  functions: Functions,
  sale: Sale,
  { looks, lists }: Extract<Reply, { of: 'monitor' }>,
): Outcome {
  const events: SaleEvent[] = []
  let now = sale
  const take = (more: readonly SaleEvent[]): void => {
    events.push(...more)
    if (more.length > 0) now = functions.foldAll(now, now.id, 0, more)
  }
  for (const { no, leftOpen, ...look } of looks)
    take(
      leftOpen
        ? functions.cancellationFoundOut(now, no, look, POLICY).events
        : functions.checked(now, no, look.seen, POLICY, EACH_COUNTS),
    )
  for (const { no, rows } of lists) take(functions.extrasFound(now, no, rows).events)
  return { events, next: 'throttled' }
}
