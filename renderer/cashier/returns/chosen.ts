/** What was chosen for a return, and what a press or a scan makes of it. Pure. */
import { formatQuantity, ONE, type Quantity, quantity } from '../../../shared/quantity.ts'
import type { LeftOfLine } from '../../../shared/return.ts'
import { piecesOf } from '../../../shared/sale.ts'

/** Returned quantity by line id. Lines without an entry are not returned. */
export type Chosen = Readonly<Record<string, Quantity>>

export const chosenOf = (chosen: Chosen, { line }: LeftOfLine): Quantity => chosen[line.id] ?? quantity(0)

/** So many pieces more, or fewer. A weighed line is returned as a whole. */
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
  /** What the scan means by today's goods: their code, the pieces of a pack, and the quantity of a scale's label. */
  readonly code: string
  readonly pieces: number
  readonly quantity: string | null
}

/**
 * The line that a scan means, and the choice with it: one piece, or all pieces of a scanned pack. The code of a pack
 * means the lines that were sold by it, if there are any; other codes mean lines of single pieces first. `chosen` is
 * null where nothing is left to choose, and all of it where no line has these goods.
 */
export function scanned(
  left: readonly LeftOfLine[],
  chosen: Chosen,
  { read, code, pieces, quantity: labelled }: Read,
): { readonly line: LeftOfLine['line']; readonly chosen: Chosen | null } | null {
  const soldAsPack = left.filter(({ line }) => line.pack?.code === read)
  const packsLast = (one: LeftOfLine) => Number(one.line.pack !== undefined)
  const lines =
    soldAsPack.length > 0
      ? soldAsPack
      : left
          .filter(({ line }) => [code, read].includes(line.product.code))
          .sort((one, other) => packsLast(one) - packsLast(other))
  const open = lines.filter((one) => chosenOf(chosen, one) < one.quantity)
  const meant = open.find((one) => formatQuantity(one.quantity) === labelled) ?? open[0]
  const [first] = lines
  if (meant === undefined) return first === undefined ? null : { line: first.line, chosen: null }
  const many = soldAsPack.length > 0 ? piecesOf(meant.line) : pieces
  return { line: meant.line, chosen: stepped(chosen, meant, many) }
}
