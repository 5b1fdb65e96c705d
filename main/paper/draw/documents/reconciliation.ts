import { formatMoney, type Money } from '../../../../shared/money/money.ts'
import type { PaperHead, ReceiptBlock, ReceiptDocument } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { boldFigure, figure, heading, left, RULE, row, title } from './blocks.ts'
import { paper } from './head.ts'
import type { Tally } from './shift-report.ts'

/** The result of a reconciliation. The caller computes every figure. */
export type ReconciliationFacts = PaperHead & {
  /** The day or the shift: "2026-11-20", "Z 0012". */
  readonly about: string
  /** The times of the shift; null for a day. */
  readonly times: string | null
  readonly theirs: Tally
  readonly ours: Tally
  readonly matched: Tally
  readonly fees: readonly (Tally & { readonly how: string })[]
  readonly feeSum: Money
  /** The amount that the service pays out. */
  readonly net: Money
  readonly unread: number
  /** In words, with the amount in the journal and at the service; null where one has none. */
  readonly discrepancies: readonly {
    readonly words: string
    readonly ours: Money | null
    readonly theirs: Money | null
    readonly why: string | null
  }[]
  readonly moreDiscrepancies: number
  /** Sales that belong to other shifts, in words. */
  readonly apart: readonly { readonly words: string; readonly amount: Money }[]
}

export const reconciliationPaper = (facts: ReconciliationFacts): ReceiptDocument => ({
  blocks: paper(facts, [
    ...title(`${PAPER_WORDS.reconciliation} ${facts.about}`),
    ...(facts.times === null ? [] : [left(facts.times, 'small')]),
    left(`${PAPER_WORDS.reconciledAt}: ${facts.date}`, 'small'),
    RULE,
    tallied(PAPER_WORDS.atService, facts.theirs),
    tallied(PAPER_WORDS.inJournal, facts.ours),
    tallied(PAPER_WORDS.matched, facts.matched),
    ...fees(facts),
    RULE,
    heading(PAPER_WORDS.discrepancies),
    ...discrepancies(facts),
    ...apart(facts),
    ...(facts.unread === 0 ? [] : [row(PAPER_WORDS.unreadRows, facts.unread.toLocaleString('en'))]),
  ]),
})

const fees = ({ fees, feeSum, net }: ReconciliationFacts): readonly ReceiptBlock[] => [
  ...(fees.length === 0 ? [] : [RULE, heading(PAPER_WORDS.serviceFees)]),
  ...fees.map(({ how, ...tally }) => tallied(how, tally)),
  figure(PAPER_WORDS.feeSum, feeSum),
  boldFigure(PAPER_WORDS.paidOut, net),
]

function discrepancies({ discrepancies, moreDiscrepancies }: ReconciliationFacts): readonly ReceiptBlock[] {
  if (discrepancies.length === 0) return [left(PAPER_WORDS.noDiscrepancies, 'normal')]
  return [
    ...discrepancies.flatMap(({ words, ours, theirs, why }) => [
      left(words, 'normal'),
      ...said(PAPER_WORDS.inJournal, ours),
      ...said(PAPER_WORDS.atService, theirs),
      ...(why === null ? [] : [left(`${PAPER_WORDS.reason}: ${why}`, 'small')]),
    ]),
    ...(moreDiscrepancies === 0 ? [] : [left(`+ ${moreDiscrepancies.toLocaleString('en')}`, 'normal')]),
  ]
}

const apart = ({ apart: rows }: ReconciliationFacts): readonly ReceiptBlock[] =>
  rows.length === 0
    ? []
    : [
        RULE,
        heading(PAPER_WORDS.otherShifts),
        ...rows.map(({ words, amount }) => row(words, formatMoney(amount), 'small')),
      ]

const said = (label: string, amount: Money | null): readonly ReceiptBlock[] =>
  amount === null ? [] : [row(label, formatMoney(amount), 'small')]

const tallied = (label: string, { count, amount }: Tally): ReceiptBlock =>
  figure(`${label} (${count.toLocaleString('en')})`, amount)
