/** Decides what the answer to a payment check means. Only a check makes money (law 3). Pure. */
import { type Failure, failure } from '../failure.ts'
import { invoiceNo, type Outcome, type Policy, type TimesFor } from './answers.ts'
import { withPayments } from './apply-to-money.ts'
import { BELIEVED_CHECKS, countedFor, missingOf, receivedFor, tenderSum } from './money-of-sale.ts'
import type { PaymentCheck } from './providers.ts'
import type { Payment, Sale, SaleEvent, SeenPayment } from './sale.ts'
import { chargeOf, standingTerms, totalOf } from './status.ts'
import { issuesEReceipts } from './taxes.ts'

/** After this many checks in a row with an incomplete list a person is told. */
const INCOMPLETE_TIMES = 3

/** After this many checks in a row that do not know the invoice a person is told. */
const NOT_FOUND_TIMES = 12

/** Records the listed payments even of an incomplete list. A row that is only counted may be money. */
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

/**
 * Whether the runner scheduled the check or a person asked for it. Only scheduled checks show that an answer lasts,
 * because a person may ask many times within seconds.
 */
export type Pace = 'own pace' | 'asked for'

/** The events of a check's rows; empty where they tell nothing new. A payment that is not listed changes nothing. */
export function checked(
  sale: Sale,
  no: number,
  seen: readonly SeenPayment[],
  policy: Policy,
  pace: Pace = 'asked for',
): SaleEvent[] {
  const after = withPayments(sale, 0, { payments: seen, no })
  if (isSettled(after)) return [sold(after, seen, { no, policy })]
  const counts = pace === 'own pace' || sale.monitoredUntil === null
  return sameFacts(sale.payments, after.payments) && !(counts && isContradictedOnceMore(sale, seen))
    ? []
    : [{ kind: 'payments-seen', no, payments: seen }]
}

const isContradictedOnceMore = ({ payments }: Sale, seen: readonly SeenPayment[]): boolean =>
  payments.some(
    ({ paymentId, contradicted }) =>
      contradicted !== undefined &&
      contradicted.checks < BELIEVED_CHECKS &&
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

/** Whether tenders and payments cover the total. Never for a sale that has ended: a person decides about its money. */
const isSettled = (sale: Sale): boolean =>
  sale.soldAt === null &&
  sale.endedAt === null &&
  chargeOf(sale) !== null &&
  sale.payments.some(({ came }) => came > 0) &&
  receivedFor(sale) >= totalOf(sale.lines)

/**
 * The event that settles the sale: how much of each payment counts, and which payments need an e-receipt. `seen` are
 * the rows of the check; empty where a tender settles the sale.
 */
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
    receiptsDue: issuesEReceipts(sale, terms) ? counted.map(({ paymentId }) => paymentId) : [],
    ...(sale.invoices.length > 0 ? { monitorUntil: policy.monitorUntil } : {}),
    ...(charged === null ? { terms } : {}),
  }
}
