/**
 * Schedules the sales with work left. One request at a time for each sale: decide (steps.ts, pure), carry out
 * (executor.ts), wait as long as pacing.ts says, decide again. Requests of different sales run in parallel.
 */

import { failure } from '../../../shared/failure.ts'
import type { Monitoring } from '../../../shared/page/index.ts'
import { answersLost } from '../../../shared/sale/answers.ts'
import type { Sale, SaleEvent } from '../../../shared/sale/sale.ts'
import { currentPaper } from '../../../shared/sale/status.ts'
import { isMonitored, isOnlyMonitored, keyOf, nextStep, stepsOf } from '../../../shared/sale/steps.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import { continuing, currentTrace, forSale } from '../../base/log/index.ts'
import type { Signal } from '../../base/signal.ts'
import type { JournalReader } from '../../storage/store/index.ts'
import type { EffectParts } from './effects.ts'
import { createExecutor, type ExecutorParts } from './executor.ts'
import { checkSoon, createPacing, endBackoff, forgetOver, isShown, type PacingParts } from './pacing.ts'
import type { SaleStore } from './sale-store.ts'
import { newTask, type SaleTask } from './sale-task.ts'

export type Runner = {
  /**
   * Continues every unfinished sale and returns those with more than monitoring left. Requests of the last run have
   * unknown outcomes, which are found out first.
   */
  readonly recover: () => readonly Sale[]
  /** Call it after a change of the sale: the runner decides again. `byPerson` ends the backoff of its work. */
  readonly saleChanged: (saleId: string, byPerson: boolean) => void
  /** A person asks for a check: checks at once, then as often as for a new sale. */
  readonly checkNow: (saleId: string) => void
  /** The sale may have been paid: checks at once, with the priority of a poll. Its other work keeps its pauses. */
  readonly hint: (saleId: string) => void
  /** Call it when the connection is back: ends the backoff of all sales, the oldest first. */
  readonly wake: () => void
  /** Call it when a person looks at the till: checks every QR that is shown. */
  readonly recheckVisible: () => void
  readonly monitoring: (saleId: string) => Monitoring | null
  /** Whether a request of any sale is under way. */
  readonly isBusy: () => boolean
  /** Resolves once no request of the sale is under way. */
  readonly whenIdle: (saleId: string) => Promise<void>
  /** Emits when `monitoring` changed although nothing was committed: the first check of a task began, or a check ended. */
  readonly onChange: Signal['listen']
  /** Starts nothing new and waits for the requests that are under way. */
  readonly stop: () => Promise<void>
}

export type RunnerParts = EffectParts &
  PacingParts & {
    readonly journal: ExecutorParts['journal'] & Pick<JournalReader, 'unfinished'>
    readonly store: SaleStore
    readonly clock: Clock
    readonly log: Log
  }

