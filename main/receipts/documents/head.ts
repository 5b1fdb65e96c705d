/** The beginning and the end of every paper: stamps, logo, seller, the shop's own lines, and the cut. */
import type { PaperHead, ReceiptBlock } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { CUT, centred, gap, RULE } from './blocks.ts'

type Origin = PaperHead & { readonly copy?: boolean }

export const paper = (origin: Origin, body: readonly ReceiptBlock[]): readonly ReceiptBlock[] => [
  ...stamp(origin),
  ...logo(origin),
  ...seller(origin),
  ...ownLines(origin.texts?.header),
  ...body,
  ...footer(origin.texts?.footer),
  ...stamp(origin),
  CUT,
]

const ownLines = (text: string | undefined): readonly ReceiptBlock[] =>
  text ? text.split('\n').map((line) => (line === '' ? gap(8) : centred(line, 'small'))) : []

const footer = (text: string | undefined): readonly ReceiptBlock[] => (text ? [RULE, ...ownLines(text)] : [])

function stamp({ testMode, copy = false }: Origin): readonly ReceiptBlock[] {
  const words = [...(testMode ? [PAPER_WORDS.testMode] : []), ...(copy ? [PAPER_WORDS.copy] : [])]
  return words.length === 0 ? [] : [{ kind: 'stamp', text: words.join(' · ') }]
}

const logo = ({ logo: raster }: PaperHead): readonly ReceiptBlock[] =>
  raster === null ? [] : [{ kind: 'image', raster }, gap(8)]

function seller({ shop, terminal, cashier }: PaperHead): readonly ReceiptBlock[] {
  const { taxpayerNumber, register } = PAPER_WORDS
  const place = [
    shop.branch,
    `${PAPER_WORDS.terminal}\u00a0${terminal}`,
    cashier === null ? '' : `${PAPER_WORDS.cashier}\u00a0${cashier}`,
  ]
  return [
    centred(shop.name, 'large'),
    centred(`${taxpayerNumber}\u00a0${shop.taxpayerNumber} · ${register}\u00a0${shop.register}`, 'small'),
    centred(place.filter((part) => part.trim() !== '').join(' · '), 'small'),
  ]
}
