/** What a reconciliation says on paper. */
import type { ReconciliationSeen } from '../../../shared/books.ts'
import { formatSaleNumber } from '../../../shared/sale.ts'
import { TEXTS } from '../../../shared/texts/index.ts'
import type { ReconciliationFacts } from '../../receipts/index.ts'
import { type ReceiptMaker, shopTime } from '../../sales/index.ts'

/** Paper has its end: the rest is in the file. */
const MOST_ON_PAPER = 40

export function reconciliationFacts(
  { day, terminal, doneAt, sums, fees, differences }: ReconciliationSeen,
  { settings, logo, training }: ReceiptMaker,
): ReconciliationFacts {
  return {
    shop: settings.shop,
    logo,
    training,
    terminal,
    cashier: null,
    date: shopTime(doneAt),
    day,
    theirs: sums.theirs,
    ours: sums.ours,
    matched: sums.matched,
    net: sums.net,
    fees: fees.map(({ wallet, payments, fee }) => ({ how: wallet, count: payments.count, amount: fee })),
    feeSum: sums.fees,
    unread: sums.unread,
    differences: differences.slice(0, MOST_ON_PAPER).map((one) => ({
      words: [
        TEXTS.mn[`books.kind.${one.kind}`],
        one.sequence === null ? one.senderInvoiceNo : `№\u00a0${formatSaleNumber(one.sequence)}`,
      ].join(' · '),
      ours: one.ours,
      theirs: one.theirs,
      why: one.explained?.why ?? null,
    })),
    moreDifferences: Math.max(0, differences.length - MOST_ON_PAPER),
  }
}
