/**
 * Carries sales through their lives. For each sale, one step at a time: decide (pure), record the intent, carry it
 * out, record what came of it, decide again. Effects of different sales run side by side.
 */
import { randomUUID } from 'node:crypto'
import { type Failure, failure } from '../../shared/failure.ts'
import type { Watch } from '../../shared/ipc/index.ts'
import type { Sale, SaleEvent } from '../../shared/sale.ts'
import type { Clock, Log } from '../environment.ts'
import type { Journal } from '../journal/index.ts'
import {
  cancelInvoice,
  checkPayment,
  createEReceipt,
  createInvoice,
  type EffectParts,
  findOutAboutCancellation,
  lookUpInvoice,
  type Outcome,
} from './effects.ts'
import type { Ledger } from './ledger.ts'
import { checkPause, nextStep, type Step } from './next-step.ts'

export type Runner = {
  /** Takes up every unfinished sale. What a request of the last run came to is unknown, and is found out first. */
  readonly recover: () => number
  /** Something happened to the sale: decide again. */
  readonly nudge: (saleId: string) => void
  /** A person wants to know now. */
  readonly checkNow: (saleId: string) => void
  /** The sale may have been paid: its next check comes at once, with a poll's priority. Anything else it waits for is left alone. */
  readonly hint: (saleId: string) => void
  readonly watch: (saleId: string) => Watch | null
  /** Starts nothing new and waits for what is under way. */
  readonly stop: () => Promise<void>
}

export type RunnerParts = Omit<EffectParts, 'now'> & {
  readonly journal: Journal
  readonly ledger: Ledger
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
  /** News that no commit made: a check has begun or ended. */
  readonly changed: () => void
  readonly jobQueued: () => void
}

/** One sale's part of a run's memory. */
type Care = {
  notBefore: number
  urgent: boolean
  hinted: boolean
  busy: boolean
  /** Nothing more is done for it in this run. */
  stuck: boolean
  tries: number
  checking: boolean
  lastCheckedAt: number | null
  failure: Failure | null
  callOff: () => void
}

export function createRunner(parts: RunnerParts): Runner {
  const { journal, ledger, clock, log } = parts
  const cares = new Map<string, Care>()
  const underWay = new Set<Promise<void>>()
  const effects: EffectParts = { ...parts, now: clock.now }
  let stopped = false

  const careOf = (saleId: string): Care => {
    const had = cares.get(saleId)
    if (had) return had
    const care: Care = {
      notBefore: 0,
      urgent: false,
      hinted: false,
      busy: false,
      stuck: false,
      tries: 0,
      checking: false,
      lastCheckedAt: null,
      failure: null,
      callOff: () => {},
    }
    cares.set(saleId, care)
    return care
  }

  const drive = (saleId: string): void => {
    const care = careOf(saleId)
    if (stopped || care.busy || care.stuck) return
    care.callOff()
    const sale = journal.sale(saleId)
    if (!sale) return
    const memory = care.hinted && isChecked(sale) ? { ...care, notBefore: 0 } : care
    const step = nextStep(sale, memory, { wall: clock.now(), monotonic: clock.monotonic() })
    if (step.do === 'rest') return void cares.delete(saleId)
    if (step.do === 'wait') {
      care.callOff = clock.after(Math.max(1, step.until - clock.monotonic()), () => drive(saleId))
      return
    }
    care.busy = true
    const work = carryOut(sale, step, care)
      .catch((error: unknown) => {
        log.error(
          `sale ${sale.senderInvoiceNo}: "${step.do}": ${error instanceof Error ? error.message : 'unknown'}`,
        )
        care.failure = failure('UNEXPECTED')
        pauseFor(care, 'retry', sale)
        leaveOpen(saleId, care)
      })
      .finally(() => {
        care.busy = false
        underWay.delete(work)
        drive(saleId)
      })
    underWay.add(work)
  }

  /**
   * A mistake of ours, or a disk that takes no more, in the middle of a step: the request may have left. It is never sent
   * again blindly. Where not even that can be written down, the sale stands still until the terminal starts anew.
   */
  const leaveOpen = (saleId: string, care: Care): void => {
    try {
      const current = journal.sale(saleId)
      const events = current ? outcomeLost(current, failure('UNEXPECTED')) : []
      if (events.length > 0) ledger.record(saleId, events)
    } catch (error) {
      care.stuck = true
      log.error(`sale ${saleId} stands still: ${error instanceof Error ? error.message : 'unknown'}`)
    }
  }

  const carryOut = async (sale: Sale, step: Step, care: Care): Promise<void> => {
    care.urgent = false
    care.hinted = false
    const intent = intentOf(sale, step)
    const intended = intent.length > 0 ? ledger.record(sale.id, intent) : sale
    if (step.do === 'queue receipt') return queueReceipt(sale.id)
    const outcome = await effect(intended, step, care)
    if (stopped) return
    apply(sale.id, outcome, care)
  }

  const queueReceipt = (saleId: string): void => {
    const jobId = randomUUID()
    ledger.record(saleId, [{ kind: 'receipt-queued', jobId }], { newJob: jobId })
    parts.jobQueued()
  }

  const effect = async (sale: Sale, step: Step, care: Care): Promise<Outcome> => {
    switch (step.do) {
      case 'create invoice':
        return createInvoice(effects, sale)
      case 'look up invoice':
        return lookUpInvoice(effects, sale)
      case 'check payment':
        return checked(care, () => checkPayment(effects, sale, step.urgent))
      case 'cancel invoice':
        return cancelInvoice(effects, sale)
      case 'find out about cancellation':
        return checked(care, () => findOutAboutCancellation(effects, sale))
      case 'create e-receipt':
        return createEReceipt(effects, sale, step.paymentId, care.tries)
      default:
        return { record: () => [], next: 'at once' }
    }
  }

  const checked = async (care: Care, check: () => Promise<Outcome>): Promise<Outcome> => {
    care.checking = true
    parts.changed()
    try {
      return await check()
    } finally {
      care.checking = false
      care.lastCheckedAt = clock.now()
      parts.changed()
    }
  }

  const apply = (saleId: string, outcome: Outcome, care: Care): void => {
    const current = journal.sale(saleId)
    if (!current) return
    const events = outcome.record(current)
    const { seal, attention } = outcome
    const after =
      events.length > 0
        ? ledger.record(saleId, events, { ...(seal ? { seal } : {}), ...(attention ? { attention } : {}) })
        : current
    care.failure = outcome.failure ?? null
    const moved = after.state.name !== current.state.name
    if (moved) care.tries = 0
    pauseFor(care, outcome.next === 'paced' && moved ? 'at once' : outcome.next, after)
    parts.changed()
  }

  const pauseFor = (care: Care, next: Outcome['next'], sale: Sale): void => {
    if (next === 'paced') care.tries = 0
    else if (next !== 'at once') care.tries += 1
    care.notBefore = clock.monotonic() + pauseMs(next, care.tries, sale, clock.now(), parts.random())
  }

  return {
    recover: () => {
      const due = journal.dueSales()
      for (const sale of due) {
        const events = outcomeLost(sale, failure('TERMINAL_RESTARTED'))
        if (events.length > 0) ledger.record(sale.id, events)
        drive(sale.id)
      }
      return due.length
    },
    nudge: (saleId) => {
      const care = careOf(saleId)
      care.notBefore = 0
      drive(saleId)
    },
    checkNow: (saleId) => {
      const care = careOf(saleId)
      care.urgent = true
      drive(saleId)
    },
    hint: (saleId) => {
      const sale = journal.sale(saleId)
      if (!sale || !isChecked(sale)) return
      // Kept while a check is out: that one may have looked just before the money came.
      careOf(saleId).hinted = true
      drive(saleId)
    },
    watch: (saleId) => {
      const care = cares.get(saleId)
      if (!care) return null
      const { checking, lastCheckedAt, failure: why, notBefore, busy } = care
      const wait = notBefore - clock.monotonic()
      return {
        checking,
        lastCheckedAt,
        failure: why,
        nextCheckAt: busy || wait <= 0 ? null : Math.round(clock.now() + wait),
      }
    },
    stop: async () => {
      stopped = true
      for (const care of cares.values()) care.callOff()
      await Promise.allSettled(underWay)
    },
  }
}

