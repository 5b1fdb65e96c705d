/** Random days in a real journal, with returns, and the same sums computed by hand. */
import { createSaleStore } from '../../../../main/sale/run/index.ts'
import { type Journal, openJournal } from '../../../../main/storage/store/index.ts'
import { fillByCommits } from '../../../../scripts/measure/seed-history/fill-journal.ts'
import { sampleProducts } from '../../../../scripts/measure/seed-history/seed-history.ts'
import { yearOf } from '../../../../scripts/measure/seed-history/shop-year.ts'
import type { DayRange } from '../../../../shared/books/report.ts'
import type { Sale, SaleEvent } from '../../../../shared/sale/sale.ts'
import { statusOf, totalOf } from '../../../../shared/sale/status.ts'
import { shopDay, shopMoment } from '../../../../shared/shop/shop-day.ts'
import { writeEmptyJournal } from '../../../support/empty-journal.ts'
import { returnOpened } from '../../../support/sample-sale.ts'
import { command, newFile } from '../../storage/journal/till-journal.ts'

export const UNTIL = shopMoment('2026-11-21')
/** The last day with sales. */
export const LAST_DAY = '2026-11-20'

export const FOLDED = { now: () => UNTIL }

export type Days = { readonly seed: number; readonly sales: number; readonly days: number }

/**
 * Random days in a journal. Every `returnEach`-th sale is returned, if it was for cash: in full or one line, on the
 * same or the next day.
 */
export async function filled(
  days: Days,
  returnEach = 3,
): Promise<{ journal: Journal; file: string; ids: string[] }> {
  const file = newFile()
  writeEmptyJournal(file)
  const journal = openJournal(file, FOLDED)
  const stories = [...yearOf({ ...days, until: UNTIL, products: await sampleProducts() })]
  journal.command(command('all of it', { at: UNTIL }), () => {
    fillByCommits(journal, stories)
    stories.forEach(({ id }, at) => {
      const sale = journal.sales.byId(id)
      if (sale && at % returnEach === 0) bringBack(journal, sale, at)
    })
  })
  return { journal, file, ids: stories.map(({ id }) => id) }
}

const DAY = 24 * 3_600_000

function bringBack(journal: Journal, sale: Sale, nth: number): void {
  if (sale.soldAt === null || sale.payments.length > 0 || sale.returns.length > 0) return
  if (sale.tenders.some(({ kind }) => kind !== 'cash')) return
  const at = sale.soldAt + (nth % 2) * DAY
  const lines = nth % 4 === 0 ? sale.lines.slice(0, 1) : sale.lines
  const amount = totalOf(lines)
  const returnId = `return-${sale.id}`
  const opened: SaleEvent = returnOpened({
    returnId,
    lines: lines.map((line) => ({ lineId: line.id, quantity: line.quantity, amount: line.amount })),
    whole: lines.length === sale.lines.length,
    amount,
    parts: [
      { id: 'p1', paymentId: null, amount, by: 'hand', way: 'cash', why: 'cash', step: { name: 'due' } },
    ],
    by: { id: 'm1', name: 'Менежер' },
  })
  commit(journal, sale.id, at, opened)
  if (nth % 5 === 0) return // its money has not gone back yet
  commit(journal, sale.id, at + 1, { kind: 'repaid', returnId, partId: 'p1', how: 'cash', note: '' })
  commit(journal, sale.id, at + 2, { kind: 'return-completed', returnId, jobId: `slip-${sale.id}` })
}

export function commit(journal: Journal, id: string, at: number, event: SaleEvent): void {
  const clock = { now: () => at, monotonic: () => at, after: () => () => {} }
  createSaleStore({ journal, clock }).append(id, [event])
}

/** Computed from the sales themselves. */
export function bookedIn(journal: Journal, ids: readonly string[], { from, to }: DayRange) {
  const within = (at: number): boolean => shopDay(at) >= from && shopDay(at) <= to
  const booked = {
    sales: 0,
    amount: 0,
    lines: 0,
    taken: 0,
    vat: 0,
    cityTax: 0,
    off: 0,
    back: 0,
    carts: 0,
    charges: 0,
  }
  for (const id of ids) {
    const sale = journal.sales.byId(id)
    if (sale === null) continue
    const status = statusOf(sale)
    booked.taken += takenWithin(sale, within)
    for (const { at, event } of journal.sales.events(id)) {
      if (!within(at)) continue
      if (event.kind === 'discarded') booked.carts += 1
      if (event.kind === 'invoice-cancelled') booked.charges += 1
      if (event.kind !== 'ereceipt-issued') continue
      booked.vat += Number(event.ereceipt.vat)
      booked.cityTax += Number(event.ereceipt.cityTax)
    }
    for (const one of sale.returns)
      if (one.state === 'completed' && within(one.endedAt ?? 0)) booked.back += one.amount
    if (!('paidAt' in status) || !within(status.paidAt)) continue
    booked.sales += 1
    booked.amount += status.total
    booked.lines += sale.lines.length
    for (const { off, share } of sale.lines) booked.off += (off ?? 0) + (share ?? 0)
  }
  return booked
}

/** What came in for it on those days, without what went back since. */
const takenWithin = ({ tenders, payments }: Sale, within: (at: number) => boolean): number =>
  [
    ...tenders.map(({ at, amount }) => ({ at, amount })),
    ...payments.map(({ cameAt, came }) => ({ at: cameAt ?? 0, amount: came })),
  ]
    .filter(({ at }) => within(at))
    .reduce((sum, { amount }) => sum + amount, 0)
