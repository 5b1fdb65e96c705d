import { formatMoney, sumMoney } from '../../../../shared/money/money.ts'
import type { ReceiptBlock, ReceiptDocument, ReceiptFacts } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { figure, gap, RULE, row, title } from './blocks.ts'
import { paper } from './head.ts'
import { ereceiptParts, invoiceNumber, ofSale, owed, receiver, taxesOf, taxRows } from './parts.ts'

/** A slip for e-receipts that came after the receipt was printed. Number, date and total are the sale's. */
export const ereceiptSlip = (facts: ReceiptFacts): ReceiptDocument => ({
  blocks: paper(facts, [
    ...title(PAPER_WORDS.ereceiptSlip),
    ...ofSale({ saleNumber: facts.number, saleDate: facts.date }),
    ...receiver(facts.receiver),
    RULE,
    row(PAPER_WORDS.total, `${formatMoney(facts.totals.total)} ${PAPER_WORDS.currency}`, 'large'),
    gap(4),
    ...covered(facts),
    ...taxRows(taxesOf(facts.ereceipts)),
    ...ereceiptParts(facts),
    ...owed(facts),
    ...invoiceNumber(facts.senderInvoiceNo),
  ]),
})

/** The amount that the e-receipts cover, where it is not the whole sale. */
function covered({ ereceipts, totals }: ReceiptFacts): readonly ReceiptBlock[] {
  const amount = sumMoney(ereceipts.map((ereceipt) => ereceipt.amount))
  return amount === totals.total ? [] : [figure(PAPER_WORDS.ereceipt, amount)]
}
