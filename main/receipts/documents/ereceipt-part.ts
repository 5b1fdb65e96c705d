import { formatMoney } from '../../../shared/money.ts'
import type { PaperEReceipt, ReceiptBlock, ReceiptFacts } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { centred, gap, RULE, row } from './blocks.ts'

type Issued = Pick<ReceiptFacts, 'ereceipts' | 'copy'>

/** The e-receipts of a sale. A copy names them, and carries neither lottery nor QR, whatever the facts hold. */
export const ereceiptParts = ({ ereceipts, copy }: Issued): readonly ReceiptBlock[] =>
  ereceipts.flatMap((ereceipt, index) => [
    RULE,
    ...share(ereceipt, index + 1, ereceipts.length),
    centred(PAPER_WORDS.ereceiptId, 'small'),
    centred(ereceipt.printedId, 'small'),
    ...(copy ? [] : [...lottery(ereceipt.lottery), ...qr(ereceipt.qrData)]),
  ])

/** Which of several it is, and how much of the sale it is for. */
const share = ({ amount }: PaperEReceipt, index: number, count: number): readonly ReceiptBlock[] =>
  count > 1 ? [row(`${PAPER_WORDS.ereceipt} ${index}/${count}`, formatMoney(amount)), gap(6)] : []

/** An organisation's e-receipt has none, nor has one for goods of type NO_VAT (docs/receipts.md#the-printed-e-receipt). */
const lottery = (text: string): readonly ReceiptBlock[] =>
  text === '' ? [] : [{ kind: 'lottery', label: PAPER_WORDS.lottery, text }]

const qr = (data: string): readonly ReceiptBlock[] =>
  data === '' ? [] : [{ kind: 'qr', data, caption: null }]
