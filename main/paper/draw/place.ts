/** Places lines of text, on which all blocks are built. The painter measures the text. */

import { ascent, lineHeight, type Paper, type TextSize, type TextStyle } from './paper.ts'
import type { BarcodeSymbol, QrSymbol } from './symbols.ts'
import type { Raster } from './types.ts'

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
  /** Only the bars. The white space on both sides is the paper's margin, outside the head. */
  | { readonly kind: 'barcode'; readonly symbol: BarcodeSymbol; readonly box: Box }
  | { readonly kind: 'image'; readonly raster: Raster; readonly box: Box }
  /** A background, listed before the text on it. */
  | { readonly kind: 'black' | 'frame' | 'hatch' | 'white'; readonly box: Box }

export type Measure = (text: string, style: TextStyle) => number

/** The paper, the vertical position of the next block, and the function that measures text. */
export type Place = { readonly paper: Paper; readonly measure: Measure; readonly y: number }
export type Part = { readonly placed: readonly Placed[]; readonly height: number }

/** Dots between a frame and its text, and at both ends of the paper. */
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

/** The same style, smaller where the text would not fit on one line. */
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

type WidthOf = (text: string) => number

const graphemes = new Intl.Segmenter('mn', { granularity: 'grapheme' })

/** Without control and invisible letters, which a printer cannot show. No-break spaces stay. */
const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\t\n\v\f\r \u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()

/** Breaks a text into lines no wider than `width`: between words where possible, else inside a word. */
export function wrapText(text: string, width: number, widthOf: WidthOf): readonly string[] {
  const words = printable(text).split(' ').filter(Boolean)
  const whole = words.join(' ')
  // Most texts fit. To measure each beginning of them takes an eighth of the time of a long receipt.
  if (widthOf(whole) <= width) return [withoutSeparator(whole)].filter(Boolean)
  const lines: string[] = []
  let line = ''
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = breakWord(word, width, widthOf)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return [...lines, line].map(withoutSeparator).filter(Boolean)
}

/** Removes a separator at a line break. */
const withoutSeparator = (line: string): string => line.replace(/^· | ·$/g, '')

/** Breaks a word into equal pieces, so that a long number becomes two halves. */
function breakWord(word: string, width: number, widthOf: WidthOf): readonly string[] {
  const wordWidth = widthOf(word)
  if (wordWidth <= width) return [word]
  const letters = [...graphemes.segment(word)].map(({ segment }) => segment)
  for (let count = Math.ceil(wordWidth / width); count < letters.length; count++) {
    const pieces = cutInto(count, letters)
    if (pieces.every((piece) => widthOf(piece) <= width)) return pieces
  }
  return letters
}

function cutInto(count: number, letters: readonly string[]): readonly string[] {
  const size = Math.ceil(letters.length / count)
  const pieces: string[] = []
  for (let start = 0; start < letters.length; start += size)
    pieces.push(letters.slice(start, start + size).join(''))
  return pieces
}
