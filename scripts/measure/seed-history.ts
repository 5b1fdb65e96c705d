/**
 * `npm run seed-history -- --sales 1000000 --out FOLDER [--days 365] [--seed 1] [--until yyyy-MM-dd] [--shifts]`: fills a
 * journal of test mode with a year of sales, for measuring and for screenshots. FOLDER is a terminal's data folder without a journal.
 * The same options always make the same journal. `--shifts` also makes shifts and their Zs, commit by commit, which is only fast
 * enough for a few thousand sales.
 */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { shopDay, shopMoment } from '../../shared/shop/shop-day.ts'
import { seedHistory, seedWithShifts } from './seed-history/seed-history.ts'

const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '10000' },
    out: { type: 'string' },
    days: { type: 'string', default: '365' },
    seed: { type: 'string', default: '1' },
    until: { type: 'string' },
    shifts: { type: 'boolean', default: false },
  },
})

if (values.out === undefined) stop('say where the journal goes: --out FOLDER')
const folder = resolve(values.out)
mkdirSync(folder, { recursive: true })
const file = join(folder, 'journal-test.sqlite')
if (existsSync(file)) stop(`${file} is there already`)

const begun = performance.now()
const whole = countOf('sales')
const year = { file, sales: whole, days: countOf('days'), seed: countOf('seed'), until: midnight() }
const progress = (done: number): void => console.error(`sales ${done} of ${whole}, ${elapsed()} s`)
await (values.shifts ? seedWithShifts(year) : seedHistory({ ...year, progress }))
console.log(`${file}: ${whole} sales, ${Math.round(statSync(file).size / 1e6)} MB, ${elapsed()} s`)

function elapsed(): string {
  return ((performance.now() - begun) / 1000).toFixed(1)
}

function countOf(name: 'sales' | 'days' | 'seed'): number {
  const count = Number(values[name])
  return Number.isSafeInteger(count) && count > 0 ? count : stop(`--${name} is no number above zero`)
}

/** The first millisecond of that day of the shop, or of today. The year ends before it. */
function midnight(): number {
  const day = values.until ?? shopDay(Date.now())
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))
    ? shopMoment(day)
    : stop('--until is no day')
}

function stop(why: string): never {
  console.error(why)
  process.exit(1)
}
