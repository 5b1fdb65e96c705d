/** The postings of a shift's event. The float comes from the safe, and the counted cash goes back to it. */

import type { ShiftEvent } from '../books/shift.ts'
import type { Account } from '../shop/ledger-accounts.ts'
import { NOTHING } from './figures.ts'
import type { Posting } from './postings.ts'

export function postingsOfShift(event: ShiftEvent): readonly Posting[] {
  switch (event.kind) {
    case 'shift-opened':
      return [...moved('safe', 'before', -event.cashBefore), ...moved('safe', 'float', event.float)]
    case 'cash-in':
      return moved('safe', 'in', event.amount)
    case 'cash-out':
      return moved('safe', 'out', -event.amount)
    case 'shift-closed': {
      const { totals, count } = event
      const difference = count?.difference ?? 0
      return [
        ...moved('over-short', 'difference', difference),
        ...moved('safe', 'emptied', -(totals.drawer.expected + difference)),
      ]
    }
  }
}

/** Moves an amount from the other account into the drawer; a negative amount moves out of the drawer. */
function moved(other: Account, key: string, amount: number): readonly Posting[] {
  if (amount === 0) return []
  const figures = { ...NOTHING, times: 1 }
  return [
    { ...figures, account: 'cash', key, amount },
    { ...figures, account: other, key, amount: -amount },
  ]
}
