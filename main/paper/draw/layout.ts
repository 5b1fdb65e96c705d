/**
 * Computes the position of everything on a receipt, in dots, before anything is painted. So a test can prove that
 * nothing overlaps or leaves the paper.
 */
import { type Chunked, runToEnd } from '../../base/chunked.ts'
import type { Paper } from './paper.ts'
import {
  inner,
  lines,
  type Measure,
  PADDING,
  type Part,
  type Place,
  type Placed,
  styleOf,
  wrapped,
} from './place.ts'
import {
  placeBarcode,
  placeCovered,
  placeImage,
  placeLottery,
  placeNotice,
  placePrice,
  placeQr,
  placeRow,
  placeStamp,
} from './place-blocks.ts'
import type { ReceiptBlock, ReceiptDocument } from './types.ts'

export type { Box, Measure, Placed } from './place.ts'

const SPACE_AROUND_RULE = 11
const RULE_HEIGHT = 2

export type ReceiptLayout = {
  readonly width: number
  readonly height: number
  readonly placed: readonly Placed[]
}

export const layoutReceipt = (document: ReceiptDocument, paper: Paper, measure: Measure): ReceiptLayout =>
  runToEnd(layoutInPieces(document, paper, measure))

export function* layoutInPieces(
  { blocks }: ReceiptDocument,
  paper: Paper,
  measure: Measure,
): Chunked<ReceiptLayout> {
  const placed: Placed[] = []
  let y = PADDING
  for (const block of blocks) {
    const part = placeBlock(block, { paper, measure, y })
    placed.push(...part.placed)
    y += part.height
    yield
  }
  // The encoder sends whole groups of eight rows.
  return { width: paper.dots, height: Math.ceil((y + PADDING) / 8) * 8, placed }
}

function placeBlock(block: ReceiptBlock, place: Place): Part {
  switch (block.kind) {
    case 'text':
      return placeText(block, place)
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
    case 'price':
      return placePrice(block.text, place)
    case 'rule':
      return placeRule(place)
    case 'gap':
      return { placed: [], height: block.dots }
    case 'image':
      return placeImage(block.raster, place)
    case 'barcode':
      return placeBarcode(block, place)
    case 'cut':
    case 'drawer':
      return { placed: [], height: 0 }
  }
}

function placeText(block: Extract<ReceiptBlock, { kind: 'text' }>, place: Place): Part {
  const style = styleOf(block, place)
  return lines(wrapped(block.text, style, inner(place), place), style, block.align, place)
}

function placeRule(place: Place): Part {
  const y = place.y + SPACE_AROUND_RULE
  const box = { x: place.paper.margin, y, width: inner(place), height: RULE_HEIGHT }
  return { placed: [{ kind: 'rule', box }], height: 2 * SPACE_AROUND_RULE + RULE_HEIGHT }
}
