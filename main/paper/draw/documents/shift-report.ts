import { formatMoney, type Money, tugriks } from '../../../../shared/money/money.ts'
import type { PaperHead, ReceiptBlock, ReceiptDocument } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { boldFigure, figure, heading, left, RULE, row, title } from './blocks.ts'
import { paper } from './head.ts'
import { difference } from './parts.ts'

export type Tally = { readonly count: number; readonly amount: Money }

type Detail = { readonly label: string; readonly value: string }

/** The figures of a shift. The caller computes every one. */
export type ShiftFacts = PaperHead & {
  /** Z closes the shift; X shows it while it is open. */
  readonly report: 'X' | 'Z'
  readonly copy: boolean
  /** Null until the shift is closed: the Z has the number. */
  readonly number: string | null
  /** yyyy-MM-dd HH:mm:ss. Null while the shift is open. */
  readonly openedAt: string
  readonly closedAt: string | null
  readonly cashiers: readonly string[]
  readonly sales: Tally
  readonly discounts: Tally
  /** Charges that were cancelled before they were paid. */
  readonly cancelled: Tally
  readonly refunds: Tally
  /** Refunded at the service by somebody else. */
  readonly elsewhere: Tally
  /** Sales less refunds. */
  readonly net: Money
  /** The taxes of the issued e-receipts, as the service reported them. */
  readonly taxes: readonly Detail[]
  /** The taxes of the turnover for which e-receipts are issued elsewhere, as the till computes them. */
  readonly taxesElsewhere: readonly Detail[]
  /** Amounts by tender, in words. */
  readonly tenders: readonly (Tally & { readonly how: string })[]
  readonly ereceipts: {
    readonly issued: Tally
    readonly voided: Tally
    readonly owed: Tally
    readonly elsewhere: Tally
    readonly elsewhereLater: Tally
    readonly elsewhereBack: Tally
    readonly taxesUnknown: Tally
    readonly taxesUnknownVoided: Tally
    readonly taxesTold: Tally
  }
  /** Further figures for an inspector, each list with its title. */
  readonly details: readonly { readonly title: string; readonly rows: readonly Detail[] }[]
  /** The cash in the drawer, from the float to the expected amount. */
  readonly drawer: {
    readonly float: Money
    readonly cashSales: Money
    readonly cashIn: Tally
    readonly cashOut: Tally
    readonly cashRefunds: Tally
    readonly expected: Money
  }
  /** Null where the drawer was not counted. The difference is counted less expected. */
  readonly count: {
    /** From the largest note down, in tugriks. */
    readonly lines: readonly { readonly value: number; readonly count: number }[]
    readonly counted: Money
    readonly difference: Money
    /** The first count, before the expected amount was shown, if the count was changed afterwards. */
    readonly firstCounted: Money | null
    /** The reason of the difference; may be empty. */
    readonly reason: string
  } | null
  /** Every cash in and cash out, with its reason. */
  readonly moves: readonly { readonly words: string; readonly amount: Money }[]
  /** Sales and events of the shift that could not be read and are in none of the figures. */
  readonly unread: number
  /** The first and the last sale. Null where nothing was sold. */
  readonly sold: { readonly first: string; readonly last: string } | null
}

export const shiftReport = (facts: ShiftFacts): ReceiptDocument => ({
  blocks: paper(facts, [
    ...title(titleWords(facts)),
    ...times(facts),
    RULE,
    ...turnover(facts),
    ...tenders(facts),
    RULE,
    heading(PAPER_WORDS.ereceipts),
    tallied(PAPER_WORDS.ereceiptsIssued, facts.ereceipts.issued),
    ...unlessNone(PAPER_WORDS.ereceiptsVoided, facts.ereceipts.voided),
    tallied(PAPER_WORDS.ereceiptsOwed, facts.ereceipts.owed),
    ...facts.taxes.map(({ label, value }) => row(label, value)),
    ...unlessNone(PAPER_WORDS.ereceiptsTaxesUnknown, facts.ereceipts.taxesUnknown),
    ...unlessNone(PAPER_WORDS.ereceiptsTaxesUnknownVoided, facts.ereceipts.taxesUnknownVoided),
    ...unlessNone(PAPER_WORDS.ereceiptsTaxesTold, facts.ereceipts.taxesTold),
    ...unlessNone(PAPER_WORDS.ereceiptsElsewhere, facts.ereceipts.elsewhere),
    ...unlessNone(PAPER_WORDS.ereceiptsElsewhereLater, facts.ereceipts.elsewhereLater),
    ...unlessNone(PAPER_WORDS.ereceiptsElsewhereBack, facts.ereceipts.elsewhereBack),
    ...facts.taxesElsewhere.map(({ label, value }) => row(label, value)),
    RULE,
    heading(PAPER_WORDS.drawer),
    ...drawer(facts),
    ...facts.details.flatMap(({ title: words, rows }) => [
      RULE,
      heading(words),
      ...rows.map(({ label, value }) => row(label, value, 'small')),
    ]),
  ]),
})

