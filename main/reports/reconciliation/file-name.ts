import type { Reconciliation } from '../../../shared/books.ts'
import { formatZ } from '../../../shared/shift.ts'

/** Of a file that is about it, without what a file system does not take: "2026-11-20", "Z-0012". */
export const fileNameOf = ({ span, shift }: Pick<Reconciliation, 'span' | 'shift'>): string => {
  if (shift === null) return span
  return shift.zNumber === null ? `shift-${shift.id}` : `Z-${formatZ(shift.zNumber)}`
}
