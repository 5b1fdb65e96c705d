/**
 * A printer of the system, by CUPS (Linux, macOS). `lp` gets the print on its standard input, so no file of ours holds
 * it. The job is then followed, and only the end that the queue reports counts.
 *
 *   queue stopped? -> remove our older jobs -> lp -> job id -> waiting or printing ... -> completed: printed
 *     not begun |     not begun |      cancelled in time |         aborted, canceled: not printed
 */
import { type Failure, failure } from '../../../shared/failure.ts'
import { sleep } from '../../base/sleep.ts'
import { drawerPulse } from '../draw/index.ts'
import { type CommandAnswer, runCommand } from './command.ts'
import { type QueueState, readEnd, readJobId, readQueue, readWaitingJob } from './cups-answers.ts'
import { jobsOf } from './ipp.ts'
import type { QueueParts } from './job-mark.ts'
import type { PrinterProfile } from './profiles.ts'
import type {
  DrawerOutcome,
  OpenPrinter,
  PrinterDriver,
  PrinterStatus,
  PrintOutcome,
  PrintRequest,
} from './types.ts'

export type CupsParts = QueueParts & {
  /** Sends the print in the printer's own language, past the filters of CUPS. Null sends a page. */
  readonly raw?: PrinterProfile | null
  /** Contains CUPS_SERVER, the address of CUPS. */
  readonly environment: NodeJS.ProcessEnv
}

const LIMIT_MS = 90_000
const TIMEOUT_MS = 5_000
const COMMAND_MS = 10_000
const POLL_MS = 300

export const cupsPrinter = (parts: CupsParts): PrinterDriver => ({
  replaces: false,
  open: async () => {
    const { trouble } = await askQueue(parts)
    return trouble?.name === 'PRINTER_UNREACHABLE'
      ? { ok: false, failure: trouble }
      : { ok: true, printer: openPrinter(parts) }
  },
})

const openPrinter = (parts: CupsParts): OpenPrinter => ({
  print: (request) => print(parts, request),
  status: () => status(parts),
  drawer: () => drawer(parts),
  close: async () => {},
})

const run = (
  { environment }: CupsParts,
  command: string,
  args: readonly string[],
  stdin?: Uint8Array,
): Promise<CommandAnswer> =>
  runCommand(command, args, { environment, ms: COMMAND_MS, ...(stdin ? { stdin } : {}) })

async function askQueue(parts: CupsParts): Promise<QueueState> {
  const { code, out, err } = await run(parts, 'lpstat', ['-l', '-p', parts.queue])
  if (code === 0 && out !== '') return readQueue(out)
  const trouble = failure('PRINTER_UNREACHABLE', lastLine(err))
  return { trouble, stopped: false, paperLow: false, printing: null }
}

async function status(parts: CupsParts): Promise<PrinterStatus> {
  const { trouble, paperLow } = await askQueue(parts)
  return trouble === null ? { ready: true, paperLow } : { ready: false, failure: trouble }
}

/** A pulse that is stuck in the queue is cancelled: it would open the drawer later, with nobody there. */
async function drawer(parts: CupsParts): Promise<DrawerOutcome> {
  const pulse = parts.raw ? drawerPulse(parts.raw) : null
  if (pulse === null) return failure('DRAWER_MISSING')
  const outcome = await printData(parts, 'drawer', () => ({ data: pulse, options: RAW }))
  return outcome.printed ? null : outcome.failure
}

const print = (parts: CupsParts, { name, pdf, bytes }: PrintRequest): Promise<PrintOutcome> =>
  printData(parts, name, () => {
    if (parts.raw) return { data: bytes, options: RAW }
    const page = pdf()
    return { data: page, options: pageOptions(page) }
  })

type PrintData = { readonly data: Uint8Array; readonly options: readonly string[] }

const RAW = ['-o', 'raw']

