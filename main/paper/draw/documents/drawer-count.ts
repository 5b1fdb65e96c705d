import { formatMoney, type Money } from '../../../../shared/money/money.ts'
import type { PaperHead, ReceiptDocument } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { boldFigure, left, RULE, row, title } from './blocks.ts'
import { paper } from './head.ts'
import { difference, signature } from './parts.ts'

/** The drawer's count, note by note. The caller computes every figure. */
export type DrawerCountFacts = PaperHead & {
  /** From the largest note down. */
  readonly notes: readonly { readonly value: Money; readonly count: number; readonly sum: Money }[]
  readonly counted: Money
  readonly expected: Money
  readonly difference: Money
}

export const drawerCount = (facts: DrawerCountFacts): ReceiptDocument => ({
  blocks: paper(facts, [
    ...title(PAPER_WORDS.drawerCount),
    left(facts.date, 'small'),
    RULE,
    ...facts.notes.map(({ value, count, sum }) =>
      row(`${formatMoney(value)} × ${count.toLocaleString('en')}`, formatMoney(sum)),
    ),
    RULE,
    boldFigure(PAPER_WORDS.counted, facts.counted),
    boldFigure(PAPER_WORDS.expected, facts.expected),
    difference(facts.difference),
    ...signature(),
  ]),
})
