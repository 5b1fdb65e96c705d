/** Words that must not be overlooked: the lottery number, notices, stamps, and what covers a secret. */
import { lineHeight, type TextStyle } from './paper.ts'
import {
  fitted,
  inner,
  lines,
  PADDING,
  type Part,
  type Place,
  type Placed,
  space,
  stack,
  styleOf,
  wrapped,
} from './place.ts'
import type { ReceiptBlock } from './types.ts'

const COVERED_SIDE = 264
const STAMP_SPACE = 10
/** Than the total: it has a line to itself, and more letters. */
const LOTTERY_SMALLER = 4

/** Label and number on one line where both fit at full size, else one below the other. */
export function placeLottery(block: Extract<ReceiptBlock, { kind: 'lottery' }>, place: Place): Part {
  const style: TextStyle = { px: place.paper.textPx.large - LOTTERY_SMALLER, weight: 700 }
  const both = `${block.label} ${block.text}`
  const fits = place.measure(both, style) <= inner(place)
  const line =
    (text: string) =>
    (at: Place): Part =>
      lines([text], fitted(text, style, inner(at), at), 'center', at)
  const texts = fits ? [both] : [block.label, block.text]
  return stack(place, space(6), ...texts.map(line), space(4))
}

export function placeCovered(text: string, place: Place): Part {
  const style = styleOf({ size: 'small', bold: false }, place)
  const texts = wrapped(text, style, COVERED_SIDE - 4 * PADDING, place)
  const textHeight = texts.length * lineHeight(style)
  const top = place.y + 20
  const textTop = top + Math.floor((COVERED_SIDE - textHeight) / 2)
  const words = lines(texts, style, 'center', { ...place, y: textTop })
  const box = {
    x: Math.floor((place.paper.dots - COVERED_SIDE) / 2),
    y: top,
    width: COVERED_SIDE,
    height: COVERED_SIDE,
  }
  const ground = {
    x: box.x + PADDING,
    y: textTop - 6,
    width: COVERED_SIDE - 2 * PADDING,
    height: textHeight + 12,
  }
  return {
    placed: [{ kind: 'hatch', box }, { kind: 'white', box: ground }, ...words.placed],
    height: COVERED_SIDE + 40,
  }
}

export function placeNotice(text: string, place: Place): Part {
  const style = styleOf({ size: 'normal', bold: true }, place)
  const words = lines(wrapped(text, style, inner(place) - 2 * PADDING, place), style, 'center', {
    ...place,
    y: place.y + 8 + PADDING,
  })
  const height = words.height + 2 * PADDING
  const box = { x: place.paper.margin, y: place.y + 8, width: inner(place), height }
  return { placed: [{ kind: 'frame', box }, ...words.placed], height: height + 20 }
}

export function placeStamp(text: string, place: Place): Part {
  const style: TextStyle = { px: place.paper.textPx.normal + 4, weight: 700 }
  const height = lineHeight(style) + 12
  const top = place.y + STAMP_SPACE
  const words = lines([text], fitted(text, style, inner(place) - 2 * PADDING, place), 'center', {
    ...place,
    y: top + 6,
  })
  const ground: Placed = {
    kind: 'black',
    box: { x: place.paper.margin, y: top, width: inner(place), height },
  }
  const white = words.placed.map((word): Placed => (word.kind === 'text' ? { ...word, ink: 'white' } : word))
  return { placed: [ground, ...white], height: height + 2 * STAMP_SPACE }
}
