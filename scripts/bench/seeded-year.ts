/** Makes a journal with a shop's year for a measure; TUGRIK_BENCH_HISTORY may name a folder that already has one. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { shopMoment } from '../../shared/shop-day.ts'
import { seedHistory } from '../seed-history/seed-history.ts'

const SALES = Number(process.env.TUGRIK_BENCH_SALES ?? 1_000_000)

/** The last day of the year. It is fixed, so that ranges of days mean the same in every run. */
export const YEAR_UNTIL = shopMoment('2026-11-21')

/** @param measure gets the journal's file and must not change it. */
export async function inSeededYear<Found>(measure: (file: string) => Found): Promise<Awaited<Found>> {
  const kept = process.env.TUGRIK_BENCH_HISTORY
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'tugrik-bench-'))
  const file = join(folder, 'journal-practice.sqlite')
  try {
    if (!existsSync(file)) await seedHistory({ file, sales: SALES, days: 365, seed: 1, until: YEAR_UNTIL })
    return await measure(file)
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** The number of sales in a journal that is not open. */
export function salesIn(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return Number(database.prepare('SELECT count(*) AS sales FROM sale').get()?.sales)
  } finally {
    database.close()
  }
}
