/** Follows the invoices of trials whose cancellation is not known yet, until it is. */
import type { TrialInvoice } from '../../../shared/shop/settings.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import { createMutex } from '../../base/mutex.ts'
import { createPeriodicTask, type PeriodicTask } from '../../base/periodic-task.ts'
import { type ServiceClient, withdrawTrial } from '../../payment-service/client/index.ts'

const FIRST_AFTER_MS = 5_000
const EVERY_MS = 60_000

type Parts = {
  readonly service: Pick<ServiceClient, 'createInvoice' | 'cancelInvoice' | 'listInvoices'>
  /** Those of the open shop's merchant. */
  readonly trials: () => readonly TrialInvoice[]
  readonly ended: (trial: TrialInvoice) => void
  readonly clock: Clock
}

export function followTrialInvoices(parts: Parts): Pick<PeriodicTask, 'start' | 'stop'> {
  const { service, trials, ended, clock } = parts
  const mutex = createMutex()
  const closing = new AbortController()
  const withdrawAll = async (): Promise<void> => {
    for (const trial of trials()) if (await withdrawTrial(service, trial, clock, closing.signal)) ended(trial)
  }
  const task = createPeriodicTask(clock, mutex, {
    firstAfterMs: FIRST_AFTER_MS,
    everyMs: EVERY_MS,
    due: () => void mutex.runExclusive(withdrawAll).catch(() => {}),
  })
  return {
    start: task.start,
    stop: () => {
      closing.abort()
      return task.stop()
    },
  }
}
