/**
 * What a sale's events add up to. Pure: the same events always make the same sale, so a restart, a test and the
 * screen all see one truth. An event that does not fit the state is a mistake in the program, and throws: nothing is
 * written then.
 */
import type { Sale, SaleEvent, SaleState } from '../../shared/sale.ts'
import { unfit } from './event-does-not-fit.ts'
import { afterCancelled } from './evolve-cancelled.ts'
import { afterInvoicing, afterShown } from './evolve-charged.ts'
import { afterOpen, afterParked, cartAfter } from './evolve-open.ts'
import { recounted, returnsAfter, stateWithReturn } from './evolve-return.ts'
import { afterSold } from './evolve-sold.ts'

/** Takes the sale through several events, each at the given time. */
export const evolveAll = (sale: Sale | null, id: string, at: number, events: readonly SaleEvent[]): Sale =>
  events.reduce<Sale | null>((before, event) => evolve(before, id, at, event), sale) ??
  unfit('nothing', 'nothing')

/** As `evolveAll`, over events as the journal holds them. */
export const refold = (
  id: string,
  recorded: readonly { readonly at: number; readonly event: SaleEvent }[],
): Sale =>
  recorded.reduce<Sale | null>((before, { at, event }) => evolve(before, id, at, event), null) ??
  unfit('nothing', 'nothing')

function evolve(sale: Sale | null, id: string, at: number, event: SaleEvent): Sale {
  if (event.kind === 'opened') {
    if (sale !== null) return unfit(event.kind, sale.state.name)
    const { terminal, day, sequence, senderInvoiceNo } = event
    return {
      id,
      terminal,
      day,
      sequence,
      senderInvoiceNo,
      openedAt: at,
      cashier: event.cashier ?? null,
      lines: [],
      discount: null,
      note: '',
      receiver: { kind: 'individual' },
      state: { name: 'open', failure: null, cash: [] },
      returns: [],
      held: false,
      version: 1,
    }
  }
  if (sale === null) return unfit(event.kind, 'not opened')
  const next = { ...sale, version: sale.version + 1 }
  if (event.kind === 'work-held' || event.kind === 'work-released')
    return { ...next, held: event.kind === 'work-held' }
  if (sale.state.name === 'open') {
    const cart = cartAfter(next, sale.state, event)
    if (cart) return cart
  }
  const returned = withReturns(sale, next, at, event)
  if (returned) return returned
  const state = recounted(stateAfter(sale, at, event), sale.returns)
  // What was held is behind the sale once it has moved on: the next work of it is not held.
  return { ...next, state, held: sale.held && state.name === sale.state.name }
}

/** A return's events change the state of its sale little: it stays sold. Null where the event is none of a return. */
function withReturns(sale: Sale, next: Sale, at: number, event: SaleEvent): Sale | null {
  const returns = returnsAfter(sale, at, event)
  if (returns === null) return null
  const state = recounted(stateWithReturn({ ...next, returns }, at, event), returns)
  const over = event.kind === 'return-completed' || event.kind === 'return-called-off'
  return { ...next, returns, state, held: sale.held && !over }
}

function stateAfter(sale: Sale, at: number, event: SaleEvent): SaleState {
  const { state } = sale
  if (event.kind === 'attention-settled' && state.name !== 'paid-late') return state
  switch (state.name) {
    case 'open':
      return afterOpen(sale, state, at, event)
    case 'parked':
      return afterParked(sale, at, event)
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
      return afterSold(state, at, event)
  }
}
