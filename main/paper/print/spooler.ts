/**
 * A queue of the Windows spooler. It gets the print in the printer's own language (datatype RAW), past the driver's
 * pages. The job is then followed, and only the end that the queue reports counts: "queued" is not "printed".
 *
 *   queue stopped? -> job, kept in the queue after its end -> spooling, printing ... -> PRINTED: printed, removed
 *     not begun |                                removed in time |   deleted, gone: not known
 */
import type { z } from 'zod'
import { type Failure, type FailureName, failure } from '../../../shared/failure.ts'
import { sleep } from '../../base/sleep.ts'
import { drawerPulse } from '../draw/index.ts'
import type { QueueParts } from './job-mark.ts'
import type { PowerShell, PowerShellAnswer } from './powershell.ts'
import { PrinterTrouble, troubleOf } from './printer-trouble.ts'
import type { PrinterProfile } from './profiles.ts'
import {
  type FoundJob,
  foundSchema,
  isStopped,
  type JobLook,
  jobSchema,
  jobState,
  queueSchema,
  queueTrouble,
} from './spooler-answers.ts'
import type { OpenPrinter, PrinterDriver, PrintOutcome } from './types.ts'

type SpoolerParts = FollowParts & { readonly profile: PrinterProfile }

type FollowParts = QueueParts & { readonly shell: PowerShell }

const LIMIT_MS = 90_000
const TROUBLE_MS = 5_000
const LOOK_MS = 10_000
/** A queue without a spool takes data only as fast as its printer. */
const PRINT_MS = 60_000
const POLL_MS = 300

export const spoolerPrinter = (parts: SpoolerParts): PrinterDriver => ({
  replaces: false,
  open: async () => {
    try {
      await lookAtQueue(parts)
      return { ok: true, printer: openPrinter(parts) }
    } catch (error) {
      return { ok: false, failure: troubleOf(error) }
    }
  },
})

const openPrinter = (parts: SpoolerParts): OpenPrinter => ({
  print: ({ name, bytes }) => printRaw(parts, name, bytes),
  status: async () => {
    const trouble = await lookAtQueue(parts).then(queueTrouble, troubleOf)
    if (trouble === null) return { ready: true, paperLow: false }
    return { ready: false, failure: typeof trouble === 'string' ? failure(trouble) : trouble }
  },
  drawer: async () => {
    const pulse = drawerPulse(parts.profile)
    if (pulse === null) return failure('DRAWER_MISSING')
    // A pulse that is stuck in the queue is removed: it would open the drawer later, with nobody there.
    const outcome = await printRaw(parts, 'drawer', pulse)
    return outcome.printed ? null : outcome.failure
  },
  close: async () => {},
})

async function lookAtQueue({ shell, queue }: FollowParts) {
  return read(queueSchema, await shell.ask({ do: 'queue', queue }, LOOK_MS))
}

async function printRaw(parts: SpoolerParts, name: string, bytes: Uint8Array): Promise<PrintOutcome> {
  const { queue, shell, mark } = parts
  try {
    const look = await lookAtQueue(parts)
    // Any other report may be left over from the last job, so it does not stop the print.
    if (isStopped(look)) throw new PrinterTrouble(queueTrouble(look) ?? 'PRINTER_OFFLINE')
  } catch (error) {
    return { printed: false, failure: troubleOf(error) }
  }
  const named = { mark, name: mark + name }
  const answer = await shell.ask({ do: 'print', queue, ...named, data: bytes }, PRINT_MS)
  if (answer.kind === 'lost') await removeJobs(parts)
  try {
    const { job, ...found } = read(foundSchema, answer)
    return job === null ? unknown('no job') : await followJob(parts, { ...found, job })
  } catch (error) {
    return { printed: false, failure: troubleOf(error), begun: mayHaveBegun(answer) }
  }
}

/** Removes the jobs of this till, which would print later, unnoticed. Call it when none is followed. */
export const removeJobs = ({ shell, queue, mark }: FollowParts): Promise<PowerShellAnswer> =>
  shell.ask({ do: 'clear', queue, mark }, LOOK_MS)

