import { failure } from '../../shared/failure.ts'
import type { Money } from '../../shared/money.ts'
import type {
  CashTender,
  EReceipt,
  Invoice,
  InvoiceShape,
  PrintStep,
  Retiring,
  SaleEvent,
  SaleState,
  SeenPayment,
} from '../../shared/sale.ts'
import { unfit } from './event-does-not-fit.ts'
import { surplusOf, takenSum } from './payments.ts'

export type Sold = Extract<SaleState, { name: 'receipting' | 'receipt-owed' | 'completed' }>

type Settling = {
  readonly at: number
  readonly total: Money
  readonly cash: readonly CashTender[]
  readonly payments: readonly SeenPayment[]
  readonly receiptsDue: readonly string[]
  readonly watchUntil?: number
  readonly charged: {
    readonly invoice: Invoice
    readonly shape: InvoiceShape
    readonly shownAt: number
  } | null
  readonly retiring: Retiring | null
}

/** The sale is sold: now its e-receipts and its paper. */
export function settled({ at, total, cash, payments, charged, retiring, ...paid }: Settling): SaleState {
  const taken = takenSum(cash, payments)
  return {
    name: 'receipting',
    total,
    cash,
    invoice: charged?.invoice ?? null,
    shape: charged?.shape ?? null,
    shownAt: charged?.shownAt ?? null,
    payments,
    paid: taken,
    surplus: surplusOf(taken, total),
    paidAt: at,
    ereceipts: paid.receiptsDue.map((paymentId) => ({ step: 'due', paymentId, failure: null })),
    print: { step: 'not yet' },
    retiring,
    watchUntil: paid.watchUntil ?? 0,
  }
}

export function afterSold(state: Sold, at: number, event: SaleEvent): SaleState {
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
    case 'copy-queued':
      return state
    case 'receipt-delayed':
      return arranged(state, at, { print: { step: 'queued', jobId: event.jobId, failure: event.failure } })
    case 'receipt-printed':
      return arranged(state, at, { print: { step: 'printed', jobId: event.jobId, at } })
    case 'work-given-up':
      return givenUp(state, at, event.work)
    case 'payments-seen': {
      const paid = takenSum(state.cash, event.payments)
      return { ...state, payments: event.payments, paid, surplus: surplusOf(paid, state.total) }
    }
    case 'watch-ended':
      return { ...state, watchUntil: 0 }
    default:
      return afterRetiring(state, at, event)
  }
}

/** How often a number must be absent from the list, and how long apart, before it counts as never made: the lost request may still be on its way. */
export const ABSENT_TIMES = 2

/** The invoice that is not needed any more, on its own way out. */
function afterRetiring(state: Sold, at: number, event: SaleEvent): SaleState {
  const { retiring } = state
  if (retiring === null) return unfit(event.kind, state.name)
  const now = (changed: Retiring): SaleState => ({ ...state, retiring: changed })
  switch (event.kind) {
    case 'invoice-created':
      return { ...state, invoice: event.invoice, shownAt: at, retiring: { step: 'due', failure: null } }
    case 'invoice-unknown':
      return now({ step: 'unknown', failure: event.failure, absentTimes: 0 })
    case 'invoice-absent': {
      const absentTimes = retiring.step === 'unknown' ? retiring.absentTimes + 1 : 1
      const { failure: why } = retiring.step === 'unknown' ? retiring : { failure: null }
      return now(
        absentTimes < ABSENT_TIMES ? { step: 'unknown', failure: why, absentTimes } : { step: 'absent' },
      )
    }
    case 'invoice-waiting':
    case 'invoice-refused':
      return now({ step: 'absent' })
    case 'cancel-requested':
      return now({ step: 'requested' })
    case 'cancel-unknown':
      return now({ step: 'cancel-unknown', failure: event.failure })
    case 'cancel-waiting':
      return now({ step: 'due', failure: event.failure })
    case 'cancel-refused':
      return now({ step: 'kept', failure: event.failure })
    case 'invoice-cancelled':
      return {
        ...state,
        retiring: { step: 'cancelled' },
        watchUntil: Math.max(state.watchUntil, event.watchUntil),
      }
    default:
      return unfit(event.kind, state.name)
  }
}

function givenUp(state: Sold, at: number, work: string): SaleState {
  switch (work) {
    case 'e-receipt':
      return arranged(state, at, {
        ereceipts: state.ereceipts.map((had) =>
          had.step === 'due' || had.step === 'requested'
            ? { step: 'refused', paymentId: had.paymentId, failure: failure('GIVEN_UP') }
            : had,
        ),
      })
    case 'print':
      return arranged(state, at, {
        print: { step: 'given-up', jobId: 'jobId' in state.print ? state.print.jobId : null },
      })
    case 'cancellation':
      return state.retiring === null
        ? unfit('work-given-up', state.name)
        : { ...state, retiring: { step: 'kept', failure: failure('GIVEN_UP') } }
    default:
      return unfit('work-given-up', state.name)
  }
}

function withReceipt(
  state: Sold,
  at: number,
  paymentId: string,
  change: (had: EReceipt) => EReceipt,
): SaleState {
  return arranged(state, at, {
    ereceipts: state.ereceipts.map((had) => (had.paymentId === paymentId ? change(had) : had)),
  })
}

/** Its e-receipts changed by a return: a sale that is completed stays so, unless there is something to print anew. */
export function rearranged(
  state: Sold,
  at: number,
  change: (had: EReceipt) => EReceipt,
  print?: PrintStep,
): SaleState {
  const ereceipts = state.ereceipts.map(change)
  if (state.name === 'completed' && print === undefined) return { ...state, ereceipts }
  return arranged(state, at, { ereceipts, ...(print === undefined ? {} : { print }) })
}

/** A paid sale is completed once every e-receipt is issued and the paper is out; owed when one was refused. */
function arranged(
  before: Sold,
  at: number,
  change: { readonly ereceipts?: readonly EReceipt[]; readonly print?: PrintStep },
): SaleState {
  const { name: _name, ...had } = before
  const { failure: _failure, at: _at, ...same } = had as typeof had & { failure?: unknown; at?: unknown }
  const facts = { ...same, ...change }
  const paperIsOut = facts.print.step === 'printed' || facts.print.step === 'given-up'
  if (!paperIsOut || facts.ereceipts.some((one) => one.step === 'due' || one.step === 'requested'))
    return { ...facts, name: 'receipting' }
  const refused = facts.ereceipts.find((one) => one.step === 'refused')
  return refused
    ? { ...facts, name: 'receipt-owed', failure: refused.failure }
    : { ...facts, name: 'completed', at }
}
