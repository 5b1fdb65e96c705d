/**
 * Decides the next step of a sale from the journal and from what this run remembers. Pure. The runner carries it out,
 * records the outcome, and asks again. Each piece of work has its own key, so that a failure delays no other work.
 */
import { failure } from '../failure.ts'
import { type Money, NO_MONEY, sumMoney } from '../money/money.ts'
import { FIRST_SETTINGS } from '../shop/settings.ts'
import { ABSENT_TIMES } from './apply-to-invoices.ts'
import { isNeeded } from './apply-to-receipts.ts'
import { openReturn } from './return.ts'
import { type ReturnStep, returnStep, voidSlips } from './return-steps.ts'
import type { Payment, Sale, SaleEvent, SaleInvoice } from './sale.ts'
import { currentPaper, isAwaited, isMaking, isSold, nothingLeft, paperStep, statusOf } from './status.ts'

type OfInvoice<Do extends string> = { readonly do: Do; readonly no: number }

export type Step =
  | OfInvoice<'create invoice'>
  | OfInvoice<'ask for invoice again'>
  | OfInvoice<'look up invoice'>
  /** Takes back a charge that made no invoice, so that the cart can be changed again. */
  | OfInvoice<'withdraw charge'>
  | OfInvoice<'cancel invoice'>
  | OfInvoice<'ask for cancellation again'>
  /** After a lost answer: a payment check and then the invoice itself show whether it was cancelled. */
  | OfInvoice<'find out about cancellation'>
  /** A request without an answer may still create an invoice, so the invoices of its number are listed again. */
  | OfInvoice<'list number again'>
  /** Polls for payments while the QR is shown. */
  | OfInvoice<'check payments'>
  /** One monitoring round of a finished sale: money may come late or be refunded. */
  | { readonly do: 'monitor' }
  | { readonly do: 'create e-receipt'; readonly paymentId: string }
  /** The payment went back before its e-receipt was issued, so none is needed. */
  | { readonly do: 'drop e-receipt'; readonly paymentId: string }
  | { readonly do: 'queue receipt' }
  | { readonly do: 'drop receipt'; readonly jobId: string }
  | ReturnStep

/** The part of the runner's memory that decides the next step; see sale-task.ts. */
export type Memory = {
  /** The earliest time (monotonic ms) after a backoff or poll, by key. Work that a person asks for skips it. */
  readonly notBefore: ReadonlyMap<string, number>
  /** The earliest time to look up a lost request, which may still arrive, by key. A person cannot skip it. */
  readonly settling: ReadonlyMap<string, number>
  readonly asked: ReadonlySet<string>
  /** A paper of the sale is printing or unconfirmed. It is not replaced before its outcome is known. */
  readonly printing: boolean
}

/** The key of a step's pauses. All steps of the same work share one key. */
export function keyOf(step: Step): string {
  switch (step.do) {
    case 'create invoice':
    case 'ask for invoice again':
    case 'look up invoice':
    case 'withdraw charge':
      return `make ${step.no}`
    case 'cancel invoice':
    case 'ask for cancellation again':
    case 'find out about cancellation':
      return `cancel ${step.no}`
    case 'list number again':
      return `list ${step.no}`
    case 'check payments':
      return `check ${step.no}`
    case 'create e-receipt':
      return `e-receipt ${step.paymentId}`
    case 'void e-receipt':
    case 'refund payment':
    case 'find out about refund':
      return 'return'
    default:
      return step.do
  }
}

/** Steps without a request: they are recorded at once, even while a request of the sale is under way. */
const OURS: ReadonlySet<Step['do']> = new Set([
  'queue receipt',
  'drop receipt',
  'drop e-receipt',
  'settle part',
  'complete return',
  'queue void slip',
])
export const isOurs = (step: Step): boolean => OURS.has(step.do)

/** The events of a step without a request. `jobId` is the print job of the paper that the step makes. */
export function ownEvents(step: Step, jobId: string): readonly SaleEvent[] {
  switch (step.do) {
    case 'queue receipt':
      return [{ kind: 'receipt-queued', jobId }]
    case 'drop receipt':
      return [{ kind: 'receipt-dropped', jobId: step.jobId }]
    case 'drop e-receipt':
      return [{ kind: 'ereceipt-refused', paymentId: step.paymentId, failure: failure('PAYMENT_NOT_PAID') }]
    case 'settle part': {
      const { do: _do, ...settled } = step
      return [{ kind: 'refunded', ...settled }]
    }
    case 'complete return':
      return [{ kind: 'return-completed', returnId: step.returnId, ...(step.slip ? { jobId } : {}) }]
    case 'queue void slip':
      return [{ kind: 'void-slip-queued', returnId: step.returnId, jobId }]
    default:
      return []
  }
}

/** Steps without backoff: own steps, and requests that a person just caused. */
const AT_ONCE: ReadonlySet<Step['do']> = new Set([
  ...OURS,
  'create invoice',
  'cancel invoice',
  'withdraw charge',
])

