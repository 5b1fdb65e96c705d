/** An unfinished count, stored in the journal so that a crash does not lose it. */
import { z } from 'zod'
import { type CountLine, countSum, NOTES } from '../../../shared/books/shift.ts'
import { type Money, money } from '../../../shared/money/money.ts'
import type { ShiftReader } from '../../storage/projections/index.ts'

export type Draft = {
  readonly shiftId: string
  readonly lines: readonly CountLine[]
  /** The first finished count, before the expected amount was shown. */
  readonly first: Money | null
  /** Whether the person who finished the first count may see the expected amount. If so, a blind count starts again. */
  readonly isFirstOpen: boolean
}

const kept = z.strictObject({
  shiftId: z.string(),
  lines: z.array(z.strictObject({ value: z.literal([...NOTES]), count: z.int().min(0) })),
  first: z.int().nullable(),
  isFirstOpen: z.boolean(),
})

export function draftOf(shifts: Pick<ShiftReader, 'countDraft'>, shiftId: string): Draft | null {
  const text = shifts.countDraft(shiftId)
  const parsed = text === null ? null : kept.safeParse(JSON.parse(text))
  if (!parsed?.success || parsed.data.shiftId !== shiftId) return null
  const { first, ...draft } = parsed.data
  return { ...draft, first: first === null ? null : money(first) }
}

/** Whether the count is finished for this person. A blind count is not finished by a person who may see the expected amount. */
export const isFinished = ({ first, isFirstOpen }: Draft, isBlind: boolean): boolean =>
  first !== null && !(isBlind && isFirstOpen)

/** The draft with the new lines. The sum of the first finished count stays. */
export function drafted(
  before: Draft | null,
  shiftId: string,
  counted: readonly CountLine[],
  { done, isBlind }: { readonly done: boolean; readonly isBlind: boolean },
): Draft {
  const lines = counted.filter(({ count }) => count > 0)
  if (before !== null && isFinished(before, isBlind)) return { ...before, lines }
  return done
    ? { shiftId, lines, first: countSum(lines), isFirstOpen: !isBlind }
    : { shiftId, first: null, isFirstOpen: false, ...before, lines }
}
