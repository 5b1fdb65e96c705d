import type { ReceiptBlock } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { centred, gap, RULE } from './blocks.ts'

/** The one number that finds the sale at the service again, should the payer come back: for eyes and for a scanner. */
export const invoiceNumber = (senderInvoiceNo: string): readonly ReceiptBlock[] => [
  RULE,
  centred(PAPER_WORDS.invoice, 'small'),
  gap(4),
  { kind: 'barcode', data: senderInvoiceNo },
]
