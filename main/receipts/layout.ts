/**
 * Where everything on a receipt comes to stand, in dots, before a dot is painted: so a test can prove that nothing
 * overlaps or leaves the paper. Text is measured by whoever paints it.
 */
import { ascent, lineHeight, type Paper, type TextSize, type TextStyle } from './paper.ts'
import { type QrSymbol, QUIET_ZONE, qrSymbol } from './qr-symbol.ts'
import type { ReceiptBlock, ReceiptDocument } from './types.ts'
import { PAPER_WORDS } from './words.ts'
import { wrapText } from './wrap-text.ts'

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

export type Placed =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly style: TextStyle
      readonly baseline: number
      readonly ink: 'black' | 'white'
      readonly box: Box
    }
  | { readonly kind: 'rule'; readonly box: Box }
  /** The box includes the quiet zone. */
  | { readonly kind: 'qr'; readonly symbol: QrSymbol; readonly box: Box }
  /** What text stands on: a black ground, a frame, a hatched frame, a white ground. Comes before its text. */
  | { readonly kind: 'black' | 'frame' | 'hatch' | 'white'; readonly box: Box }

export type ReceiptLayout = {
  readonly width: number
  readonly height: number
  readonly placed: readonly Placed[]
}
export type Measure = (text: string, style: TextStyle) => number

/** Between the two columns of a row, and between a frame and its text. */
const COLUMN_GAP = 16
const PADDING = 12
const SPACE_AROUND_RULE = 11
const RULE_HEIGHT = 2
const COVERED_SIDE = 264
const STAMP_SPACE = 10
/** Than the total: it has a line to itself, and more letters. */
const LOTTERY_SMALLER = 4
/** A left column narrower than this part of the paper gets a line of its own. */
const LEAST_LEFT = 0.3

export function layoutReceipt({ blocks }: ReceiptDocument, paper: Paper, measure: Measure): ReceiptLayout {
  const placed: Placed[] = []
  let y = PADDING
  for (const block of blocks) {
    const part = placeBlock(block, { paper, measure, y })
    placed.push(...part.placed)
    y += part.height
  }
  // The encoder sends whole groups of eight rows.
  return { width: paper.dots, height: Math.ceil((y + PADDING) / 8) * 8, placed }
}

type Place = { readonly paper: Paper; readonly measure: Measure; readonly y: number }
type Part = { readonly placed: readonly Placed[]; readonly height: number }

function placeBlock(block: ReceiptBlock, place: Place): Part {
  switch (block.kind) {
    case 'text':
      return lines(
        wrapped(block.text, styleOf(block, place), inner(place), place),
        styleOf(block, place),
        block.align,
        place,
      )
    case 'row':
      return placeRow(block, place)
    case 'lottery':
      return placeLottery(block, place)
    case 'qr':
      return placeQr(block, place)
    case 'covered':
      return placeCovered(block.text, place)
    case 'notice':
      return placeNotice(block.text, place)
    case 'stamp':
      return placeStamp(block.text, place)
    case 'rule':
      return placeRule(place)
    case 'gap':
      return { placed: [], height: block.dots }
    case 'cut':
      return { placed: [], height: 0 }
  }
}

const inner = ({ paper }: Place): number => paper.dots - 2 * paper.margin

const styleOf = ({ size, bold }: { size: TextSize; bold: boolean }, { paper }: Place): TextStyle => ({
  px: paper.textPx[size],
  weight: bold ? 700 : 500,
})

const wrapped = (text: string, style: TextStyle, width: number, { measure }: Place): readonly string[] =>
  wrapText(text, width, (part) => measure(part, style))

/** The same style, smaller where the text would not fit its width on one line. */
function fitted(text: string, style: TextStyle, width: number, { measure }: Place): TextStyle {
  let fitting = style
  while (fitting.px > 8 && measure(text, fitting) > width) fitting = { ...fitting, px: fitting.px - 1 }
  return fitting
}

type Side = 'left' | 'center' | 'right'

function placeLine(text: string, style: TextStyle, side: Side, { paper, measure, y }: Place): Placed {
  const width = Math.ceil(measure(text, style))
  const spare = paper.dots - 2 * paper.margin - width
  const x = paper.margin + (side === 'left' ? 0 : side === 'right' ? spare : Math.floor(spare / 2))
  const box = { x, y, width, height: lineHeight(style) }
  return { kind: 'text', text, style, baseline: y + ascent(style), ink: 'black', box }
}

function lines(texts: readonly string[], style: TextStyle, side: Side, place: Place): Part {
  const step = lineHeight(style)
  const placed = texts.map((text, index) =>
    placeLine(text, style, side, { ...place, y: place.y + index * step }),
  )
  return { placed, height: texts.length * step }
}

/** Parts one below the other. */
function stack(place: Place, ...parts: readonly ((place: Place) => Part)[]): Part {
  const placed: Placed[] = []
  let height = 0
  for (const part of parts) {
    const next = part({ ...place, y: place.y + height })
    placed.push(...next.placed)
    height += next.height
  }
  return { placed, height }
}

const space = (height: number) => (): Part => ({ placed: [], height })

/** A large row is small in words: it shrinks onto one line, down to the normal size, before it breaks. */
function rowStyle(block: Extract<ReceiptBlock, { kind: 'row' }>, place: Place): TextStyle {
  const style = styleOf(block, place)
  if (block.size !== 'large') return style
  const { px } = fitted(`${block.left}${block.right}`, style, inner(place) - 2 * COLUMN_GAP, place)
  return { ...style, px: Math.max(px, place.paper.textPx.normal) }
}

function placeRow(block: Extract<ReceiptBlock, { kind: 'row' }>, place: Place): Part {
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

/** Label and number on one line where both fit at full size, else one below the other. */
function placeLottery(block: Extract<ReceiptBlock, { kind: 'lottery' }>, place: Place): Part {
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

function placeQr(block: Extract<ReceiptBlock, { kind: 'qr' }>, place: Place): Part {
  const symbol = qrSymbol(block.data, place.paper.dots)
  if (symbol === null) return placeNotice(PAPER_WORDS.qrTooLong, place)
  const side = (symbol.modules + 2 * QUIET_ZONE) * symbol.dotsPerModule
  const x = Math.floor((place.paper.dots - side) / 2)
  const square = ({ y }: Place): Part => ({
    placed: [{ kind: 'qr', symbol, box: { x, y, width: side, height: side } }],
    height: side,
  })
  const style = styleOf({ size: 'small', bold: false }, place)
  const caption = (at: Place): Part =>
    lines(wrapped(block.caption ?? '', style, inner(at), at), style, 'center', at)
  return stack(place, square, caption)
}

function placeCovered(text: string, place: Place): Part {
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

function placeNotice(text: string, place: Place): Part {
  const style = styleOf({ size: 'normal', bold: true }, place)
  const words = lines(wrapped(text, style, inner(place) - 2 * PADDING, place), style, 'center', {
    ...place,
    y: place.y + 8 + PADDING,
  })
  const height = words.height + 2 * PADDING
  const box = { x: place.paper.margin, y: place.y + 8, width: inner(place), height }
  return { placed: [{ kind: 'frame', box }, ...words.placed], height: height + 20 }
}

function placeStamp(text: string, place: Place): Part {
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

function placeRule(place: Place): Part {
  const y = place.y + SPACE_AROUND_RULE
  const box = { x: place.paper.margin, y, width: inner(place), height: RULE_HEIGHT }
  return { placed: [{ kind: 'rule', box }], height: 2 * SPACE_AROUND_RULE + RULE_HEIGHT }
}
