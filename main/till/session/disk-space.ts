/** Watches the free space of the disk with the till's data, so that a person can act before a sale cannot be stored. */
import { statfs } from 'node:fs/promises'
import { type Failure, failure } from '../../../shared/failure.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import { createMutex } from '../../base/mutex.ts'
import { createPeriodicTask, type PeriodicTask } from '../../base/periodic-task.ts'

/** A busy day's sales with their backup take less than a tenth of this. */
const LEAST_FREE = 500e6
const FIRST_AFTER_MS = 2_000
const EVERY_MS = 60_000

type Parts = {
  /** In bytes. Rejects where it cannot be told. */
  readonly free: () => Promise<number>
  readonly clock: Clock
  /** Called when the result of `low` changes. */
  readonly changed: () => void
}

export type DiskSpace = Pick<PeriodicTask, 'start' | 'stop'> & {
  /** DISK_LOW with the free megabytes; null where there is enough. */
  readonly low: () => Failure | null
}

export function watchDiskSpace({ free, clock, changed }: Parts): DiskSpace {
  const mutex = createMutex()
  let low: Failure | null = null
  const look = async (): Promise<void> => {
    const left = await free()
    const before = low
    low = hasLittleSpace(left) ? failure('DISK_LOW', String(Math.floor(left / 1e6))) : null
    if (low?.detail !== before?.detail) changed()
  }
  const task = createPeriodicTask(clock, mutex, {
    firstAfterMs: FIRST_AFTER_MS,
    everyMs: EVERY_MS,
    due: () => void mutex.runExclusive(look).catch(() => {}),
  })
  return { start: task.start, stop: task.stop, low: () => low }
}

export const hasLittleSpace = (bytes: number): boolean => bytes < LEAST_FREE

/** The bytes that this user may still write to the disk of the folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
