/**
 * Carries sales through their lives. For each sale, one request at a time: decide (pure), record the intent, carry it
 * out, record what came of it, decide again. Requests of different sales run side by side.
 */
import { randomUUID } from 'node:crypto'
import { CommandRefused, type Failure, type FailureName, failure } from '../../shared/failure.ts'
import type { Monitoring } from '../../shared/ipc/index.ts'
import type { Sale, SaleEvent } from '../../shared/sale.ts'
import { currentPaper, statusOf, totalOf } from '../../shared/sale-status.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Clock, Log } from '../environment.ts'
import type { Looks, NewPrintJob } from '../projections/index.ts'
import { type Journal, type JournalReader, untilWritten } from '../store/index.ts'
import { answersLost, invoiceNo, type Next, type Outcome } from './answers.ts'
import { carryOut, type Effect, type EffectParts } from './effects.ts'
import { returnIntent } from './return-steps.ts'
import type { SaleStore } from './sale-store.ts'
import {
  checkPause,
  isMonitored,
  isOnlyWatched,
  isOurs,
  isUp,
  keyOf,
  listPause,
  monitorPause,
  nextStep,
  ownEvents,
  possible,
  type Step,
  stepsOf,
} from './steps.ts'

export type Runner = {
  /** Takes up every unfinished sale, and answers with them. What a request of the last run came to is unknown, and is found out first. */
  readonly recover: () => readonly Sale[]
  /** Something happened to the sale: decide again. `byPerson`: what waits for a backoff is tried at once. */
  readonly saleChanged: (saleId: string, byPerson: boolean) => void
  /** A person wants to know now: it is looked at once, and then as quickly as a new one. */
  readonly checkNow: (saleId: string) => void
  /** The sale may have been paid: its next check comes at once, with a poll's priority. Anything else it waits for is left alone. */
  readonly hint: (saleId: string) => void
  /** The line is back: what waits goes on, the oldest first. */
  readonly wake: () => void
  /** Somebody looks at the till: every QR that is up is checked too. */
  readonly recheckVisible: () => void
  readonly watch: (saleId: string) => Monitoring | null
  /** Resolves once nothing is asked for the sale just now: what was wanted at once was carried out, or has to wait. */
  readonly whenIdle: (saleId: string) => Promise<void>
  /** Starts nothing new and waits for what is under way. */
  readonly stop: () => Promise<void>
}

export type RunnerParts = EffectParts & {
  readonly journal: Pick<Journal, 'sales'> & Pick<JournalReader, 'printJobs'>
  readonly store: SaleStore
  readonly settings: () => Settings
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
  /** News that no commit made: a check has begun or ended. */
  readonly changed: () => void
}

/** One sale's part of a run's memory. */
type SaleTask = {
  readonly notBefore: Map<string, number>
  readonly settling: Map<string, number>
  /** Tries in a row that did not get through, by the work's key. */
  readonly tries: Map<string, number>
  /** The same, each for its reason. */
  readonly reasons: Map<string, Map<FailureName, number>>
  /** How often its QR was checked, or a number listed again, in this run. */
  readonly times: Map<string, number>
  /** What a person wants to know now, by the work's key. */
  readonly asked: Set<string>
  printing: boolean
  /** A request of it is out. */
  busy: boolean
  /** A hint came while one was. */
  hinted: boolean
  /** What is carried out for it, or was last. */
  work: Promise<void>
  /** Nothing more is done for it in this run. */
  halted: boolean
  checking: boolean
  lastCheckedAt: number | null
  /** Of the sale when its watch was scheduled; undefined: not yet. */
  watchedUntil: number | null | undefined
  /** When the next round of the watch is due (monotonic ms). One that was asked for before is made besides, and not counted. */
  roundDue: number
  failure: Failure | null
  cancelTimer: () => void
}

const newTask = (): SaleTask => ({
  notBefore: new Map(),
  settling: new Map(),
  tries: new Map(),
  reasons: new Map(),
  times: new Map(),
  asked: new Set(),
  printing: false,
  busy: false,
  hinted: false,
  work: Promise.resolve(),
  halted: false,
  checking: false,
  lastCheckedAt: null,
  watchedUntil: undefined,
  roundDue: 0,
  failure: null,
  cancelTimer: () => {},
})

