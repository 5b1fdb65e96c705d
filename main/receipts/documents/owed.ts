import type { ReceiptBlock, ReceiptFacts } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { RULE } from './blocks.ts'

/** What the payer has a right to and does not get with this paper. */
export const owed = ({ ereceiptOwed, counterWithoutEReceipt }: ReceiptFacts): readonly ReceiptBlock[] => [
  ...(ereceiptOwed ? notice(PAPER_WORDS.ereceiptOwed) : []),
  ...(counterWithoutEReceipt === 'cash' ? notice(PAPER_WORDS.cashWithoutEReceipt) : []),
  ...(counterWithoutEReceipt === 'tenders' ? notice(PAPER_WORDS.tendersWithoutEReceipt) : []),
]

const notice = (text: string): readonly ReceiptBlock[] => [RULE, { kind: 'notice', text }]
