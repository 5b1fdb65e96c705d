import type { ReceiptBlock } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { centred, left, RULE } from './blocks.ts'

type OfSale = { readonly saleNumber: string; readonly saleDate: string }

/** The sale that a paper is about, by its number and date. */
export const ofSale = ({ saleNumber, saleDate }: OfSale): readonly ReceiptBlock[] => [
  left(
    `${PAPER_WORDS.ofSale}: ${PAPER_WORDS.number}\u00a0${saleNumber} · ${saleDate.replace(' ', '\u00a0')}`,
    'small',
  ),
]

export const voidedIds = (ids: readonly string[]): readonly ReceiptBlock[] =>
  ids.length === 0
    ? []
    : [RULE, centred(PAPER_WORDS.voidedId, 'small'), ...ids.map((id) => centred(id, 'small'))]
