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
    named(PAPER_WORDS.terminal, terminal),
    named(PAPER_WORDS.cashier, cashier ?? ''),
  ]
  const numbers = [named(taxpayerNumber, shop.taxpayerNumber), named(register, shop.register)]
  return [...(shop.name === '' ? [] : [centred(shop.name, 'large')]), ...[numbers, place].flatMap(inOneLine)]
}

/** Live mode has no seller's data before the shop has entered its own (shared/shop/own-seller.ts). */
const named = (words: string, value: string): string => (value === '' ? '' : `${words}\u00a0${value}`)

function inOneLine(parts: readonly string[]): readonly ReceiptBlock[] {
  const known = parts.filter((part) => part.trim() !== '')
  return known.length === 0 ? [] : [centred(known.join(' · '), 'small')]
}
