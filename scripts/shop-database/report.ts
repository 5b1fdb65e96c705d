/** The report of one or several shops, for whoever runs a chain. It is computed as the tills compute it. */
import type { Client } from 'pg'
import { createReports, figuresOfReport, tillLines } from '../../main/books/reports/index.ts'
import { journalOfFigures, tillFigures } from '../../main/many-tills/figures/index.ts'
import { figuresOfShop, shopsOf } from '../../main/many-tills/server/index.ts'
import { type DayRange, isBridge, type ReportTotals, type RowKind } from '../../shared/books/report.ts'
import { formatZ } from '../../shared/books/shift.ts'
import { formatMoney, money, NO_MONEY } from '../../shared/money/money.ts'
import { dayAfter, shopMoment, shopTime } from '../../shared/shop/shop-day.ts'
import { TEXTS } from '../../shared/texts/index.ts'
import { kindText } from '../../shared/texts/report-words.ts'

type Totals = Pick<ReportTotals, 'sales' | 'amount' | 'back' | 'net'>

/**
 * Prints of each shop that the login reads the totals, payment methods, the Z of each shift, and how current its tills are.
 * Returns false if it may not read one of them.
 */
export async function printReport(
  reader: Client,
  { shops, days }: { readonly shops: readonly string[]; readonly days: DayRange },
  print: (line: string) => void,
): Promise<boolean> {
  const all: Totals[] = []
  const names = shops.length > 0 ? shops : await shopsOf(reader)
  for (const shop of names) {
    const read = await reportOf(reader, shop, days)
    if (read === null) {
      print(`${shop}: this login does not read this shop`)
      continue
    }
    print(`${shop}  ${read.report.from} – ${read.report.to}`)
    print(`  ${totalsLine(read.report.totals)}`)
    const { rows } = read.report.tables.tenders
    for (const row of rows)
      if (row.times > 0 || row.back !== 0 || row.net !== 0)
        print(
          `  ${[TEXTS.en[kindText(row.key as RowKind)], ...(isBridge('tenders', row) ? [] : [row.times]), formatMoney(row.net)].join('  ')}`,
        )
    for (const line of read.printed) print(`  ${line}`)
    for (const line of tillLines(read.tills, 'en')) print(`  ${line}`)
    all.push(read.report.totals)
  }
  if (all.length > 1) {
    print('All shops')
    print(`  ${totalsLine(all.reduce(added))}`)
  }
  return all.length === names.length
}

async function reportOf(reader: Client, shop: string, days: DayRange) {
  const now = Date.now()
  const { range, asked } = figuresOfReport(days, now)
  const told = await figuresOfShop(reader, shop, asked)
  if (told === null) return null
  const journal = await journalOfFigures(told, null, () => null)
  const reports = createReports({ journal, now: () => now })
  let step = reports.step(days, 'amount')
  while (!step.done) step = reports.step(days, 'amount')
  const [from, until] = [shopMoment(range.from), shopMoment(dayAfter(range.to, 1))]
  const printed = journal.shifts.latest(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).flatMap((shift) => {
    const { id, terminal, zNumber, openedAt, closedAt } = shift
    if (zNumber === null || closedAt === null || closedAt < from || closedAt >= until) return []
    const times = [openedAt, closedAt].map((at) => shopTime(at).slice(0, 16)).join(' – ')
    return `${terminal}  Z ${formatZ(zNumber)}  ${times}  net ${formatMoney(journal.shifts.printedNet(id) ?? NO_MONEY)}`
  })
  journal.close()
  return {
    report: step.report,
    /** The Z of each shift that was closed on these days, in order. */
    printed: printed.reverse(),
    tills: tillFigures(told.tills, { me: null, now, until, unread: journal.unread }),
  }
}

const totalsLine = ({ sales, amount, back, net }: Totals): string =>
  `sales ${sales}  amount ${formatMoney(amount)}  returned ${formatMoney(back)}  net ${formatMoney(net)}`

const added = (one: Totals, other: Totals): Totals => ({
  sales: one.sales + other.sales,
  amount: money(one.amount + other.amount),
  back: money(one.back + other.back),
  net: money(one.net + other.net),
})
