import type { Clock, Log } from '../../base/clock-and-log.ts'
import { createMutex } from '../../base/mutex.ts'
import { createPeriodicTask, type PeriodicTask } from '../../base/periodic-task.ts'
import { journalFailure } from '../sqlite/index.ts'
import type { Register } from './types.ts'

const HOUR = 3_600_000
const FIRST_AFTER_MS = 60_000

/** Keeps the copy of the register up to date. */
export function registerCopies(
  register: Pick<Register, 'copy'>,
  clock: Clock,
  log: Log,
): PeriodicTask & { readonly now: () => void } {
  const mutex = createMutex()
  const now = (): void =>
    void mutex
      .runExclusive(register.copy)
      .catch((error: unknown) => log.error(`copy of the register: ${journalFailure(error).message}`))
  return {
    ...createPeriodicTask(clock, mutex, { firstAfterMs: FIRST_AFTER_MS, everyMs: HOUR, due: now }),
    now,
  }
}
