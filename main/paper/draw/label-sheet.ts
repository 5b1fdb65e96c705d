/** A PDF with A4 sheets of 24 labels of 70 × 37 mm, a common size of label sheets. Text and bars are vectors. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { LABELS_A_SHEET, type LabelKind } from '../../../shared/shop/labels.ts'
import { canvas, canvasReady } from '../../base/canvas.ts'
import { type LabelFacts, labelBlocks } from './documents/label.ts'
import { layoutReceipt, type Measure } from './layout.ts'
import { onCanvas, paint } from './paint.ts'
import type { Paper } from './paper.ts'
import { createMeasure } from './raster.ts'

/** PDF points per dot. All sizes below are in dots of 1/8 mm, as for the receipt printer. */
const DOT = 72 / 25.4 / 8
const [A4_WIDTH, A4_HEIGHT] = [210 * 8, 297 * 8]
const COLUMNS = 3
const [WIDTH, HEIGHT] = [70 * 8, 37 * 8]
/** The empty space above the first row and below the last one: eight rows are 1 mm lower than the sheet. */
const TOP = (A4_HEIGHT - (LABELS_A_SHEET / COLUMNS) * HEIGHT) / 2
/** Printers cannot print on up to 4 mm at the edges of a sheet. */
const MARGIN = 40
const LABEL: Paper = { dots: WIDTH, margin: MARGIN, textPx: { small: 24, normal: 26, large: 38 } }
const GREY = '#aaa'

/** Thin grey lines show where to cut. Yields to other work after each row: 2,000 labels take seconds. */
export async function labelsAsPdf(kind: LabelKind, labels: readonly LabelFacts[]): Promise<Uint8Array> {
  await canvasReady()
  const measure = createMeasure()
  const pdf = new (canvas().PDFDocument)({ producer: 'Tugrik POS' })
  for (let at = 0; at < labels.length; at += LABELS_A_SHEET) {
    // In whole points, because Skia drops fractions. The cast is needed because the library's types name the browser's
    // context.
    const context = pdf.beginPage(Math.round(A4_WIDTH * DOT), Math.round(A4_HEIGHT * DOT)) as SKRSContext2D
    context.scale(DOT, DOT)
    for (const [place, label] of labels.slice(at, at + LABELS_A_SHEET).entries()) {
      context.save()
      context.translate((place % COLUMNS) * WIDTH, TOP + Math.floor(place / COLUMNS) * HEIGHT)
      paintLabel(context, kind, { label, measure })
      context.restore()
      if (place % COLUMNS === COLUMNS - 1) await nextTurn()
    }
    pdf.endPage()
  }
  return pdf.close()
}

/** Centred in its place. Scaled down if it is too high. */
function paintLabel(
  context: SKRSContext2D,
  kind: LabelKind,
  { label, measure }: { readonly label: LabelFacts; readonly measure: Measure },
): void {
  context.strokeStyle = GREY
  context.lineWidth = 1
  context.strokeRect(0, 0, WIDTH, HEIGHT)
  const { placed, height } = layoutReceipt({ blocks: labelBlocks(kind, label) }, LABEL, measure)
  const scale = Math.min(1, HEIGHT / height)
  context.translate((WIDTH - WIDTH * scale) / 2, (HEIGHT - height * scale) / 2)
  context.scale(scale, scale)
  const surface = onCanvas(context)
  for (const item of placed) paint(surface, item)
}