async function printData(parts: CupsParts, name: string, make: () => PrintData): Promise<PrintOutcome> {
  let begun = false
  try {
    const { trouble, stopped } = await askQueue(parts)
    // Any other report may be left over from the last job, so it does not stop the print.
    if (trouble !== null && (stopped || trouble.name === 'PRINTER_UNREACHABLE'))
      return { printed: false, failure: trouble }
    await removeJobs(parts)
    const { data, options } = make()
    begun = true
    const { out, err } = await run(
      parts,
      'lp',
      ['-d', parts.queue, '-t', parts.mark + name, ...options],
      data,
    )
    const id = readJobId(out)
    if (id === null && err === '') await removeJobs(parts)
    return id === null ? refused(err) : await follow(parts, id)
  } catch (error) {
    return { printed: false, failure: failure('PRINTER_FAILED', String(error)), begun }
  }
}

/**
 * Cancels the jobs that a killed till or a killed lp left in the queue. They would print later, in addition to their
 * repetition. Call it only while no job is followed.
 */
async function removeJobs(parts: CupsParts): Promise<void> {
  const { out } = await run(parts, 'lpstat', ['-H'])
  const jobs = await jobsOf(parts.queue, out.trim()).catch(() => [])
  for (const { id, name } of jobs)
    if (name.startsWith(parts.mark)) await run(parts, 'cancel', [`${parts.queue}-${id}`])
}

/** lp returned no job id. Without an error it was killed, and may have passed the job on before. */
const refused = (err: string): PrintOutcome =>
  err === ''
    ? { printed: false, failure: failure('PRINT_UNCONFIRMED'), begun: true }
    : { printed: false, failure: failure('PRINTER_OFFLINE', lastLine(err)) }

/** Prints in the page's own size, because a roll has no sheet to fit. */
function pageOptions(pdf: Uint8Array): readonly string[] {
  const box = /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]/.exec(Buffer.from(pdf).toString('latin1'))
  const media = box ? ['-o', `media=Custom.${Number(box[1])}x${Number(box[2])}`] : []
  return [...media, '-o', 'print-scaling=none']
}

async function follow(parts: CupsParts, id: string): Promise<PrintOutcome> {
  const { clock, limitMs = LIMIT_MS, troubleMs = TIMEOUT_MS } = parts
  const start = clock.monotonic()
  let complainedSince: number | null = null
  /** False while every look found the job held or behind another one: then nothing is on paper. */
  let mayHaveBegun = false
  while (clock.monotonic() - start < limitMs) {
    const jobs = await run(parts, 'lpstat', ['-l', '-W', 'not-completed', '-o', parts.queue])
    const job = readWaitingJob(jobs.out, id)
    if (job === null && jobs.code === 0) return await endOf(parts, id, failure('PRINT_UNCONFIRMED'), true)
    const queue = await askQueue(parts)
    const held = job?.alerts.some((alert) => /^job-hold|-held-/.test(alert)) === true
    const behind = queue.printing !== null && queue.printing !== id
    mayHaveBegun ||= !held && !behind
    if (queue.trouble === null) complainedSince = null
    else complainedSince ??= clock.monotonic()
    const waits = complainedSince === null || clock.monotonic() - complainedSince < troubleMs
    if (queue.trouble && (queue.stopped || !waits)) return await endOf(parts, id, queue.trouble, mayHaveBegun)
    await sleep(clock, POLL_MS)
  }
  const why = mayHaveBegun ? failure('PRINT_UNCONFIRMED') : failure('PRINTER_OFFLINE', 'the queue holds it')
  return await endOf(parts, id, why, mayHaveBegun)
}

/** Cancels the job, so that it does not print later unnoticed. For a job that has ended, CUPS answers how it ended. */
async function endOf(parts: CupsParts, id: string, why: Failure, begun: boolean): Promise<PrintOutcome> {
  const { code, err } = await run(parts, 'cancel', [id])
  const end = readEnd(err)
  if (end === 'completed') return { printed: true, files: [] }
  if (end !== null) return { printed: false, failure: failure('PRINTER_FAILED', end), begun: true }
  if (code === 0) return { printed: false, failure: why, begun }
  // Neither cancelled nor ended: the queue may have removed the job, or may still print it.
  return { printed: false, failure: failure('PRINT_UNCONFIRMED', lastLine(err)), begun: true }
}

const lastLine = (text: string): string | null => text.trim().split('\n').at(-1)?.trim() || null
