import type { DisplayLine } from '../../shared/page/display.ts'

/** The index of the line that was added or changed last; null if a line was removed or nothing changed. */
export function touchedLine(before: readonly DisplayLine[], after: readonly DisplayLine[]): number | null {
  if (after.length > before.length) return after.length - 1
  if (after.length < before.length) return null
  const place = after.findIndex((line, at) => !same(line, before[at]))
  return place < 0 ? null : place
}

const same = (one: DisplayLine, other: DisplayLine | undefined): boolean =>
  other !== undefined &&
  one.name === other.name &&
  one.quantity === other.quantity &&
  one.unitPrice === other.unitPrice &&
  one.off === other.off &&
  one.amount === other.amount