const titleWords = ({ report, number }: ShiftFacts): string =>
  [report, PAPER_WORDS.report, ...(number === null ? [] : [PAPER_WORDS.number, number])].join(' ')

const times = ({ openedAt, closedAt, cashiers }: ShiftFacts): readonly ReceiptBlock[] => [
  left(`${PAPER_WORDS.opened}: ${openedAt}`, 'small'),
  left(closedAt === null ? PAPER_WORDS.stillOpen : `${PAPER_WORDS.closed}: ${closedAt}`, 'small'),
  ...(cashiers.length === 0 ? [] : [left(`${PAPER_WORDS.cashiers}: ${cashiers.join(', ')}`, 'small')]),
]

const turnover = (facts: ShiftFacts): readonly ReceiptBlock[] => [
  tallied(PAPER_WORDS.sales, facts.sales),
  tallied(PAPER_WORDS.discounts, facts.discounts),
  ...unlessNone(PAPER_WORDS.cancelledCharges, facts.cancelled),
  tallied(PAPER_WORDS.refunds, facts.refunds),
  ...unlessNone(PAPER_WORDS.refundedElsewhere, facts.elsewhere),
  ...(facts.unread === 0 ? [] : [row(PAPER_WORDS.unreadRows, facts.unread.toLocaleString('en'))]),
  row(PAPER_WORDS.net, `${formatMoney(facts.net)} ${PAPER_WORDS.currency}`, 'large'),
  ...(facts.sold === null
    ? []
    : [row(PAPER_WORDS.firstSale, facts.sold.first), row(PAPER_WORDS.lastSale, facts.sold.last)]),
]

const tenders = ({ tenders }: ShiftFacts): readonly ReceiptBlock[] =>
  tenders.length === 0
    ? []
    : [RULE, heading(PAPER_WORDS.tenders), ...tenders.map(({ how, ...tally }) => tallied(how, tally))]

const drawer = ({ drawer, moves, count }: ShiftFacts): readonly ReceiptBlock[] => [
  figure(PAPER_WORDS.float, drawer.float),
  figure(PAPER_WORDS.cashSales, drawer.cashSales),
  tallied(PAPER_WORDS.cashIn, drawer.cashIn),
  tallied(PAPER_WORDS.cashOut, drawer.cashOut),
  tallied(PAPER_WORDS.cashRefunds, drawer.cashRefunds),
  boldFigure(PAPER_WORDS.expected, drawer.expected),
  ...(count === null ? [] : counted(count)),
  ...(moves.length === 0 ? [] : [RULE]),
  ...moves.map(({ words, amount }) => row(words, formatMoney(amount), 'small')),
]

const counted = (count: NonNullable<ShiftFacts['count']>): readonly ReceiptBlock[] => [
  boldFigure(PAPER_WORDS.counted, count.counted),
  difference(count.difference),
  ...(count.firstCounted === null ? [] : [figure(PAPER_WORDS.firstCounted, count.firstCounted)]),
  ...(count.reason === '' ? [] : [left(`${PAPER_WORDS.reason}: ${count.reason}`, 'small')]),
  ...count.lines.map(({ value, count: pieces }) =>
    row(
      `${formatMoney(tugriks(value))} × ${pieces.toLocaleString('en')}`,
      formatMoney(tugriks(value * pieces)),
      'small',
    ),
  ),
]

const unlessNone = (label: string, tally: Tally): readonly ReceiptBlock[] =>
  tally.count === 0 && tally.amount === 0 ? [] : [tallied(label, tally)]

const tallied = (label: string, { count, amount }: Tally): ReceiptBlock =>
  figure(`${label}\u00a0(${count.toLocaleString('en')})`, amount)
