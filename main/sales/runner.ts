/**
 * Carries sales through their lives. For each sale, one step at a time: decide (pure), record the intent, carry it
 * out, record what came of it, decide again. Effects of different sales run side by side.
 */
import { randomUUID } from 'node:crypto'
import { CommandRefused, type Failure, failure } from '../../shared/failure.ts'
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
import { checkPause, isOnlyWatched, nextStep, type Step } from './next-step.ts'
import {
  findOutAboutRefund,
  refundPayment,
  returnIntent,
  returnOutcomeLost,
  voidEReceipt,
} from './return-effects.ts'

export type Runner = {
  /** Takes up every unfinished sale, and answers with them. What a request of the last run came to is unknown, and is found out first. */
  readonly recover: () => readonly Sale[]
  /** Something happened to the sale: decide again. */
  readonly nudge: (saleId: string) => void
  /** A person wants to know now. */
  readonly checkNow: (saleId: string) => void
  /** The sale may have been paid: its next check comes at once, with a poll's priority. Anything else it waits for is left alone. */
  readonly hint: (saleId: string) => void
  /** The line is back: what waits goes on, the oldest first. */
  readonly wake: () => void
  /** Somebody looks at the till: every QR that is up is looked at too. */
  readonly lookAround: () => void
  readonly watch: (saleId: string) => Watch | null
  /** Resolves once nothing is asked for the sale just now: what was wanted at once was carried out, or has to wait. */
  readonly quiet: (saleId: string) => Promise<void>
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
  /** What is carried out for it, or was last. */
  work: Promise<void>
  /** Nothing more is done for it in this run. */
  stuck: boolean
  tries: number
  checking: boolean
  lastCheckedAt: number | null
  /** Monotonic: when its invoice was last looked at, or first taken care of. */
  lookedAt: number
  failure: Failure | null
  callOff: () => void
}

