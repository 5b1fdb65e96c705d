import { createReports } from '../../main/books/reports/index.ts'
import type { Journal } from '../../main/storage/store/index.ts'
import type { BridgePart, Report, ReportRow, ReportStep, ReportTable } from '../../shared/books/report.ts'

/** Takes steps until the report is done. */
export function readWhole(step: () => ReportStep): Report {
  for (;;) {
    const answer = step()
    if (answer.done) return answer.report
  }
}

/** The report of these days at that time. */
export function reportOf(journal: Journal, now: number, from: string, to = from): Report {
  const reports = createReports({ journal, now: () => now })
  return readWhole(() => reports.step({ from, to }, 'amount'))
}

export function rowOf({ tables }: Pick<Report, 'tables'>, table: ReportTable, key: string): ReportRow {
  const row = tables[table].rows.find((one) => one.key === key)
  if (!row) throw new Error(`no row ${key}`)
  return row
}

/** The figure between the tenders and the net; it has no row where it is zero. */
export const bridgedBy = ({ tables }: Pick<Report, 'tables'>, part: BridgePart): number =>
  tables.tenders.rows.find(({ key }) => key === `bridge-${part}`)?.net ?? 0

export const sumOf = (rows: readonly ReportRow[], which: 'amount' | 'back' | 'net' | 'vat'): number =>
  rows.reduce((sum, row) => sum + (row[which] ?? 0), 0)

/** Counts and returned goods below zero, by table and row. There must never be any. */
export const belowZero = ({ tables }: Pick<Report, 'tables'>): readonly string[] =>
  Object.entries(tables).flatMap(([table, { rows }]) =>
    rows
      .filter(({ times, back }) => times < 0 || (back < 0 && table !== 'tenders'))
      .map(({ key, times, back }) => `${table}/${key}: ${times} times, ${back} back`),
  )