/** Whether what it waits for is its payer's money. */
const isChecked = ({ state }: Sale): boolean =>
  state.name === 'awaiting-payment' || state.name === 'partly-paid' || state.name === 'cancelled'

/** The row that is on the disk before the request leaves (law 1). The charge and the cancellation were recorded by the person's command. */
export function intentOf(sale: Sale, step: Step): SaleEvent[] {
  switch (step.do) {
    case 'ask for invoice again': {
      if (sale.state.name !== 'invoicing') return []
      const { total, shape, step: asked } = sale.state
      return [{ kind: 'invoice-requested', total, shape, attempt: asked.attempt + 1 }]
    }
    case 'withdraw charge':
      return [{ kind: 'charge-withdrawn' }]
    case 'ask for cancellation again':
      return [{ kind: 'cancel-requested' }]
    case 'create e-receipt':
      return [{ kind: 'ereceipt-requested', paymentId: step.paymentId }]
    default:
      return []
  }
}

/** A request that was out when its answer was lost may or may not have been done: it is to be found out. */
export function outcomeLost({ state }: Sale, why: Failure): SaleEvent[] {
  if (state.name === 'invoicing' && state.step.name === 'requested')
    return [{ kind: 'invoice-unknown', failure: why }]
  if (state.name === 'cancelling' && state.step === 'requested')
    return [{ kind: 'cancel-unknown', failure: why }]
  return []
}

/** While a payer stands before the QR, a service that is back must be noticed soon. */
const longestPause = ({ state }: Sale): number =>
  state.name === 'awaiting-payment' || state.name === 'partly-paid' ? 8_000 : 30_000

/** Ms before the next step of a sale. */
function pauseMs(next: Outcome['next'], tries: number, sale: Sale, wall: number, random: number): number {
  switch (next) {
    case 'at once':
      return 0
    case 'settle':
      return Math.min(30_000, 500 * 2 ** tries)
    case 'paced':
      return checkPause(sale, wall) * (0.85 + 0.3 * random)
    case 'retry':
      return Math.min(longestPause(sale), 1_000 * 2 ** Math.min(tries - 1, 5)) * (0.5 + 0.5 * random)
  }
}
