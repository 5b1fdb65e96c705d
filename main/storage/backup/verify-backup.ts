/** What the thread does that verifies a backup (backup-worker.ts). */
import { DatabaseSync } from 'node:sqlite'
import { CommandRefused, type Failure } from '../../../shared/failure.ts'
import { diskFiles, journalFailure, quickCheck, type Row } from '../sqlite/index.ts'

/** The number of its sales, or why it is no backup. */
export type BackupAnswer = { readonly sales: number } | { readonly failure: Failure }

/** Never throws. */
export function answerBackup(file: string): BackupAnswer {
  try {
    const sales = verified(file)
    diskFiles.sync(file)
    return { sales }
  } catch (error) {
    return { failure: journalFailure(error).failure }
  }
}

/** Opens the copy, erases its seals, reads every page, and returns the number of sales. */
function verified(file: string): number {
  const copy = new DatabaseSync(file)
  try {
    copy.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON; PRAGMA synchronous = FULL')
    copy.exec('DELETE FROM receipt_seal')
    quickCheck(copy) // of all tables, as before a restore
    const { sales, torn } = copy
      .prepare(
        `SELECT (SELECT count(*) FROM sale) AS sales,
           (SELECT count(*) FROM sale WHERE partly = 0 AND version <>
             (SELECT count(*) FROM event WHERE subject = sale.id)) AS torn`,
      )
      .get() as Row
    if (Number(torn) > 0)
      throw new CommandRefused('JOURNAL_DAMAGED', `${torn} sales without all their events`)
    return Number(sales)
  } finally {
    copy.close()
  }
}
