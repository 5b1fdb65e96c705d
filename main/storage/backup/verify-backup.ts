/** What the thread does that verifies a backup (backup-worker.ts). */
import { DatabaseSync } from 'node:sqlite'
import { CommandRefused } from '../../../shared/failure.ts'
import { closing, diskFiles, quickCheck, type Row } from '../sqlite/index.ts'

/** Opens the copy, erases its seals, reads every page, and flushes it to the disk. Returns the number of sales. */
export function verifyBackup(file: string): number {
  const sales = closing(new DatabaseSync(file), (copy) => {
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
  })
  diskFiles.sync(file)
  return sales
}
