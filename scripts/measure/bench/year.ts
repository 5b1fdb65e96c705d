/** Journals with a shop's year. Each is made once, and kept for later runs. */
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS, STORED_FORMS } from '../../../main/storage/journal/index.ts'
import { removeDatabase } from '../../../main/storage/sqlite/index.ts'
import { shopMoment } from '../../../shared/shop/shop-day.ts'
import { inProject } from '../../run/setup/project.mjs'
import { seedHistory } from '../seed-history/seed-history.ts'

const SEED = 1
const KEPT = inProject('node_modules/.cache/bench')

/** The year ends before this moment. It is fixed, so that ranges of days mean the same in every run. */
const YEAR_UNTIL = shopMoment('2026-11-21')

const fileOf = (sales: number): string =>
  join(KEPT, `year-of-${sales}-sales-seed-${SEED}-version-${MIGRATIONS.length}-forms-${STORED_FORMS}.sqlite`)

/** The path of the journal. It must not be changed. */
export async function yearOfSales(sales: number): Promise<string> {
  const file = fileOf(sales)
  if (existsSync(file)) return file
  console.log(`making a year of ${sales} sales, which is kept in ${KEPT}`)
  mkdirSync(KEPT, { recursive: true })
  const draft = `${file}.draft`
  removeDatabase(draft)
  await seedHistory({ file: draft, sales, days: 365, seed: SEED, until: YEAR_UNTIL })
  renameSync(draft, file)
  return file
}
