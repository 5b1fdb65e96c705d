/**
 * Turns an answer of the service into events. Pure. It is decided on the sale as it is when the answer arrives,
 * because a person may have changed it meanwhile. `next` says when the sale goes on: at once, after its usual pause,
 * after a backoff because the request failed, or once a lost request has had time to arrive (`settle`).
 */
import { type Failure, type FailureName, failure } from '../../shared/failure.ts'
import { isPerhapsDone, openReturn } from '../../shared/return.ts'
import type { Payment, Sale, SaleEvent, SaleInvoice, SeenPayment, Terms } from '../../shared/sale.ts'
import { BELIEVED_LOOKS, countedFor, missingOf, receivedFor, tenderSum } from '../../shared/sale-account.ts'
import { chargeOf, isAwaited, standingTerms, totalOf } from '../../shared/sale-status.ts'
import type {
  Answer,
  FoundInvoice,
  InvoiceStanding,
  IssuedReceipt,
  PaymentCheck,
  Refusal,
} from '../providers.ts'
import { ABSENT_TIMES } from './apply-to-invoices.ts'
import { withPayments } from './apply-to-money.ts'

export type Next = 'at once' | 'throttled' | 'retry' | 'settle'
export type Outcome = {
  readonly events: readonly SaleEvent[]
  readonly next: Next
  /** Why the request failed, for the screen. It is not recorded. */
  readonly failure?: Failure
}

/** The settings that decide what an answer means. */
export type Policy = {
  readonly terms: Terms
  /** Until about when an invoice of a finished sale is monitored. */
  readonly watchUntil: number
}

const done = (...events: readonly SaleEvent[]): Outcome => ({ events, next: 'at once' })
const again = (why: Failure): Outcome => ({ events: [], next: 'retry', failure: why })

export const invoiceNo = (sale: Sale, no: number): SaleInvoice => {
  const found = sale.invoices.find((one) => one.no === no)
  if (!found) throw new Error(`sale ${sale.id} has no invoice ${no}`)
  return found
}

// ── Making an invoice ───────────────────────────────────────────────────────────────────────────────────────────────

export function created(no: number, answer: Answer<Parameters<typeof madeEvent>[1]>): Outcome {
  if (answer.ok) return done(madeEvent(no, answer.value, 'answer'))
  const { failure: why, outcomeUnknown, repeatable, refused } = answer.why
  if (outcomeUnknown) {
    const unknown = { kind: 'invoice-unknown', no, failure: why, ...(refused ? { refused } : {}) } as const
    return { events: [unknown], next: 'settle' }
  }
  if (repeatable) return { events: [{ kind: 'invoice-waiting', no, failure: why }], next: 'retry' }
  return done({ kind: 'invoice-refused', no, failure: why })
}

const madeEvent = (no: number, invoice: NonNullable<SaleInvoice['invoice']>, found: 'answer' | 'lookup') =>
  ({ kind: 'invoice-created', no, invoice, found }) as const

/** What a list by number shows: which row is the invoice that was requested, and which rows are extra invoices. */
export type LookUp = {
  readonly made: FoundInvoice | null
  readonly extra: readonly FoundInvoice[]
  /** An invoice under the number is cancelled or known as an extra one: the number cannot be used again. */
  readonly usedUp: boolean
}

/** An invoice that is paid already is never the requested one: nobody can pay a QR that was not shown. A person decides whose money it is. */
export function lookUp(sale: Sale, no: number, rows: readonly FoundInvoice[]): LookUp {
  const { amount, invoice } = invoiceNo(sale, no)
  const alive = unknownIn(sale, rows)
  const isFitting = (row: FoundInvoice): boolean =>
    row.standing !== 'paid' && (row.amount === null || row.amount === amount)
  const made = invoice === null ? (alive.find(isFitting) ?? null) : null
  return { made, extra: alive.filter((row) => row !== made), usedUp: rows.length > alive.length }
}