/** Nothing is on paper where PowerShell was refused or not ready, or the queue was not opened or took no job. */
const mayHaveBegun = (answer: PowerShellAnswer): boolean =>
  answer.kind !== 'refused' &&
  answer.kind !== 'late' &&
  !(answer.kind === 'error' && ['OpenPrinter', 'EnumJobs', 'StartDocPrinter'].includes(answer.call))

/** Follows the job to its end. */
export async function followJob(parts: FollowParts, found: FoundJob): Promise<PrintOutcome> {
  const { job, document, kept } = found
  const { clock, queue, shell, limitMs = LIMIT_MS, troubleMs = TROUBLE_MS } = parts
  const start = clock.monotonic()
  let complainedSince: number | null = null
  /** False while every look found the job held or behind another one: then nothing is on paper. */
  let began = false
  while (clock.monotonic() - start < limitMs) {
    const answer = await shell.ask({ do: 'job', queue, job, document }, LOOK_MS)
    if (answer.kind === 'lost' || answer.kind === 'late' || answer.kind === 'refused')
      return endOf(parts, found, failure('PRINT_UNCONFIRMED', answer.why), true)
    // The spooler may be starting again, so an error is no answer.
    const look = lookOf(answer)
    const state = look && jobState(look)
    if (state?.is === 'gone') return unknown(kept ? 'the job is gone' : 'the queue does not keep jobs')
    if (state?.is === 'printed' || state?.is === 'deleted')
      return endOf(parts, found, failure('PRINT_UNCONFIRMED'), true)
    began ||= state === null || state.began
    if (state === null || state.trouble === null) complainedSince = null
    else complainedSince ??= clock.monotonic()
    const waited = complainedSince === null ? 0 : clock.monotonic() - complainedSince
    if (state?.trouble && waited >= troubleMs) return endOf(parts, found, failure(state.trouble), began)
    await sleep(clock, POLL_MS)
  }
  const why = began ? failure('PRINT_UNCONFIRMED') : failure('PRINTER_OFFLINE', 'the queue holds it')
  return endOf(parts, found, why, began)
}

/** Removes the job, so that it does not print later unnoticed, and reads what became of it. */
async function endOf(
  parts: FollowParts,
  { job, document }: FoundJob,
  why: Failure,
  began: boolean,
): Promise<PrintOutcome> {
  const { queue, shell } = parts
  const answer = await shell.ask({ do: 'end', queue, job, document }, LOOK_MS)
  const look = lookOf(answer)
  if (look === null) return unknown('the queue does not answer')
  const state = jobState(look)
  if (state.is === 'printed') return { printed: true, files: [] }
  if (state.is === 'deleted')
    return { printed: false, failure: failure('PRINTER_FAILED', 'deleted'), begun: true }
  if (state.is === 'gone') return unknown('the job is gone')
  if (!look.removed) return unknown('the job cannot be removed')
  return { printed: false, failure: why, begun: began || state.began }
}

const lookOf = (answer: PowerShellAnswer): JobLook | null =>
  answer.kind === 'answer' ? (jobSchema.safeParse(answer.fields).data ?? null) : null

/** The queue may have the job or not, and nobody can tell whether it was printed. */
const unknown = (why: string): PrintOutcome => ({
  printed: false,
  failure: failure('PRINT_UNCONFIRMED', why),
  begun: true,
})

/** Throws PrinterTrouble where it is no such answer. */
function read<Schema extends z.ZodType>(schema: Schema, answer: PowerShellAnswer): z.output<Schema> {
  switch (answer.kind) {
    case 'refused':
      throw new PrinterTrouble('PRINTER_SPOOLER_REFUSED', answer.why)
    case 'late':
    case 'lost':
      throw new PrinterTrouble('PRINTER_UNREACHABLE', answer.why)
    case 'error':
      throw new PrinterTrouble(TROUBLES[answer.call] ?? 'PRINTER_FAILED', `${answer.call} ${answer.code}`)
    case 'answer':
      return schema.parse(answer.fields)
  }
}

const TROUBLES: Readonly<Record<string, FailureName>> = {
  OpenPrinter: 'PRINTER_UNREACHABLE',
  GetPrinter: 'PRINTER_UNREACHABLE',
  StartDocPrinter: 'PRINTER_OFFLINE',
}
