/** Decides when the work of a sale may continue: backoff, polls, monitoring rounds, and pauses for lost requests. */

import type { FailureName } from '../../../shared/failure.ts'
import { invoiceNo, type Next, type Outcome } from '../../../shared/sale/answers.ts'
import type { Sale } from '../../../shared/sale/sale.ts'
import { statusOf } from '../../../shared/sale/status.ts'
import {
  checkPause,
  isQrPayable,
  keyOf,
  listPause,
  monitorPause,
  type Step,
  stepsOf,
} from '../../../shared/sale/steps.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import type { Rounds } from '../../storage/projections/index.ts'
import type { SaleTask } from './sale-task.ts'

export type Pacing = {
  readonly pauseFor: (task: SaleTask, step: Step, next: Next, sale: Sale) => void
  /** Gives lost requests of the last run time to arrive before the service is asked about them. */
  readonly letSettle: (task: SaleTask, sale: Sale) => void
  /** Sets the next monitoring round after a restart, from the rest of the pause since the last round. */
  readonly scheduleRound: (task: SaleTask, sale: Sale, rounds: Rounds) => void
  /** Whether monitoring ends after this many rounds. */
  readonly wasLastRound: (sale: Sale, rounds: number) => boolean
  /** Sets the time of the next round after this many. */
  readonly nextRound: (task: SaleTask, sale: Sale, rounds: number) => void
}

export type PacingParts = {
  readonly settings: () => Settings
  readonly clock: Clock
  readonly random: () => number
}

/** Rounds that became due while the till was off are spread at random over this time. */
const SPREAD_MS = 10 * 60_000
/** Pauses for a lost request to arrive: before the first lookup, before the second, and before it is sent again. */
const SETTLE_MS = [1_500, 4_000, 1_000] as const
const FINDS_OUT: ReadonlySet<Step['do']> = new Set(['look up invoice', 'find out about refund'])

export function createPacing({ settings, clock, random }: PacingParts): Pacing {
  const monitorMs = (): number => settings().monitorHours * 3_600_000
  const jitter = (): number => 0.85 + 0.3 * random()

  const setRound = (task: SaleTask, ms: number): void => {
    task.roundDue = clock.monotonic() + ms
    task.notBefore.set('monitor', task.roundDue)
  }

  const pauseMs = (
    task: SaleTask,
    step: Step,
    next: Exclude<Next, 'settle'>,
    { tries, sale }: { readonly tries: number; readonly sale: Sale },
  ): number => {
    if (next === 'retry')
      return Math.min(longestPause(sale, step), 1_000 * 2 ** Math.min(tries - 1, 14)) * (0.5 + 0.5 * random())
    if (step.do !== 'check payments' && step.do !== 'list number again') return 0
    const times = (task.times.get(keyOf(step)) ?? 0) + 1
    task.times.set(keyOf(step), times)
    const pause = step.do === 'check payments' ? checkPause(times, settings().pollMs) : listPause(times)
    return pause * jitter()
  }

  return {
    pauseFor: (task, step, next, sale) => {
      const key = keyOf(step)
      const tries = next === 'retry' || next === 'settle' ? (task.tries.get(key) ?? 0) + 1 : 0
      task.tries.set(key, tries)
      const now = clock.monotonic()
      if (next === 'settle') task.settling.set(key, now + settleMs(sale, step, task))
      else task.notBefore.set(key, now + pauseMs(task, step, next, { tries, sale }))
      // Nobody can have paid a QR that nobody has seen, so the first check waits as long as the next ones.
      if ((step.do === 'create invoice' || step.do === 'ask for invoice again') && next === 'at once') {
        const first = keyOf({ do: 'check payments', no: step.no })
        task.notBefore.set(first, now + checkPause(0, settings().pollMs) * jitter())
      }
    },
    letSettle: ({ settling }, sale) => {
      for (const step of stepsOf(sale))
        if (FINDS_OUT.has(step.do)) settling.set(keyOf(step), clock.monotonic() + SETTLE_MS[0])
    },
    scheduleRound: (task, sale, { rounds, lastAt }) => {
      task.monitoredUntil = sale.monitoredUntil
      const pause = monitorPause(sale, rounds, monitorMs()) ?? 0
      const passed = lastAt === null ? 0 : Math.min(pause, Math.max(0, clock.now() - lastAt))
      setRound(task, passed < pause ? pause - passed : random() * Math.min(pause, SPREAD_MS))
    },
    wasLastRound: (sale, rounds) => monitorPause(sale, rounds, monitorMs()) === null,
    nextRound: (task, sale, rounds) =>
      setRound(task, (monitorPause(sale, rounds, monitorMs()) ?? 0) * jitter()),
  }
}

/** Counts why a step failed. A success clears the count. */
export function countReason(task: SaleTask, step: Step, { failure: why }: Outcome): void {
  const key = keyOf(step)
  if (!why) return void task.reasons.delete(key)
  const reasons = task.reasons.get(key) ?? new Map<FailureName, number>()
  task.reasons.set(key, reasons.set(why.name, (reasons.get(why.name) ?? 0) + 1))
}

/** Forgets the failures of work that is finished: they say nothing about later work of the same kind. */
export function forgetOver({ reasons }: SaleTask, sale: Sale): void {
  const now = new Set(stepsOf(sale).map(keyOf))
  for (const key of reasons.keys()) if (!now.has(key)) reasons.delete(key)
}

/** Makes payment checks and the monitoring round due now. */
export function checkSoon({ notBefore }: SaleTask): void {
  for (const key of notBefore.keys()) if (key.startsWith('check ') || key === 'monitor') notBefore.delete(key)
}

/** Ends every backoff. The monitoring round keeps its time. */
export function endBackoff({ notBefore }: SaleTask): void {
  for (const key of notBefore.keys()) if (key !== 'monitor') notBefore.delete(key)
}

/** Whether a QR is shown that a payer may be about to pay. */
export const isShown = (sale: Sale): boolean => {
  const { name } = statusOf(sale)
  return (name === 'awaiting-payment' || name === 'partly-paid') && sale.invoices.some(isQrPayable)
}

/** The longest backoff in ms: short while a QR is shown, so that the till soon notices that the service is back. */
const longestPause = (sale: Sale, { do: what }: Step): number =>
  isShown(sale) ? 8_000 : what === 'monitor' ? 4 * 3_600_000 : 30_000

function settleMs(sale: Sale, step: Step, task: SaleTask): number {
  const lookups = lookupsOf(sale, step, task)
  return SETTLE_MS[Math.min(lookups, SETTLE_MS.length - 1)] ?? 0
}

/** How many lookups have not found the lost request. */
function lookupsOf(sale: Sale, step: Step, { failure: why, reasons }: SaleTask): number {
  if (step.do === 'look up invoice') {
    const { step: making } = invoiceNo(sale, step.no)
    return making.name === 'unknown' ? making.absentTimes : SETTLE_MS.length
  }
  if (step.do !== 'find out about refund') return why ? (reasons.get(keyOf(step))?.get(why.name) ?? 1) - 1 : 0
  const parts = sale.returns.find(({ id }) => id === step.returnId)?.parts ?? []
  const refund = parts.find(({ id }) => id === step.partId)?.step
  return refund?.name === 'unknown' ? refund.stillPaidTimes : SETTLE_MS.length
}
