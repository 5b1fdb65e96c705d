/** Starts, stops and follows the run of a reconciliation. One run at a time. */
import type { BookRun, BookSpan } from '../../../../shared/books/reconciliation.ts'
import { CommandRefused, type Failure, failure } from '../../../../shared/failure.ts'
import type { Log } from '../../../base/clock-and-log.ts'
import { createSignal, type Signal } from '../../../base/signal.ts'
import { asFailure, ServiceFailed } from '../../../payment-service/client/index.ts'
import { type ReconcileParts, readAgain, reconcile, type Step, shiftNamed } from './reconcile.ts'
import { createRetryPolicy, type RetryPolicy, Stopped } from './retry.ts'

export type Reconciler = {
  /** Starts a run, unless one of the same span is under way. `run` shows its progress. */
  readonly start: (span: BookSpan) => void
  /** Compares the number of one discrepancy again, and marks the discrepancy as resolved if it is gone. */
  readonly again: (span: BookSpan, key: string) => Promise<void>
  readonly stop: () => void
  readonly run: () => BookRun
  readonly wake: () => void
  /** Resolves once no run is under way. */
  readonly ended: () => Promise<void>
  readonly onChange: Signal['listen']
}

const NOTIFY_EVERY_MS = 250

export function createReconciler(parts: ReconcileParts): Reconciler {
  const { clock } = parts
  const changes = createSignal()
  let run: BookRun = { state: 'idle' }
  let retry: RetryPolicy | null = null
  let underWay: Promise<void> = Promise.resolve()
  let told = Number.NEGATIVE_INFINITY

  const tell = (now: BookRun): void => {
    run = now
    told = clock.monotonic()
    changes.emit()
  }
  const progress = (span: BookSpan) => (step: Step, done: number, all: number | null) => {
    if (run.state !== 'running') return
    run = { state: 'running', span, step, done, all, held: run.held }
    if (clock.monotonic() - told >= NOTIFY_EVERY_MS) tell(run)
  }
  const held = (why: Failure | null): void => {
    if (run.state === 'running') tell({ ...run, held: why })
  }

  const carryOut = async (span: BookSpan, mine: RetryPolicy): Promise<void> => {
    try {
      await reconcile(parts, { span, retry: mine, progress: progress(span) })
      tell({ state: 'idle' })
    } catch (error) {
      tell(
        error instanceof Stopped
          ? { state: 'stopped', span }
          : { state: 'failed', span, failure: whyOf(error, parts.log) },
      )
    } finally {
      mine.stop()
      retry = null
    }
  }

  return {
    start: (span) => {
      shiftNamed(parts.journal.shifts, span)
      if (run.state === 'running') {
        if (run.span !== span) throw new CommandRefused('BUSY')
        return
      }
      retry = createRetryPolicy(clock, held)
      tell({ state: 'running', span, step: 'invoices', done: 0, all: null, held: null })
      underWay = carryOut(span, retry)
    },
    again: async (span, key) => {
      if (run.state === 'running') throw new CommandRefused('BUSY')
      await readAgain(parts, span, key)
      changes.emit()
    },
    stop: () => retry?.stop(),
    run: () => run,
    wake: () => retry?.wake(),
    ended: () => underWay,
    onChange: changes.listen,
  }
}

function whyOf(error: unknown, log: Log): Failure {
  if (error instanceof ServiceFailed) return asFailure(error.failure)
  if (error instanceof CommandRefused) return error.failure
  log.error('reconciliation', { error })
  return failure('UNEXPECTED')
}
