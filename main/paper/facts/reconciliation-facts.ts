/** Computes the content of a printed reconciliation. */
import {
  type BookedShift,
  dayOfShopSpan,
  type ReconciliationSeen,
} from '../../../shared/books/reconciliation.ts'
import { formatZ } from '../../../shared/books/shift.ts'
import { formatSaleNumber } from '../../../shared/sale/sale.ts'
import { shopTime } from '../../../shared/shop/shop-day.ts'
import { TEXTS } from '../../../shared/texts/index.ts'
import { tillLines } from '../../books/reports/index.ts'
import type { PaperMaker, ReconciliationFacts } from '../draw/index.ts'

/** The paper shows this many; the file has all of them. */
const MOST_ON_PAPER = 40

export function reconciliationFacts(
  { span, shift, terminal, tills, doneAt, sums, fees, discrepancies, apart }: ReconciliationSeen,
  { settings, logo, testMode }: PaperMaker,
): ReconciliationFacts {
  const left = discrepancies.filter(({ resolvedAt }) => resolvedAt === null)
  return {
    shop: settings.shop,
    logo,
    testMode,
    terminal,
    cashier: null,
    date: shopTime(doneAt),
    about: shift === null ? (dayOfShopSpan(span) ?? span) : shiftWords(shift),
    times: shift === null ? tillLines(tills, 'mn').join('\n') || null : timesOf(shift),
    theirs: sums.theirs,
    ours: sums.ours,
    matched: sums.matched,
    net: sums.net,
    fees: fees.map(({ wallet, payments, fee }) => ({ how: wallet, count: payments.count, amount: fee })),
    feeSum: sums.fees,
    unread: sums.unread,
    apart: apart.map(({ sequence, what, amount, shift: other }) => ({
      words: [
        `№\u00a0${formatSaleNumber(sequence)}`,
        TEXTS.mn[`books.apart.${what}`],
        other === null ? TEXTS.mn['books.apart.no.shift'] : shiftWords(other),
      ].join(' · '),
      amount,
    })),
    discrepancies: left.slice(0, MOST_ON_PAPER).map((one) => ({
      words: [
        TEXTS.mn[`books.kind.${one.kind}`],
        one.sequence === null ? one.senderInvoiceNo : `№\u00a0${formatSaleNumber(one.sequence)}`,
      ].join(' · '),
      ours: one.ours,
      theirs: one.theirs,
      why: one.explained?.why ?? null,
    })),
    moreDiscrepancies: Math.max(0, left.length - MOST_ON_PAPER),
  }
}

/** "Z 0012", or the opening time of an open shift. */
const shiftWords = ({ zNumber, openedAt }: Pick<BookedShift, 'zNumber' | 'openedAt'>): string =>
  zNumber === null ? shopTime(openedAt).slice(0, 16) : `Z ${formatZ(zNumber)}`

const timesOf = ({ openedAt, closedAt }: BookedShift): string =>
  [openedAt, ...(closedAt === null ? [] : [closedAt])].map((at) => shopTime(at).slice(0, 16)).join(' – ')