/** Rows of invoices that the sale does not know and that can be paid or were paid. */
function unknownIn(sale: Sale, rows: readonly FoundInvoice[]): readonly FoundInvoice[] {
  const known = new Set(sale.invoices.map((one) => one.invoice?.invoiceId))
  return rows.filter(({ invoiceId, standing }) => !known.has(invoiceId) && standing !== 'cancelled')
}

export type FoundUnderNumber = {
  readonly rows: readonly FoundInvoice[]
  readonly whole: boolean
  /** What the found invoice says itself; null where none was found. */
  readonly detail: {
    readonly standing: InvoiceStanding
    readonly amount: SaleInvoice['amount']
    readonly invoice: NonNullable<SaleInvoice['invoice']>
  } | null
}

export function lookedUp(sale: Sale, no: number, found: FoundUnderNumber, { watchUntil }: Policy): Outcome {
  const part = invoiceNo(sale, no)
  if (part.step.name !== 'unknown') return extrasFound(sale, no, found.rows)
  const { detail } = found
  const { made, extra, usedUp } = lookUp(sale, no, found.rows)
  const extras = extra.map((row) => extraEvent(part.number, row))
  if (extra.some(({ standing }) => standing === 'paid') || detail?.standing === 'paid')
    return done(
      ...extras,
      ...(made ? [extraEvent(part.number, made)] : []),
      ...givenBack(part, failure('PAID_UNSHOWN')),
      ...(sale.soldAt === null && sale.endedAt === null ? [{ kind: 'sale-ended', watchUntil } as const] : []),
    )
  if (made && detail) {
    const differs = detail.amount !== null && detail.amount !== part.amount
    if (differs)
      return done(...extras, extraEvent(part.number, made), ...givenBack(part, failure('AMOUNT_DIFFERS')))
    if (detail.invoice.qrText === '' && part.wanted) return again(failure('QR_MISSING'))
    return done(madeEvent(no, detail.invoice, 'lookup'), ...extras)
  }
  if (extras.length > 0) return done(...extras, ...givenBack(part, failure('AMOUNT_DIFFERS')))
  // A withdrawn charge does not need proof that no invoice was made: its number is listed again.
  if (!found.whole && part.wanted) return again(failure('LIST_INCOMPLETE'))
  if (usedUp) return done(...givenBack(part, failure('INVOICE_ALREADY_CANCELED')))
  const { failure: why, refused, absentTimes } = part.step
  if (refused && absentTimes + 1 >= ABSENT_TIMES) return done(...givenBack(part, why))
  return { events: [{ kind: 'invoice-absent', no }], next: 'settle' }
}

/** The number belongs, or may belong, to another invoice: the charge gives its cart back and uses another number next time. */
const givenBack = ({ no, wanted }: SaleInvoice, why: Failure) =>
  wanted
    ? [{ kind: 'invoice-refused', no, failure: why } as const]
    : [{ kind: 'charge-withdrawn', no } as const]

const extraEvent = (number: string, row: FoundInvoice): SaleEvent => ({
  kind: 'invoice-found',
  number,
  ...withoutQr(row),
})

/** The detail of a listed invoice that is only to be cancelled. */
export const withoutQr = ({ invoiceId, amount }: FoundInvoice) => ({
  amount,
  invoice: { invoiceId, qrText: '', shortUrl: null, banks: [] },
})

/** The number of a lost request is listed again: any further invoice under it is an extra one. */
export function extrasFound(sale: Sale, no: number, rows: readonly FoundInvoice[]): Outcome {
  const { number } = invoiceNo(sale, no)
  return { events: unknownIn(sale, rows).map((row) => extraEvent(number, row)), next: 'throttled' }
}

// ── Money ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A person is told after this many checks in a row whose list is shorter than their count. */
const INCOMPLETE_TIMES = 3
/** The same for checks that do not know the invoice. */
const NOT_FOUND_TIMES = 12

