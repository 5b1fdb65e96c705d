import type { SaleEvent, SaleState } from '../../shared/sale.ts'
import { unfit } from './event-does-not-fit.ts'
import { settled } from './evolve-sold.ts'
import { paidSum } from './payments.ts'

type Cancelled = Extract<SaleState, { name: 'cancelled' | 'paid-late' }>

export function afterCancelled(state: Cancelled, at: number, event: SaleEvent): SaleState {
  const { total, due, cash, shape, invoice, shownAt, watchUntil } = state
  if (invoice === null || shape === null || shownAt === null) return unfit(event.kind, state.name)
  const invoiced = { total, due, cash, shape, invoice, shownAt }
  switch (event.kind) {
    case 'payments-seen':
      return state.name === 'cancelled'
        ? { ...state, payments: event.payments }
        : { ...state, payments: event.payments, paid: paidSum(event.payments) }
    case 'paid-late':
      return {
        name: 'paid-late',
        ...invoiced,
        payments: event.payments,
        paid: paidSum(event.payments),
        foundAt: at,
        settled: false,
        watchUntil,
      }
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
