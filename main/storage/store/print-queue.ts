import type { Failure } from '../../../shared/failure.ts'
import type { PrinterName } from '../../../shared/shop/printing.ts'
import { type NewPrintJob, printJobWriter } from '../projections/index.ts'
import type { Database } from '../sqlite/index.ts'
import type { Transactions } from './transactions.ts'

export type PrintQueueWriter = ReturnType<typeof printQueueWriter>

/** Writes the print queue, and tells the listeners of the transactions when there is something to print. */
export function printQueueWriter(database: Database, { write, note }: Transactions) {
  const { queue, requeue, redirect, begin, leaveUnconfirmed, end } = printJobWriter(database)
  /** Also reports the sale as changed, because it may not need the queued paper any more. */
  const changed = (wakes: boolean, work: () => string | null): void =>
    write(() => {
      const sale = work()
      note({ jobs: wakes, ...(sale === null ? {} : { sale }) })
    })
  return {
    begin: (jobId: string): void => write(() => begin(jobId)),
    leaveUnconfirmed: (jobId: string, why: Failure): void => write(() => leaveUnconfirmed(jobId, why)),
    end: (...job: Parameters<typeof end>): void => write(() => end(...job)),
    queue: (job: NewPrintJob, saleId: string | null, at: number): void =>
      write(() => {
        queue(job, saleId, at)
        note({ jobs: true })
      }),
    /** Puts a job back into the queue, with the reason. */
    requeue: (jobId: string, why: Failure | null): void => changed(false, () => requeue(jobId, why)),
    /** Tries a job again for a person. */
    retry: (jobId: string): void => changed(true, () => requeue(jobId, null)),
    redirect: (jobId: string, printer: PrinterName): void => changed(true, () => redirect(jobId, printer)),
  }
}