/** Records what the check listed even if the list is incomplete. A row that was only counted may be money. */
export function checkAnswered(
  sale: Sale,
  no: number,
  { payments, whole }: PaymentCheck,
  { policy, times, urgent }: { readonly policy: Policy; readonly times: TimesFor; readonly urgent: boolean },
): Outcome {
  const events = checked(sale, no, payments, policy, urgent ? 'asked for' : 'own pace')
  if (whole) return { events, next: 'throttled' }
  const why = failure('LIST_INCOMPLETE')
  const inRow = times(why.name) + 1
  const told = inRow === INCOMPLETE_TIMES ? paymentsUnclear(sale) : []
  return {
    events: [...events, ...told],
    next: inRow < INCOMPLETE_TIMES ? 'retry' : 'throttled',
    failure: why,
  }
}

/**
 * The service does not know the checked invoice. That is normal for a cancelled one. For any other, a person is told
 * after several such answers, because a new invoice may not be known everywhere yet.
 */
export function checkedInVain(sale: Sale, no: number, why: Failure, times: TimesFor): Outcome {
  if (invoiceNo(sale, no).step.name === 'cancelled') return { events: [], next: 'throttled' }
  const told = times(why.name) + 1 === NOT_FOUND_TIMES ? paymentsUnclear(sale) : []
  return { events: told, next: 'retry', failure: why }
}

const paymentsUnclear = (sale: Sale): readonly SaleEvent[] =>
  sale.notices.some(({ cause }) => cause === 'payment-unclear')
    ? []
    : [{ kind: 'notice-kept', cause: 'payment-unclear', amount: null }]

/** Only checks at their own pace show that an answer lasts: a person who asks again and again sees the same list. */
export type Pace = 'own pace' | 'asked for'

/** A check is the only thing that makes money (law 3). It adds facts; a payment that it does not list is no fact. */
export function checked(
  sale: Sale,
  no: number,
  seen: readonly SeenPayment[],
  policy: Policy,
  pace: Pace = 'asked for',
): SaleEvent[] {
  const after = withPayments(sale, 0, { payments: seen, no })
  if (isSettled(after)) return [sold(after, seen, { no, policy })]
  const counts = pace === 'own pace' || sale.watchedUntil === null
  return sameFacts(sale.payments, after.payments) && !(counts && isContradictedOnceMore(sale, seen))
    ? []
    : [{ kind: 'payments-seen', no, payments: seen }]
}

const isContradictedOnceMore = ({ payments }: Sale, seen: readonly SeenPayment[]): boolean =>
  payments.some(
    ({ paymentId, contradicted }) =>
      contradicted !== undefined &&
      contradicted.looks < BELIEVED_LOOKS &&
      seen.some((row) => row.paymentId === paymentId && row.status === contradicted.status),
  )

const sameFacts = (one: readonly Payment[], other: readonly Payment[]): boolean => {
  const facts = (payments: readonly Payment[]) =>
    payments.map(({ paymentId, status, amount, currency, type, came, wentBack, contradicted }) => [
      paymentId,
      status,
      amount,
      currency,
      type,
      came,
      wentBack,
      contradicted?.status,
    ])
  return JSON.stringify(facts(one)) === JSON.stringify(facts(other))
}

/** Tenders and payments cover what is charged. A person decides about money of a sale that has ended. */
const isSettled = (sale: Sale): boolean =>
  sale.soldAt === null &&
  sale.endedAt === null &&
  chargeOf(sale) !== null &&
  sale.payments.some(({ came }) => came > 0) &&
  receivedFor(sale) >= totalOf(sale.lines)

