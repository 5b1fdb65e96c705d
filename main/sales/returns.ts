/** What the shop does when goods come back: plans it, starts it, and goes on with it where a person decides. */
import { randomUUID } from 'node:crypto'
import type { Money } from '../../shared/money.ts'
import {
  canCallOff,
  canGoWithoutVoid,
  type RepaymentWay,
  type Return,
  type ReturnAct,
  type ReturnOrdered,
  type ReturnPlan,
  voidsAreSettled,
} from '../../shared/return.ts'
import type { ReturnEvent, Sale } from '../../shared/sale.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Clock } from '../environment.ts'
import type { Journal, NewPrintJob } from '../journal/index.ts'
import { drawerJobs } from './drawer.ts'
import type { Ledger } from './ledger.ts'
import { refuse, saleNamed } from './refuse.ts'
import { planReturn, type WantedBack } from './return-plan.ts'
import type { Runner } from './runner.ts'

export type Returns = {
  /** What would happen; nothing does. */
  readonly plan: (saleId: string, wanted: WantedBack, way: RepaymentWay) => ReturnPlan
  /** `amount` is what the plan that was shown came to. Answers with the return's id. */
  readonly start: (saleId: string, wanted: WantedBack, order: ReturnOrder) => string
  readonly act: (saleId: string, returnId: string, act: ReturnAct) => void
  /** Its slip again, as a copy. */
  readonly copySlip: (saleId: string, returnId: string) => void
}

export type ReturnOrder = ReturnOrdered & {
  readonly way: RepaymentWay
  readonly amount: Money
}

export type ReturnsParts = {
  readonly journal: Journal
  readonly ledger: Ledger
  readonly runner: Runner
  readonly clock: Clock
  readonly settings: () => Settings
  readonly jobQueued: () => void
}

export function createReturns(parts: ReturnsParts): Returns {
  const { journal, ledger, runner, clock } = parts

  const plan = (sale: Sale, wanted: WantedBack, way: RepaymentWay): ReturnPlan =>
    planReturn(sale, wanted, { way, now: clock.now() })

  /** Cash changes hands: the drawer opens, in the same commit. */
  const record = (saleId: string, events: readonly ReturnEvent[]): void => {
    const inCash = events.some((event) => event.kind === 'repaid' && event.how === 'cash')
    const newJobs = [...(inCash ? drawerJobs(parts.settings()) : []), ...events.flatMap(voidSlips)]
    ledger.record(saleId, events, { newJobs })
    if (newJobs.length > 0) parts.jobQueued()
    runner.nudge(saleId)
  }

  return {
    plan: (saleId, wanted, way) => plan(saleNamed(journal, saleId), wanted, way),
    start: (saleId, wanted, { way, amount, reason, by, approvedBy }) => {
      const planned = plan(saleNamed(journal, saleId), wanted, way)
      if (reason.trim() === '') refuse('REASON_MISSING')
      if (planned.amount !== amount) refuse('RETURN_CHANGED')
      const returnId = randomUUID()
      record(saleId, [
        { kind: 'return-opened', returnId, reason: reason.trim(), by, approvedBy, ...planned },
        ...atOnce(returnId, planned),
      ])
      return returnId
    },
    act: (saleId, returnId, act) => {
      const sale = saleNamed(journal, saleId)
      const one = sale.returns.find(({ id }) => id === returnId) ?? refuse('RETURN_UNKNOWN')
      const events = eventsOf(one, act)
      if (events.length > 0) record(saleId, events)
    },
    copySlip: (saleId, returnId) => {
      const one = saleNamed(journal, saleId).returns.find(({ id }) => id === returnId)
      if (!one || one.state === 'open' || one.slips.length === 0) return refuse('RECEIPT_MISSING')
      const jobId = randomUUID()
      ledger.record(saleId, [{ kind: 'slip-copied', returnId, jobId }], {
        newJobs: [{ id: jobId, kind: one.state === 'completed' ? 'refund-slip' : 'void-slip' }],
      })
      parts.jobQueued()
    },
  }
}

/** Where nothing but cash goes back and nothing comes before it, the drawer opens as soon as it is confirmed. */
function atOnce(returnId: string, { voids, parts }: ReturnPlan): ReturnEvent[] {
  const cashAlone = voids.length === 0 && parts.every((part) => part.by === 'hand' && part.way === 'cash')
  if (!cashAlone) return []
  return parts.map((part) => ({ kind: 'repaid', returnId, partId: part.id, how: 'cash', note: '' }))
}

/** Nothing where it was done already: a doubled tap. */
function eventsOf(one: Return, act: ReturnAct): ReturnEvent[] {
  const returnId = one.id
  switch (act.do) {
    case 'repaid':
      return repaid(one, act)
    case 'try-again': {
      const refused = [...one.voids, ...one.parts].some(({ step }) => step.name === 'refused')
      return refused && one.state === 'open' ? [{ kind: 'return-retried', returnId }] : []
    }
    case 'without-void': {
      const had = one.voids.find(({ paymentId }) => paymentId === act.paymentId)
      if (had?.step.name === 'skipped') return []
      if (one.state !== 'open' || !had || !canGoWithoutVoid(had)) return refuse('RETURN_STEP_UNFIT')
      return [{ kind: 'ereceipt-void-skipped', returnId, paymentId: act.paymentId }]
    }
    case 'by-hand': {
      const part = one.parts.find(({ id }) => id === act.partId)
      if (part?.by === 'hand') return []
      if (one.state !== 'open' || part?.step.name !== 'refused') return refuse('RETURN_STEP_UNFIT')
      return [{ kind: 'repayment-chosen', returnId, partId: act.partId, way: act.way }]
    }
    case 'call-off':
      if (one.state === 'called-off') return []
      return canCallOff(one) ? [calledOff(one)] : refuse('RETURN_NOT_CALLED_OFF')
  }
}

/** An e-receipt that the customer holds on paper is void by now: they get a paper that says so. */
const calledOff = ({ id: returnId, voids }: Return): ReturnEvent => ({
  kind: 'return-called-off',
  returnId,
  ...(voids.some(({ step }) => step.name === 'voided') ? { jobId: randomUUID() } : {}),
})

const voidSlips = (event: ReturnEvent): readonly NewPrintJob[] =>
  event.kind === 'return-called-off' && event.jobId !== undefined
    ? [{ id: event.jobId, kind: 'void-slip' }]
    : []

function repaid(one: Return, { partId, how, note }: Extract<ReturnAct, { do: 'repaid' }>): ReturnEvent[] {
  const part = one.parts.find(({ id }) => id === partId)
  if (part?.by !== 'hand') return refuse('RETURN_STEP_UNFIT')
  if (part.step.name === 'repaid') return []
  if (one.state !== 'open' || !voidsAreSettled(one)) return refuse('RETURN_STEP_UNFIT')
  return [{ kind: 'repaid', returnId: one.id, partId, how, note: note.trim() }]
}
