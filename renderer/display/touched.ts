import type { DisplayLine } from '../../shared/ipc/display.ts'

/** The line that was rung up or changed last, by its place. Null where none was: taken away, or all as it was. */
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
