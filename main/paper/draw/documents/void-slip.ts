import { formatMoney, type Money } from '../../../../shared/money/money.ts'
import type { PaperHead, ReceiptDocument } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { left, RULE, row, title } from './blocks.ts'
import { paper } from './head.ts'
import { type Approval, approval, invoiceNumber, ofSale, signature, voidedIds } from './parts.ts'

/** Everything on the slip of voided e-receipts. */
export type VoidFacts = PaperHead &
  Approval & {
    readonly copy: boolean
    readonly saleNumber: string
    readonly saleDate: string
    readonly senderInvoiceNo: string
    /** ДДТД of each. */
    readonly printedIds: readonly string[]
    readonly amount: Money
  }

export const voidSlip = (facts: VoidFacts): ReceiptDocument => ({
  blocks: paper(facts, [
    ...title(PAPER_WORDS.voidSlip),
    left(facts.date, 'small'),
    ...ofSale(facts),
    ...voidedIds(facts.printedIds),
    RULE,
    row(PAPER_WORDS.amount, `${formatMoney(facts.amount)} ${PAPER_WORDS.currency}`, 'large'),
    ...approval(facts),
    ...signature(),
    ...invoiceNumber(facts.senderInvoiceNo),
  ]),
})