/** The event that settles the sale, with what each payment counts and whether it needs an e-receipt. `seen` are changes from a check. */
export function sold(
  sale: Sale,
  seen: readonly SeenPayment[],
  { no, policy }: { readonly no?: number; readonly policy: Policy },
): Extract<SaleEvent, { kind: 'paid' }> {
  const counted = countedFor(missingOf(totalOf(sale.lines), tenderSum(sale)), sale)
  const charged = standingTerms(sale)
  const terms = charged ?? policy.terms
  return {
    kind: 'paid',
    ...(no === undefined ? {} : { no }),
    payments: seen,
    counted,
    receiptsDue: terms.ereceipts ? counted.map(({ paymentId }) => paymentId) : [],
    ...(sale.invoices.length > 0 ? { watchUntil: policy.watchUntil } : {}),
    ...(charged === null ? { terms } : {}),
  }
}

// ── Cancelling an invoice ───────────────────────────────────────────────────────────────────────────────────────────

export function cancelled(no: number, answer: Answer<null>, { watchUntil }: Policy): Outcome {
  if (answer.ok) return done({ kind: 'invoice-cancelled', no, watchUntil })
  const { failure: why, outcomeUnknown, repeatable } = answer.why
  if (outcomeUnknown) return { events: [{ kind: 'cancel-unknown', no, failure: why }], next: 'settle' }
  if (repeatable) return { events: [{ kind: 'cancel-waiting', no, failure: why }], next: 'retry' }
  return { ...done({ kind: 'cancel-refused', no, failure: why }), failure: why }
}

/** First whether money came, then the invoice's own status: after a lost cancellation, and for an invoice that was left open. */
export function cancellationFoundOut(
  sale: Sale,
  no: number,
  found: { readonly seen: readonly SeenPayment[]; readonly standing: InvoiceStanding | 'gone' },
  policy: Policy,
): Outcome {
  const { step } = invoiceNo(sale, no)
  const changes = checked(sale, no, found.seen, policy)
  if (changes.some(({ kind }) => kind === 'paid')) return done(...changes)
  if (found.standing === 'cancelled' || (found.standing === 'gone' && wasNotFound(step)))
    return done(...changes, { kind: 'invoice-cancelled', no, watchUntil: policy.watchUntil })
  if (step.name !== 'cancel-unknown') return { events: changes, next: 'throttled' }
  if (found.standing === 'paid')
    return done(...changes, { kind: 'cancel-refused', no, failure: failure('INVOICE_PAID') })
  return done(...changes, { kind: 'cancel-requested', no }) // the answer to the second request tells
}

/** An invoice counts as gone only if the answer to its cancellation said so too: one answer of "not found" may be wrong. */
const wasNotFound = (step: SaleInvoice['step']): boolean =>
  step.name === 'cancel-unknown' && step.failure.name === 'INVOICE_NOTFOUND'

// ── E-receipts ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** How often in this run the same failure was answered before. */
export type TimesFor = (why: FailureName) => number

/** A manager is told after this many answers that cannot be read or come too early. */
const UNREADABLE_TIMES = 4
const EARLY_TIMES = 12
/** How often, a while apart, an answer must be repeated before it is believed: a request on its way may still change it. */
const SETTLED_TIMES = 2

export function receiptIssued(
  sale: Sale,
  paymentId: string,
  answer: Answer<IssuedReceipt | 'early'>,
  times: TimesFor,
): Outcome {
  if (!answer.ok) return receiptNotIssued(sale, paymentId, answer.why, times)
  if (answer.value === 'early') {
    const why = failure('PAYMENT_NOT_PAID')
    return times(why.name) < EARLY_TIMES
      ? receiptDelayed(sale, paymentId, why)
      : done({ kind: 'ereceipt-refused', paymentId, failure: why })
  }
  const { lottery, qrData: _qr, doubt, ...facts } = answer.value
  if (doubt !== null)
    return done({ kind: 'ereceipt-refused', paymentId, failure: failure('ERECEIPT_NOT_ACTIVE', doubt) })
  const unsettled = sale.ereceipts.find((one) => one.paymentId === paymentId)?.last?.unsettled
  if (unsettled && times('PERHAPS_VOID') < SETTLED_TIMES)
    return { ...receiptDelayed(sale, paymentId, failure('PERHAPS_VOID')), next: 'settle' }
  return done({
    kind: 'ereceipt-issued',
    ereceipt: { step: 'issued', paymentId, ...facts, hasLottery: lottery !== '' },
  })
}

