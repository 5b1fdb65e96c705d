import { formatMoney, money, NO_MONEY } from '../../../shared/money.ts'
import type { PaperLine, ReceiptBlock } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { figure, gap, left, row } from './blocks.ts'

/** A line of goods: its name, how much at what price, and what was taken off. */
export const goods = ({
  name,
  quantity,
  unitPrice,
  amount,
  discount,
}: PaperLine): readonly ReceiptBlock[] => [
  left(name, 'normal'),
  row(`${quantity} × ${formatMoney(unitPrice)}`, formatMoney(amount)),
  ...(discount === NO_MONEY ? [] : [figure(PAPER_WORDS.discount, money(-discount))]),
  gap(6),
]
