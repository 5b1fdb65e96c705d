import { dayAfter, shopMoment } from '../../../shared/shop-day.ts'
import { notAmong, type OwnJournal, type OwnSales } from './own-sales.ts'

/** The sales whose invoice was made on that day, by our clock. */
export function ownOfDay(journal: OwnJournal, day: string): OwnSales {
  const from = shopMoment(day)
  const before = shopMoment(dayAfter(day, 1))
  const all = () => journal.invoices.madeOn(day, from, before)
  // Of sales that are known to be of the day: most need no second look.
  const invoices = new Set(all().map(({ invoiceId }) => invoiceId))
  return {
    days: { from: day, to: day },
    ids: () => [...new Set(all().map(({ saleId }) => saleId))],
    has: (invoiceId) => invoices.has(invoiceId),
    holds: (sale) => {
      const invoicedAt = journal.invoices.lastMadeAt(sale.id)
      return invoicedAt === null || (invoicedAt >= from && invoicedAt < before)
    },
    without: (listed) => notAmong(all(), listed),
    wouldHold: () => true,
    listed: () => {},
  }
}
