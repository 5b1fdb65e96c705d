import type { TextStyle } from './paper.ts'
import { fitted, inner, lines, type Part, type Place, stack, styleOf, wrapped } from './place.ts'
import type { ReceiptBlock } from './types.ts'

type Row = Extract<ReceiptBlock, { kind: 'row' }>

/** Between the two columns. */
const COLUMN_GAP = 16
/** A left column narrower than this part of the paper gets a line of its own. */
const LEAST_LEFT = 0.3

/** Words left, a figure right. */
export function placeRow(block: Row, place: Place): Part {
  const style = rowStyle(block, place)
  const figureStyle = fitted(block.right, style, inner(place), place)
  const leftWidth = inner(place) - COLUMN_GAP - Math.ceil(place.measure(block.right, figureStyle))
  const figure = (at: Place): Part => lines([block.right], figureStyle, 'right', at)
  const text =
    (width: number) =>
    (at: Place): Part =>
      lines(wrapped(block.left, style, width, at), style, 'left', at)
  if (leftWidth < LEAST_LEFT * inner(place)) return stack(place, text(inner(place)), figure)
  const left = text(leftWidth)(place)
  const right = figure(place)
  return { placed: [...left.placed, ...right.placed], height: Math.max(left.height, right.height) }
}

/** A large row is small in words: it shrinks onto one line, down to the normal size, before it breaks. */
function rowStyle(block: Row, place: Place): TextStyle {
  const style = styleOf(block, place)
  if (block.size !== 'large') return style
  const { px } = fitted(`${block.left}${block.right}`, style, inner(place) - 2 * COLUMN_GAP, place)
  return { ...style, px: Math.max(px, place.paper.textPx.normal) }
}
