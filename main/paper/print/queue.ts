/**
 * Prints jobs in order, one at a time, drawer pulses first. The intent is in the journal before the bytes leave (law
 * 1). A failed job is retried with a visible reason. A job that may have printed waits for a person. A printer that
 * halts does not stop the other one.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CommandRefused, type Failure, failure, failureOf } from '../../../shared/failure.ts'
import type { PrinterName } from '../../../shared/shop/printing.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import { continuing, currentTrace, forSale, type Work } from '../../base/log/index.ts'
import { createMutex } from '../../base/mutex.ts'
import type { PrintJob } from '../../storage/projections/index.ts'
import { type Journal, untilWritten } from '../../storage/store/index.ts'
import { begun } from './printer-trouble.ts'
import type { OpenPrinter, PrinterDriver, PrintOutcome, PrintRequest } from './types.ts'

export type PrintQueue = {
  /** Call it when a job was queued, or a printer may work again. */
  readonly wake: () => void
  /** Call it at start: a job that was printing when the terminal stopped may have printed. */
  readonly recover: () => void
  /** Runs `work` between two print jobs, because many printers accept only one connection at a time. */
  readonly between: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** The failure of the last drawer pulse; null where it left. */
  readonly drawer: () => Failure | null
  readonly stop: () => Promise<void>
}

export type PrintQueueParts = {
  readonly journal: Pick<Journal, 'printJobs' | 'inOneCommit'>
  readonly clock: Clock
  readonly log: Log
  readonly driver: (printer: PrinterName) => PrinterDriver
  /**
   * Null if papers can be rendered now without blocking the event loop for long. Otherwise a promise that resolves when
   * they can.
   */
  readonly ready: () => Promise<void> | null
  /** Makes the paper, again for each try; null where there is nothing to print now. A person may decide about the job meanwhile. */
  readonly compose: (job: PrintJob) => Promise<Omit<PrintRequest, 'jobId'> | null>
  readonly printed: (job: PrintJob) => void
  readonly delayed: (job: PrintJob, why: Failure) => void
}

const LONGEST_PAUSE = 30_000
/** If papers cannot be rendered for this long, the failure is shown. Loading the canvas library from a slow disk takes up to ten seconds. */
const READY_MS = 30_000

