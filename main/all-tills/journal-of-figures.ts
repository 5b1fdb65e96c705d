import { type Sale, saleSchema } from '../../shared/sale.ts'
import { journalInMemory, type SumRow } from '../projections/index.ts'
import type { ShopDatabase } from '../shop-link/index.ts'
import { turn } from './turn.ts'

type Told = Awaited<ReturnType<ShopDatabase['figures']>>

/** Rows are taken in slices, between which the till works. */
const SLICE = 2_000

/** A journal in memory with these figures. `nameOf` gives the name of a product. Close it after use. */
export async function journalOfFigures(told: Told, nameOf: (code: string) => string | null) {
  const journal = journalInMemory()
  for (let at = 0; at < told.sums.length; at += SLICE) {
    journal.takeSums(told.sums.slice(at, at + SLICE).map(asSumRow))
    await turn()
  }
  const unread = told.shifts.filter(({ body }) => !journal.takeShift(body)).length
  const moved = told.moved.flatMap((sale): Sale[] => {
    const read = saleSchema.safeParse(sale)
    return read.success ? [read.data] : []
  })
  return {
    sums: {
      ...journal.sums,
      soldName: nameOf,
      soldWithin: (_day: string, from: number, before: number) =>
        moved.filter(({ soldAt }) => soldAt !== null && soldAt >= from && soldAt < before),
      returnedWithin: () => moved,
    },
    shifts: journal.shifts,
    dayEntries: journal.dayEntries,
    commits: () => 0,
    /** How many shifts could not be read: a till of another version sent them. */
    unread,
    close: journal.close,
  }
}

const asSumRow = ([account, book, key, times, lines, quantity, amount, vat, cityTax]: Told['sums'][number]) =>
  ({ account, book, key, times, lines, quantity, amount, vat, cityTax }) as SumRow
