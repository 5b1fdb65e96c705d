/** Lines and where they stand: what all blocks are placed with. Text is measured by whoever paints it. */
import type { BarcodeSymbol } from './barcode-symbol.ts'
import { ascent, lineHeight, type Paper, type TextSize, type TextStyle } from './paper.ts'
import type { QrSymbol } from './qr-symbol.ts'
import type { Raster } from './types.ts'
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
  /** Bars alone: white on either side is the paper's own, out of the head's reach. */
  | { readonly kind: 'barcode'; readonly symbol: BarcodeSymbol; readonly box: Box }
  | { readonly kind: 'image'; readonly raster: Raster; readonly box: Box }
  /** What text stands on: a black ground, a frame, a hatched frame, a white ground. Comes before its text. */
  | { readonly kind: 'black' | 'frame' | 'hatch' | 'white'; readonly box: Box }

export type Measure = (text: string, style: TextStyle) => number

/** Where the next block goes, and what it is measured with. */
export type Place = { readonly paper: Paper; readonly measure: Measure; readonly y: number }
/** A placed block, and how much of the paper it takes. */
export type Part = { readonly placed: readonly Placed[]; readonly height: number }

/** Between a frame and its text, and between the paper's ends and what is on it. */
export const PADDING = 12

export const inner = ({ paper }: Place): number => paper.dots - 2 * paper.margin

export const styleOf = ({ size, bold }: { size: TextSize; bold: boolean }, { paper }: Place): TextStyle => ({
  px: paper.textPx[size],
  weight: bold ? 700 : 500,
})

export const wrapped = (
  text: string,
  style: TextStyle,
  width: number,
  { measure }: Place,
): readonly string[] => wrapText(text, width, (part) => measure(part, style))

/** The same style, smaller where the text would not fit its width on one line. */
export function fitted(text: string, style: TextStyle, width: number, { measure }: Place): TextStyle {
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

export function lines(texts: readonly string[], style: TextStyle, side: Side, place: Place): Part {
  const step = lineHeight(style)
  const placed = texts.map((text, index) =>
    placeLine(text, style, side, { ...place, y: place.y + index * step }),
  )
  return { placed, height: texts.length * step }
}

/** Parts one below the other. */
export function stack(place: Place, ...parts: readonly ((place: Place) => Part)[]): Part {
  const placed: Placed[] = []
  let height = 0
  for (const part of parts) {
    const next = part({ ...place, y: place.y + height })
    placed.push(...next.placed)
    height += next.height
  }
  return { placed, height }
}

export const space = (height: number) => (): Part => ({ placed: [], height })
