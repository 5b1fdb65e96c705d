import { formatQuantity, ONE, type Quantity, quantity } from '../../../shared/quantity.ts'
import type { LeftOfLine } from '../../../shared/return.ts'

/** How much of each line comes back, by its id; a line that is not in it stays with the customer. */
export type Chosen = Readonly<Record<string, Quantity>>

export const chosenOf = (chosen: Chosen, { line }: LeftOfLine): Quantity => chosen[line.id] ?? quantity(0)

/** One more or less; weighed goods come back as they are, or not at all. */
export function stepped(chosen: Chosen, left: LeftOfLine, by: 1 | -1): Chosen {
  const whole = left.quantity % ONE === 0
  const step = whole ? ONE : left.quantity
  const next = Math.max(0, Math.min(left.quantity, chosenOf(chosen, left) + by * step))
  return { ...chosen, [left.line.id]: quantity(next) }
}

/** All of the line, or none where all of it was chosen already. */
export const toggled = (chosen: Chosen, left: LeftOfLine): Chosen => ({
  ...chosen,
  [left.line.id]: chosenOf(chosen, left) === left.quantity ? quantity(0) : left.quantity,
})

export const allOf = (left: readonly LeftOfLine[]): Chosen =>
  Object.fromEntries(left.map(({ line, quantity: all }) => [line.id, all]))

/** As the main process is asked. */
export const asWanted = (chosen: Chosen): { lineId: string; quantity: string }[] =>
  Object.entries(chosen)
    .filter(([, back]) => back > 0)
    .map(([lineId, back]) => ({ lineId, quantity: formatQuantity(back) }))
