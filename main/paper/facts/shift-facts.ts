/** The content of a printed X or Z. */

import { formatZ, SALE_TENDERS, type ShiftReport, type Tally } from '../../../shared/books/shift.ts'
import { NO_MONEY } from '../../../shared/money/money.ts'
import { shopTime } from '../../../shared/shop/shop-day.ts'
import type { Cashier } from '../../../shared/shop/staff.ts'
import { PAPER_WORDS, type PaperMaker, type ShiftFacts, shiftTenderWords } from '../draw/index.ts'
import { detailsOf, taxesElsewhereOf, taxesOf } from './shift-details.ts'

export type ShiftPaper = {
  readonly maker: PaperMaker
  /** The requested report: an X stays an X if the shift was closed since. `z-copy`: printed again, marked ХУУЛБАР. */
  readonly kind: 'x-report' | 'z-report' | 'z-copy'
  readonly now: number
}

export function shiftFacts(
  { shift, totals, moves }: ShiftReport,
  { maker: { settings, logo, testMode }, kind, now }: ShiftPaper,
): ShiftFacts {
  const { drawer } = totals
  const isX = kind === 'x-report'
  return {
    shop: shift.seller ?? settings.shop,
    logo,
    testMode,
    terminal: shift.terminal,
    cashier: (shift.closedBy ?? shift.openedBy)?.name ?? null,
    date: shopTime(shift.closedAt ?? now),
    report: isX ? 'X' : 'Z',
    copy: kind === 'z-copy',
    number: isX || shift.zNumber === null ? null : formatZ(shift.zNumber),
    openedAt: shopTime(shift.openedAt),
    closedAt: shift.closedAt === null ? null : shopTime(shift.closedAt),
    cashiers: namesOf([shift.openedBy, ...moves.map(({ by }) => by), shift.closedBy]),
    sales: totals.sales,
    discounts: totals.discounts,
    cancelled: totals.cancelled,
    refunds: totals.returns,
    elsewhere: totals.elsewhere,
    details: detailsOf(totals),
    net: totals.net,
    taxes: taxesOf(totals),
    taxesElsewhere: taxesElsewhereOf(totals),
    tenders: SALE_TENDERS.map((tender) => ({
      how: shiftTenderWords[tender],
      ...totals.tenders[tender],
    })).filter(isSomething),
    ereceipts: totals.ereceipts,
    drawer: {
      float: drawer.float,
      cashSales: drawer.cashSales.amount,
      cashIn: drawer.cashIn,
      cashOut: drawer.cashOut,
      cashRefunds: drawer.refunded,
      expected: drawer.expected,
    },
    moves: moves.map(({ way, amount, reason }) => ({
      words: `${way === 'in' ? PAPER_WORDS.cashIn : PAPER_WORDS.cashOut}: ${reason}`,
      amount,
    })),
    // Only a Z has a number and a count.
    count: isX
      ? null
      : shift.count && {
          lines: shift.count.lines,
          counted: shift.count.counted,
          difference: shift.count.difference,
          firstCounted: shift.count.firstCounted,
          reason: shift.reason,
        },
    unread: totals.unread,
    sold:
      totals.firstSaleAt === null || totals.lastSaleAt === null
        ? null
        : { first: shortTime(totals.firstSaleAt), last: shortTime(totals.lastSaleAt) },
  }
}

/** "11-20 08:05" */
const shortTime = (at: number): string => shopTime(at).slice(5, 16)

const isSomething = ({ count, amount }: Tally): boolean => count > 0 || amount !== NO_MONEY

const namesOf = (people: readonly (Cashier | null)[]): readonly string[] => [
  ...new Set(people.flatMap((one) => (one === null ? [] : [one.name]))),
]
