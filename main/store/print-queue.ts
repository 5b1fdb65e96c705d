import type { Failure } from '../../shared/failure.ts'
import type { PrinterName } from '../../shared/printing.ts'
import { type NewPrintJob, printJobWriter } from '../projections/index.ts'
import type { Database } from '../sqlite/index.ts'
import { calledBy } from './called-by.ts'
import type { Transactions } from './transactions.ts'

export type PrintQueueWriter = ReturnType<typeof printQueueWriter>

/** Writes the print queue, and tells who waits for it when there is something to print. */
export function printQueueWriter(database: Database, { write, note }: Transactions) {
  const { queue, requeue, redirect, ...others } = printJobWriter(database)
  /** The sale is told of too: a paper that waits again may be one that it needs no more. */
  const changed = (wakes: boolean, work: () => string | null): void =>
    write(() => {
      const sale = work()
      note({ jobs: wakes, ...(sale === null ? {} : { sale }) })
    })
  return {
    ...calledBy(others, write),
    queue: (job: NewPrintJob, saleId: string | null, at: number): void =>
      write(() => {
        queue(job, saleId, at)
        note({ jobs: true })
      }),
    /** It waits again, and why. */
    requeue: (jobId: string, why: Failure | null): void => changed(false, () => requeue(jobId, why)),
    /** A person wants it tried again. */
    retry: (jobId: string): void => changed(true, () => requeue(jobId, null)),
    redirect: (jobId: string, printer: PrinterName): void => changed(true, () => redirect(jobId, printer)),
  }
}
