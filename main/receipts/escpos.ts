/**
 * A document as ESC/POS, the language of nearly every receipt printer, in the dialect of one model. Dots by default:
 * they have every letter. Letters of the printer's own only where its profile has KZ-1048.
 *
 * The bytes are our own and not the encoder's that the tests hold them to: it would unpack our dots to RGBA and dither
 * them back at 8 ms a band, takes 120 ms over the text of 300 lines, knows five widths of line and prints "?" for a
 * letter it lacks, strict or not.
 */
import type { PaperWidth } from '../../shared/settings.ts'
import {
  cut,
  initialise,
  letterStyle,
  line,
  lineFeeds,
  pulse,
  rasterBands,
  selectCodePage,
} from './escpos-commands.ts'
import { createRasterRenderer } from './raster.ts'
import { type TextLine, type TextPart, textParts } from './text.ts'
import type { EscPosDialect, Raster, ReceiptDocument } from './types.ts'

export type EscPosPrint = {
  readonly width: PaperWidth
  /** The same document, drawn for this width. */
  readonly raster: Raster
  readonly dialect: EscPosDialect
}

/**
 * The drawer first, where the document opens one: who pays in cash waits for change, not for paper. Then the paper, fed
 * past the knife and cut at its end where the document and the printer do so.
 */
export function documentAsEscPos(document: ReceiptDocument, print: EscPosPrint): Uint8Array {
  const { dialect } = print
  const has = (kind: 'drawer' | 'cut'): boolean => document.blocks.some((block) => block.kind === kind)
  const paper = dialect.mode === 'text' ? letters(document, print) : dots(print)
  return Buffer.concat([
    initialise(),
    ...(has('drawer') && dialect.drawer ? [pulse(dialect.drawer)] : []),
    ...paper,
    lineFeeds(dialect.linesBeforeCut),
    ...(has('cut') && dialect.cut !== 'none' ? [cut(dialect.cut)] : []),
  ])
}

/** For the drawer alone; null where the printer drives none. Does not set the printer up: a paper may be printing. */
export const drawerPulse = ({ drawer }: EscPosDialect): Uint8Array | null =>
  drawer === null ? null : pulse(drawer)

const dots = ({ raster, dialect }: EscPosPrint): readonly Uint8Array[] =>
  rasterBands(raster, dialect.bandRows)

function letters(document: ReceiptDocument, print: EscPosPrint): readonly Uint8Array[] {
  const { dialect, width } = print
  if (dialect.codePage === null) return dots(print)
  const parts = textParts(document, dialect.columns[width])
  return [selectCodePage(dialect.codePage), ...withStyles(parts).flatMap((part) => asBytes(part, print))]
}

type StyleChange = { readonly style: Pick<TextLine, 'bold' | 'tall'> }

/** Says the style where it changes, and goes back to plain at the end. */
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
