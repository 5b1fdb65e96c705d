/**
 * How long a year's report takes, whole and in its longest step: the till works between two steps. The peer is bare SQL
 * over the same sums of days, with the best index for it: one query for each account, grouped by key, for the year and
 * for the year before, with which a report compares.
 */
import { DatabaseSync } from 'node:sqlite'
import { createReports } from '../../../main/books/reports/index.ts'
import {
  bookOf,
  DAILY_ACCOUNTS,
  projectionReaders,
  WHOLE_ACCOUNTS,
} from '../../../main/storage/projections/index.ts'
import type { ReportStep } from '../../../shared/books/report.ts'
import { figure, inTurns, type Measure, type Spread, spreadOf } from './figure.ts'
import { ordinaryYear, YEAR_UNTIL, YEARS, yearOfSales } from './seeded-year.ts'

const ROUNDS = 15
const WARM_UP = 2
const YEAR = { from: '2025-11-21', to: '2026-11-20' }
const YEAR_BEFORE = { from: '2024-11-21', to: '2025-11-20' }

export const measureReports: Measure = async ({ sizes }) => {
  const sales = ordinaryYear()
  const ordinary = await reported(await yearOfSales(sales))
  const points: { size: number; measured: Measured }[] = []
  if (sizes)
    for (const size of YEARS)
      points.push({ size, measured: size === sales ? ordinary : await reported(await yearOfSales(size)) })
  const curve = {
    of: 'sales',
    points: points.map(({ size, measured: { whole, plain } }) => ({
      size,
      ours: whole,
      against: { 'bare SQL': plain },
    })),
  }
  return [
    figure({
      name: "a year's report, whole",
      note: `Of ${sales} sales. Ours also makes all tables and compares with the year before, up to this time of day. The peer only reads the sums of both years.`,
      unit: 'ms',
      ours: ordinary.whole,
      against: { 'bare SQL': ordinary.plain },
      ...(sizes ? { curve } : {}),
    }),
    figure({
      name: "a step of a year's report",
      note: 'The till works between two steps.',
      ...{ unit: 'ms', ours: ordinary.steps, reach: { at: 'p95', atMost: 50 } },
    }),
    figure({
      name: "the longest step of a year's report",
      ...{ unit: 'ms', ours: ordinary.steps, reach: { at: 'max', atMost: 100 } },
    }),
  ]
}

type Measured = { readonly whole: Spread; readonly steps: Spread; readonly plain: Spread }

async function reported(file: string): Promise<Measured> {
  const database = new DatabaseSync(file, { readOnly: true })
  const plainDatabase = new DatabaseSync(file, { readOnly: true })
  try {
    const journal = { ...projectionReaders(database), commits: () => 0 }
    const plain = plainYear(plainDatabase)
    const all: number[][] = []
    const took = await inTurns(
      {
        whole: () => {
          const reports = createReports({ journal, now: () => YEAR_UNTIL - 1 })
          const steps: number[] = []
          let answer: ReportStep
          do {
            const begun = performance.now()
            answer = reports.step(YEAR, 'amount')
            steps.push(performance.now() - begun)
          } while (!answer.done)
          return () => void all.push(steps)
        },
        plain: () => void plain(),
      },
      { rounds: ROUNDS, warmUp: WARM_UP },
    )
    return { ...took, steps: spreadOf(all.slice(WARM_UP).flat()) }
  } finally {
    database.close()
    plainDatabase.close()
  }
}

function plainYear(database: DatabaseSync): () => void {
  const whole = database.prepare(
    `SELECT key, sum(times), sum(lines), sum(quantity), sum(amount), sum(vat), sum(city_tax) FROM ledger_sum
     WHERE account = ? AND book BETWEEN ? AND ? GROUP BY key`,
  )
  const daily = database.prepare(
    `SELECT book, key, times, lines, quantity, amount, vat, city_tax FROM ledger_sum
     WHERE account = ? AND book BETWEEN ? AND ?`,
  )
  return () => {
    for (const account of WHOLE_ACCOUNTS) whole.all(account, bookOf.day(YEAR.from), bookOf.day(YEAR.to))
    for (const account of DAILY_ACCOUNTS)
      for (const { from, to } of [YEAR, YEAR_BEFORE]) daily.all(account, bookOf.day(from), bookOf.day(to))
  }
}
