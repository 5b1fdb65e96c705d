import type { SKRSContext2D } from '@napi-rs/canvas'
import { INTER } from './inter.ts'
import type { TextStyle } from './paper.ts'
import type { Box, Placed } from './place.ts'
import { type BarcodeSymbol, type QrSymbol, QUIET_ZONE } from './symbols.ts'
import type { Raster } from './types.ts'

const BLACK = '#000'
const WHITE = '#fff'
const FRAME = 3
const DASH = 6
const HATCH_STEP = 14

/** Extra space between words, as a share of the font size: otherwise words seem to run together, bold ones most. */
const WORD_SPACING = { 500: 0.1, 700: 0.2 } as const

export const fontOf = ({ px, weight }: TextStyle): string => `${weight} ${px}px ${INTER}`

export function setStyle(context: SKRSContext2D, style: TextStyle): void {
  context.font = fontOf(style)
  context.wordSpacing = `${style.px * WORD_SPACING[style.weight]}px`
}

/** Draws one placed thing. Everything but letters and hatching lies on whole dots, so that no grey appears. */
export function paint(context: SKRSContext2D, item: Placed): void {
  context.fillStyle = BLACK
  switch (item.kind) {
    case 'text':
      paintText(context, item)
      break
    case 'rule':
      paintRule(context, item.box)
      break
    case 'qr':
      paintQr(context, item.symbol, item.box)
      break
    case 'barcode':
      paintBarcode(context, item.symbol, item.box)
      break
    case 'image':
      paintImage(context, item.raster, item.box)
      break
    case 'black':
      fill(context, item.box)
      break
    case 'frame':
      paintFrame(context, item.box)
      break
    case 'hatch':
      paintHatch(context, item.box)
      break
    case 'white':
      context.fillStyle = WHITE
      fill(context, item.box)
      break
  }
}

const fill = (context: SKRSContext2D, { x, y, width, height }: Box): void =>
  context.fillRect(x, y, width, height)

function paintText(context: SKRSContext2D, item: Extract<Placed, { kind: 'text' }>): void {
  setStyle(context, item.style)
  context.fillStyle = item.ink === 'black' ? BLACK : WHITE
  context.fillText(item.text, item.box.x, item.baseline)
}

function paintRule(context: SKRSContext2D, { x, y, width, height }: Box): void {
  for (let at = 0; at < width; at += 2 * DASH) context.fillRect(x + at, y, Math.min(DASH, width - at), height)
}

function paintQr(context: SKRSContext2D, { modules, dotsPerModule, isDark }: QrSymbol, box: Box): void {
  const margin = QUIET_ZONE * dotsPerModule
  for (let row = 0; row < modules; row++) {
    for (let column = 0; column < modules; column++) {
      if (!isDark(row, column)) continue
      const x = box.x + margin + column * dotsPerModule
      context.fillRect(x, box.y + margin + row * dotsPerModule, dotsPerModule, dotsPerModule)
    }
  }
}

function paintBarcode(context: SKRSContext2D, { bars, dotsPerModule }: BarcodeSymbol, box: Box): void {
  let { x } = box
  for (const [at, modules] of bars.entries()) {
    const width = modules * dotsPerModule
    if (at % 2 === 0) context.fillRect(x, box.y, width, box.height)
    x += width
  }
}

/** Dot by dot, because the canvas would smooth a picture. */
function paintImage(context: SKRSContext2D, { width, height, bits }: Raster, box: Box): void {
  const rowBytes = Math.ceil(width / 8)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const byte = bits[row * rowBytes + (column >> 3)] ?? 0
      if (byte & (0x80 >> (column & 7))) context.fillRect(box.x + column, box.y + row, 1, 1)
    }
  }
}

function paintFrame(context: SKRSContext2D, { x, y, width, height }: Box): void {
  context.fillRect(x, y, width, FRAME)
  context.fillRect(x, y + height - FRAME, width, FRAME)
  context.fillRect(x, y, FRAME, height)
  context.fillRect(x + width - FRAME, y, FRAME, height)
}

function paintHatch(context: SKRSContext2D, box: Box): void {
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
  paintFrame(context, box)
}
