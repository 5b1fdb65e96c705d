/** The lines that are chosen for a return, and how presses and scans change them. Pure functions. */
import { formatQuantity, ONE, type Quantity, quantity } from '../../../../shared/money/quantity.ts'
import type { LeftOfLine } from '../../../../shared/sale/return.ts'
import { piecesOf } from '../../../../shared/sale/sale.ts'

/** The quantity to return of each line, by line id. A line without an entry is not returned. */
export type Chosen = Readonly<Record<string, Quantity>>

export const chosenOf = (chosen: Chosen, { line }: LeftOfLine): Quantity => chosen[line.id] ?? quantity(0)

/** Adds `by` pieces to the chosen quantity; a negative number removes pieces. A weighed line is returned as a whole. */
export function stepped(chosen: Chosen, left: LeftOfLine, by: number): Chosen {
  const whole = left.quantity % ONE === 0
  const step = whole ? ONE : left.quantity
  const next = Math.max(0, Math.min(left.quantity, chosenOf(chosen, left) + by * step))
  return { ...chosen, [left.line.id]: quantity(next) }
}

/** Chooses the whole line, or nothing if it was chosen already. */
export const toggled = (chosen: Chosen, left: LeftOfLine): Chosen => ({
  ...chosen,
  [left.line.id]: chosenOf(chosen, left) === left.quantity ? quantity(0) : left.quantity,
})

export const allOf = (left: readonly LeftOfLine[]): Chosen =>
  Object.fromEntries(left.map(({ line, quantity: all }) => [line.id, all]))

/** The chosen lines as the main process expects them. */
export const asWanted = (chosen: Chosen): { lineId: string; quantity: string }[] =>
  Object.entries(chosen)
    .filter(([, back]) => back > 0)
    .map(([lineId, back]) => ({ lineId, quantity: formatQuantity(back) }))

type Read = {
  readonly read: string
  /** What the scanned code means in today's catalogue: the product, the pieces of a pack, the weight on a scale label. */
  readonly code: string
  readonly pack: string | null
  readonly pieces: number
  readonly quantity: string | null
}

/**
 * Applies a scan: chooses one piece, or all pieces of one pack. The code of a pack chooses from lines that were sold with
 * that code, if there are any; any other code chooses from lines of single pieces first. Returns null if no line has
 * these goods. `chosen` is null if all of their lines are chosen already.
 */
export function scanned(
  left: readonly LeftOfLine[],
  chosen: Chosen,
  { read, code, pack, pieces, quantity: labelled }: Read,
): { readonly line: LeftOfLine['line']; readonly chosen: Chosen | null } | null {
  // A code that differs from the one that is meant in the case of letters may be that of another product.
  const asRead = [code, pack].some((one) => one !== null && isOtherCase(one, read)) ? [] : [read]
  const soldAsPack = left.filter(
    ({ line }) => line.pack !== undefined && [pack, ...asRead].includes(line.pack.code),
  )
  const packsLast = (one: LeftOfLine) => Number(one.line.pack !== undefined)
  const lines =
    soldAsPack.length > 0
      ? soldAsPack
      : left
          .filter(({ line }) => [code, ...asRead].includes(line.product.code))
          .sort((one, other) => packsLast(one) - packsLast(other))
  const open = lines.filter((one) => chosenOf(chosen, one) < one.quantity)
  const meant = open.find((one) => formatQuantity(one.quantity) === labelled) ?? open[0]
  const [first] = lines
  if (meant === undefined) return first === undefined ? null : { line: first.line, chosen: null }
  const many = soldAsPack.length > 0 ? piecesOf(meant.line) : pieces
  return { line: meant.line, chosen: stepped(chosen, meant, many) }
}

const isOtherCase = (code: string, read: string): boolean =>
  code !== read && code.toLowerCase() === read.toLowerCase()
