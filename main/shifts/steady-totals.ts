/** What the sums of a shift say of its Z whenever they are read: not what was true at its close alone. */
import type { ShiftTotals } from '../../shared/shift.ts'
import { addUp, type ShiftReads } from './add-up.ts'

type OfThen = 'ereceipts' | 'numbers' | 'running' | 'unread' | 'lastNumber' | 'chain'

export function steadyTotals(
  reads: ShiftReads,
  shiftId: string,
): Omit<ShiftTotals, OfThen> & { readonly ereceipts: Omit<ShiftTotals['ereceipts'], 'owed'> } {
  const { numbers, running, unread, lastNumber, chain, ereceipts, ...steady } = addUp(reads, shiftId)
  const { owed, ...issued } = ereceipts
  return { ...steady, ereceipts: issued }
}