const isAskedAgain = ({ failure: why, outcomeUnknown, repeatable }: Refusal, times: TimesFor): boolean =>
  (repeatable || outcomeUnknown) && !(why.name === 'BAD_ANSWER' && times(why.name) >= UNREADABLE_TIMES)

const receiptNotIssued = (sale: Sale, paymentId: string, why: Refusal, times: TimesFor): Outcome =>
  isAskedAgain(why, times)
    ? receiptDelayed(sale, paymentId, why.failure)
    : done({ kind: 'ereceipt-refused', paymentId, failure: why.failure })

/** It is safe to ask again. The same reason is recorded only once. */
function receiptDelayed(sale: Sale, paymentId: string, why: Failure): Outcome {
  const had = sale.ereceipts.find((one) => one.paymentId === paymentId && isAwaited(one))
  const isNew = !had || !('failure' in had) || had.failure?.name !== why.name
  return {
    events: isNew ? [{ kind: 'ereceipt-delayed', paymentId, failure: why }] : [],
    next: 'retry',
    failure: why,
  }
}

// ── Returns ─────────────────────────────────────────────────────────────────────────────────────────────────────────

type OfVoid = { readonly returnId: string; readonly paymentId: string }
type OfRefund = { readonly returnId: string; readonly partId: string }

/**
 * After a lost answer the void is requested again, because no endpoint reads an e-receipt. `absent` answers a void of
 * an e-receipt that is void already. Where no e-receipt is known to be active, or no void of ours was lost, `absent`
 * is asked for again, a while apart: an e-receipt may arrive late. After that the e-receipt was never issued, or the
 * lost void took effect; otherwise a person finds out.
 */
export function receiptVoided(
  sale: Sale,
  { returnId, paymentId }: OfVoid,
  answer: Answer<'voided' | 'absent'>,
  times: TimesFor,
): Outcome {
  const of = { returnId, paymentId }
  if (!answer.ok) {
    const { failure: why, outcomeUnknown: lost } = answer.why
    return isAskedAgain(answer.why, times)
      ? {
          events: [{ kind: 'ereceipt-void-delayed', ...of, failure: why, lost }],
          next: 'retry',
          failure: why,
        }
      : done({ kind: 'ereceipt-void-refused', ...of, failure: why, lost })
  }
  if (answer.value === 'voided') return done({ kind: 'ereceipt-voided', ...of, found: 'answer' })
  const had = openReturn(sale)?.voids.find((one) => one.paymentId === paymentId)
  const ereceipt = sale.ereceipts.find((one) => one.paymentId === paymentId)
  const perhaps = had !== undefined && isPerhapsDone(had)
  const absent = { kind: 'ereceipt-voided', ...of, found: 'absent' } as const
  if (perhaps && ereceipt?.step === 'issued') return done(absent)
  const why = failure('EBARIMT_NOT_REGISTERED')
  if (times(why.name) < SETTLED_TIMES)
    return {
      events: [{ kind: 'ereceipt-void-delayed', ...of, failure: why, lost: false }],
      next: 'settle',
      failure: why,
    }
  return had?.printedId && !perhaps && !ereceipt?.last?.unsettled
    ? done({ kind: 'ereceipt-void-refused', ...of, failure: why, lost: true })
    : done(absent)
}

/** The refund as it is now: a person may have found out its outcome meanwhile, and that stays. */
function refundStep(sale: Sale, { returnId, partId }: OfRefund) {
  const one = sale.returns.find(({ id }) => id === returnId)
  const part = one?.state === 'open' ? one.parts.find(({ id }) => id === partId) : undefined
  return part?.by === 'refund' ? part.step : null
}

