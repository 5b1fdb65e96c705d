import { money, NO_MONEY } from '../../shared/money.ts'
import type { SaleEvent, SaleState, SeenPayment } from '../../shared/sale.ts'
import { unfit } from './event-does-not-fit.ts'
import { settled } from './evolve-sold.ts'
import { paidSum } from './payments.ts'

type Cancelled = Extract<SaleState, { name: 'cancelled' | 'paid-late' }>

/** What went back at the service was, of all of it, given back first: no payer is owed a sum below nothing. */
function latePaid(payments: readonly SeenPayment[], before: Cancelled) {
  const paid = paidSum(payments)
  const givenBack = before.name === 'paid-late' ? before.givenBack : NO_MONEY
  return { payments, paid, givenBack: money(Math.min(givenBack, paid)) }
}

function afterLateMoney(
  state: Extract<Cancelled, { name: 'paid-late' }>,
  { remedy, amount }: Extract<SaleEvent, { kind: 'attention-settled' }>,
): SaleState {
  const repaid = remedy === 'repaid-cash' || remedy === 'repaid-transfer' ? (amount ?? NO_MONEY) : NO_MONEY
  return { ...state, settled: true, givenBack: money(Math.min(state.paid, state.givenBack + repaid)) }
}

export function afterCancelled(state: Cancelled, at: number, event: SaleEvent): SaleState {
  const { total, due, cash, shape, invoice, shownAt, watchUntil } = state
  if (invoice === null || shape === null || shownAt === null) return unfit(event.kind, state.name)
  const invoiced = { total, due, cash, shape, invoice, shownAt }
  switch (event.kind) {
    case 'payments-seen':
      return state.name === 'cancelled'
        ? { ...state, payments: event.payments }
        : { ...state, ...latePaid(event.payments, state) }
    case 'paid-late':
      return {
        name: 'paid-late',
        ...invoiced,
        ...latePaid(event.payments, state),
        foundAt: at,
        settled: false,
        watchUntil,
      }
    case 'attention-settled':
      return state.name === 'paid-late' && event.cause === 'late-money' ? afterLateMoney(state, event) : state
    case 'late-money-settled':
      return state.name === 'paid-late' ? { ...state, settled: true } : unfit(event.kind, state.name)
    case 'watch-ended':
      return { ...state, watchUntil: 0 }
    case 'cash-taken':
      return { ...state, cash: [...cash, event.tender] }
    case 'cash-returned':
      return { ...state, cash: cash.filter((tender) => tender.id !== event.tenderId) }
    case 'paid':
      return settled({
        ...event,
        at,
        total,
        cash,
        charged: invoiced,
        retiring: paidSum(event.payments) >= due ? null : { step: 'cancelled' },
      })
    default:
      return unfit(event.kind, state.name)
  }
}
