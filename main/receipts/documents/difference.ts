import { formatMoney, type Money, NO_MONEY } from '../../../shared/money.ts'
import type { ReceiptBlock } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'

/** What is in the drawer less what must be, with its sign and in a word. */
export const difference = (amount: Money): ReceiptBlock => ({
  kind: 'row',
  left: [PAPER_WORDS.difference, ...word(amount)].join(' · '),
  right: `${amount > NO_MONEY ? '+' : ''}${formatMoney(amount)}`,
  size: 'normal',
  bold: true,
})

function word(amount: Money): readonly string[] {
  if (amount === NO_MONEY) return []
  return [amount > NO_MONEY ? PAPER_WORDS.over : PAPER_WORDS.short]
}
