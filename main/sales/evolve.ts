/**
 * What a sale's events add up to. Pure: the same events always make the same sale, so a restart, a test and the
 * screen all see one truth. An event that does not fit the state is a mistake in the program, and throws: nothing is
 * written then.
 */
import { NO_MONEY } from '../../shared/money.ts'
import type { EReceipt, PrintStep, Sale, SaleEvent, SaleState, SeenPayment } from '../../shared/sale.ts'
import { paidSum, surplusOf } from './payments.ts'
import { totalOf } from './totals.ts'

export class EventDoesNotFit extends Error {
  constructor(kind: string, state: string) {
    super(`event "${kind}" does not fit a sale that is "${state}"`)
    this.name = 'EventDoesNotFit'
  }
}

/** Takes the sale through several events, each at the given time. */
export const evolveAll = (sale: Sale | null, id: string, at: number, events: readonly SaleEvent[]): Sale =>
  events.reduce<Sale | null>((before, event) => evolve(before, id, at, event), sale) ??
  fail('nothing', 'nothing')

function evolve(sale: Sale | null, id: string, at: number, event: SaleEvent): Sale {
  if (event.kind === 'opened') {
    if (sale !== null) return fail(event.kind, sale.state.name)
    const { terminal, day, sequence, senderInvoiceNo } = event
    return {
      id,
      terminal,
      day,
      sequence,
      senderInvoiceNo,
      openedAt: at,
      lines: [],
      receiver: { kind: 'individual' },
      state: { name: 'open', failure: null },
      version: 1,
    }
  }
  if (sale === null) return fail(event.kind, 'not opened')
  const next = { ...sale, version: sale.version + 1 }
  if (sale.state.name === 'open') {
    const cart = cartAfter(next, event)
    if (cart) return { ...cart, state: { name: 'open', failure: null } }
  }
  return { ...next, state: stateAfter(sale, at, event) }
}

/** The goods and the receiver, which change only while the sale is open. Null where the event is not about them. */
function cartAfter(sale: Sale, event: SaleEvent): Sale | null {
  switch (event.kind) {
    case 'line-added':
      return { ...sale, lines: [...sale.lines, event.line] }
    case 'line-changed':
      return {
        ...sale,
        lines: sale.lines.map((line) =>
          line.id === event.lineId
            ? { ...line, quantity: event.quantity, unitPrice: event.unitPrice, amount: event.amount }
            : line,
        ),
      }
    case 'line-removed':
      return { ...sale, lines: sale.lines.filter((line) => line.id !== event.lineId) }
    case 'receiver-set':
      return { ...sale, receiver: event.receiver }
    default:
      return null
  }
}

function stateAfter(sale: Sale, at: number, event: SaleEvent): SaleState {
  const { state } = sale
  switch (state.name) {
    case 'open':
      return afterOpen(sale, at, event)
    case 'invoicing':
      return afterInvoicing(state, at, event)
    case 'awaiting-payment':
    case 'partly-paid':
    case 'cancelling':
      return afterShown(state, at, event)
    case 'cancelled':
    case 'paid-late':
      return afterCancelled(state, at, event)
    case 'receipting':
    case 'receipt-owed':
    case 'completed':
      return afterPaid(state, at, event)
  }
}

function afterOpen(sale: Sale, at: number, event: SaleEvent): SaleState {
  switch (event.kind) {
    case 'invoice-requested':
      return {
        name: 'invoicing',
        total: event.total,
        shape: event.shape,
        step: { name: 'requested', attempt: event.attempt },
        withdrawing: false,
      }
    case 'discarded':
      return {
        name: 'cancelled',
        at,
        total: totalOf(sale.lines),
        invoice: null,
        watchUntil: at,
        payments: [],
        shape: null,
        shownAt: null,
      }
    default:
      return fail(event.kind, 'open')
  }
}

function afterInvoicing(
  state: Extract<SaleState, { name: 'invoicing' }>,
  at: number,
  event: SaleEvent,
): SaleState {
  const { attempt } = state.step
  switch (event.kind) {
    case 'invoice-requested':
      return { ...state, step: { name: 'requested', attempt: event.attempt } }
    case 'invoice-created':
      return {
        name: 'awaiting-payment',
        total: state.total,
        shape: state.shape,
        invoice: event.invoice,
        shownAt: at,
      }
    case 'invoice-unknown':
      return { ...state, step: { name: 'unknown', attempt, failure: event.failure, absentTimes: 0 } }
    case 'invoice-absent':
      return state.step.name === 'unknown'
        ? { ...state, step: { ...state.step, absentTimes: state.step.absentTimes + 1 } }
        : fail(event.kind, state.name)
    case 'invoice-waiting':
      return { ...state, step: { name: 'waiting', attempt, failure: event.failure } }
    case 'invoice-refused':
      return { name: 'open', failure: event.failure }
    case 'charge-withdrawal-asked':
      return { ...state, withdrawing: true }
    case 'charge-withdrawn':
      return { name: 'open', failure: null }
    default:
      return fail(event.kind, state.name)
  }
}

type Shown = Extract<SaleState, { name: 'awaiting-payment' | 'partly-paid' | 'cancelling' }>

const paymentsOf = (state: Shown): readonly SeenPayment[] =>
  state.name === 'awaiting-payment' ? [] : state.payments

