import { formatMoney, type Money } from '../../../../shared/money/money.ts'
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

/** Everything on the paper of a refund. Amounts are positive: the title says that they went back. */
export type RefundFacts = PaperHead &
  Approval & {
    readonly copy: boolean
    /** The sale that goods came back from: number, yyyy-MM-dd HH:mm:ss, invoice number. */
    readonly saleNumber: string
    readonly saleDate: string
    readonly senderInvoiceNo: string
    readonly lines: readonly PaperLine[]
    readonly totals: Taxes & { readonly total: Money }
    /** What was given back above the price of the goods, or below it where it is negative, because cash is rounded. */
    readonly rounding: Money
    /** How each payment was given back, in words, and the amount. */
    readonly returned: readonly { readonly how: string; readonly amount: Money }[]
    /** ДДТД of the voided e-receipts. */
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
    ...(facts.rounding === 0 ? [] : [figure(PAPER_WORDS.rounding, facts.rounding)]),
    ...facts.returned.map(({ how, amount }) => figure(how, amount)),
    ...voidedIds(facts.voided),
    ...approval(facts),
    ...signature(),
    ...invoiceNumber(facts.senderInvoiceNo),
  ]),
})