export function createRunner(parts: RunnerParts): Runner {
  const { journal, store, clock } = parts
  const pacing = createPacing(parts)
  const executor = createExecutor({ ...parts, pacing })
  const tasks = new Map<string, SaleTask>()
  const underWay = new Set<Promise<void>>()
  let stopped = false

  const taskOf = (sale: Sale): SaleTask => {
    const had = tasks.get(sale.id)
    if (had) return had
    const task = newTask()
    tasks.set(sale.id, task)
    return task
  }

  const drive = (saleId: string): void => {
    const sale = journal.sales.byId(saleId)
    if (stopped || !sale) return
    const task = taskOf(sale)
    if (task.halted) return
    task.cancelTimer()
    task.printing = isPrinting(journal, sale)
    if (task.monitoredUntil !== sale.monitoredUntil)
      pacing.scheduleRound(task, sale, journal.sales.rounds(sale.id))
    if (executor.recordOwnStep(sale, task)) {
      drive(saleId)
      return
    }
    if (task.busy) return
    forgetOver(task, sale)
    const { step, ...decided } = nextStep(sale, task, { monotonic: clock.monotonic() })
    if (step === null) {
      const until = 'until' in decided ? decided.until : null
      if (until === null) return void tasks.delete(saleId)
      task.cancelTimer = clock.after(Math.max(1, until - clock.monotonic()), () => drive(saleId))
      return
    }
    task.busy = true
    const work = forSale(saleId, () => executor.execute(sale, step, task)).finally(() => {
      task.busy = false
      underWay.delete(work)
      if (task.hinted) checkSoon(task)
      task.hinted = false
      const { asker } = task
      task.asker = null
      continuing(asker, () => drive(saleId))
    })
    task.work = work
    underWay.add(work)
  }

  /** Waits for the end of the current transaction, because the decision must see the committed command. */
  const driveSoon = (saleId: string): void => queueMicrotask(() => drive(saleId))

  const withTask = (saleId: string, change: (task: SaleTask, sale: Sale) => void, asked = false): void => {
    const sale = journal.sales.byId(saleId)
    if (!sale || stepsOf({ ...sale, held: false }, asked).length === 0) return
    change(taskOf(sale), sale)
    driveSoon(saleId)
  }

  const takeUp = (sale: Sale): void => {
    const events = [...answersLost(sale, failure('TERMINAL_RESTARTED')), ...paperLost(journal, sale)]
    if (events.length > 0) pacing.letSettle(taskOf(sale), store.append(sale.id, events))
    drive(sale.id)
  }

  return {
    recover: () => {
      const due = journal.unfinished.due()
      for (const sale of due) takeUp(sale)
      return due.filter((sale) => !isOnlyMonitored(sale))
    },
    saleChanged: (saleId, byPerson) => {
      const task = tasks.get(saleId)
      if (task && byPerson) {
        endBackoff(task)
        if (task.busy) task.asker = currentTrace()
      }
      driveSoon(saleId)
    },
    checkNow: (saleId) => {
      const now = (task: SaleTask, sale: Sale): void => {
        for (const step of stepsOf(sale, true)) task.asked.add(keyOf(step))
        if (task.busy) task.asker = currentTrace()
        task.times.clear()
      }
      withTask(saleId, now, true)
    },
    hint: (saleId) => {
      const soonest = (task: SaleTask, sale: Sale): void => {
        checkSoon(task)
        // The check that is under way may have been answered just before the money came, so another one follows it.
        task.hinted = task.busy
        if (isMonitored(sale) === null && isMonitored(sale, true) !== null) task.asked.add('monitor')
      }
      withTask(saleId, soonest, true)
    },
    wake: () => {
      for (const sale of journal.unfinished.due()) if (!isOnlyMonitored(sale)) withTask(sale.id, endBackoff)
    },
    recheckVisible: () => {
      for (const sale of journal.unfinished.due()) if (isShown(sale)) withTask(sale.id, checkSoon)
    },
    monitoring: (saleId) => {
      const task = tasks.get(saleId)
      if (!task) return null
      const sale = journal.sales.byId(saleId)
      const { checking, lastCheckedAt, failure: why, busy } = task
      const next = sale && !busy ? nextStep(sale, task, { monotonic: clock.monotonic() }) : null
      const until = next?.step === null ? next.until : null
      const wait = until === null ? 0 : until - clock.monotonic()
      return {
        checking,
        lastCheckedAt,
        failure: why,
        nextCheckAt: wait <= 0 ? null : Math.round(clock.now() + wait),
        tries: Math.max(0, ...task.tries.values()),
      }
    },
    isBusy: () => underWay.size > 0,
    whenIdle: async (saleId) => {
      await Promise.resolve() // lets a pending `driveSoon` start first
      for (let task = tasks.get(saleId); task?.busy; task = tasks.get(saleId)) await task.work
    },
    onChange: executor.onChange,
    stop: async () => {
      stopped = true
      for (const task of tasks.values()) task.cancelTimer()
      executor.stop()
      await Promise.allSettled(underWay)
    },
  }
}

/** Whether a paper of the sale is printing or unconfirmed: then no other paper takes its place. */
const isPrinting = (journal: Pick<JournalReader, 'printJobs'>, sale: Sale): boolean =>
  sale.papers.some(({ jobId, step }) => {
    const job = step.name === 'queued' && jobId !== null ? journal.printJobs.byId(jobId) : null
    return job?.state === 'printing' || job?.state === 'unconfirmed'
  })

/** Drops a queued paper whose print job is missing, as in a rescued journal: then the paper is queued again. */
function paperLost(journal: Pick<JournalReader, 'printJobs'>, sale: Sale): readonly SaleEvent[] {
  const { jobId, step } = currentPaper(sale) ?? { jobId: null }
  const isLost = jobId !== null && step.name === 'queued' && journal.printJobs.byId(jobId) === null
  return isLost ? [{ kind: 'receipt-dropped', jobId }] : []
}
