/**
 * Writes a document as ESC/POS, the language of nearly every receipt printer, in the dialect of one model. It prints
 * dots by default, because they have every letter, and the printer's own letters where its profile has KZ-1048.
 *
 * Only tests use the encoder library, to compare. It would convert our dots to RGBA and dither them again at 8 ms per
 * band, takes 120 ms for the text of 300 lines, knows five line widths, and prints "?" for a letter that it lacks.
 */
import type { PaperWidth } from '../../../shared/shop/settings.ts'
import { type Chunked, runToEnd } from '../../base/chunked.ts'
import { encodeCodePage } from './code-page.ts'
import { createRasterRenderer } from './raster.ts'
import { type TextLine, type TextPart, textParts } from './text.ts'
import type { EscPosDialect, Raster, ReceiptDocument } from './types.ts'

type EscPosPrint = {
  readonly width: PaperWidth
  readonly raster: Raster
  readonly dialect: EscPosDialect
}

/**
 * The drawer opens first, where the document opens one: a customer who pays in cash waits for change, not for paper.
 * Then the paper, fed past the knife and cut where the document and the printer do so.
 */
export const documentAsEscPos = (document: ReceiptDocument, print: EscPosPrint): Uint8Array =>
  runToEnd(escPosInPieces(document, print))

/** Does the same as `documentAsEscPos`, and yields often, so that the till can sell meanwhile. */
export function* escPosInPieces(document: ReceiptDocument, print: EscPosPrint): Chunked<Uint8Array> {
  const { dialect } = print
  const has = (kind: 'drawer' | 'cut'): boolean => document.blocks.some((block) => block.kind === kind)
  const paper = dialect.mode === 'text' ? yield* letters(document, print) : dots(print)
  return Buffer.concat([
    initialise(),
    ...(has('drawer') && dialect.drawer ? [pulse(dialect.drawer)] : []),
    ...paper,
    lineFeeds(dialect.linesBeforeCut),
    ...(has('cut') && dialect.cut !== 'none' ? [cut(dialect.cut)] : []),
  ])
}

/** Draws a document: its raster image and the ESC/POS bytes for the printer. Yields often, so that the till can sell meanwhile. */
export function* drawnPaper(
  document: ReceiptDocument,
  { width, dialect }: Omit<EscPosPrint, 'raster'>,
): Chunked<{ readonly raster: Raster; readonly bytes: Uint8Array }> {
  const raster = yield* createRasterRenderer().renderInPieces(document, width)
  return { raster, bytes: yield* escPosInPieces(document, { width, raster, dialect }) }
}

/** The drawer's pulse; null where the printer drives none. Does not initialise, because a paper may be printing. */
export const drawerPulse = ({ drawer }: EscPosDialect): Uint8Array | null =>
  drawer === null ? null : pulse(drawer)

const dots = ({ raster, dialect }: EscPosPrint): readonly Uint8Array[] =>
  rasterBands(raster, dialect.bandRows)

function* letters(document: ReceiptDocument, print: EscPosPrint): Chunked<readonly Uint8Array[]> {
  const { dialect, width } = print
  if (dialect.codePage === null) return dots(print)
  const bytes = [selectCodePage(dialect.codePage)]
  for (const part of withStyles(yield* textParts(document, dialect.columns[width]))) {
    bytes.push(...asBytes(part, print))
    yield
  }
  return bytes
}

type StyleChange = { readonly style: Pick<TextLine, 'bold' | 'tall'> }

/** Sends the style only where it changes, and resets it at the end. */
function withStyles(parts: readonly TextPart[]): readonly (TextPart | StyleChange)[] {
  const styled: (TextPart | StyleChange)[] = []
  let now: StyleChange['style'] = PLAIN
  for (const part of parts) {
    const next = 'picture' in part ? PLAIN : part
    if (next.bold !== now.bold || next.tall !== now.tall) styled.push({ style: next })
    now = next
    styled.push(part)
  }
  return now.bold || now.tall ? [...styled, { style: PLAIN }] : styled
}

const PLAIN: StyleChange['style'] = { bold: false, tall: false }

function asBytes(part: TextPart | StyleChange, { width, dialect }: EscPosPrint): readonly Uint8Array[] {
  if ('style' in part) return [letterStyle(part.style)]
  if (!('picture' in part)) return [line(part.text)]
  const picture = createRasterRenderer().render({ blocks: [part.picture] }, width)
  return rasterBands(picture, dialect.bandRows)
}

/** The ESC/POS commands of a receipt, named as in Epson's command reference. */

const ESC = 0x1b
const FS = 0x1c
const GS = 0x1d

/** ESC @ resets the printer. FS . leaves the Chinese mode that many printers start in. */
const initialise = (): Uint8Array => Uint8Array.of(ESC, 0x40, FS, 0x2e)

/** ESC t n. */
const selectCodePage = (page: number): Uint8Array => Uint8Array.of(ESC, 0x74, page)

/** ESC E n: bold or not. GS ! n: bits 0 to 2 are the height less one. */
const letterStyle = ({ bold, tall }: { readonly bold: boolean; readonly tall: boolean }): Uint8Array =>
  Uint8Array.of(ESC, 0x45, bold ? 1 : 0, GS, 0x21, tall ? 1 : 0)

const line = (text: string): Uint8Array => Buffer.concat([encodeCodePage(text), lineFeeds(1)])

const lineFeeds = (count: number): Uint8Array => new Uint8Array(count).fill(0x0a)

/** GS V m. */
const cut = (how: 'partial' | 'full'): Uint8Array => Uint8Array.of(GS, 0x56, how === 'partial' ? 1 : 0)

/** ESC p m t1 t2: connector pin 2 is m = 0, pin 5 is m = 1; times are bytes in steps of 2 ms. */
const pulse = ({ pin, onMs, offMs }: NonNullable<EscPosDialect['drawer']>): Uint8Array =>
  Uint8Array.of(ESC, 0x70, pin === 2 ? 0 : 1, pulseTime(onMs), pulseTime(offMs))

const pulseTime = (ms: number): number => Math.min(255, Math.round(ms / 2))

/**
 * GS v 0 m xL xH yL yH, then the dots row by row; m = 0 is their natural size. In bands, because cheap printers fail
 * on long rasters, and some read only one byte of the row count (docs/receipts.md#letters-and-printers).
 */
function rasterBands({ width, height, bits }: Raster, bandRows: number): readonly Uint8Array[] {
  const rowBytes = Math.ceil(width / 8)
  const parts: Uint8Array[] = []
  for (let top = 0; top < height; top += bandRows) {
    const rows = Math.min(bandRows, height - top)
    parts.push(
      Uint8Array.of(GS, 0x76, 0x30, 0, rowBytes & 0xff, rowBytes >> 8, rows & 0xff, rows >> 8),
      bits.subarray(top * rowBytes, (top + rows) * rowBytes),
    )
  }
  return parts
}
