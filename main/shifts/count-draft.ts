/** An unfinished count, stored in the journal so that a crash does not lose it. */
import { z } from 'zod'
import { type Money, money } from '../../shared/money.ts'
import { type CountLine, countSum, NOTES } from '../../shared/shift.ts'
import type { ShiftReader } from '../projections/index.ts'

export type Draft = {
  readonly shiftId: string
  readonly lines: readonly CountLine[]
  /** The first finished count, before the expected amount was shown. */
  readonly first: Money | null
}

const kept = z.strictObject({
  shiftId: z.string(),
  lines: z.array(z.strictObject({ value: z.literal([...NOTES]), count: z.int().min(0) })),
  first: z.int().nullable(),
})

export function draftOf(shifts: Pick<ShiftReader, 'countDraft'>, shiftId: string): Draft | null {
  const text = shifts.countDraft(shiftId)
  const parsed = text === null ? null : kept.safeParse(JSON.parse(text))
  if (!parsed?.success || parsed.data.shiftId !== shiftId) return null
  const { lines, first } = parsed.data
  return { shiftId, lines, first: first === null ? null : money(first) }
}

/** The draft with the new lines. The sum of the first finished count stays. */
export function drafted(
  before: Draft | null,
  shiftId: string,
  lines: readonly CountLine[],
  done: boolean,
): Draft {
  const first = before?.first ?? (done ? countSum(lines) : null)
  return { shiftId, lines: lines.filter(({ count }) => count > 0), first }
}