export type Decision =
  | { readonly step: Step }
  /** Nothing to do before `until` (monotonic ms); null: nothing until the sale changes. */
  | { readonly step: null; readonly until: number | null }

export function nextStep(sale: Sale, memory: Memory, now: { readonly monotonic: number }): Decision {
  const waits = possible(sale, memory).map((step) => ({ step, until: waitOf(step, memory) }))
  const ready = waits.find(({ until }) => until <= now.monotonic)
  if (ready) return { step: ready.step }
  return { step: null, until: waits.length === 0 ? null : Math.min(...waits.map(({ until }) => until)) }
}

function waitOf(step: Step, memory: Memory): number {
  if (AT_ONCE.has(step.do)) return 0
  const key = keyOf(step)
  const settled = memory.settling.get(key) ?? 0
  return memory.asked.has(key) ? settled : Math.max(settled, memory.notBefore.get(key) ?? 0)
}

/** The steps that are possible now. While a paper prints, steps that would replace it are left out. */
export const possible = (
  sale: Sale,
  { printing, asked }: Pick<Memory, 'printing' | 'asked'>,
): readonly Step[] =>
  stepsOf(sale, asked.has('monitor')).filter(
    (step) => !printing || (step.do !== 'queue receipt' && step.do !== 'drop receipt'),
  )

/** All steps that the sale allows, the most urgent first. `asked`: monitor once although monitoring is over. */
export const stepsOf = (sale: Sale, asked = false): readonly Step[] => [
  ...workOf(sale),
  ...looksOf(sale, asked),
]

/** Steps that change something, or find out the outcome of a request. */
export function workOf(sale: Sale): readonly Step[] {
  const ofReturn = returnStep(sale)
  return [
    ...paperSteps(sale),
    ...voidSlips(sale),
    ...sale.invoices.flatMap((invoice) => invoiceSteps(sale, invoice)),
    ...receiptSteps(sale),
    ...(ofReturn ? [ofReturn] : []),
  ]
}

function paperSteps(sale: Sale): readonly Step[] {
  const step = paperStep(sale)
  const jobId = currentPaper(sale)?.jobId
  if (step === 'drop' && jobId) return [{ do: 'drop receipt', jobId }]
  return step === 'queue' && !sale.held ? [{ do: 'queue receipt' }] : []
}

/** No e-receipt is issued for returned goods, while a return is open, or while the rest of the cart is charged. */
const receiptSteps = (sale: Sale): readonly Step[] =>
  openReturn(sale)
    ? []
    : sale.ereceipts.filter(isAwaited).flatMap((one): Step[] => {
        const { paymentId } = one
        if (nothingLeft(sale) || !isNeeded(sale, one)) return [{ do: 'drop e-receipt', paymentId }]
        return sale.held || sale.restWaits ? [] : [{ do: 'create e-receipt', paymentId }]
      })

/** Holding a sale stops new requests. Outcomes of earlier requests are still found out. */
function invoiceSteps({ held }: Sale, { no, step, wanted }: SaleInvoice): readonly Step[] {
  const again = (step: Step): readonly Step[] => (held ? [] : [step])
  switch (step.name) {
    case 'requested':
      return [{ do: wanted ? 'create invoice' : 'withdraw charge', no }]
    case 'waiting':
      return wanted ? again({ do: 'ask for invoice again', no }) : [{ do: 'withdraw charge', no }]
    case 'unknown':
      if (step.absentTimes < ABSENT_TIMES) return [{ do: 'look up invoice', no }]
      return wanted ? again({ do: 'ask for invoice again', no }) : [{ do: 'withdraw charge', no }]
    case 'cancel-due':
      return again({ do: 'ask for cancellation again', no })
    case 'cancel-requested':
      return [{ do: 'cancel invoice', no }]
    case 'cancel-unknown':
      return [{ do: 'find out about cancellation', no }]
    default:
      return []
  }
}

/** Steps that only read from the service. They record changes only. */
function looksOf(sale: Sale, asked: boolean): readonly Step[] {
  const monitor: readonly Step[] = isMonitored(sale, asked) === null ? [] : [{ do: 'monitor' }]
  if (isOver(sale)) return monitor
  return [
    ...monitor,
    ...sale.invoices.filter(isQrPayable).map(({ no }): Step => ({ do: 'check payments', no })),
    ...sale.invoices.filter(isListedAgain).map(({ no }): Step => ({ do: 'list number again', no })),
  ]
}

/** While the invoice is being made, the lookup lists the number: a row may be the requested invoice. */
const isListedAgain = (one: SaleInvoice): boolean => one.mayAppear && !isMaking(one)

const isOver = (sale: Sale): boolean => isSold(sale) || sale.endedAt !== null

/** Whether a payer can pay the charge's QR, also while its cancellation waits for the connection. */
export const isQrPayable = ({ step, extra }: SaleInvoice): boolean =>
  !extra && (step.name === 'open' || step.name === 'cancel-due')

