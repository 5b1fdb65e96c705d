/** The thread that verifies a backup. That takes seconds, in which the till must sell. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { CommandRefused } from '../../../shared/failure.ts'
import { answered, closing, diskFiles, quickCheck, type Row } from '../sqlite/index.ts'

parentPort?.postMessage(answered(() => verifyBackup(workerData as string)))

/** Opens the copy, erases its seals, reads every page, and flushes it to the disk. Returns the number of sales. */
function verifyBackup(file: string): number {
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
