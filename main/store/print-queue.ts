import type { Failure } from '../../shared/failure.ts'
import type { PrinterName } from '../../shared/printing.ts'
import type { Database } from '../journal/index.ts'
import { type NewPrintJob, printJobWriter } from '../projections/index.ts'
import type { Transactions } from './transactions.ts'

export type PrintQueueWriter = ReturnType<typeof printQueueWriter>

/** Writes the print queue, and tells who waits for it when there is something to print. */
export function printQueueWriter(database: Database, { write, note }: Transactions) {
  const jobs = printJobWriter(database)
  /** The sale is told of too: a paper that waits again may be one that it needs no more. */
  const changed = (wakes: boolean, work: () => string | undefined): void =>
    write(() => {
      const sale = work()
      note({ jobs: wakes, ...(sale === undefined ? {} : { sale }) })
    })
  return {
    queue: (job: NewPrintJob, saleId: string | null, at: number): void =>
      write(() => {
        jobs.queue(job, saleId, at)
        note({ jobs: true })
      }),
    /** Intent: on the disk before the bytes leave. */
    begin: (jobId: string): void => write(() => jobs.begin(jobId)),
    /** It waits again, and why. */
    requeue: (jobId: string, why: Failure | null): void => changed(false, () => jobs.requeue(jobId, why)),
    /** A person wants it tried again. */
    retry: (jobId: string): void => changed(true, () => jobs.requeue(jobId, null)),
    doubt: (jobId: string, why: Failure): void => write(() => jobs.doubt(jobId, why)),
    /** Of a paper that no event of a sale tells about. */
    end: (jobId: string, how: 'printed' | 'given-up', at: number): void =>
      write(() => jobs.end(jobId, how, at)),
    redirect: (jobId: string, printer: PrinterName): void =>
      changed(true, () => jobs.redirect(jobId, printer)),
  }
}