const OVER: Outcome = { events: [], next: 'at once' }

/**
 * A refusal is believed only after a look at the payment, because the refund may have been done anyway. Monitoring,
 * which starts again, looks at an accepted refund.
 */
export function refunded(
  sale: Sale,
  { returnId, partId }: OfRefund,
  { how, answer }: { readonly how: 'cancelled' | 'refunded'; readonly answer: Answer<null> },
  { watchUntil }: Policy,
): Outcome {
  const of = { returnId, partId }
  if (refundStep(sale, of)?.name !== 'requested') return OVER
  if (answer.ok) return done({ kind: 'refunded', ...of, how, watchUntil })
  const { failure: why, outcomeUnknown, repeatable } = answer.why
  if (repeatable && !outcomeUnknown)
    return { events: [{ kind: 'refund-delayed', ...of, failure: why }], next: 'retry' }
  return {
    events: [{ kind: 'refund-unknown', ...of, failure: why, refused: !outcomeUnknown }],
    next: 'settle',
  }
}

/** The payment itself shows whether its money went back. */
export function refundFoundOut(
  sale: Sale,
  { returnId, partId }: OfRefund,
  answer: Answer<SeenPayment | null>,
  times: TimesFor = () => 0,
): Outcome {
  const of = { returnId, partId }
  const step = refundStep(sale, of)
  if (step?.name !== 'unknown') return OVER
  const unclear = (why: Failure): Outcome =>
    step.unclear
      ? again(why)
      : { events: [{ kind: 'refund-unknown', ...of, failure: why, unclear: true }], next: 'retry' }
  if (!answer.ok) {
    const { failure: why, repeatable, outcomeUnknown } = answer.why
    return (repeatable || outcomeUnknown) && times(why.name) < UNREADABLE_TIMES ? again(why) : unclear(why)
  }
  const status = answer.value?.status
  if (status === 'REFUNDED' || status === 'CANCELLED')
    return done({ kind: 'refunded', ...of, how: status === 'REFUNDED' ? 'refunded' : 'cancelled' })
  if (status === 'PAID') return { events: [{ kind: 'refund-not-found', ...of }], next: 'settle' }
  return unclear(failure(answer.value === null ? 'PAYMENT_NOTFOUND' : 'PAYMENT_NOT_PAID'))
}

// ── Lost answers ────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * A request whose answer was lost may have been carried out: find it out. A search that was interrupted starts again,
 * because nobody knows how much of its pause has passed.
 */
export function answersLost(sale: Sale, why: Failure): readonly SaleEvent[] {
  return [
    ...sale.invoices.flatMap(({ no, step }): SaleEvent[] => {
      if (step.name === 'requested' || (step.name === 'unknown' && step.absentTimes > 0))
        return [{ kind: 'invoice-unknown', no, failure: why }]
      return step.name === 'cancel-requested' ? [{ kind: 'cancel-unknown', no, failure: why }] : []
    }),
    ...sale.ereceipts
      .filter(({ step }) => step === 'requested')
      .map(({ paymentId }): SaleEvent => ({ kind: 'ereceipt-delayed', paymentId, failure: why })),
    ...sale.returns.filter(({ state }) => state === 'open').flatMap((one) => lostOfReturn(one, why)),
  ]
}

function lostOfReturn({ id: returnId, voids, parts }: Sale['returns'][number], why: Failure): SaleEvent[] {
  return [
    ...voids
      .filter(({ step }) => step.name === 'requested')
      .map(({ paymentId }): SaleEvent => {
        return { kind: 'ereceipt-void-delayed', returnId, paymentId, failure: why, lost: true }
      }),
    ...parts
      .filter(({ step }) => step.name === 'requested' || (step.name === 'unknown' && step.stillPaidTimes > 0))
      .map((part): SaleEvent => {
        return { kind: 'refund-unknown', returnId, partId: part.id, failure: why }
      }),
  ]
}
