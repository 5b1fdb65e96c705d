/**
 * The letters of receipts in dots. The canvas paints each letter once, and it is copied from then on: a canvas hands out
 * its pixels in 32 bits each, so that a receipt of 20 lines is six megabytes.
 *
 * A letter stands on whole dots. Its distance to the next one is the canvas's own, with kerning.
 */
import type { SKRSContext2D } from '@napi-rs/canvas'
import { canvas } from '../../base/canvas.ts'
import { fillBox, type Ink, stamp } from './dots.ts'
import { registerInter } from './inter.ts'
import { setStyle } from './paint.ts'
import type { TextStyle } from './paper.ts'
import type { Measure } from './place.ts'
import type { Raster } from './types.ts'

export type Glyphs = {
  readonly measure: Measure
  readonly draw: (raster: Raster, text: StyledText, at: { x: number; baseline: number }) => void
}

type StyledText = { readonly text: string; readonly style: TextStyle; readonly ink: Ink }

/** The dots of a letter, and where they lie from the place where it begins on the baseline. */
type Glyph = { readonly raster: Raster; readonly left: number; readonly top: number }

/**
 * Letters that are drawn one by one. A text with any other, such as one with combining marks or an emoji, is drawn as a
 * whole, and so is a text with an arrow.
 */
const LETTERS =
  /^[ -~\u00a0-\u024f\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u214f\u2190-\u22ff]*$/

/** The font Inter joins these two characters into one arrow, narrower than both. Drawn one by one they would overlap. */
const ARROW = /[-=–—]>|<[-=–—]/

const isOneByOne = (text: string): boolean => LETTERS.test(text) && !ARROW.test(text)

let shared: Glyphs | null = null

/** The same for all renderers. Loads the fonts at the first use. Throws where they are not installed. */
export function glyphs(): Glyphs {
  shared ??= createGlyphs()
  return shared
}

function createGlyphs(): Glyphs {
  registerInter()
  const styles = new Map<string, LettersOf>()
  const lettersOf = (style: TextStyle): LettersOf => {
    const key = `${style.weight} ${style.px}`
    const letters = styles.get(key) ?? createLetters(style)
    styles.set(key, letters)
    return letters
  }
  return {
    measure: (text, style) => {
      const letters = lettersOf(style)
      if (!isOneByOne(text)) return letters.widthOf(text)
      let width = 0
      for (let at = 0; at < text.length; at++) width += letters.step(text, at)
      return width
    },
    draw: (raster, { text, style, ink }, { x, baseline }) => {
      const letters = lettersOf(style)
      const put = ({ raster: glyph, left, top }: Glyph, pen: number): void =>
        stamp(raster, glyph, { x: Math.round(pen) + left, y: baseline + top }, ink)
      if (!isOneByOne(text)) return put(letters.drawn(text), x)
      let pen = x
      for (let at = 0; at < text.length; at++) {
        put(letters.glyph(text.charCodeAt(at)), pen)
        pen += letters.step(text, at)
      }
    },
  }
}

type LettersOf = ReturnType<typeof createLetters>

/** The letters of one style. */
function createLetters(style: TextStyle) {
  // For one letter after the other, with room around it for strokes.
  const context = contextOf(style, { width: 4 * style.px, height: 2 * style.px })
  const steps = new Map<number, number>()
  const known = new Map<number, Glyph>()
  const widthOf = (text: string): number => context.measureText(text).width
  return {
    widthOf,
    /** A text as a whole. */
    drawn: (text: string): Glyph => {
      const width = widthOf(text) + 2 * style.px
      return drawnOn(contextOf(style, { width, height: WHOLE_HEIGHT * style.px }), text, style)
    },
    glyph: (letter: number): Glyph => {
      const glyph = known.get(letter) ?? drawnOn(context, String.fromCharCode(letter), style)
      known.set(letter, glyph)
      return glyph
    },
    /** From the beginning of a letter to that of the next one, or to its end where it is the last one. */
    step: (text: string, at: number): number => {
      const letter = text.charCodeAt(at)
      const next = at + 1 < text.length ? text.charCodeAt(at + 1) : 0
      const key = letter * 0x10000 + next
      const had = steps.get(key)
      if (had !== undefined) return had
      const second = next === 0 ? '' : String.fromCharCode(next)
      const step = widthOf(String.fromCharCode(letter) + second) - widthOf(second)
      steps.set(key, step)
      return step
    },
  }
}

/** In sizes of the letters: a stack of Tibetan letters reaches one size below the line, and marks are above it. */
const WHOLE_HEIGHT = 3

function contextOf(
  style: TextStyle,
  { width, height }: { readonly width: number; readonly height: number },
): SKRSContext2D {
  const context = canvas().createCanvas(Math.ceil(width), height).getContext('2d')
  setStyle(context, style)
  return context
}

/** A dot is black if a letter covers at least this much of it (of 255), whatever its colour: emoji have light colours. */
const HALF_COVERED = 128

function drawnOn(context: SKRSContext2D, text: string, { px }: TextStyle): Glyph {
  const { width, height } = context.canvas
  const baseline = Math.round(1.5 * px)
  context.clearRect(0, 0, width, height)
  context.fillText(text, px, baseline)
  const { data } = context.getImageData(0, 0, width, height)
  const isDark = (x: number, y: number): boolean => (data[4 * (y * width + x) + 3] ?? 0) >= HALF_COVERED
  return trimmed({ width, height, isDark }, { x: px, y: baseline })
}

type Drawing = {
  readonly width: number
  readonly height: number
  readonly isDark: (x: number, y: number) => boolean
}

/** The smallest picture with all dark dots. */
function trimmed({ width, height, isDark }: Drawing, origin: { x: number; y: number }): Glyph {
  let [left, right, top, bottom] = [width, 0, height, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!isDark(x, y)) continue
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y + 1)
    }
  const [rowBytes, rows] = [Math.ceil(Math.max(0, right - left) / 8), Math.max(0, bottom - top)]
  const raster = { width: 8 * rowBytes, height: rows, bits: new Uint8Array(rowBytes * rows) }
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < right - left; x++)
      if (isDark(left + x, top + y)) fillBox(raster, { x, y, width: 1, height: 1 }, 'black')
  return { raster, left: left - origin.x, top: top - origin.y }
}