export function createRunner(parts: RunnerParts): Runner {
  const { journal, store, clock, log } = parts
  const tasks = new Map<string, SaleTask>()
  const underWay = new Set<Promise<void>>()
  const writer = untilWritten(clock, log)
  let stopped = false

  const taskOf = (sale: Sale): SaleTask => {
    const had = tasks.get(sale.id)
    if (had) return had
    const task = newTask()
    tasks.set(sale.id, task)
    return task
  }

  /** The next round of the watch: what is left of the pause after the last one, as far as the clocks tell. */
  const scheduleWatch = (sale: Sale, task: SaleTask, { looks, lookedAt }: Looks): void => {
    task.watchedUntil = sale.watchedUntil
    const pause = monitorPause(sale, looks, watchMs()) ?? 0
    const passed = lookedAt === null ? 0 : Math.min(pause, Math.max(0, clock.now() - lookedAt))
    // Rounds that fell due while the till was off are spread over a while, not made all at once.
    const left = passed < pause ? pause - passed : parts.random() * Math.min(pause, SPREAD_MS)
    nextRound(task, left)
  }

  const nextRound = (task: SaleTask, ms: number): void => {
    task.roundDue = clock.monotonic() + ms
    task.notBefore.set('watch', task.roundDue)
  }

  const watchMs = (): number => parts.settings().watchHours * 3_600_000

  const drive = (saleId: string): void => {
    const sale = journal.sales.byId(saleId)
    if (stopped || !sale) return
    const task = taskOf(sale)
    if (task.halted) return
    task.cancelTimer()
    task.printing = isPrinting(sale)
    if (task.watchedUntil !== sale.watchedUntil) scheduleWatch(sale, task, journal.sales.looks(sale.id))
    if (doneAtOnce(sale, task)) {
      drive(saleId)
      return
    }
    if (task.busy) return
    forgetOver(sale, task)
    const { step, ...decided } = nextStep(sale, task, { monotonic: clock.monotonic() })
    if (step === null) {
      const until = 'until' in decided ? decided.until : null
      if (until === null) return void tasks.delete(saleId)
      task.cancelTimer = clock.after(Math.max(1, until - clock.monotonic()), () => drive(saleId))
      return
    }
    task.busy = true
    const work = request(sale, step, task)
      .catch((error: unknown) => {
        log.error(`sale ${sale.senderInvoiceNo}: "${step.do}": ${wordsOf(error)}`)
        task.failure = error instanceof CommandRefused ? error.failure : failure('UNEXPECTED')
        pauseFor(task, step, 'retry', sale)
        return markLost(saleId, task)
      })
      .finally(() => {
        task.busy = false
        underWay.delete(work)
        if (task.hinted) forgetPace(task)
        task.hinted = false
        drive(saleId)
      })
    task.work = work
    underWay.add(work)
  }

  /** What asks nothing of the service does not wait for a request that is out. Whether there was any. */
  const doneAtOnce = (sale: Sale, task: SaleTask): boolean => {
    const step = possible(sale, task).find(isOurs)
    if (!step || (task.notBefore.get(keyOf(step)) ?? 0) > clock.monotonic()) return false
    try {
      record(sale.id, step)
      return true
    } catch (error) {
      log.error(`sale ${sale.senderInvoiceNo}: "${step.do}": ${wordsOf(error)}`)
      pauseFor(task, step, 'retry', sale)
      return false
    }
  }

  const record = (saleId: string, step: Step): void => {
    const jobId = randomUUID()
    const newJobs = paperOf(saleId, step).map((kind) => ({ id: jobId, kind }))
    store.append(saleId, ownEvents(step, jobId), { newJobs })
  }

  /** The receipt is out already where its e-receipt was owed: what comes now is a slip of its own. */
  const paperOf = (saleId: string, step: Step): readonly NewPrintJob['kind'][] => {
    if (step.do === 'queue receipt') return [journal.printJobs.receiptIsOut(saleId) ? 'e-receipt' : 'sale']
    if (step.do === 'queue void slip') return ['void-slip']
    return step.do === 'complete return' && step.slip ? [step.slip] : []
  }

  /** Nothing takes the place of a paper that is on its way, or of which a person is still asked whether it came out. */
  const isPrinting = (sale: Sale): boolean =>
    sale.papers.some(({ jobId, step }) => {
      const job = step.name === 'queued' && jobId !== null ? journal.printJobs.byId(jobId) : null
      return job?.state === 'printing' || job?.state === 'doubtful'
    })

  /** A decision that follows a person's command is taken once that is committed whole. */
  const soon = (saleId: string): void => queueMicrotask(() => drive(saleId))

  /**
   * A mistake of ours in the middle of a step: the request may have left. It is never sent again blindly. Where not even
   * that can be written down, the sale halts until the terminal starts anew.
   */
  const markLost = (saleId: string, task: SaleTask): Promise<void> =>
    writer
      .write(() => {
        const current = journal.sales.byId(saleId)
        const events = current ? answersLost(current, failure('UNEXPECTED')) : []
        if (events.length > 0) store.append(saleId, events)
      }, `sale ${saleId}`)
      .catch((error: unknown) => {
        task.halted = true
        log.error(`sale ${saleId} halts: ${wordsOf(error)}`)
      })

  const request = async (sale: Sale, step: Step, task: SaleTask): Promise<void> => {
    const urgent = task.asked.delete(keyOf(step))
    const intent = intentOf(sale, step)
    const intended = intent.length > 0 ? store.append(sale.id, intent) : sale
    const times = (why: FailureName): number => task.reasons.get(keyOf(step))?.get(why) ?? 0
    const ask = (): Promise<Effect | null> => carryOut(parts, intended, step, { times, urgent })
    const effect = LOOKS.has(step.do) ? await checking(task, ask) : await ask()
    if (stopped) return
    await writer.write(() => apply(sale.id, step, effect, task), `sale ${sale.id}`)
  }

  const checking = async (task: SaleTask, ask: () => Promise<Effect | null>): Promise<Effect | null> => {
    task.checking = true
    parts.changed()
    try {
      return await ask()
    } finally {
      task.checking = false
      task.lastCheckedAt = clock.now()
      parts.changed()
    }
  }

  const apply = (saleId: string, step: Step, effect: Effect | null, task: SaleTask): void => {
    const current = journal.sales.byId(saleId)
    if (!current) return
    const outcome: Outcome = effect?.outcomeFor(current) ?? { events: [], next: 'at once' }
    const { events, next } = outcome
    const seal = events.some(({ kind }) => kind === 'ereceipt-issued') ? effect?.seal : undefined
    const after = events.length > 0 ? store.append(saleId, events, seal ? { seal } : {}) : current
    task.failure = outcome.failure ?? null
    countReason(task, step, outcome)
    pauseFor(task, step, next, after)
    if (step.do === 'watch' && next !== 'retry') looked(after, task)
    // Money may be in it: it is looked at now, not at the pace of the watch.
    if (events.some(({ kind }) => kind === 'cancel-refused')) forgetPace(task)
    parts.changed()
  }

  /** One round is over: the next is a pause away, or that was the last. */
  const looked = (sale: Sale, task: SaleTask): void => {
    if (clock.monotonic() < task.roundDue) return void task.notBefore.set('watch', task.roundDue)
    const looks = journal.sales.looks(sale.id).looks + 1
    const pause = monitorPause(sale, looks, watchMs())
    if (pause === null) {
      if (sale.watchedUntil !== null) store.append(sale.id, [{ kind: 'watch-ended' }])
      return
    }
    journal.sales.noteLooks(sale.id, { looks, lookedAt: clock.now() })
    nextRound(task, pause * jitter())
  }

  const countReason = (task: SaleTask, step: Step, { failure: why }: Outcome): void => {
    const key = keyOf(step)
    if (!why) return void task.reasons.delete(key)
    const reasons = task.reasons.get(key) ?? new Map<FailureName, number>()
    task.reasons.set(key, reasons.set(why.name, (reasons.get(why.name) ?? 0) + 1))
  }

  /** What was answered of work that is over says nothing of the next of its kind. */
  const forgetOver = (sale: Sale, { reasons }: SaleTask): void => {
    const now = new Set(stepsOf(sale).map(keyOf))
    for (const key of reasons.keys()) if (!now.has(key)) reasons.delete(key)
  }

  const jitter = (): number => 0.85 + 0.3 * parts.random()

  const pauseFor = (task: SaleTask, step: Step, next: Next, sale: Sale): void => {
    const key = keyOf(step)
    const tries = next === 'retry' || next === 'settle' ? (task.tries.get(key) ?? 0) + 1 : 0
    task.tries.set(key, tries)
    const now = clock.monotonic()
    if (next === 'settle') task.settling.set(key, now + settleMs(sale, step, task))
    else task.notBefore.set(key, now + pauseMs(task, step, next, { tries, sale }))
  }

  const pauseMs = (
    task: SaleTask,
    step: Step,
    next: Exclude<Next, 'settle'>,
    { tries, sale }: { readonly tries: number; readonly sale: Sale },
  ): number => {
    if (next === 'retry')
      return (
        Math.min(longestPause(sale, step), 1_000 * 2 ** Math.min(tries - 1, 14)) *
        (0.5 + 0.5 * parts.random())
      )
    if (step.do !== 'check payments' && step.do !== 'list number again') return 0
    const times = (task.times.get(keyOf(step)) ?? 0) + 1
    task.times.set(keyOf(step), times)
    const pause = step.do === 'check payments' ? checkPause(times, parts.settings().pollMs) : listPause(times)
    return pause * jitter()
  }

  const forgetPace = (task: SaleTask): void => {
    for (const key of task.notBefore.keys())
      if (key.startsWith('check ') || key === 'watch') task.notBefore.delete(key)
  }

  const withTask = (saleId: string, change: (task: SaleTask, sale: Sale) => void, asked = false): void => {
    const sale = journal.sales.byId(saleId)
    if (!sale || stepsOf({ ...sale, held: false }, asked).length === 0) return
    change(taskOf(sale), sale)
    soon(saleId)
  }

  const tryAgain = (task: SaleTask): void => {
    for (const key of task.notBefore.keys()) if (key !== 'watch') task.notBefore.delete(key)
  }

  const takeUp = (sale: Sale): void => {
    const events = [...answersLost(sale, failure('TERMINAL_RESTARTED')), ...paperLost(sale)]
    if (events.length > 0) letSettle(store.append(sale.id, events))
    drive(sale.id)
  }

  /** What was sent just before the end of the last run may still be on its way. */
  const letSettle = (sale: Sale): void => {
    const { settling } = taskOf(sale)
    for (const step of stepsOf(sale))
      if (FINDS_OUT.has(step.do)) settling.set(keyOf(step), clock.monotonic() + SETTLE_MS[0])
  }

  /** A journal that was rescued may have lost the job of a paper that waits. */
  const paperLost = (sale: Sale): readonly SaleEvent[] => {
    const { jobId, step } = currentPaper(sale) ?? { jobId: null }
    const isLost = jobId !== null && step.name === 'queued' && journal.printJobs.byId(jobId) === null
    return isLost ? [{ kind: 'receipt-dropped', jobId }] : []
  }

  return {
    recover: () => {
      const due = journal.sales.due()
      for (const sale of due) takeUp(sale)
      return due.filter((sale) => !isOnlyWatched(sale))
    },
    saleChanged: (saleId, byPerson) => {
      const task = tasks.get(saleId)
      if (task && byPerson) tryAgain(task)
      soon(saleId)
    },
    checkNow: (saleId) => {
      const now = (task: SaleTask, sale: Sale): void => {
        for (const step of stepsOf(sale, true)) task.asked.add(keyOf(step))
        task.times.clear()
      }
      withTask(saleId, now, true)
    },
    hint: (saleId) => {
      const soonest = (task: SaleTask, sale: Sale): void => {
        forgetPace(task)
        // Kept while a check is out: that one may have looked just before the money came.
        task.hinted = task.busy
        if (isMonitored(sale) === null && isMonitored(sale, true) !== null) task.asked.add('watch')
      }
      withTask(saleId, soonest, true)
    },
    wake: () => {
      for (const sale of journal.sales.due()) if (!isOnlyWatched(sale)) withTask(sale.id, tryAgain)
    },
    recheckVisible: () => {
      for (const sale of journal.sales.due()) if (isShown(sale)) withTask(sale.id, forgetPace)
    },
    watch: (saleId) => {
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
    whenIdle: async (saleId) => {
      await Promise.resolve() // what was wanted last is taken up
      for (let task = tasks.get(saleId); task?.busy; task = tasks.get(saleId)) await task.work
    },
    stop: async () => {
      stopped = true
      for (const task of tasks.values()) task.cancelTimer()
      writer.stop()
      await Promise.allSettled(underWay)
    },
  }
}

/** How long a lost request is given to arrive: before the first look for it, before the second, and before it is sent again. */
const SETTLE_MS = [1_500, 4_000, 1_000] as const

function settleMs(sale: Sale, step: Step, task: SaleTask): number {
  const looked = looksFor(sale, step, task)
  return SETTLE_MS[Math.min(looked, SETTLE_MS.length - 1)] ?? 0
}

/** How often what was lost was looked for, and was not there. */
function looksFor(sale: Sale, step: Step, { failure: why, reasons }: SaleTask): number {
  if (step.do === 'look up invoice') {
    const { step: making } = invoiceNo(sale, step.no)
    return making.name === 'unknown' ? making.absentTimes : SETTLE_MS.length
  }
  if (step.do !== 'find out about refund') return why ? (reasons.get(keyOf(step))?.get(why.name) ?? 1) - 1 : 0
  const parts = sale.returns.find(({ id }) => id === step.returnId)?.parts ?? []
  const refund = parts.find(({ id }) => id === step.partId)?.step
  return refund?.name === 'unknown' ? refund.stillPaidTimes : SETTLE_MS.length
}
const SPREAD_MS = 10 * 60_000

const FINDS_OUT: ReadonlySet<Step['do']> = new Set(['look up invoice', 'find out about refund'])

const LOOKS: ReadonlySet<Step['do']> = new Set(['check payments', 'find out about cancellation', 'watch'])

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')

/** Whether a payer may stand before its QR. */
const isShown = (sale: Sale): boolean => {
  const { name } = statusOf(sale)
  return (name === 'awaiting-payment' || name === 'partly-paid') && sale.invoices.some(isUp)
}

/** The row that is on the disk before the request leaves (law 1). The charge and the cancellation were recorded by the person's command. */
export function intentOf(sale: Sale, step: Step): readonly SaleEvent[] {
  switch (step.do) {
    case 'ask for invoice again': {
      const { no, step: making, amount } = invoiceNo(sale, step.no)
      const attempt = ('attempt' in making ? making.attempt : 0) + 1
      const total = totalOf(sale.lines)
      return [{ kind: 'invoice-requested', no, total, due: amount ?? total, attempt }]
    }
    case 'withdraw charge':
      return [{ kind: 'charge-withdrawn', no: step.no }]
    case 'ask for cancellation again':
      return [{ kind: 'cancel-requested', no: step.no }]
    case 'create e-receipt':
      return sale.ereceipts.some((one) => one.paymentId === step.paymentId && one.step === 'requested')
        ? []
        : [{ kind: 'ereceipt-requested', paymentId: step.paymentId }]
    case 'void e-receipt':
    case 'refund payment':
      return returnIntent(sale, step)
    default:
      return []
  }
}

/** While a payer stands before the QR, a service that is back must be noticed soon. A watch has time. */
const longestPause = (sale: Sale, { do: what }: Step): number =>
  isShown(sale) ? 8_000 : what === 'watch' ? 4 * 3_600_000 : 30_000
