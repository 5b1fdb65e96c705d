import type { ReceiptBlock } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { gap, left, RULE } from './blocks.ts'

export type Approval = {
  /** In the words of whoever asked for it. */
  readonly reason: string
  /** Null where nobody had to. */
  readonly approvedBy: string | null
}

/** Why, who allowed it, and room for the hand of whoever got the money. */
export const approval = ({ reason, approvedBy }: Approval): readonly ReceiptBlock[] => [
  RULE,
  left(`${PAPER_WORDS.reason}: ${reason}`, 'small'),
  ...(approvedBy === null ? [] : [left(`${PAPER_WORDS.approvedBy}: ${approvedBy}`, 'small')]),
]

export const signature = (): readonly ReceiptBlock[] => [
  gap(28),
  left(`${PAPER_WORDS.signature}: ${'_'.repeat(16)}`, 'small'),
]
