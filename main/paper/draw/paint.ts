/** Paints what is placed on a surface: a canvas, for PDF, or a raster of dots. */
import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Ink } from './dots.ts'
import { INTER } from './inter.ts'
import type { TextStyle } from './paper.ts'
import type { Box, Placed } from './place.ts'
import { type BarcodeSymbol, type QrSymbol, QUIET_ZONE } from './symbols.ts'
import type { Raster } from './types.ts'

const FRAME = 3
const DASH = 6
/** Dots between two lines of hatching. */
export const HATCH_STEP = 14

/** Extra space between words, as a share of the font size: otherwise words seem to run together, bold ones most. */
const WORD_SPACING = { 500: 0.1, 700: 0.2 } as const

export const fontOf = ({ px, weight }: TextStyle): string => `${weight} ${px}px ${INTER}`

export function setStyle(context: SKRSContext2D, style: TextStyle): void {
  context.font = fontOf(style)
  context.wordSpacing = `${style.px * WORD_SPACING[style.weight]}px`
}

type PlacedText = Extract<Placed, { kind: 'text' }>

export type Surface = {
  readonly fill: (box: Box, ink: Ink) => void
  readonly text: (text: PlacedText) => void
  /** Black lines from the top left to the bottom right. */
  readonly hatch: (box: Box) => void
  /** Dot by dot, never smoothed. */
  readonly picture: (raster: Raster, box: Box) => void
}

/** Paints one placed thing. Everything but letters and hatching lies on whole dots, so that no grey appears. */
export function paint(surface: Surface, item: Placed): void {
  switch (item.kind) {
    case 'text':
      surface.text(item)
      break
    case 'rule':
      paintRule(surface, item.box)
      break
    case 'qr':
      paintQr(surface, item.symbol, item.box)
      break
    case 'barcode':
      paintBarcode(surface, item.symbol, item.box)
      break
    case 'image':
      surface.picture(item.raster, item.box)
      break
    case 'black':
    case 'white':
      surface.fill(item.box, item.kind)
      break
    case 'frame':
      paintFrame(surface, item.box)
      break
    case 'hatch':
      surface.hatch(item.box)
      paintFrame(surface, item.box)
      break
  }
}

function paintRule({ fill }: Surface, { x, y, width, height }: Box): void {
  for (let at = 0; at < width; at += 2 * DASH)
    fill({ x: x + at, y, width: Math.min(DASH, width - at), height }, 'black')
}

function paintQr({ fill }: Surface, { modules, dotsPerModule, isDark }: QrSymbol, box: Box): void {
  const margin = QUIET_ZONE * dotsPerModule
  const size = { width: dotsPerModule, height: dotsPerModule }
  for (let row = 0; row < modules; row++) {
    for (let column = 0; column < modules; column++) {
      if (!isDark(row, column)) continue
      const [x, y] = [box.x + margin + column * dotsPerModule, box.y + margin + row * dotsPerModule]
      fill({ x, y, ...size }, 'black')
    }
  }
}

function paintBarcode({ fill }: Surface, { bars, dotsPerModule }: BarcodeSymbol, box: Box): void {
  let { x } = box
  for (const [at, modules] of bars.entries()) {
    const width = modules * dotsPerModule
    if (at % 2 === 0) fill({ x, y: box.y, width, height: box.height }, 'black')
    x += width
  }
}

function paintFrame({ fill }: Surface, { x, y, width, height }: Box): void {
  fill({ x, y, width, height: FRAME }, 'black')
  fill({ x, y: y + height - FRAME, width, height: FRAME }, 'black')
  fill({ x, y, width: FRAME, height }, 'black')
  fill({ x: x + width - FRAME, y, width: FRAME, height }, 'black')
}

const COLOURS: Readonly<Record<Ink, string>> = { black: '#000', white: '#fff' }

export function onCanvas(context: SKRSContext2D): Surface {
  const fill: Surface['fill'] = ({ x, y, width, height }, ink) => {
    context.fillStyle = COLOURS[ink]
    context.fillRect(x, y, width, height)
  }
  return {
    fill,
    text: ({ text, style, ink, box, baseline }) => {
      setStyle(context, style)
      context.fillStyle = COLOURS[ink]
      context.fillText(text, box.x, baseline)
    },
    hatch: (box) => hatchCanvas(context, box),
    picture: ({ width, height, bits }, box) => {
      const rowBytes = Math.ceil(width / 8)
      for (let row = 0; row < height; row++) {
        for (let column = 0; column < width; column++) {
          const byte = bits[row * rowBytes + (column >> 3)] ?? 0
          if (byte & (0x80 >> (column & 7)))
            fill({ x: box.x + column, y: box.y + row, width: 1, height: 1 }, 'black')
        }
      }
    },
  }
}

function hatchCanvas(context: SKRSContext2D, box: Box): void {
  context.save()
  context.beginPath()
  context.rect(box.x, box.y, box.width, box.height)
  context.clip()
  context.lineWidth = 2
  context.beginPath()
  for (let at = -box.height; at < box.width; at += HATCH_STEP) {
    context.moveTo(box.x + at, box.y)
    context.lineTo(box.x + at + box.height, box.y + box.height)
  }
  context.stroke()
  context.restore()
}