export type Monitored = {
  readonly known: readonly SaleInvoice[]
  /** Invoices of lost requests: their numbers are listed again. */
  readonly mayAppear: readonly SaleInvoice[]
}

/**
 * The invoices of a monitoring round; null where there is nothing to monitor. An invoice that can be paid and is not
 * needed is monitored until it is paid or cancelled, even while the sale continues. The QR that is shown has its own
 * checks. `asked`: a person asks although monitoring is over.
 */
export function isMonitored(sale: Sale, asked = false): Monitored | null {
  const isOngoing = (asked || sale.monitoredUntil !== null) && isOver(sale)
  const isStanding = (one: SaleInvoice): boolean =>
    canStillBePaid(sale, one) &&
    (isOver(sale) || one.step.name === 'left-open' || (sale.held && !isQrPayable(one)))
  const known = sale.invoices.filter((one) => one.invoice !== null && (isOngoing || isStanding(one)))
  const mayAppear = sale.invoices.filter((one) => isOngoing && isListedAgain(one))
  return known.length + mayAppear.length === 0 ? null : { known, mayAppear }
}

/** Whether an invoice that is not needed can still be paid: it is left open, or its cancellation waits. */
export const canStillBePaid = (sale: Pick<Sale, 'payments'>, invoice: SaleInvoice): boolean =>
  (invoice.step.name === 'left-open' || invoice.step.name === 'cancel-due') &&
  cameBy(sale, invoice) < (invoice.amount ?? 1)

/** Whether the payment is still pending at the service. */
const isUnderWay = ({ status, came }: Payment): boolean =>
  came === NO_MONEY && (status === 'PENDING' || status === 'unknown')

export const cameBy = ({ payments }: Pick<Sale, 'payments'>, { no }: SaleInvoice): Money =>
  sumMoney(payments.filter(({ invoiceNo }) => invoiceNo === no).map(({ came }) => came))

/** Whether the runner has work left for the sale, now or later. A restart continues such sales. */
export const isDue = (sale: Sale): boolean => stepsOf(unheld(sale)).length > 0 || isFulfilling(sale)

/** The sale as if nobody held it. */
export const unheld = (sale: Sale): Sale => (sale.held ? { ...sale, held: false } : sale)

/** Whether only monitoring is left. */
export const isOnlyMonitored = (sale: Sale): boolean =>
  workOf(unheld(sale)).length === 0 && isOver(sale) && !isFulfilling(sale)

/** Whether work is left that needs the current merchant. Charges that can no longer be paid do not count. */
export const blocksMerchantChange = (sale: Sale): boolean =>
  isDue(sale) && (isSold(sale) || sale.payments.length > 0 || !sale.invoices.every(cameToNothing))

const cameToNothing = ({ step: { name }, mayAppear }: SaleInvoice): boolean =>
  !mayAppear && (name === 'cancelled' || name === 'refused' || name === 'absent')

/** Whether only the paper is left, which the print queue handles. */
const isFulfilling = (sale: Sale): boolean => statusOf(sale).name === 'fulfilling'

/** How many checks of a QR use the first interval: about two minutes at 1.5 s. */
const QUICK_CHECKS = 80

/**
 * Ms until the next check of a QR after this many checks in this run: `freshMs` at first, then about 3 % of the time
 * that the QR has been shown, at most ten minutes.
 */
export const checkPause = (times: number, freshMs = FIRST_SETTINGS.pollMs): number =>
  growing(freshMs, 1.03, 10 * MINUTE)(Math.max(0, times - QUICK_CHECKS))

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * Ms before the next monitoring round after this many; null once monitoring is over. Rounds are counted instead of
 * timed by the clock, so that a clock that jumps neither ends monitoring nor floods the service. A paid sale: first a
 * minute, then twice as long each time, at most four hours. A sale that is unpaid or has an unwanted invoice: more
 * often at first, because a payer who has the QR on the phone may still pay.
 */
export function monitorPause(sale: Sale, rounds: number, monitorMs: number): number | null {
  const quick = !isSold(sale) || sale.invoices.some(({ wanted, mayAppear }) => !wanted || mayAppear)
  const pause = quick ? growing(15_000, 1.5, HOUR) : growing(MINUTE, 2, 4 * HOUR)
  let before = 0
  for (let round = 0; round < rounds; round += 1) before += pause(round)
  const isForever = sale.invoices.some((one) => canStillBePaid(sale, one)) || sale.payments.some(isUnderWay)
  return before >= monitorMs && !isForever ? null : pause(rounds)
}

const growing =
  (first: number, factor: number, most: number) =>
  (round: number): number =>
    Math.min(most, first * factor ** Math.min(round, 1_000))

/** Ms before a number is listed again after this many times. */
export const listPause = (times: number): number => growing(5_000, 3, HOUR)(times)
