/**
 * Carries print jobs to paper, one at a time and in order. The intent is in the journal before the bytes leave; a job
 * is done when the printer says so. What does not print is tried again with the reason visible.
 */
import { type Failure, failure } from '../../shared/failure.ts'
import type { Clock, Log } from '../environment.ts'
import type { Journal, PrintJob } from '../journal/index.ts'
import type { PrinterDriver, PrintRequest } from './types.ts'

export type PrintQueue = {
  /** A job was queued, or a printer may work again. */
  readonly wake: () => void
  /** At start: a job that was under way when the terminal stopped perhaps came out. */
  readonly recover: () => void
  /** A person wants what waits, and what perhaps came out, to be printed now. */
  readonly retry: () => void
  readonly stop: () => Promise<void>
}

export type PrintQueueParts = {
  readonly journal: Pick<Journal, 'owedJobs' | 'beginPrint' | 'requeuePrint'>
  readonly clock: Clock
  readonly log: Log
  readonly driver: () => PrinterDriver
  /** What goes on paper, made afresh for each try; null where there is nothing to print any more. */
  readonly compose: (job: PrintJob) => Omit<PrintRequest, 'jobId'> | null
  /** Whether printing the same job again makes no second paper. */
  readonly canRepeat: () => boolean
  readonly printed: (job: PrintJob) => void
  /** Nobody can know whether it came out: a person decides. */
  readonly uncertain: (job: PrintJob, why: Failure) => void
  readonly delayed: (job: PrintJob, why: Failure) => void
}

const LONGEST_PAUSE = 30_000

export function createPrintQueue(parts: PrintQueueParts): PrintQueue {
  const { journal, clock, log } = parts
  let working: Promise<void> | null = null
  let wokenMeanwhile = false
  let stopped = false
  let failures = 0
  let callOff = (): void => {}

  const wake = (): void => {
    if (stopped) return
    callOff()
    if (working) {
      wokenMeanwhile = true
      return
    }
    working = work()
      .catch((error: unknown) => {
        failures += 1
        log.error(`print queue: ${error instanceof Error ? error.message : 'unknown'}`)
      })
      .finally(() => {
        working = null
        const again = wokenMeanwhile
        wokenMeanwhile = false
        if (again) wake()
        else if (failures > 0) callOff = clock.after(Math.min(LONGEST_PAUSE, 500 * 2 ** failures), wake)
      })
  }

  const work = async (): Promise<void> => {
    for (const job of journal.owedJobs().filter(({ state }) => state === 'queued')) {
      if (stopped) return
      if (!(await print(job))) {
        failures += 1
        return
      }
    }
    failures = 0
  }

  /** A receipt that cannot be drawn must not hold up the others. */
  const composed = (job: PrintJob): ReturnType<PrintQueueParts['compose']> => {
    try {
      return parts.compose(job)
    } catch (error) {
      log.error(`receipt of ${job.saleId}: ${error instanceof Error ? error.message : 'unknown'}`)
      parts.delayed(job, failure('UNEXPECTED'))
      return null
    }
  }

  /** Whether the printer can take the next job: it printed this one, or this one is beside the point. */
  const print = async (job: PrintJob): Promise<boolean> => {
    const paper = composed(job)
    if (!paper) return true
    journal.beginPrint(job.id)
    const outcome = await parts.driver().print({ jobId: job.id, ...paper })
    if (outcome.printed) parts.printed(job)
    else if (outcome.begun && !parts.canRepeat()) parts.uncertain(job, outcome.failure)
    else {
      journal.requeuePrint(job.id)
      parts.delayed(job, outcome.failure)
    }
    return outcome.printed
  }

  const underWay = (): readonly PrintJob[] => journal.owedJobs().filter(({ state }) => state === 'printing')

  return {
    wake,
    recover: () => {
      for (const job of underWay()) {
        if (parts.canRepeat()) journal.requeuePrint(job.id)
        else parts.uncertain(job, failure('PRINTER_FAILED', 'perhaps printed'))
      }
      wake()
    },
    retry: () => {
      if (!working) for (const job of underWay()) journal.requeuePrint(job.id)
      wake()
    },
    stop: async () => {
      stopped = true
      callOff()
      await working
    },
  }
}
