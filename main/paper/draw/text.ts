/**
 * The document as lines of a fixed-width font, for printers with KZ-1048 in their own letters.
 * Every letter is one column wide.
 */
import type { Chunked } from '../../base/chunked.ts'
import { withinCodePage } from './code-page.ts'
import { wrapText } from './place.ts'
import type { ReceiptBlock, ReceiptDocument } from './types.ts'

export type TextLine = { readonly text: string; readonly bold: boolean; readonly tall: boolean }
/** Blocks that text cannot show. */
type PictureBlock = Extract<ReceiptBlock, { kind: 'qr' | 'image' | 'barcode' }>
export type TextPart = TextLine | { readonly picture: PictureBlock }

/** A left column narrower than this share of the line gets lines of its own, as in the raster's layout. */
const LEAST_LEFT = 0.3
/** A printer's own font A at its usual spacing. */
const DOTS_A_LINE = 30

/** Lines are at most `columns` long; pictures stand between them. */
export function* textParts({ blocks }: ReceiptDocument, columns: number): Chunked<readonly TextPart[]> {
  const parts: TextPart[] = []
  for (const block of blocks) {
    parts.push(...partsOf(block, columns))
    yield
  }
  return parts
}

function partsOf(block: ReceiptBlock, columns: number): readonly TextPart[] {
  switch (block.kind) {
    case 'text': {
      const side = block.align === 'center' ? centred : (line: string) => line
      return styled(block)(wrapped(block.text, columns).map((line) => side(line, columns)))
    }
    case 'row':
      return styled(block)(row(block.left, block.right, columns))
    case 'lottery':
      return LOUD(lottery(block.label, block.text, columns).map((line) => centred(line, columns)))
    case 'qr':
      return [{ picture: { ...block, caption: null } }, ...PLAIN(caption(block.caption, columns))]
    case 'image':
    case 'barcode':
      return [{ picture: block }]
    case 'covered':
    case 'notice':
      return BOLD(framed(block.text, columns))
    case 'price':
      return LOUD(wrapped(block.text, columns).map((line) => centred(line, columns)))
    case 'stamp':
      return LOUD(starred(block.text, columns))
    case 'rule':
      return PLAIN(['-'.repeat(columns)])
    case 'gap':
      return PLAIN(Array.from({ length: Math.round(block.dots / DOTS_A_LINE) }, () => ''))
    case 'cut':
    case 'drawer':
      return []
  }
}

const inStyle =
  (style: { readonly bold: boolean; readonly tall: boolean }) =>
  (lines: readonly string[]): readonly TextLine[] =>
    lines.map((line) => ({ text: line.replaceAll('\u00a0', ' ').trimEnd(), ...style }))

const PLAIN = inStyle({ bold: false, tall: false })
const BOLD = inStyle({ bold: true, tall: false })
const LOUD = inStyle({ bold: true, tall: true })

/** Large is tall and not wide, so that columns stay aligned. */
const styled = ({ bold, size }: { readonly bold: boolean; readonly size: string }) =>
  inStyle({ bold, tall: size === 'large' })

const wrapped = (text: string, columns: number): readonly string[] =>
  wrapText(withinCodePage(text), columns, (part) => part.length)

const centred = (line: string, columns: number): string =>
  ' '.repeat(Math.floor((columns - line.length) / 2)) + line

function row(left: string, right: string, columns: number): readonly string[] {
  const figures = wrapped(right, columns)
  const figure = figures[0] ?? ''
  const room = columns - 1 - figure.length
  if (figures.length > 1 || room < LEAST_LEFT * columns)
    return [...wrapped(left, columns), ...figures.map((line) => line.padStart(columns))]
  const [first = '', ...more] = wrapped(left, room)
  return [first + figure.padStart(columns - first.length), ...more]
}

function lottery(label: string, number: string, columns: number): readonly string[] {
  const both = wrapped(`${label} ${number}`, columns)
  return both.length > 1 ? [...wrapped(label, columns), ...wrapped(number, columns)] : both
}

const caption = (text: string | null, columns: number): readonly string[] =>
  wrapped(text ?? '', columns).map((line) => centred(line, columns))

function framed(text: string, columns: number): readonly string[] {
  const edge = `+${'-'.repeat(columns - 2)}+`
  const lines = wrapped(text, columns - 4).map((line) => centred(line, columns - 4).padEnd(columns - 4))
  return [edge, ...lines.map((line) => `| ${line} |`), edge]
}

function starred(text: string, columns: number): readonly string[] {
  const edge = '*'.repeat(columns)
  return [edge, ...wrapped(text, columns).map((line) => centred(line, columns)), edge]
}
