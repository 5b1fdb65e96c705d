/** A shift at the till, from its float to its count. */

import { notesOf } from '../../scripts/measure/seed-history/drawer.ts'
import { money } from '../../shared/money/money.ts'
import { tillAtPractice } from './looks.ts'
import type { Till, TillParts } from './terminal.ts'

export const ALL_TENDERS = { cash: 'on', qr: 'on', card: 'on', transfer: 'on' } as const

/** A till with an open shift and all tenders, and a practice service to pay at. */
export async function openTill(parts: Partial<TillParts> = {}, float = '50000') {
  const opened = await tillAtPractice({ settings: { tenders: ALL_TENDERS }, ...parts })
  await opened.till.ask('openShift', { float })
  return opened
}

/** Closes the shift; counts what is expected. */
export async function closeShift(till: Till): Promise<void> {
  const shift = await till.ask('getShift', { shiftId: null })
  const expected = shift?.totals?.drawer.expected ?? 0
  const lines = notesOf(money(expected))
  await till.ask('closeShift', { shiftId: shift?.shift.id ?? '', lines, expected, reason: '' })
}

/** Closes the shift and opens the next one. */
export async function nextShift(till: Till, float = '50000'): Promise<void> {
  await closeShift(till)
  await till.ask('openShift', { float })
}
