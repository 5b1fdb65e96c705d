import type { AttentionCause } from '../../shared/ipc/index.ts'
import type { Sale, SaleEvent } from '../../shared/sale.ts'
import type { NewAttention } from '../journal/index.ts'

/** What of the latest events must be put before a person (law 9). */
export function attentionFor(sale: Sale, events: readonly SaleEvent[]): NewAttention[] {
  return events.flatMap((event): NewAttention[] => {
    switch (event.kind) {
      case 'paid-late':
        return 'paid' in sale.state ? [{ cause: 'late-money', failure: null, amount: sale.state.paid }] : []
      case 'paid':
        return 'surplus' in sale.state && sale.state.surplus > 0
          ? [{ cause: 'surplus', failure: null, amount: sale.state.surplus }]
          : []
      case 'ereceipt-refused':
        return [{ cause: 'ereceipt-refused', failure: event.failure, amount: null }]
      default:
        return []
    }
  })
}

/** What the latest events have settled by themselves. */
export function settledBy(sale: Sale, events: readonly SaleEvent[]): AttentionCause[] {
  const causes: AttentionCause[] = []
  if (sale.state.name === 'completed') causes.push('ereceipt-refused', 'receipt-unprintable')
  if (events.some((event) => event.kind === 'receipt-retried'))
    causes.push('ereceipt-refused', 'receipt-unprintable')
  if (events.some((event) => event.kind === 'paid')) causes.push('late-money')
  return causes
}
