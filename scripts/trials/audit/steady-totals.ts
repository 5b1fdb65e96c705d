/** The part of a Z that can be computed again at any time, without figures that were true only at its close. */

import { addUp, type ShiftReads } from '../../../main/books/shifts/add-up.ts'

function totalsOf(reads: ShiftReads, shiftId: string): Readonly<Record<string, unknown>> {
  const { numbers, running, unread, lastNumber, chain, ereceipts, before, ...steady } = addUp(reads, shiftId)
  const { owed, ...issued } = ereceipts
  return { ...steady, ereceipts: issued, before }
}

/** How a journal's Zs are verified. */
export const STEADY_TOTALS = { totalsOf } as const
