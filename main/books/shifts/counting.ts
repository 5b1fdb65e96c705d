/** Counts of the drawer: the draft that a person fills in, and the finished count beside the expected amount. */

import {
  type CountDraft,
  type CountLine,
  countSum,
  type Shift,
  type ShiftCount,
} from '../../../shared/books/shift.ts'
import { type Money, money } from '../../../shared/money/money.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import type { Cashier } from '../../../shared/shop/staff.ts'
import type { ShiftRecord } from '../../storage/projections/index.ts'
import type { JournalReader, ShiftWriter } from '../../storage/store/index.ts'
import { expectedIn } from './add-up.ts'
import { type Draft, drafted, draftOf, isFinished } from './count-draft.ts'
import { shiftOf } from './fold.ts'

/** A finished count: the newest one of an open shift, the final one of a closed shift. */
export type DrawerCounted = {
  readonly shift: Shift
  readonly lines: readonly CountLine[]
  readonly counted: Money
  readonly expected: Money
  readonly difference: Money
  /** Who counted; null where nobody is signed in. */
  readonly by: string | null
}

export type CountingParts = {
  readonly journal: Pick<JournalReader, 'sums' | 'shifts'> & {
    readonly shifts: Pick<ShiftWriter, 'keepCountDraft'>
  }
  readonly settings: () => Settings
  /** The person who is signed in, or null. */
  readonly cashier: () => Cashier | null
}

export function createCounting({ journal, settings, cashier }: CountingParts) {
  const compared = (shiftId: string, draft: Draft, isBlind = false): CountDraft => {
    const { lines } = draft
    if (settings().shifts.count === 'blind' && !isFinished(draft, isBlind)) return { lines, compared: null }
    const expected = expectedIn(journal.sums, shiftId)
    const counted = countSum(lines)
    const difference = money(counted - expected)
    const reasonNeeded = Math.abs(difference) > settings().shifts.reasonAbove
    return { lines, compared: { counted, expected, difference, reasonNeeded } }
  }

  return {
    draft: (shiftId: string, lines: readonly CountLine[], done: boolean, isBlind = false): CountDraft => {
      const draft = drafted(draftOf(journal.shifts, shiftId), shiftId, lines, { done, isBlind })
      journal.shifts.keepCountDraft(shiftId, JSON.stringify(draft))
      return compared(shiftId, draft, isBlind)
    },
    draftOf: (shiftId: string, isBlind = false): CountDraft | null => {
      const draft = draftOf(journal.shifts, shiftId)
      return draft && compared(shiftId, draft, isBlind)
    },
    closingCount: (shiftId: string, lines: readonly CountLine[], expected: Money): ShiftCount => {
      const counted = countSum(lines)
      const first =
        settings().shifts.count === 'blind' ? (draftOf(journal.shifts, shiftId)?.first ?? null) : null
      return {
        lines: lines.filter(({ count }) => count > 0),
        counted,
        difference: money(counted - expected),
        firstCounted: first === counted ? null : first,
      }
    },
    /** The finished count; null where there is none, or the shift was closed without one. */
    counted: (record: ShiftRecord): DrawerCounted | null => {
      const shift = shiftOf(journal.shifts, record)
      if (shift.count !== null) {
        const { lines, counted: sum, difference } = shift.count
        return {
          shift,
          lines,
          counted: sum,
          difference,
          expected: money(sum - difference),
          by: nameOf(shift),
        }
      }
      const draft = shift.state === 'closed' ? null : draftOf(journal.shifts, record.id)
      const done = draft && compared(record.id, draft)
      if (!done?.compared) return null
      const { counted: sum, expected, difference } = done.compared
      const by = cashier()?.name ?? nameOf(shift)
      return { shift, lines: done.lines, counted: sum, expected, difference, by }
    },
  }
}

const nameOf = ({ closedBy, openedBy }: Shift): string | null => (closedBy ?? openedBy)?.name ?? null
