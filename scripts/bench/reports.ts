/**
 * Measures reports over a million sales, for the ranges that people ask for. The till computes a report in steps and
 * does other work between them, so the longest step is the longest wait. The comparison computes the sums of the same
 * month from the sales, as a till without daily sums does. The journal is the one of the history measure.
 */
import { DatabaseSync } from 'node:sqlite'
import { createReports } from '../../main/reports/index.ts'
import { saleModel } from '../../main/sales/index.ts'
import { openJournal } from '../../main/store/index.ts'
import type { DayRange, ReportStep } from '../../shared/report.ts'
import { inSeededYear, salesIn } from './seeded-year.ts'
import { timesOf } from './times.ts'

const ROUNDS = 7
const PLAIN_ROUNDS = 3

const RANGES: Readonly<Record<string, DayRange>> = {
  day: { from: '2026-11-20', to: '2026-11-20' },
  week: { from: '2026-11-14', to: '2026-11-20' },
  month: { from: '2026-11-01', to: '2026-11-20' },
  year: { from: '2025-11-21', to: '2026-11-20' },
}

export const measureReports = () =>
  inSeededYear((file) => ({ ...measureFile(file), sales: salesIn(file), plain: plainMonth(file) }))

function measureFile(file: string) {
  const journal = openJournal(file, { model: saleModel, now: Date.now })
  try {
    const ranges = Object.entries(RANGES).map(([name, range]) => [
      name,
      middleOf(
        Array.from({ length: ROUNDS }, () =>
          askedFor(() => createReports({ journal, now: Date.now }), range),
        ),
      ),
    ])
    return Object.fromEntries(ranges)
  } finally {
    journal.close()
  }
}

type Asked = { readonly whole_ms: number; readonly longest_step_ms: number; readonly steps: number }

function askedFor(fresh: () => ReturnType<typeof createReports>, range: DayRange): Asked {
  const reports = fresh()
  const took: number[] = []
  let answer: ReportStep
  do {
    const begin = performance.now()
    answer = reports.step(range, 'amount')
    took.push(performance.now() - begin)
  } while (!answer.done)
  return {
    whole_ms: took.reduce((all, one) => all + one, 0),
    longest_step_ms: Math.max(...took),
    steps: took.length,
  }
}

function middleOf(asked: readonly Asked[]): Asked {
  const middle = (which: keyof Asked): number => {
    const sorted = asked.map((one) => one[which]).sort((one, other) => one - other)
    return Math.round((sorted[sorted.length >> 1] ?? 0) * 100) / 100
  }
  return {
    whole_ms: middle('whole_ms'),
    longest_step_ms: middle('longest_step_ms'),
    steps: middle('steps'),
  }
}

/** Computes only the goods of a month from its sales, nothing else of the report. */
function plainMonth(file: string) {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return timesOf(PLAIN_ROUNDS, () => {
      database
        .prepare(
          `SELECT json_extract(line.value, '$.product.code') AS code, sum(json_extract(line.value, '$.amount')) AS amount
           FROM sale, json_each(sale.snapshot, '$.lines') AS line
           WHERE day BETWEEN ? AND ? AND state = 'completed' GROUP BY code`,
        )
        .all(RANGES.month?.from ?? '', RANGES.month?.to ?? '')
      return () => {}
    })
  } finally {
    database.close()
  }
}
