/**
 * The raster's layout as a PDF of vectors, for the system's printers and for saving. Its text can be selected. Skia
 * writes no date and no id, so the same document makes the same file.
 */

import type { PDFDocument, SKRSContext2D } from '@napi-rs/canvas'
import type { PaperWidth } from '../../../shared/shop/settings.ts'
import { canvas } from '../../base/canvas.ts'
import { layoutReceipt, type Placed, type ReceiptLayout } from './layout.ts'
import { onCanvas, paint } from './paint.ts'
import { paperOf } from './paper.ts'
import { createMeasure } from './raster.ts'
import type { ReceiptDocument } from './types.ts'

/** A head has 203 dots per inch, a PDF 72 points. */
const POINTS_A_DOT = 72 / 203
/** The longest page of a PDF: 14,400 points, five metres of paper (ISO 32000-1, annex C). */
const LONGEST_PAGE = Math.floor(14_400 / POINTS_A_DOT)

/** One page, as wide as the head prints and as long as the paper; several where one would be too long for a PDF. */
export function documentAsPdf(document: ReceiptDocument, width: PaperWidth): Uint8Array {
  const layout = layoutReceipt(document, paperOf(width), createMeasure())
  const pdf = new (canvas().PDFDocument)({ producer: 'Tugrik POS' })
  for (const page of pagesOf(layout)) drawPage(pdf, page, layout.width)
  return pdf.close()
}

type Page = { readonly top: number; readonly height: number; readonly placed: readonly Placed[] }

function drawPage(pdf: PDFDocument, { top, height, placed }: Page, width: number): void {
  // Whole points, because Skia drops fractions. The library's types name the browser's context.
  const context = pdf.beginPage(
    Math.ceil(width * POINTS_A_DOT),
    Math.ceil(height * POINTS_A_DOT),
  ) as SKRSContext2D
  context.scale(POINTS_A_DOT, POINTS_A_DOT)
  context.translate(0, -top)
  const surface = onCanvas(context)
  for (const item of placed) paint(surface, item)
  pdf.endPage()
}

function pagesOf({ height, placed }: ReceiptLayout): readonly Page[] {
  const breaks = cleanBreaks(placed)
  const pages: Page[] = []
  let top = 0
  while (top < height) {
    const end = endOfPage(top, height, breaks)
    const within = placed.filter(({ box }) => box.y >= top && box.y < end)
    pages.push({ top, height: end - top, placed: within })
    top = end
  }
  return pages
}

function endOfPage(top: number, height: number, breaks: readonly number[]): number {
  const furthest = top + LONGEST_PAGE
  if (height <= furthest) return height
  return breaks.findLast((y) => y > top && y <= furthest) ?? furthest
}

/** Positions where a page can end without cutting anything, from top to bottom. */
function cleanBreaks(placed: readonly Placed[]): readonly number[] {
  const breaks: number[] = []
  let bottom = 0
  for (const { box } of placed.toSorted((one, other) => one.box.y - other.box.y)) {
    if (box.y >= bottom) breaks.push(box.y)
    bottom = Math.max(bottom, box.y + box.height)
  }
  return breaks
}
