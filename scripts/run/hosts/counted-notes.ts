import { NOTES } from '../../../shared/books/shift.ts'
import type { Money } from '../../../shared/money/money.ts'

/** The sum in as few notes and coins as possible; hundredths are dropped. */
export function notesOf(sum: Money): { value: (typeof NOTES)[number]; count: number }[] {
  let left = Math.floor(sum / 100)
  return NOTES.flatMap((value) => {
    const count = Math.floor(left / value)
    left -= count * value
    return count > 0 ? [{ value, count }] : []
  })
}
