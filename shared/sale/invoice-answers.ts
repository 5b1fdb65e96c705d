/** Decides what the service's answers about an invoice mean: it was created, looked up, listed or cancelled. Pure. */
import { type Failure, failure } from '../failure.ts'
import { again, done, invoiceNo, type Outcome, type Policy, type TimesFor } from './answers.ts'
import { ABSENT_TIMES } from './apply-to-invoices.ts'
import { checked } from './payment-answers.ts'
import type { Answer, FoundInvoice, InvoiceStanding } from './providers.ts'
import type { Sale, SaleEvent, SaleInvoice, SeenPayment } from './sale.ts'

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

/** The result of a list by number: the row of the requested invoice, and the rows of extra invoices. */
export type LookUp = {
  readonly made: FoundInvoice | null
  readonly extra: readonly FoundInvoice[]
  /** An invoice under the number is cancelled or known as an extra one: the number cannot be used again. */
  readonly usedUp: boolean
}

/** A paid row is never the requested invoice, because its QR was not shown. A person decides whose money it is. */
export function lookUp(sale: Sale, no: number, rows: readonly FoundInvoice[]): LookUp {
  const { amount, invoice } = invoiceNo(sale, no)
  const alive = unknownIn(sale, rows)
  const isFitting = (row: FoundInvoice): boolean =>
    row.standing !== 'paid' && (row.amount === null || row.amount === amount)
  const made = invoice === null ? (alive.find(isFitting) ?? null) : null
  return { made, extra: alive.filter((row) => row !== made), usedUp: rows.length > alive.length }
}

/** The listed invoices that the sale does not know and that are not cancelled. */
function unknownIn(sale: Sale, rows: readonly FoundInvoice[]): readonly FoundInvoice[] {
  const known = new Set(sale.invoices.map((one) => one.invoice?.invoiceId))
  return rows.filter(({ invoiceId, standing }) => !known.has(invoiceId) && standing !== 'cancelled')
}

export type FoundUnderNumber = {
  readonly rows: readonly FoundInvoice[]
  readonly whole: boolean
  /** The found invoice as GET /v2/invoice/{id} shows it; null where none was found or it was not read. */
  readonly detail: {
    readonly standing: InvoiceStanding
    readonly amount: SaleInvoice['amount']
    readonly invoice: NonNullable<SaleInvoice['invoice']>
  } | null
}

/** After this many reads without a QR the invoice is cancelled. With the usual pauses they take 15 to 30 s. */
const READS_FOR_QR = 5

export function lookedUp(
  sale: Sale,
  no: number,
  found: FoundUnderNumber,
  { policy: { monitorUntil }, times }: { readonly policy: Policy; readonly times: TimesFor },
): Outcome {
  const part = invoiceNo(sale, no)
  if (part.step.name !== 'unknown') return extrasFound(sale, no, found.rows)
  const { detail } = found
  const { made, extra, usedUp } = lookUp(sale, no, found.rows)
  const extras = extra.map((row) => extraEvent(part.number, row))
  if (extra.some(({ standing }) => standing === 'paid') || detail?.standing === 'paid')
    return done(
      ...extras,
      ...(made ? [extraEvent(part.number, made)] : []),
      ...reopened(part, failure('PAID_UNSHOWN')),
      ...(sale.soldAt === null && sale.endedAt === null
        ? [{ kind: 'sale-ended', monitorUntil } as const]
        : []),
    )
  if (made && detail) {
    const differs = detail.amount !== null && detail.amount !== part.amount
    if (differs)
      return done(...extras, extraEvent(part.number, made), ...reopened(part, failure('AMOUNT_DIFFERS')))
    const was = [madeEvent(no, detail.invoice, 'lookup'), ...extras] as const
    if (detail.invoice.qrText !== '' || !part.wanted) return done(...was)
    const why = failure('QR_MISSING')
    return times('QR_MISSING') + 1 < READS_FOR_QR
      ? again(why)
      : done(...was, { kind: 'cancel-waiting', no, failure: why })
  }
  if (extras.length > 0) return done(...extras, ...reopened(part, failure('AMOUNT_DIFFERS')))
  // A wanted charge needs a whole list before it counts as never made. A withdrawn one does not: its number is listed
  // again later.
  if (!found.whole && part.wanted) return again(failure('LIST_INCOMPLETE'))
  if (usedUp) return done(...reopened(part, failure('INVOICE_ALREADY_CANCELED')))
  const { failure: why, refused, absentTimes } = part.step
  if (refused && absentTimes + 1 >= ABSENT_TIMES) return done(...reopened(part, why))
  return { events: [{ kind: 'invoice-absent', no }], next: 'settle' }
}

/** Reopens the cart, because another invoice has or may have this number. The next charge uses a new number. */
const reopened = ({ no, wanted }: SaleInvoice, why: Failure) =>
  wanted
    ? [{ kind: 'invoice-refused', no, failure: why } as const]
    : [{ kind: 'charge-withdrawn', no } as const]

const extraEvent = (number: string, row: FoundInvoice): SaleEvent => ({
  kind: 'invoice-found',
  number,
  ...withoutQr(row),
})

/** The fields of a listed invoice without its QR: it is only to be cancelled. */
export const withoutQr = ({ invoiceId, amount }: FoundInvoice) => ({
  amount,
  invoice: { invoiceId, qrText: '', shortUrl: null, banks: [] },
})

/** Records every further invoice that is listed under the number of a lost request as an extra one. */
export function extrasFound(sale: Sale, no: number, rows: readonly FoundInvoice[]): Outcome {
  const { number } = invoiceNo(sale, no)
  return { events: unknownIn(sale, rows).map((row) => extraEvent(number, row)), next: 'throttled' }
}

export function cancelled(no: number, answer: Answer<null>, { monitorUntil }: Policy): Outcome {
  if (answer.ok) return done({ kind: 'invoice-cancelled', no, monitorUntil })
  const { failure: why, outcomeUnknown, repeatable } = answer.why
  if (outcomeUnknown) return { events: [{ kind: 'cancel-unknown', no, failure: why }], next: 'settle' }
  if (repeatable) return { events: [{ kind: 'cancel-waiting', no, failure: why }], next: 'retry' }
  return { ...done({ kind: 'cancel-refused', no, failure: why }), failure: why }
}

/**
 * Records the payments first, because only a check makes money (law 3), then the invoice's status. Used after a lost
 * cancellation and for an invoice that was left open.
 */
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
    return done(...changes, { kind: 'invoice-cancelled', no, monitorUntil: policy.monitorUntil })
  if (step.name !== 'cancel-unknown') return { events: changes, next: 'throttled' }
  if (found.standing === 'paid')
    return done(...changes, { kind: 'cancel-refused', no, failure: failure('INVOICE_PAID') })
  // Not cancelled yet: requested again, unless a manager holds it.
  return sale.held
    ? done(...changes, { kind: 'cancel-waiting', no, failure: step.failure })
    : done(...changes, { kind: 'cancel-requested', no })
}

/** A single "not found" may be wrong: the invoice counts as gone only if the answer to its cancellation said so too. */
const wasNotFound = (step: SaleInvoice['step']): boolean =>
  step.name === 'cancel-unknown' && step.failure.name === 'INVOICE_NOTFOUND'
