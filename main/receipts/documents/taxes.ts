import { type Money, sumMoney } from '../../../shared/money.ts'
import type { PaperEReceipt, ReceiptBlock, ReceiptFacts } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { unlessZero } from './blocks.ts'

export type Taxes = { readonly vat: Money; readonly cityTax: Money }

/**
 * The service's own figures are printed as they came (law 8). While one of the e-receipts is still owed, or a part was
 * paid in cash, they are not those of the whole sale: then the terminal's own are.
 */
export function taxesOfSale({ ereceipts, ereceiptOwed, totals }: ReceiptFacts): Taxes {
  const covered = sumMoney(ereceipts.map(({ amount }) => amount))
  if (ereceipts.length === 0 || ereceiptOwed || covered < totals.total) return totals
  return taxesOf(ereceipts)
}

export const taxesOf = (ereceipts: readonly PaperEReceipt[]): Taxes => ({
  vat: sumMoney(ereceipts.map(({ vat }) => vat)),
  cityTax: sumMoney(ereceipts.map(({ cityTax }) => cityTax)),
})

/** Taxes of nothing are not printed (docs/receipts.md#the-printed-e-receipt). */
export const taxRows = ({ vat, cityTax }: Taxes): readonly ReceiptBlock[] => [
  ...unlessZero(PAPER_WORDS.vat, vat),
  ...unlessZero(PAPER_WORDS.cityTax, cityTax),
]
