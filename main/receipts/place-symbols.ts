/** What is read by machines or looked at: QRs, bars, pictures. All of whole dots, centred, and never scaled. */
import { barcodeSymbol } from './barcode-symbol.ts'
import { type Box, inner, lines, type Part, type Place, space, stack, styleOf, wrapped } from './place.ts'
import { placeNotice } from './place-words.ts'
import { QUIET_ZONE, qrSymbol } from './qr-symbol.ts'
import type { Raster, ReceiptBlock } from './types.ts'
import { PAPER_WORDS } from './words.ts'

/** A centimetre: a hand scanner finds it at a slant. */
const BAR_HEIGHT = 80

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

/** Bars with their text below; the text alone where they do not fit the paper. */
export function placeBarcode({ data }: Extract<ReceiptBlock, { kind: 'barcode' }>, place: Place): Part {
  const symbol = barcodeSymbol(data, place.paper.dots)
  if (symbol === null) return caption(data)(place)
  const size = { width: symbol.modules * symbol.dotsPerModule, height: BAR_HEIGHT }
  const bars = (at: Place): Part => ({
    placed: [{ kind: 'barcode', symbol, box: centredBox(size, at) }],
    height: BAR_HEIGHT,
  })
  return stack(place, space(4), bars, space(4), caption(data))
}

/**
 * Left out where it is wider than the paper, for it was made for wider paper: a receipt without its picture is one
 * all the same, and a receipt that cannot be printed is none.
 */
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
