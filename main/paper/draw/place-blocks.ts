import { lineHeight, priceStyle, type TextStyle } from './paper.ts'
import {
  type Box,
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
import { BAR_HEIGHT, barcodeSymbol, QUIET_ZONE, qrSymbol } from './symbols.ts'
import type { Raster, ReceiptBlock } from './types.ts'
import { PAPER_WORDS } from './words.ts'

type Row = Extract<ReceiptBlock, { kind: 'row' }>

/** Between the two columns. */
const COLUMN_GAP = 16
/** A left column narrower than this share of the paper gets a line of its own. */
const LEAST_LEFT = 0.3

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

/** A large row shrinks to fit one line, down to the normal size, before it breaks. */
function rowStyle(block: Row, place: Place): TextStyle {
  const style = styleOf(block, place)
  if (block.size !== 'large') return style
  const { px } = fitted(`${block.left}${block.right}`, style, inner(place) - 2 * COLUMN_GAP, place)
  return { ...style, px: Math.max(px, place.paper.textPx.normal) }
}

/** Codes and pictures are placed on whole dots, centred and never scaled. */

export function placeQr(block: Extract<ReceiptBlock, { kind: 'qr' }>, place: Place): Part {
  const symbol = qrSymbol(block.data, place.paper.dots)
  if (symbol === null) return placeNotice(PAPER_WORDS.qrTooLong, place)
  const side = (symbol.modules + 2 * QUIET_ZONE) * symbol.dotsPerModule
  const square = (at: Place): Part => ({
    placed: [{ kind: 'qr', symbol, box: centredBox({ width: side, height: side }, at) }],
    height: side,
  })
  return stack(place, square, caption(block.caption ?? ''))
}

/** Bars with their text below; only the text where the bars do not fit the paper. */
export function placeBarcode(
  { data, symbology }: Extract<ReceiptBlock, { kind: 'barcode' }>,
  place: Place,
): Part {
  const symbol = barcodeSymbol(data, place.paper.dots, symbology)
  if (symbol === null) return caption(data)(place)
  const size = { width: symbol.modules * symbol.dotsPerModule, height: BAR_HEIGHT }
  const bars = (at: Place): Part => ({
    placed: [{ kind: 'barcode', symbol, box: centredBox(size, at) }],
    height: BAR_HEIGHT,
  })
  return stack(place, space(4), bars, space(4), caption(data))
}

/** A logo that is wider than the paper is left out: a receipt without a logo is better than none. */
export function placeImage(raster: Raster, place: Place): Part {
  if (raster.width > inner(place)) return { placed: [], height: 0 }
  return { placed: [{ kind: 'image', raster, box: centredBox(raster, place) }], height: raster.height }
}

const centredBox = ({ width, height }: Pick<Box, 'width' | 'height'>, { paper, y }: Place): Box => ({
  x: Math.floor((paper.dots - width) / 2),
  y,
  width,
  height,
})

const caption =
  (text: string) =>
  (at: Place): Part => {
    const style = styleOf({ size: 'small', bold: false }, at)
    return lines(wrapped(text, style, inner(at), at), style, 'center', at)
  }

const COVERED_SIDE = 264
const STAMP_SPACE = 10
/** Dots by which the lottery number is smaller than the total, because it has more letters. */
const LOTTERY_SMALLER = 4

/** Puts label and number on one line where both fit at full size, otherwise on two lines. */
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

export function placePrice(text: string, place: Place): Part {
  const style = fitted(text, priceStyle(place.paper), inner(place), place)
  return lines([text], style, 'center', place)
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