function afterShown(state: Shown, at: number, event: SaleEvent): SaleState {
  const { total, shape, invoice, shownAt } = state
  const invoiced = { total, shape, invoice, shownAt }
  const payments = paymentsOf(state)
  switch (event.kind) {
    case 'payments-seen':
      return state.name === 'cancelling'
        ? { ...state, payments: event.payments, paid: paidSum(event.payments) }
        : shownWith(invoiced, event.payments)
    case 'paid':
      return settled(invoiced, at, event.payments, event.receiptsDue)
    case 'cancel-requested':
      return {
        name: 'cancelling',
        ...invoiced,
        step: 'requested',
        failure: null,
        payments,
        paid: paidSum(payments),
      }
    case 'cancel-unknown':
    case 'cancel-waiting':
      return {
        name: 'cancelling',
        ...invoiced,
        step: event.kind === 'cancel-unknown' ? 'unknown' : 'waiting',
        failure: event.failure,
        payments,
        paid: paidSum(payments),
      }
    case 'cancel-refused':
      return shownWith(invoiced, payments)
    case 'invoice-cancelled':
      return { name: 'cancelled', at, ...invoiced, watchUntil: event.watchUntil, payments }
    default:
      return fail(event.kind, state.name)
  }
}

type Invoiced = Pick<Shown, 'total' | 'shape' | 'invoice' | 'shownAt'>

function shownWith(invoiced: Invoiced, payments: readonly SeenPayment[]): SaleState {
  const paid = paidSum(payments)
  return paid > NO_MONEY
    ? { name: 'partly-paid', ...invoiced, payments, paid }
    : { name: 'awaiting-payment', ...invoiced }
}

function settled(
  invoiced: Invoiced,
  at: number,
  payments: readonly SeenPayment[],
  receiptsDue: readonly string[],
): SaleState {
  const paid = paidSum(payments)
  return {
    name: 'receipting',
    ...invoiced,
    payments,
    paid,
    surplus: surplusOf(paid, invoiced.total),
    paidAt: at,
    ereceipts: receiptsDue.map((paymentId) => ({ step: 'due', paymentId, failure: null })),
    print: { step: 'not yet' },
  }
}

function afterCancelled(
  state: Extract<SaleState, { name: 'cancelled' | 'paid-late' }>,
  at: number,
  event: SaleEvent,
): SaleState {
  const { total, shape, invoice, shownAt } = state
  if (invoice === null || shape === null || shownAt === null) return fail(event.kind, state.name)
  const invoiced = { total, shape, invoice, shownAt }
  switch (event.kind) {
    case 'payments-seen':
      return state.name === 'cancelled'
        ? { ...state, payments: event.payments }
        : fail(event.kind, state.name)
    case 'paid-late':
      return {
        name: 'paid-late',
        ...invoiced,
        payments: event.payments,
        paid: paidSum(event.payments),
        foundAt: at,
        settled: false,
      }
    case 'late-money-settled':
      return state.name === 'paid-late' ? { ...state, settled: true } : fail(event.kind, state.name)
    case 'paid':
      return settled(invoiced, at, event.payments, event.receiptsDue)
    default:
      return fail(event.kind, state.name)
  }
}

type Settled = Extract<SaleState, { name: 'receipting' | 'receipt-owed' | 'completed' }>

function afterPaid(state: Settled, at: number, event: SaleEvent): SaleState {
  switch (event.kind) {
    case 'ereceipt-requested':
      return withReceipt(state, at, event.paymentId, (had) => ({
        step: 'requested',
        paymentId: had.paymentId,
        failure: 'failure' in had ? had.failure : null,
      }))
    case 'ereceipt-issued':
      return withReceipt(state, at, event.ereceipt.paymentId, () => event.ereceipt)
    case 'ereceipt-delayed':
    case 'ereceipt-refused':
      return withReceipt(state, at, event.paymentId, ({ paymentId }) => ({
        step: event.kind === 'ereceipt-refused' ? 'refused' : 'due',
        paymentId,
        failure: event.failure,
      }))
    case 'receipt-retried':
      return arranged(state, at, {
        ereceipts: state.ereceipts.map((had) =>
          had.step === 'refused' ? { step: 'due', paymentId: had.paymentId, failure: null } : had,
        ),
        print: { step: 'not yet' },
      })
    case 'receipt-queued':
      return arranged(state, at, { print: { step: 'queued', jobId: event.jobId, failure: null } })
    case 'receipt-delayed':
      return arranged(state, at, { print: { step: 'queued', jobId: event.jobId, failure: event.failure } })
    case 'receipt-printed':
      return arranged(state, at, { print: { step: 'printed', jobId: event.jobId, at } })
    default:
      return fail(event.kind, state.name)
  }
}

function withReceipt(
  state: Settled,
  at: number,
  paymentId: string,
  change: (had: EReceipt) => EReceipt,
): SaleState {
  return arranged(state, at, {
    ereceipts: state.ereceipts.map((had) => (had.paymentId === paymentId ? change(had) : had)),
  })
}

/** A paid sale is completed once every e-receipt is issued and the paper is out; owed when one was refused. */
function arranged(
  state: Settled,
  at: number,
  change: { readonly ereceipts?: readonly EReceipt[]; readonly print?: PrintStep },
): SaleState {
  const { total, shape, invoice, shownAt, payments, paid, surplus, paidAt, ereceipts, print } = {
    ...state,
    ...change,
  }
  const facts = { total, shape, invoice, shownAt, payments, paid, surplus, paidAt, ereceipts, print }
  if (
    facts.print.step !== 'printed' ||
    facts.ereceipts.some((one) => one.step === 'due' || one.step === 'requested')
  )
    return { ...facts, name: 'receipting' }
  const refused = facts.ereceipts.find((one) => one.step === 'refused')
  return refused
    ? { ...facts, name: 'receipt-owed', failure: refused.failure }
    : { ...facts, name: 'completed', at }
}

function fail(kind: string, state: string): never {
  throw new EventDoesNotFit(kind, state)
}
