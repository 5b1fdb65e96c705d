/** The part of a Z that can be computed again at any time, without figures that were true only at its close. */

import { addUp, type ShiftReads } from '../../main/shifts/add-up.ts'
import type { ShiftTotals } from '../../shared/shift.ts'

type OfThen = 'ereceipts' | 'numbers' | 'running' | 'unread' | 'lastNumber' | 'chain'

export function steadyTotals(
  reads: ShiftReads,
  shiftId: string,
): Omit<ShiftTotals, OfThen> & { readonly ereceipts: Omit<ShiftTotals['ereceipts'], 'owed'> } {
  const { numbers, running, unread, lastNumber, chain, ereceipts, ...steady } = addUp(reads, shiftId)
  const { owed, ...issued } = ereceipts
  return { ...steady, ereceipts: issued }
}
