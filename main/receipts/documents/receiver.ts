import type { Receiver } from '../../../shared/sale.ts'
import type { ReceiptBlock } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { left } from './blocks.ts'

/** An organisation by its register number; an individual has no name on paper. */
export const receiver = (who: Receiver): readonly ReceiptBlock[] =>
  who.kind === 'individual'
    ? []
    : [left(`${PAPER_WORDS.organisation}: ${PAPER_WORDS.register}\u00a0${who.register}`, 'small')]
