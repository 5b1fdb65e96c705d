/**
 * Carries out one step of a sale: records the intent (law 1), asks the service (effects.ts), and records the answer.
 * The runner decides which step comes next and when (runner.ts).
 */

import { randomUUID } from 'node:crypto'
import { type FailureName, failure, failureOf } from '../../../shared/failure.ts'
import { answersLost, invoiceNo, type Outcome } from '../../../shared/sale/answers.ts'
import { ownAnswers, takesOfOthers } from '../../../shared/sale/own-answers.ts'
import { returnIntent } from '../../../shared/sale/return-steps.ts'
import type { Sale, SaleEvent } from '../../../shared/sale/sale.ts'
import { totalOf } from '../../../shared/sale/status.ts'
import { isOurs, keyOf, ownEvents, possible, type Step } from '../../../shared/sale/steps.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import type { NewPrintJob } from '../../storage/projections/index.ts'
import { type JournalReader, type SaleWriter, untilWritten } from '../../storage/store/index.ts'
import { carryOut, type Effect, type EffectParts } from './effects.ts'
import { checkSoon, countReason, type Pacing } from './pacing.ts'
import type { SaleStore } from './sale-store.ts'
import type { SaleTask } from './sale-task.ts'

export type Executor = {
  /** Records a step that needs no request, even during a request of the sale. Returns whether there was one. */
  readonly recordOwnStep: (sale: Sale, task: SaleTask) => boolean
  /** Never rejects. */
  readonly execute: (sale: Sale, step: Step, task: SaleTask) => Promise<void>
  /** Emits when a task changed although nothing was committed: its first check began, or a check ended. */
  readonly onChange: Signal['listen']
  /** Stops recording answers: the next run finds out the outcomes. */
  readonly stop: () => void
}

export type ExecutorParts = EffectParts & {
  readonly journal: Pick<JournalReader, 'sales' | 'printJobs'> & {
    readonly sales: Pick<SaleWriter, 'noteRounds'>
  }
  readonly store: SaleStore
  readonly pacing: Pacing
  readonly clock: Clock
  readonly log: Log
}

const CHECKS: ReadonlySet<Step['do']> = new Set(['check payments', 'find out about cancellation', 'monitor'])

export function createExecutor(parts: ExecutorParts): Executor {
  const { journal, store, pacing, clock, log } = parts
  const changes = createSignal()
  const writer = untilWritten(clock, log)
  let stopped = false

  const logFailure = (sale: Sale, step: Step, error: unknown): void =>
    log.error('a step of a sale failed', { sale: sale.id, step: step.do, error })

  const recordOwn = (saleId: string, step: Step): void => {
    const jobId = randomUUID()
    const newJobs = paperOf(saleId, step).map((kind) => ({ id: jobId, kind }))
    store.append(saleId, ownEvents(step, jobId), { newJobs })
  }

  /** An e-receipt that comes after the receipt was printed gets a slip of its own. */
  const paperOf = (saleId: string, step: Step): readonly NewPrintJob['kind'][] => {
    if (step.do === 'queue receipt') return [journal.printJobs.receiptIsOut(saleId) ? 'e-receipt' : 'sale']
    if (step.do === 'queue void slip') return ['void-slip']
    return step.do === 'complete return' && step.slip ? [step.slip] : []
  }

  const request = async (sale: Sale, step: Step, task: SaleTask): Promise<void> => {
    const urgent = task.asked.delete(keyOf(step))
    const intent = intentOf(sale, step)
    const intended = intent.length > 0 ? store.append(sale.id, intent) : sale
    const times = (why: FailureName): number => task.reasons.get(keyOf(step))?.get(why) ?? 0
    const own = ownAnswers(parts, journal.sales, () => journal.sales.byId(sale.id) ?? intended)
    const ask = (): Promise<Effect | null> =>
      carryOut({ ...parts, ...own }, intended, step, { times, urgent })
    const effect = CHECKS.has(step.do) ? await checking(task, ask) : await ask()
    if (stopped) return
    await writer.write(() => recordAnswer(sale.id, step, effect, task), `sale ${sale.id}`)
  }

  const checking = async (task: SaleTask, ask: () => Promise<Effect | null>): Promise<Effect | null> => {
    task.checking = true
    // The screen shows only the time of the last check. Notifying at its begin, too, would send each view twice.
    if (task.lastCheckedAt === null) changes.emit()
    try {
      return await ask()
    } finally {
      task.checking = false
      task.lastCheckedAt = clock.now()
      changes.emit()
    }
  }

  const recordAnswer = (saleId: string, step: Step, effect: Effect | null, task: SaleTask): void => {
    const current = journal.sales.byId(saleId)
    if (!current) return
    const outcome = ownOutcome(current, effect?.outcomeFor(current) ?? { events: [], next: 'at once' })
    const { events, next } = outcome
    const seal = events.some(({ kind }) => kind === 'ereceipt-issued') ? effect?.seal : undefined
    const after = events.length > 0 ? store.append(saleId, events, seal ? { seal } : {}) : current
    task.failure = outcome.failure ?? null
    countReason(task, step, outcome)
    pacing.pauseFor(task, step, next, after)
    if (step.do === 'monitor' && next !== 'retry') endRound(after, task)
    // The invoice may have been paid: check now, not with the next monitoring round.
    if (events.some(({ kind }) => kind === 'cancel-refused')) checkSoon(task)
    changes.emit()
  }

  /** An invoice that is not the sale's own is looked up by its number, and any other request is sent again. */
  const ownOutcome = (sale: Sale, outcome: Outcome): Outcome => {
    if (!takesOfOthers(journal.sales, sale, outcome.events)) return outcome
    const why = failure('BAD_ANSWER')
    const events = answersLost(sale, why)
    return { events, next: events.length > 0 ? 'settle' : 'retry', failure: why }
  }

  /** Counts a monitoring round and sets the next one, or ends the monitoring after the last. */
  const endRound = (sale: Sale, task: SaleTask): void => {
    if (clock.monotonic() < task.roundDue) return void task.notBefore.set('monitor', task.roundDue)
    const rounds = journal.sales.rounds(sale.id).rounds + 1
    if (pacing.wasLastRound(sale, rounds)) {
      if (sale.monitoredUntil !== null) store.append(sale.id, [{ kind: 'monitoring-ended' }])
      return
    }
    journal.sales.noteRounds(sale.id, { rounds, lastAt: clock.now() })
    pacing.nextRound(task, sale, rounds)
  }

  /**
   * Handles an error of the program in the middle of a step: the request may have left, so its outcome is unknown and
   * it is not repeated blindly. If even that cannot be written, the sale halts until the terminal restarts.
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
        log.error('a sale halts', { sale: saleId, error })
      })

  return {
    recordOwnStep: (sale, task) => {
      const step = possible(sale, task).find(isOurs)
      if (!step || (task.notBefore.get(keyOf(step)) ?? 0) > clock.monotonic()) return false
      try {
        recordOwn(sale.id, step)
        return true
      } catch (error) {
        logFailure(sale, step, error)
        pacing.pauseFor(task, step, 'retry', sale)
        return false
      }
    },
    execute: (sale, step, task) =>
      request(sale, step, task).catch((error: unknown) => {
        logFailure(sale, step, error)
        task.failure = failureOf(error)
        pacing.pauseFor(task, step, 'retry', sale)
        return markLost(sale.id, task)
      }),
    onChange: changes.listen,
    stop: () => {
      stopped = true
      writer.stop()
    },
  }
}

/** The events to commit before the request leaves (law 1); empty where a person's command committed them. */
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