export function createRunner(parts: RunnerParts): Runner {
  const { journal, ledger, clock, log } = parts
  const cares = new Map<string, Care>()
  const underWay = new Set<Promise<void>>()
  const pauses = new Set<() => void>()
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
      work: Promise.resolve(),
      stuck: false,
      tries: 0,
      checking: false,
      lastCheckedAt: null,
      lookedAt: clock.monotonic(),
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
    const step = paced(sale, care, decided(sale, care))
    if (step.do === 'rest') return void cares.delete(saleId)
    if (step.do === 'wait') {
      care.callOff = clock.after(Math.max(1, step.until - clock.monotonic()), () => drive(saleId))
      return
    }
    care.busy = true
    const work = carryOut(sale, step, care)
      .catch((error: unknown) => {
        log.error(`sale ${sale.senderInvoiceNo}: "${step.do}": ${wordsOf(error)}`)
        care.failure = error instanceof CommandRefused ? error.failure : failure('UNEXPECTED')
        pauseFor(care, 'retry', sale)
        return leaveOpen(saleId, care)
      })
      .finally(() => {
        care.busy = false
        underWay.delete(work)
        drive(saleId)
      })
    care.work = work
    underWay.add(work)
  }

  const decided = (sale: Sale, care: Care): Step => {
    const memory = care.hinted && isChecked(sale) ? { ...care, notBefore: 0 } : care
    return nextStep(sale, memory, { monotonic: clock.monotonic() })
  }

  /** What is over is looked at at its own pace, whatever else nudges the sale; a hint or a click is worth a look at once. */
  const paced = (sale: Sale, care: Care, step: Step): Step => {
    if (step.do !== 'check payment' || isShown(sale) || care.hinted || care.urgent) return step
    const until = care.lookedAt + checkPause(sale, clock.now(), parts.settings().pollMs)
    return until > clock.monotonic() ? { do: 'wait', until } : step
  }

  /** A decision that follows a person's act is taken once that act is committed whole. */
  const soon = (saleId: string): void => queueMicrotask(() => drive(saleId))

  /**
   * A mistake of ours in the middle of a step: the request may have left. It is never sent again blindly. Where not even
   * that can be written down, the sale stands still until the terminal starts anew.
   */
  const leaveOpen = (saleId: string, care: Care): Promise<void> =>
    written(() => {
      const current = journal.sale(saleId)
      const events = current ? outcomeLost(current, failure('UNEXPECTED')) : []
      if (events.length > 0) ledger.record(saleId, events)
    }, saleId).catch((error: unknown) => {
      care.stuck = true
      log.error(`sale ${saleId} stands still: ${wordsOf(error)}`)
    })

  /**
   * What came of a request is written down before anything else is done for the sale: on a disk that takes no more it is
   * tried until there is room, and the sale stands still meanwhile. Should the terminal stop first, the intent is there.
   */
  const written = async (write: () => void, saleId: string): Promise<void> => {
    for (let tries = 0; !stopped; tries += 1) {
      try {
        return write()
      } catch (error) {
        if (!(error instanceof CommandRefused)) throw error
        if (tries % 30 === 0) log.error(`sale ${saleId} waits for its journal: ${wordsOf(error)}`)
        await pause(WRITE_AGAIN_MS)
      }
    }
  }

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const callOff = clock.after(ms, over)
      function over(): void {
        callOff()
        pauses.delete(over)
        resolve()
      }
      pauses.add(over)
    })

  const carryOut = async (sale: Sale, step: Step, care: Care): Promise<void> => {
    care.urgent = false
    care.hinted = false
    const intent = intentOf(sale, step)
    const intended = intent.length > 0 ? ledger.record(sale.id, intent) : sale
    if (step.do === 'queue receipt') return queueReceipt(sale.id)
    if (step.do === 'complete return') return completeReturn(sale.id, step.returnId)
    const outcome = await effect(intended, step, care)
    if (stopped) return
    await written(() => apply(intended, outcome, care), sale.id)
  }

  const queueReceipt = (saleId: string): void => {
    const jobId = randomUUID()
    // The receipt is out already where its e-receipt was owed: what comes now is a slip of its own.
    const kind = journal.receiptIsOut(saleId) ? 'e-receipt' : 'sale'
    ledger.record(saleId, [{ kind: 'receipt-queued', jobId }], { newJobs: [{ id: jobId, kind }] })
    parts.jobQueued()
  }

  /** Its money is back: the slip says so. */
  const completeReturn = (saleId: string, returnId: string): void => {
    const jobId = randomUUID()
    ledger.record(saleId, [{ kind: 'return-completed', returnId, jobId }], {
      newJobs: [{ id: jobId, kind: 'refund-slip' }],
    })
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
      case 'void e-receipt':
        return voidEReceipt(effects, step, care.tries)
      case 'refund payment':
        return refundPayment(effects, sale, step)
      case 'find out about refund':
        return findOutAboutRefund(effects, sale, step)
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
      care.lookedAt = clock.monotonic()
      parts.changed()
    }
  }

  /** `asked` is the sale as it was when the request left: a person may have changed it meanwhile. */
  const apply = (asked: Sale, outcome: Outcome, care: Care): void => {
    const current = journal.sale(asked.id)
    if (!current) return
    const events = outcome.record(current)
    const { seal, attention } = outcome
    const after =
      events.length > 0
        ? ledger.record(asked.id, events, { ...(seal ? { seal } : {}), ...(attention ? { attention } : {}) })
        : current
    care.failure = outcome.failure ?? null
    const moved =
      after.state.name !== current.state.name ||
      current.version !== asked.version ||
      events.some(({ kind }) => kind === 'ereceipt-voided' || kind === 'refunded')
    if (moved) care.tries = 0
    pauseFor(care, outcome.next === 'paced' && moved ? 'at once' : outcome.next, after)
    parts.changed()
  }

  const pauseFor = (care: Care, next: Outcome['next'], sale: Sale): void => {
    if (next === 'paced') care.tries = 0
    else if (next !== 'at once') care.tries += 1
    care.notBefore =
      clock.monotonic() +
      pauseMs(next, care.tries, sale, {
        wall: clock.now(),
        freshMs: parts.settings().pollMs,
        random: parts.random(),
      })
  }

  const nudge = (saleId: string): void => {
    careOf(saleId).notBefore = 0
    soon(saleId)
  }

  /** Sales that are only watched are looked at one by one over the time that they would wait anyway, not all at once. */
  const takeUp = (sale: Sale): void => {
    const events = outcomeLost(sale, failure('TERMINAL_RESTARTED'))
    if (events.length > 0) ledger.record(sale.id, events)
    else if (isOnlyWatched(sale))
      careOf(sale.id).lookedAt =
        clock.monotonic() - checkPause(sale, clock.now(), parts.settings().pollMs) * parts.random()
    drive(sale.id)
  }

  return {
    recover: () => {
      const due = journal.dueSales()
      for (const sale of due) takeUp(sale)
      return due.filter((sale) => !isOnlyWatched(sale))
    },
    nudge,
    checkNow: (saleId) => {
      careOf(saleId).urgent = true
      soon(saleId)
    },
    wake: () => {
      for (const sale of journal.dueSales()) if (!isOnlyWatched(sale)) nudge(sale.id)
    },
    lookAround: () => {
      for (const sale of journal.dueSales()) if (isShown(sale)) nudge(sale.id)
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
      const { checking, lastCheckedAt, failure: why, notBefore, busy, tries } = care
      const wait = notBefore - clock.monotonic()
      return {
        checking,
        lastCheckedAt,
        failure: why,
        nextCheckAt: busy || wait <= 0 ? null : Math.round(clock.now() + wait),
        tries,
      }
    },
    quiet: async (saleId) => {
      await Promise.resolve() // what was wanted last is taken up
      for (let care = cares.get(saleId); care?.busy; care = cares.get(saleId)) await care.work
    },
    stop: async () => {
      stopped = true
      for (const care of cares.values()) care.callOff()
      for (const over of [...pauses]) over()
      await Promise.allSettled(underWay)
    },
  }
}

