import { formatMoney, type Money } from '../../../shared/money.ts'
import type { PaperHead, ReceiptBlock, ReceiptDocument } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { boldFigure, figure, heading, left, RULE, row, title } from './blocks.ts'
import { difference } from './difference.ts'
import { paper } from './head.ts'
import { type Taxes, taxRows } from './taxes.ts'

/** How many, and what they add up to. */
export type Tally = { readonly count: number; readonly amount: Money }

/** What a shift came to. Every figure is the caller's: the paper adds nothing up. */
export type ShiftFacts = PaperHead & {
  /** Z closes the shift; X looks at it while it runs. */
  readonly report: 'X' | 'Z'
  readonly copy: boolean
  readonly number: string
  /** yyyy-MM-dd HH:mm:ss. Null while the shift runs. */
  readonly openedAt: string
  readonly closedAt: string | null
  readonly cashiers: readonly string[]
  readonly sales: Tally
  readonly discounts: Tally
  readonly refunds: Tally
  /** Sales less refunds. */
  readonly net: Money
  readonly taxes: Taxes
  /** By how it was paid, in words. */
  readonly tenders: readonly (Tally & { readonly how: string })[]
  readonly ereceipts: { readonly issued: Tally; readonly owed: Tally }
  /** What went through the drawer, from the float to what must be in it. */
  readonly drawer: {
    readonly float: Money
    readonly cashSales: Money
    readonly cashIn: Tally
    readonly cashOut: Tally
    readonly cashRefunds: Tally
    readonly expected: Money
  }
  /** Null where the drawer was not counted. The difference is what is there less what must be. */
  readonly count: { readonly counted: Money; readonly difference: Money } | null
  /** Null where nothing was sold. */
  readonly sold: { readonly first: string; readonly last: string } | null
}

export const shiftReport = (facts: ShiftFacts): ReceiptDocument => ({
  blocks: paper(facts, [
    ...title(`${facts.report} ${PAPER_WORDS.report} ${PAPER_WORDS.number} ${facts.number}`),
    ...times(facts),
    RULE,
    ...turnover(facts),
    ...tenders(facts),
    RULE,
    heading(PAPER_WORDS.ereceipts),
    tallied(PAPER_WORDS.ereceiptsIssued, facts.ereceipts.issued),
    tallied(PAPER_WORDS.ereceiptsOwed, facts.ereceipts.owed),
    RULE,
    heading(PAPER_WORDS.drawer),
    ...drawer(facts),
  ]),
})

const times = ({ openedAt, closedAt, cashiers }: ShiftFacts): readonly ReceiptBlock[] => [
  left(`${PAPER_WORDS.opened}: ${openedAt}`, 'small'),
  left(closedAt === null ? PAPER_WORDS.stillOpen : `${PAPER_WORDS.closed}: ${closedAt}`, 'small'),
  ...(cashiers.length === 0 ? [] : [left(`${PAPER_WORDS.cashiers}: ${cashiers.join(', ')}`, 'small')]),
]

const turnover = (facts: ShiftFacts): readonly ReceiptBlock[] => [
  tallied(PAPER_WORDS.sales, facts.sales),
  tallied(PAPER_WORDS.discounts, facts.discounts),
  tallied(PAPER_WORDS.refunds, facts.refunds),
  row(PAPER_WORDS.net, `${formatMoney(facts.net)} ${PAPER_WORDS.currency}`, 'large'),
  ...taxRows(facts.taxes),
  ...(facts.sold === null
    ? []
    : [row(PAPER_WORDS.firstSale, facts.sold.first), row(PAPER_WORDS.lastSale, facts.sold.last)]),
]

const tenders = ({ tenders }: ShiftFacts): readonly ReceiptBlock[] =>
  tenders.length === 0
    ? []
    : [RULE, heading(PAPER_WORDS.tenders), ...tenders.map(({ how, ...tally }) => tallied(how, tally))]

function drawer({ drawer, count }: ShiftFacts): readonly ReceiptBlock[] {
  return [
    figure(PAPER_WORDS.float, drawer.float),
    figure(PAPER_WORDS.cashSales, drawer.cashSales),
    tallied(PAPER_WORDS.cashIn, drawer.cashIn),
    tallied(PAPER_WORDS.cashOut, drawer.cashOut),
    tallied(PAPER_WORDS.cashRefunds, drawer.cashRefunds),
    boldFigure(PAPER_WORDS.expected, drawer.expected),
    ...(count === null ? [] : [boldFigure(PAPER_WORDS.counted, count.counted), difference(count.difference)]),
  ]
}

const tallied = (label: string, { count, amount }: Tally): ReceiptBlock =>
  figure(`${label}\u00a0(${count.toLocaleString('en')})`, amount)
