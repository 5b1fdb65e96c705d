import { setImmediate as nextTurn } from 'node:timers/promises'
import { refuse } from '../../../shared/failure.ts'
import { saleOfOtherTill } from '../../../shared/sale/of-other-till.ts'
import type { Return } from '../../../shared/sale/return.ts'
import type { Sale } from '../../../shared/sale/sale.ts'
import { journalInMemory, type SumRow } from '../../storage/projections/index.ts'
import type { ShopDatabase } from '../link/index.ts'
import { unreadCounts } from './unread-counts.ts'

type Told = Awaited<ReturnType<ShopDatabase['figures']>>

/** Rows are taken in slices, between which the till works. */
const SLICE = 2_000

/** A journal in memory with these figures of one till, or of all (null). `nameOf` gives the name of a product. Close it after use. */
export async function journalOfFigures(
  told: Told,
  till: string | null,
  nameOf: (code: string) => string | null,
) {
  if (!areWhole(told.sums)) refuse('SHOP_DATABASE_REFUSED')
  const journal = journalInMemory()
  for (let at = 0; at < told.sums.length; at += SLICE) {
    journal.takeSums(told.sums.slice(at, at + SLICE).map(asSumRow))
    await nextTurn()
  }
  const unread = unreadCounts()
  for (const { till: code, body } of told.shifts)
    if (!journal.takeShift(body)) unread.add(code, 'unreadShifts')
  const moved = told.moved.flatMap((sale): Sale[] => {
    const read = saleOfOtherTill.safeParse(sale)
    if (read.success) return [read.data]
    unread.add(String(sale?.terminal), 'unreadSales')
    return []
  })
  return {
    sums: {
      ...journal.sums,
      soldName: nameOf,
      soldWithin: (_day: string, from: number, before: number) =>
        moved.filter(({ origin, soldAt }) => !origin && soldAt !== null && soldAt >= from && soldAt < before),
      returnedWithin: (from: number, before: number) => returnedAt(moved, till, from, before),
    },
    shifts: journal.shifts,
    dayEntries: journal.dayEntries,
    commits: () => 0,
    unread: unread.counts,
    close: journal.close,
  }
}

/** The returns that ended in that time at that till. The sale and its guest sales have the same ones. */
function returnedAt(sales: readonly Sale[], till: string | null, from: number, before: number): Return[] {
  const found = new Map<string, Return>()
  for (const { origin, terminal, returns } of sales)
    for (const one of returns) {
      const isWithin = one.endedAt !== null && one.endedAt >= from && one.endedAt < before
      const at = one.till ?? origin ?? terminal
      if (one.state === 'completed' && isWithin && (till === null || till === at)) found.set(one.id, one)
    }
  return [...found.values()]
}

/** Whether these sums can be added, as a report does. Those of a till may be forged. */
function areWhole(sums: Told['sums']): boolean {
  const figures = sums.flatMap(([_account, _book, _key, ...row]) => row)
  return figures.reduce((total, figure) => total + Math.abs(figure), 0) <= Number.MAX_SAFE_INTEGER
}

const asSumRow = ([account, book, key, times, lines, quantity, amount, vat, cityTax]: Told['sums'][number]) =>
  ({ account, book, key, times, lines, quantity, amount, vat, cityTax }) as SumRow
