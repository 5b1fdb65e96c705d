/** What an event of a shift does to the drawer. The float comes out of the safe, and what was counted goes back there. */
import type { Account } from '../../shared/ledger-accounts.ts'
import type { ShiftEvent } from '../../shared/shift.ts'
import { NOTHING } from './accounts.ts'
import type { Posting } from './postings.ts'

export function postingsOfShift(event: ShiftEvent): readonly Posting[] {
  switch (event.kind) {
    case 'shift-opened':
      return moved('safe', 'float', event.float)
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

/** Into the drawer out of the other account; below nothing the other way. */
function moved(other: Account, key: string, amount: number): readonly Posting[] {
  if (amount === 0) return []
  const figures = { ...NOTHING, times: 1 }
  return [
    { ...figures, account: 'cash', key, amount },
    { ...figures, account: other, key, amount: -amount },
  ]
}
