/**
 * Reads what the Windows spooler says about a job and its queue: the status bits of JOB_INFO_1 and PRINTER_INFO_2
 * (winspool.h; Microsoft's pages "JOB_INFO_1 structure" and "PRINTER_INFO_2 structure").
 */
import { z } from 'zod'
import type { FailureName } from '../../../shared/failure.ts'

export const queueSchema = z.looseObject({ queue: z.int(), attributes: z.int() })
export type QueueLook = z.output<typeof queueSchema>

export const jobSchema = z.looseObject({
  queue: z.int(),
  attributes: z.int(),
  /** The job's status; null where the queue has no such job. */
  job: z.nullable(z.int()),
  /** Whether another job is printing. */
  otherPrints: z.boolean(),
  /** Only in the answer to its removal. */
  removed: z.optional(z.boolean()),
})
export type JobLook = z.output<typeof jobSchema>

/**
 * A job that was made or found. `document`: its name in the queue, by which it is told from a later job of the same id.
 * `kept`: it stays in the queue after its end, until it is removed.
 */
export const foundSchema = z.looseObject({
  job: z.nullable(z.int()),
  document: z.string(),
  kept: z.boolean(),
})
export type FoundJob = z.output<typeof foundSchema> & { readonly job: number }

const JOB = {
  paused: 0x1,
  error: 0x2,
  deleting: 0x4,
  printing: 0x10,
  offline: 0x20,
  paperOut: 0x40,
  printed: 0x80,
  deleted: 0x100,
  blocked: 0x200,
  needsPerson: 0x400,
} as const

const QUEUE = {
  paused: 0x1,
  error: 0x2,
  deleting: 0x4,
  jam: 0x8,
  paperOut: 0x10,
  paperProblem: 0x40,
  offline: 0x80,
  outputFull: 0x800,
  notAvailable: 0x1000,
  needsPerson: 0x100000,
  doorOpen: 0x400000,
  serverOffline: 0x2000000,
} as const

/** PRINTER_ATTRIBUTE_WORK_OFFLINE: a person chose it, or Windows did when the printer was unplugged. */
const WORK_OFFLINE = 0x400

const has = (status: number, ...bits: readonly number[]): boolean => bits.some((bit) => (status & bit) !== 0)

/** Whether the queue passes no job on to its printer. */
export const isStopped = ({ queue, attributes }: QueueLook): boolean =>
  has(queue, QUEUE.paused, QUEUE.offline, QUEUE.notAvailable, QUEUE.deleting, QUEUE.serverOffline) ||
  has(attributes, WORK_OFFLINE)

/** What a person should fix at the printer; null where the queue reports nothing. */
export function queueTrouble(look: QueueLook): FailureName | null {
  if (has(look.queue, QUEUE.paperOut)) return 'PRINTER_PAPER_OUT'
  if (has(look.queue, QUEUE.doorOpen)) return 'PRINTER_COVER_OPEN'
  if (isStopped(look)) return 'PRINTER_OFFLINE'
  const faults = [QUEUE.error, QUEUE.jam, QUEUE.paperProblem, QUEUE.outputFull, QUEUE.needsPerson]
  return has(look.queue, ...faults) ? 'PRINTER_FAULT' : null
}

function jobTrouble(job: number): FailureName | null {
  if (has(job, JOB.paperOut)) return 'PRINTER_PAPER_OUT'
  if (has(job, JOB.offline)) return 'PRINTER_OFFLINE'
  return has(job, JOB.error, JOB.blocked, JOB.needsPerson) ? 'PRINTER_FAULT' : null
}

export type JobState =
  /** `began`: some of it may be on paper. */
  | { readonly is: 'waiting'; readonly began: boolean; readonly trouble: FailureName | null }
  | { readonly is: 'printed' }
  | { readonly is: 'deleted' }
  /** It is gone, and its end was not seen: printed, deleted by a person, or lost with the spooler. */
  | { readonly is: 'gone' }

/**
 * The state of a job. Only JOB_STATUS_PRINTED is a print: a job that was merely sent to the printer (COMPLETE) may not be
 * printed yet, and a job that is gone may have been deleted. A print while its queue reports missing paper or an open
 * cover is not believed, because a port without a return channel says PRINTED as soon as the data have left.
 */
export function jobState(look: JobLook): JobState {
  const { job, otherPrints } = look
  if (job === null) return { is: 'gone' }
  const trouble = jobTrouble(job) ?? queueTrouble(look)
  if (has(job, JOB.printed))
    return trouble === null ? { is: 'printed' } : { is: 'waiting', began: true, trouble }
  if (has(job, JOB.deleting, JOB.deleted)) return { is: 'deleted' }
  const held = has(job, JOB.paused) || isStopped(look) || otherPrints
  return { is: 'waiting', began: has(job, JOB.printing) || !held, trouble }
}
