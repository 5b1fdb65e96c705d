import { NO_MONEY } from '../../shared/money.ts'
import type { Retiring, SaleEvent, SaleState, SeenPayment } from '../../shared/sale.ts'
import { unfit } from './event-does-not-fit.ts'
import { settled } from './evolve-sold.ts'
import { paidSum } from './payments.ts'

type Invoicing = Extract<SaleState, { name: 'invoicing' }>

export function afterInvoicing(state: Invoicing, at: number, event: SaleEvent): SaleState {
  const { attempt } = state.step
  const { total, due, cash, shape } = state
  switch (event.kind) {
    case 'invoice-requested':
      return { ...state, step: { name: 'requested', attempt: event.attempt } }
    case 'invoice-created':
      return { name: 'awaiting-payment', total, due, cash, shape, invoice: event.invoice, shownAt: at }
    case 'invoice-unknown':
      return { ...state, step: { name: 'unknown', attempt, failure: event.failure, absentTimes: 0 } }
    case 'invoice-absent':
      return state.step.name === 'unknown'
        ? { ...state, step: { ...state.step, absentTimes: state.step.absentTimes + 1 } }
        : unfit(event.kind, state.name)
    case 'invoice-waiting':
      return { ...state, step: { name: 'waiting', attempt, failure: event.failure } }
    case 'invoice-refused':
      return { name: 'open', failure: event.failure, cash }
    case 'charge-withdrawal-asked':
      return { ...state, withdrawing: true }
    case 'charge-withdrawn':
      return { name: 'open', failure: null, cash }
    case 'cash-taken':
      return { ...state, cash: [...cash, event.tender] }
    case 'paid':
      return settled({ ...event, at, total, cash, charged: null, retiring: retiringUnmade(state) })
    default:
      return unfit(event.kind, state.name)
  }
}

/** A request that is out, or whose answer was lost, may have made an invoice. */
function retiringUnmade({ step }: Invoicing): Retiring | null {
  switch (step.name) {
    case 'waiting':
      return null
    case 'requested':
      return { step: 'unknown', failure: null, absentTimes: 0 }
    case 'unknown':
      return { step: 'unknown', failure: step.failure, absentTimes: step.absentTimes }
  }
}

type Shown = Extract<SaleState, { name: 'awaiting-payment' | 'partly-paid' | 'cancelling' }>

const paymentsOf = (state: Shown): readonly SeenPayment[] =>
  state.name === 'awaiting-payment' ? [] : state.payments

export function afterShown(state: Shown, at: number, event: SaleEvent): SaleState {
  const { total, due, cash, shape, invoice, shownAt } = state
  const invoiced = { total, due, cash, shape, invoice, shownAt }
  const payments = paymentsOf(state)
  switch (event.kind) {
    case 'payments-seen':
      return state.name === 'cancelling'
        ? { ...state, payments: event.payments, paid: paidSum(event.payments) }
        : shownWith(invoiced, event.payments)
    case 'cash-taken':
      return { ...state, cash: [...cash, event.tender] }
    case 'paid':
      return settled({
        ...event,
        at,
        total,
        cash,
        charged: invoiced,
        retiring: paidSum(event.payments) >= due ? null : retiringShown(state),
      })
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
    case 'work-given-up':
      return event.work === 'cancellation' ? shownWith(invoiced, payments) : unfit(event.kind, state.name)
    case 'invoice-cancelled':
      return { name: 'cancelled', at, ...invoiced, watchUntil: event.watchUntil, payments }
    default:
      return unfit(event.kind, state.name)
  }
}

/** What was under way for the cancellation goes on for it. */
function retiringShown(state: Shown): Retiring {
  if (state.name !== 'cancelling') return { step: 'due', failure: null }
  if (state.step === 'requested') return { step: 'requested' }
  return state.step === 'unknown' && state.failure !== null
    ? { step: 'cancel-unknown', failure: state.failure }
    : { step: 'due', failure: state.failure }
}

type Invoiced = Pick<Shown, 'total' | 'due' | 'cash' | 'shape' | 'invoice' | 'shownAt'>

function shownWith(invoiced: Invoiced, payments: readonly SeenPayment[]): SaleState {
  const paid = paidSum(payments)
  return paid > NO_MONEY
    ? { name: 'partly-paid', ...invoiced, payments, paid }
    : { name: 'awaiting-payment', ...invoiced }
}
