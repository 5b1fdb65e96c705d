import { hostname } from 'node:os'
import type { Clock } from '../../base/clock-and-log.ts'

/**
 * The names of this till's jobs in a queue of the system begin with it. So the till finds the jobs that a killed process
 * left, and does not touch those of another till of the same user.
 */
export type JobMark = `Tugrik POS ${string}: `

/** `tag` is the first one of the journal. Only tills of one disk image have the same, so the computer's name is there too. */
export const jobMark = (tag: string): JobMark => `Tugrik POS ${tag} ${hostname()}: `

/** What a driver of a queue of the system works with. */
export type QueueParts = {
  readonly queue: string
  readonly mark: JobMark
  readonly clock: Clock
  /** The time limit of one print, from its acceptance by the queue to its end. */
  readonly limitMs?: number
  /** How long a printer may report trouble before its job is removed. */
  readonly troubleMs?: number
}
