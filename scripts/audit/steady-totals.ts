/** The part of a Z that can be computed again at any time, without figures that were true only at its close. */

import { addUp, type ShiftReads } from '../../main/shifts/add-up.ts'
import { wholeTotals } from '../../main/shifts/index.ts'
import type { ShiftTotals } from '../../shared/shift.ts'

type OfThen = 'ereceipts' | 'numbers' | 'running' | 'unread' | 'lastNumber' | 'chain'

function totalsOf(
  reads: ShiftReads,
  shiftId: string,
): Omit<ShiftTotals, OfThen> & { readonly ereceipts: Omit<ShiftTotals['ereceipts'], 'owed'> } {
  const { numbers, running, unread, lastNumber, chain, ereceipts, ...steady } = addUp(reads, shiftId)
  const { owed, ...issued } = ereceipts
  return { ...steady, ereceipts: issued }
}

/** How a journal's Zs are verified. */
export const STEADY_TOTALS = { totalsOf, wholeTotals } as const
