import type { DatabaseSync } from 'node:sqlite'
import type { BookSpan, Explanation } from '../../../shared/books/reconciliation.ts'
import { type Row, textOrNull } from '../sqlite/index.ts'

/** The last reconciliation of a day or a shift, as it is stored. */
export type KeptReconciliation = {
  readonly span: BookSpan
  readonly doneAt: number
  /** The keys of the discrepancies that are not resolved. */
  readonly keys: readonly string[]
  /** JSON of the result without the matched payments. */
  readonly result: string
  /** JSON of each matched payment. */
  readonly matched: readonly string[]
}

/** A reconciled day or shift, with the number of discrepancies that nobody has explained. */
export type ReconciledRow = {
  readonly span: BookSpan
  readonly doneAt: number
  readonly discrepancies: number
}

export type ReconciliationReader = ReturnType<typeof reconciliationReader>

export function reconciliationReader(database: DatabaseSync) {
  return {
    /** The result as JSON; null where the span was never reconciled. */
    of: (span: BookSpan) =>
      textOrNull(database.prepare('SELECT result FROM reconciliation WHERE day = ?').get(span)?.result),
    /** JSON of each matched payment from an offset on, and how many there are. */
    matched: (
      span: BookSpan,
      offset: number,
      limit: number,
    ): { readonly rows: readonly string[]; readonly all: number } => {
      const rows = database
        .prepare(
          'SELECT one.value AS row FROM reconciliation, json_each(matched) AS one WHERE day = ? LIMIT ? OFFSET ?',
        )
        .all(span, limit, offset)
        .map((row: Row) => String(row.row))
      const all = database
        .prepare('SELECT json_array_length(matched) AS count FROM reconciliation WHERE day = ?')
        .get(span)
      return { rows, all: Number(all?.count ?? 0) }
    },
    /** Newest first. */
    latest: (most: number): readonly ReconciledRow[] =>
      database
        .prepare(
          `SELECT day, done_at, (SELECT count(*) FROM json_each(keys) AS one WHERE NOT EXISTS (
             SELECT 1 FROM explanation e WHERE e.key = one.value)) AS discrepancies
           FROM reconciliation ORDER BY done_at DESC LIMIT ?`,
        )
        .all(most)
        .map((row: Row) => ({
          span: String(row.day),
          doneAt: Number(row.done_at),
          discrepancies: Number(row.discrepancies),
        })),
    /** Explanations by key of the discrepancy. One for a day also holds for its shifts. */
    explanations: (span: BookSpan): ReadonlyMap<string, Explanation> => {
      const rows = database
        .prepare(
          `SELECT e.key, e.why, e.who, e.who_name, e.at FROM reconciliation r, json_each(r.keys) AS one
           JOIN explanation e ON e.key = one.value WHERE r.day = ? ORDER BY e.at`,
        )
        .all(span) as Row[]
      return new Map(rows.map((row) => [String(row.key), asExplanation(row)]))
    },
  }
}

export type ReconciliationWriter = ReturnType<typeof reconciliationWriter>

/** The caller holds the transaction. */
export function reconciliationWriter(database: DatabaseSync) {
  return {
    // The column `day` holds the span: a day, or the name of a shift.
    keep: ({ span, doneAt, keys, result, matched }: KeptReconciliation): void =>
      void database
        .prepare(
          'INSERT OR REPLACE INTO reconciliation (day, done_at, keys, result, matched) VALUES (?, ?, ?, ?, ?)',
        )
        .run(span, doneAt, JSON.stringify(keys), result, `[${matched.join(',')}]`),
    explain: (span: BookSpan, key: string, { why, by, at }: Explanation): void =>
      void database
        .prepare(
          'INSERT OR REPLACE INTO explanation (day, key, why, who, who_name, at) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(span, key, why, by?.id ?? null, by?.name ?? null, at),
    unexplain: (key: string): void => void database.prepare('DELETE FROM explanation WHERE key = ?').run(key),
  }
}

const asExplanation = (row: Row): Explanation => ({
  why: String(row.why),
  by: row.who === null ? null : { id: String(row.who), name: String(row.who_name) },
  at: Number(row.at),
})
