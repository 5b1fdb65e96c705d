import type { PaperWidth } from '../../../../shared/shop/settings.ts'
import { paperOf } from '../paper.ts'
import type { PaperHead, Raster, ReceiptBlock, ReceiptDocument } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { centred, gap, left, RULE, row, title } from './blocks.ts'
import { paper } from './head.ts'

export type TestPageFacts = PaperHead & {
  /** The printer's address, in words. */
  readonly printer: string
  readonly profile: string
  readonly width: PaperWidth
}

const UPPER = 'А Б В Г Д Е Ё Ж З И Й К Л М Н О Ө П Р С Т У Ү Ф Х Ц Ч Ш Щ Ъ Ы Ь Э Ю Я'
const LOWER = UPPER.toLowerCase()
const FIGURES = '0 1 2 3 4 5 6 7 8 9 ₮ № % × − + · / ( )'

/** A page with everything that a printer must print: letters, columns, edges, QR, bars and the cut. */
export const testPage = (facts: TestPageFacts): ReceiptDocument => ({
  blocks: paper(facts, [
    ...title(PAPER_WORDS.testPage),
    left(facts.date, 'small'),
    ...printer(facts),
    RULE,
    left(UPPER, 'normal'),
    gap(6),
    left(LOWER, 'normal'),
    gap(6),
    left(FIGURES, 'normal'),
    RULE,
    left(columns(facts.width), 'small'),
    gap(6),
    { kind: 'image', raster: ruler(facts.width) },
    RULE,
    { kind: 'qr', data: `${facts.terminal} ${facts.date}`, caption: null },
    { kind: 'barcode', data: `TEST-${facts.terminal}` },
    RULE,
    centred(PAPER_WORDS.testPassed, 'small'),
  ]),
})

const printer = ({ printer, profile, width }: TestPageFacts): readonly ReceiptBlock[] => [
  left(`${PAPER_WORDS.printer}: ${printer}`, 'small'),
  left(`${PAPER_WORDS.profile}: ${profile}`, 'small'),
  row(PAPER_WORDS.paperWidth, `${width} ${PAPER_WORDS.millimetres}`, 'small'),
]

/** Letters in a line of the printer's own font A. In text mode the row fills one line exactly if the printer agrees. */
const COLUMNS = { 58: 32, 80: 48 } as const

const columns = (width: PaperWidth): string =>
  Array.from({ length: COLUMNS[width] }, (_, at) =>
    at % 11 === 10 ? ' ' : (at + 1 - Math.floor(at / 11)) % 10,
  ).join('')

const DOTS_A_MILLIMETRE = 8
const RULER_HEIGHT = 32

/** A scale in millimetres from margin to margin, with longer marks at 5 and 10. A dead dot shows as a gap. */
function ruler(width: PaperWidth): Raster {
  const { dots, margin } = paperOf(width)
  const rowBytes = (dots - 2 * margin) / 8
  const bits = new Uint8Array(rowBytes * RULER_HEIGHT)
  for (let row = 0; row < RULER_HEIGHT; row++) {
    for (let millimetre = 0; millimetre < rowBytes; millimetre++)
      bits[row * rowBytes + millimetre] = isFoot(row) ? 0xff : tick(row, millimetre)
  }
  return { width: rowBytes * DOTS_A_MILLIMETRE, height: RULER_HEIGHT, bits }
}

const isFoot = (row: number): boolean => row >= RULER_HEIGHT - 2

/** Eight dots are a millimetre and a byte, so a millimetre begins with the first bit of a byte. */
function tick(row: number, millimetre: number): number {
  const length = millimetre % 10 === 0 ? RULER_HEIGHT : millimetre % 5 === 0 ? 22 : 12
  return row >= RULER_HEIGHT - length ? 0b1100_0000 : 0
}