export function createPrintQueue(parts: PrintQueueParts): PrintQueue {
  const { journal, clock, log } = parts
  const writer = untilWritten(clock, log)
  const { runExclusive } = createMutex()
  let working: Promise<void> | null = null
  let wokenMeanwhile = false
  let stopped = false
  let failures = 0
  /** Papers of the current round that could not be made. */
  let unmade = 0
  let drawerFailure: Failure | null = null
  let cancelTimer = (): void => {}
  /** Set while papers cannot be rendered. `late` is true after `READY_MS`: then every waiting job gets the failure. */
  let rendering: { late: boolean; readonly cancel: () => void } | null = null
  /** What queued each job in this run, for the log. */
  const askers = new Map<string, Work>()
  let place = journal.printJobs.lastPlace()

  /** Call it where the job was queued, because another job may be printing, in the name of another click. */
  const noteAskers = (): void => {
    const queued = journal.printJobs.queuedAfter(place)
    place = queued.place
    const asker = currentTrace()
    if (asker !== null) for (const id of queued.ids) askers.set(id, asker)
  }

  /** A person may have given a job up. */
  const forgetAskers = (): void => {
    for (const id of askers.keys()) if (!isQueued(id)) askers.delete(id)
  }

  const isQueued = (id: string): boolean => journal.printJobs.byId(id)?.state === 'queued'

  const wake = (): void => {
    if (stopped) return
    noteAskers()
    cancelTimer()
    if (working) {
      wokenMeanwhile = true
      return
    }
    working = work()
      .catch((error: unknown) => {
        failures += 1
        log.error('the print queue stops for now', { error })
      })
      .finally(() => {
        working = null
        const again = wokenMeanwhile
        wokenMeanwhile = false
        if (stopped) return
        if (again) return wake()
        if (failures > 0) cancelTimer = clock.after(Math.min(LONGEST_PAUSE, 1000 * 2 ** failures), wake)
      })
  }

  const work = async (): Promise<void> => {
    unmade = 0
    const halted = new Set<PrinterName>()
    const tried = new Set<string>()
    // Reads the queue again each time, because a person may have changed a job and a new drawer pulse goes first. The
    // commit of a sale and each job write to the disk, so each job waits for a turn of the event loop of its own.
    const next = async () => {
      await nextTurn()
      return stopped ? null : journal.printJobs.next({ halted, tried })
    }
    for (let job = await next(); job !== null; job = await next()) {
      const { id, kind } = job
      const waits = kind === 'drawer' ? null : parts.ready()
      if (waits !== null) {
        rendering ??= waitFor(waits)
        // Do not wait for the letters here: drawer pulses and `stop` would wait, too.
        if (!rendering.late) break
        if (job.failure?.name !== 'PAPERS_NOT_DRAWN') delay(job, failure('PAPERS_NOT_DRAWN'))
        tried.add(id)
        continue
      }
      if (kind !== 'drawer') endRendering()
      await runExclusive(() => carryOut(id, halted))
      if (isQueued(id)) tried.add(id)
    }
    forgetAskers()
    failures = halted.size > 0 || unmade > 0 ? failures + 1 : 0
  }

  /** If a thread hangs in the canvas library, `ready` never resolves: no paper is rendered until the till is restarted. */
  const waitFor = (ready: Promise<void>) => {
    void ready.then(() => {
      endRendering()
      wake()
    })
    const wait = { late: false, cancel: clock.after(READY_MS, () => lose(wait)) }
    return wait
  }

  const lose = (wait: { late: boolean }): void => {
    wait.late = true
    log.error('papers cannot be rendered')
    wake()
  }

  const endRendering = (): void => {
    rendering?.cancel()
    rendering = null
  }

  /** Reads the job again: a person may have dropped or confirmed it while it waited for the printer. */
  const carryOut = async (id: string, halted: Set<PrinterName>): Promise<void> => {
    const job = journal.printJobs.byId(id)
    if (job?.state !== 'queued') return
    const asker = askers.get(id) ?? null
    askers.delete(id) // a retry is the till's own work
    await continuing(asker, () => forSale(job.saleId, () => attempted(job, halted)))
  }

  const attempted = async (job: PrintJob, halted: Set<PrinterName>): Promise<void> => {
    if (job.kind === 'drawer') await openDrawer(job)
    else if (!(await print(job))) halted.add(job.printer)
  }

  /** Delays a job whose paper cannot be made, so that it does not stop the others. */
  const composed = async (job: PrintJob): ReturnType<PrintQueueParts['compose']> => {
    try {
      return await parts.compose(job)
    } catch (error) {
      log.error('a paper could not be made', { ...named(job), error })
      if (isStillFor(job)) delay(job, failureOf(error))
      unmade += 1
      return null
    }
  }

  /** Whether nobody gave up the job or sent it to the other printer while its paper was made. */
  const isStillFor = ({ id, printer }: PrintJob): boolean => {
    const job = journal.printJobs.byId(id)
    return !stopped && job?.state === 'queued' && job.printer === printer
  }

  const delay = (job: PrintJob, why: Failure): void => {
    journal.printJobs.requeue(job.id, why)
    parts.delayed(job, why)
  }

  /** Papers that could not be rendered before now wait for their printer: replaces their failure by the printer's. */
  const replaceReasons = (printer: PrinterName, why: Failure): void => {
    for (const job of journal.printJobs.troubled())
      if (job.printer === printer && job.state === 'queued' && job.failure?.name === 'PAPERS_NOT_DRAWN')
        delay(job, why)
  }

  /** Marks a job that may have printed as unconfirmed: a person decides. */
  const leaveUnconfirmed = (job: PrintJob, why: Failure): void => {
    journal.printJobs.leaveUnconfirmed(job.id, why)
    parts.delayed(job, why)
  }

  /** Prints a job. Returns false where the print failed: then this round skips the printer's other jobs. */
  const print = async (job: PrintJob): Promise<boolean> => {
    const paper = await composed(job)
    // There is no `await` between this check and `begin`, so nobody can decide about the job in between.
    if (!paper || !isStillFor(job)) return true
    journal.printJobs.begin(job.id)
    const driver = parts.driver(job.printer)
    // Without an outcome the job would stay in the state "printing", about which nobody can decide.
    const outcome = await through(driver, ({ print }) => print({ jobId: job.id, ...paper }), unopened).catch(
      begun,
    )
    if (outcome.printed) log.info('printed', named(job))
    else log.warn('not printed', { ...named(job), failure: outcome.failure.name })
    await writer.write(
      () => {
        if (outcome.printed) return parts.printed(job)
        // One commit for all of it. Between two commits a person could decide about the job, and the second commit would
        // overwrite that decision.
        journal.inOneCommit(() => {
          if (outcome.begun && !driver.replaces) leaveUnconfirmed(job, outcome.failure)
          else delay(job, outcome.failure)
          replaceReasons(job.printer, outcome.failure)
        })
      },
      `${job.kind} ${job.saleId ?? job.id}`,
    )
    return outcome.printed
  }

  /** Sends the pulse once and never retries it, because the drawer must not open with nobody there. */
  const openDrawer = async (job: PrintJob): Promise<void> => {
    const why = refusedIntent(job) ?? (await sendPulse(job))
    log.info('drawer', { ...named(job), failure: why?.name ?? null })
    drawerFailure = why?.name === 'DRAWER_MISSING' ? null : why && failure('DRAWER_FAILED', why.name)
    const end = why === null ? 'printed' : 'given-up'
    await writer.write(() => journal.printJobs.end(job.id, end, clock.now()), `drawer ${job.id}`)
  }

  /** Records that the pulse leaves. Returns the failure of the disk, which may pass when nobody is there any more. */
  const refusedIntent = ({ id }: PrintJob): Failure | null => {
    try {
      journal.printJobs.begin(id)
      return null
    } catch (error) {
      if (error instanceof CommandRefused) return error.failure
      throw error
    }
  }

  const sendPulse = ({ printer }: PrintJob) =>
    through(
      parts.driver(printer),
      ({ drawer }) => drawer(),
      (unopened) => unopened,
    )

  return {
    wake,
    recover: () => {
      for (const job of journal.printJobs.owed()) {
        if (job.kind === 'drawer') journal.printJobs.end(job.id, 'given-up', clock.now())
        else if (job.state !== 'printing') continue
        else if (parts.driver(job.printer).replaces) journal.printJobs.requeue(job.id, job.failure)
        else leaveUnconfirmed(job, failure('PRINT_UNCONFIRMED'))
      }
      wake()
    },
    between: runExclusive,
    drawer: () => drawerFailure,
    stop: async () => {
      stopped = true
      cancelTimer()
      endRendering()
      writer.stop()
      await working
    },
  }
}

const named = ({ id, saleId, kind, printer }: PrintJob) => ({ job: id, sale: saleId, kind, printer })

const unopened = (why: Failure): PrintOutcome => ({ printed: false, failure: why })

/** Opens the printer's line and always closes it. */
export async function through<Answer>(
  driver: PrinterDriver,
  work: (printer: OpenPrinter) => Promise<Answer>,
  closed: (why: Failure) => Answer,
): Promise<Answer> {
  const opened = await driver.open()
  if (!opened.ok) return closed(opened.failure)
  try {
    return await work(opened.printer)
  } finally {
    await opened.printer.close()
  }
}