/** How long a disk that takes no more is left alone. */
const WRITE_AGAIN_MS = 2_000

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')

/** Whether a payer may stand before its QR. */
const isShown = ({ state }: Sale): boolean =>
  state.name === 'awaiting-payment' || state.name === 'partly-paid'

/** Whether what it waits for is its payer's money. */
const isChecked = (sale: Sale): boolean => isShown(sale) || isOnlyWatched(sale)

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
    case 'void e-receipt':
    case 'refund payment':
      return returnIntent(sale, step)
    default:
      return []
  }
}

/** A request that was out when its answer was lost may or may not have been done: it is to be found out. */
export function outcomeLost(sale: Sale, why: Failure): SaleEvent[] {
  const { state } = sale
  if (state.name === 'invoicing' && state.step.name === 'requested')
    return [{ kind: 'invoice-unknown', failure: why }]
  const cancelling = state.name === 'cancelling' && state.step === 'requested'
  const retiring = 'retiring' in state && state.retiring?.step === 'requested'
  return [
    ...(cancelling || retiring ? [{ kind: 'cancel-unknown', failure: why } as const] : []),
    ...returnOutcomeLost(sale, why),
  ]
}

/** While a payer stands before the QR, a service that is back must be noticed soon. */
const longestPause = ({ state }: Sale): number =>
  state.name === 'awaiting-payment' || state.name === 'partly-paid' ? 8_000 : 30_000

/** Ms before the next step of a sale. */
function pauseMs(
  next: Outcome['next'],
  tries: number,
  sale: Sale,
  { wall, freshMs, random }: { readonly wall: number; readonly freshMs: number; readonly random: number },
): number {
  switch (next) {
    case 'at once':
      return 0
    case 'settle':
      return Math.min(30_000, 500 * 2 ** tries)
    case 'paced':
      return checkPause(sale, wall, freshMs) * (0.85 + 0.3 * random)
    case 'retry':
      return Math.min(longestPause(sale), 1_000 * 2 ** Math.min(tries - 1, 5)) * (0.5 + 0.5 * random)
  }
}
