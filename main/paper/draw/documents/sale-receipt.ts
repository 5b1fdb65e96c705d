import { formatMoney, money, sumMoney } from '../../../../shared/money/money.ts'
import type { ReceiptBlock, ReceiptDocument, ReceiptFacts } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { figure, gap, left, RULE, row, unlessZero } from './blocks.ts'
import { paper } from './head.ts'
import { ereceiptParts, goods, invoiceNumber, owed, receiver, taxesOfSale, taxRows } from './parts.ts'

/** A sale's receipt, from top to bottom. Pure: the same facts make the same paper. */
export const saleReceipt = (facts: ReceiptFacts): ReceiptDocument => ({
  blocks: paper(facts, [
    RULE,
    row(facts.date, `${PAPER_WORDS.number} ${facts.number}`, 'small'),
    ...receiver(facts.receiver),
    RULE,
    ...facts.lines.flatMap(goods),
    RULE,
    ...discounts(facts),
    ...figures(facts),
    ...note(facts),
    ...ereceiptParts(facts),
    ...owed(facts),
    ...invoiceNumber(facts.senderInvoiceNo),
  ]),
})

/** The discounts of the whole sale, below the sum of its lines. */
function discounts({ discounts, lines }: ReceiptFacts): readonly ReceiptBlock[] {
  if (discounts.length === 0) return []
  const before = sumMoney(lines.map(({ amount, discount }) => money(amount - discount)))
  return [
    figure(PAPER_WORDS.beforeDiscount, before),
    ...discounts.map(({ words, amount }) => figure(words, money(-amount))),
    gap(4),
  ]
}

const note = ({ note }: ReceiptFacts): readonly ReceiptBlock[] =>
  note === '' ? [] : [RULE, left(note, 'small')]

const figures = (facts: ReceiptFacts): readonly ReceiptBlock[] => [
  row(PAPER_WORDS.total, `${formatMoney(facts.totals.total)} ${PAPER_WORDS.currency}`, 'large'),
  gap(4),
  ...taxRows(taxesOfSale(facts)),
  ...(facts.rounding === 0 ? [] : [figure(PAPER_WORDS.rounding, facts.rounding)]),
  ...facts.payments.map(({ how, amount }) => figure(how, amount)),
  ...unlessZero(PAPER_WORDS.change, facts.change),
  ...(facts.surplus > 0 ? [figure(PAPER_WORDS.surplus, facts.surplus)] : []),
]
