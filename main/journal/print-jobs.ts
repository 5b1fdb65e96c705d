import type { DatabaseSync } from 'node:sqlite'
import type { Row } from './row.ts'

export type PrintJob = {
  readonly id: string
  readonly saleId: string
  readonly state: 'queued' | 'printing' | 'printed'
  readonly attempts: number
}

/** The print queue's rows. */
export function printJobTable(database: DatabaseSync) {
  return {
    owedJobs: (): PrintJob[] =>
      database
        .prepare(
          `SELECT id, sale_id, state, attempts FROM print_job WHERE state NOT IN ('printed', 'given-up') ORDER BY queued_at, id`,
        )
        .all()
        .map((row: Row) => ({
          id: String(row.id),
          saleId: String(row.sale_id),
          state: row.state as PrintJob['state'],
          attempts: Number(row.attempts),
        })),
    /** Intent: on the disk before the bytes leave. */
    beginPrint: (jobId: string): void =>
      void database
        .prepare(
          `UPDATE print_job SET state = 'printing', attempts = attempts + 1 WHERE id = ? AND state NOT IN ('printed', 'given-up')`,
        )
        .run(jobId),
    requeuePrint: (jobId: string): void =>
      void database
        .prepare(`UPDATE print_job SET state = 'queued' WHERE id = ? AND state = 'printing'`)
        .run(jobId),
    seals: (saleId: string): ReadonlyMap<string, Uint8Array> => {
      const rows = database
        .prepare('SELECT payment_id, sealed FROM receipt_seal WHERE sale_id = ?')
        .all(saleId)
      return new Map(rows.map((row: Row) => [String(row.payment_id), row.sealed as Uint8Array]))
    },
  }
}
