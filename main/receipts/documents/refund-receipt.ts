import { formatMoney, type Money } from '../../../shared/money.ts'
import type { PaperHead, PaperLine, ReceiptDocument } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { figure, gap, left, RULE, row, title } from './blocks.ts'
import { paper } from './head.ts'
import {
  type Approval,
  approval,
  goods,
  invoiceNumber,
  ofSale,
  signature,
  type Taxes,
  taxRows,
  voidedIds,
} from './parts.ts'

/** Everything that a refund's paper says. Amounts are above zero: the paper itself says that they went back. */
export type RefundFacts = PaperHead &
  Approval & {
    readonly copy: boolean
    /** Of the sale that goods came back from: number, yyyy-MM-dd HH:mm:ss, invoice number. */
    readonly saleNumber: string
    readonly saleDate: string
    readonly senderInvoiceNo: string
    /** What came back. */
    readonly lines: readonly PaperLine[]
    readonly totals: Taxes & { readonly total: Money }
    /** How each payment was given back, in words, and how much. */
    readonly returned: readonly { readonly how: string; readonly amount: Money }[]
    /** ДДТД of the e-receipts that were voided for it. */
    readonly voided: readonly string[]
  }

export const refundReceipt = (facts: RefundFacts): ReceiptDocument => ({
  blocks: paper(facts, [
    ...title(PAPER_WORDS.refund),
    left(facts.date, 'small'),
    ...ofSale(facts),
    RULE,
    ...facts.lines.flatMap(goods),
    RULE,
    row(PAPER_WORDS.refunded, `${formatMoney(facts.totals.total)} ${PAPER_WORDS.currency}`, 'large'),
    gap(4),
    ...taxRows(facts.totals),
    ...facts.returned.map(({ how, amount }) => figure(how, amount)),
    ...voidedIds(facts.voided),
    ...approval(facts),
    ...signature(),
    ...invoiceNumber(facts.senderInvoiceNo),
  ]),
})
