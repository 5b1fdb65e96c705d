/** Sends the request of a step to the service. The `…-answers.ts` files decide what an answer means. */

import { invoiceNo, type Outcome, type Policy, type TimesFor } from '../../../shared/sale/answers.ts'
import { applyAll } from '../../../shared/sale/apply.ts'
import { receiptIssued } from '../../../shared/sale/ereceipt-answers.ts'
import {
  cancellationFoundOut,
  cancelled,
  created,
  extrasFound,
  type FoundUnderNumber,
  lookedUp,
  lookUp,
  withoutQr,
} from '../../../shared/sale/invoice-answers.ts'
import { atService, paymentOf } from '../../../shared/sale/money-of-sale.ts'
import { checkAnswered, checkedInVain } from '../../../shared/sale/payment-answers.ts'
import type {
  Answer,
  FiscalReceiptProvider,
  PaymentProvider,
  Refusal,
} from '../../../shared/sale/providers.ts'
import { receiptVoided, refunded, refundFoundOut } from '../../../shared/sale/return-answers.ts'
import { formatSaleNumber, type Sale, type SaleInvoice, type Terms } from '../../../shared/sale/sale.ts'
import { totalOf } from '../../../shared/sale/status.ts'
import { canStillBePaid, isMonitored, type Step } from '../../../shared/sale/steps.ts'

type Providers = { readonly payments: PaymentProvider; readonly receipts: FiscalReceiptProvider }

export type EffectParts = Providers & {
  readonly policy: () => Policy
  readonly sealReceipt: (secret: { readonly lottery: string; readonly qrData: string }) => Uint8Array
}

/** What to record of an answer. `outcomeFor` decides it from the sale as it is when the answer is recorded. */
export type Effect = {
  readonly outcomeFor: (sale: Sale) => Outcome
  readonly seal?: { readonly paymentId: string; readonly sealed: Uint8Array }
}

/** Null where the step sends no request. `times`: how often each failure of this step came before. */
export async function carryOut(
  parts: EffectParts,
  sale: Sale,
  step: Step,
  { times, urgent }: { readonly times: TimesFor; readonly urgent: boolean },
): Promise<Effect | null> {
  const { payments } = parts
  switch (step.do) {
    case 'create invoice':
    case 'ask for invoice again':
      return answered(await payments.createInvoice(orderOf(parts, sale, step.no)), (answer) =>
        created(step.no, answer),
      )
    case 'look up invoice':
      return lookedUpAt(parts, sale, step.no, times)
    case 'list number again':
      return listedAgain(parts, sale, step.no)
    case 'check payments':
      return checkedAt(parts, sale, step.no, { times, urgent })
    case 'monitor':
      return monitorOnce(parts, sale, { times, urgent })
    case 'cancel invoice':
    case 'ask for cancellation again':
      return answered(await payments.cancelInvoice(invoiceIdOf(sale, step.no)), (answer) =>
        cancelled(step.no, answer, parts.policy()),
      )
    case 'find out about cancellation':
      return cancellationChecked(parts, sale, step.no, { times, urgent })
    case 'create e-receipt':
      return ereceiptCreated(parts, sale, step.paymentId, times)
    case 'void e-receipt': {
      const answer = await parts.receipts.void(step.paymentId)
      return { outcomeFor: (now) => receiptVoided(now, step, answer, times) }
    }
    case 'refund payment':
    case 'find out about refund':
      return refundOf(parts, sale, step, times)
    default:
      return null
  }
}

const answered = <Value>(answer: Answer<Value>, outcomeOf: (answer: Answer<Value>) => Outcome): Effect => ({
  outcomeFor: () => outcomeOf(answer),
})

const notThrough = ({ failure }: Refusal): Effect => ({
  outcomeFor: () => ({ events: [], next: 'retry', failure }),
})

/** A sale has no terms where the journal lost the event that has them. */
const termsOf = ({ policy }: EffectParts, sale: Sale): Terms => sale.terms ?? policy().terms

function orderOf(parts: EffectParts, sale: Sale, no: number) {
  const { number, amount } = invoiceNo(sale, no)
  const total = totalOf(sale.lines)
  return {
    number,
    saleNumber: formatSaleNumber(sale.sequence),
    amount: amount ?? total,
    total,
    lines: sale.lines,
    terms: termsOf(parts, sale),
  }
}

/** Lists the invoices of the number, then reads the found one for its QR, unless it is only to be cancelled. */
async function lookedUpAt(
  { payments, policy }: EffectParts,
  sale: Sale,
  no: number,
  times: TimesFor,
): Promise<Effect> {
  const part = invoiceNo(sale, no)
  const asFound = (found: FoundUnderNumber): Effect => ({
    outcomeFor: (now) => lookedUp(now, no, found, { policy: policy(), times }),
  })
  const list = await payments.findInvoices(part.number)
  if (!list.ok) return notThrough(list.why)
  const { invoices: rows, whole } = list.value
  const { made } = lookUp(sale, no, rows)
  if (made === null || !part.wanted)
    return asFound({ rows, whole, detail: made && { ...withoutQr(made), standing: made.standing } })
  const detail = await payments.getInvoice(made.invoiceId)
  if (!detail.ok) return notThrough(detail.why)
  const standing = detail.value === 'gone' ? null : detail.value
  return asFound({ rows, whole: whole && standing !== null, detail: standing })
}

async function listedAgain({ payments }: EffectParts, sale: Sale, no: number): Promise<Effect> {
  const list = await payments.findInvoices(invoiceNo(sale, no).number)
  if (!list.ok) return notThrough(list.why)
  const rows = list.value.invoices
  return { outcomeFor: (now) => extrasFound(now, no, rows) }
}

type Trying = { readonly times: TimesFor; readonly urgent: boolean }

async function checkedAt(
  { payments, policy }: EffectParts,
  sale: Sale,
  no: number,
  { times, urgent }: Trying,
): Promise<Effect> {
  const answer = await payments.checkPayments(invoiceIdOf(sale, no), { urgent })
  if (answer.ok)
    return { outcomeFor: (now) => checkAnswered(now, no, answer.value, { policy: policy(), times, urgent }) }
  return isNotKnown(answer.why) ? notFound(no, answer.why, times) : notThrough(answer.why)
}

const isNotKnown = ({ failure }: Refusal): boolean => failure.name === 'INVOICE_NOTFOUND'

const notFound = (no: number, { failure }: Refusal, times: TimesFor): Effect => ({
  outcomeFor: (now) => checkedInVain(now, no, failure, times),
})

/** Records the rows of the check whatever the invoice's own status is. */
async function cancellationChecked(
  { payments, policy }: EffectParts,
  sale: Sale,
  no: number,
  { times, urgent }: Trying,
): Promise<Effect> {
  const invoiceId = invoiceIdOf(sale, no)
  const check = await payments.checkPayments(invoiceId, { urgent: true })
  if (!check.ok && !isNotKnown(check.why)) return notThrough(check.why)
  if (!check.ok)
    return (await saysCancelled(payments, invoiceId))
      ? {
          outcomeFor: (now) => cancellationFoundOut(now, no, { seen: [], standing: 'cancelled' }, policy()),
        }
      : notFound(no, check.why, times)
  const listed = (now: Sale): Outcome =>
    checkAnswered(now, no, check.value, { policy: policy(), times, urgent })
  const { payments: seen, whole } = check.value
  if (!whole) return { outcomeFor: listed }
  const detail = await payments.getInvoice(invoiceId)
  if (!detail.ok)
    return {
      outcomeFor: (now) => ({ events: listed(now).events, next: 'retry', failure: detail.why.failure }),
    }
  const standing = detail.value === 'gone' ? 'gone' : detail.value.standing
  return { outcomeFor: (now) => cancellationFoundOut(now, no, { seen, standing }, policy()) }
}

/** Reads the invoice itself, because a service may refuse to check the payments of a cancelled invoice. */
async function saysCancelled(payments: PaymentProvider, invoiceId: string): Promise<boolean> {
  const detail = await payments.getInvoice(invoiceId)
  return detail.ok && detail.value !== 'gone' && detail.value.standing === 'cancelled'
}

/** Asks about one invoice after the other. A round with a failed request is repeated: only an answered one counts. */
async function monitorOnce(parts: EffectParts, sale: Sale, trying: Trying): Promise<Effect> {
  const { known, mayAppear } = isMonitored(sale, trying.urgent) ?? { known: [], mayAppear: [] }
  const checks = [
    ...known.map((one) => () => checkOne(parts, sale, one, trying)),
    ...mayAppear.map((one) => () => listedAgain(parts, sale, one.no)),
  ]
  const effects: Effect[] = []
  for (const check of checks) effects.push(await check())
  return { outcomeFor: (now) => effects.reduce(oneMore, { sale: now, outcome: NOTHING_NEW }).outcome }
}

const checkOne = (parts: EffectParts, sale: Sale, one: SaleInvoice, trying: Trying): Promise<Effect> =>
  canStillBePaid(sale, one)
    ? cancellationChecked(parts, sale, one.no, trying)
    : checkedAt(parts, sale, one.no, trying)

const NOTHING_NEW: Outcome = { events: [], next: 'throttled' }

type Round = { readonly sale: Sale; readonly outcome: Outcome }

/** Decides each answer of the round on the sale as the previous answers left it. */
function oneMore({ sale, outcome }: Round, { outcomeFor }: Effect): Round {
  const { events, next, failure = outcome.failure } = outcomeFor(sale)
  return {
    sale: events.length === 0 ? sale : applyAll(sale, sale.id, 0, events),
    outcome: {
      events: [...outcome.events, ...events],
      next: next === 'retry' ? next : outcome.next,
      ...(failure ? { failure } : {}),
    },
  }
}

async function ereceiptCreated(
  parts: EffectParts,
  sale: Sale,
  paymentId: string,
  times: TimesFor,
): Promise<Effect> {
  const payment = paymentOf(sale, paymentId)
  const amounts = payment ? [payment.came, payment.counted, atService(sale, payment)] : []
  const terms = termsOf(parts, sale)
  const answer = await parts.receipts.issue({ paymentId, receiver: sale.receiver, amounts, terms })
  const outcomeFor = (now: Sale): Outcome => receiptIssued(now, paymentId, answer, times)
  if (!answer.ok || answer.value === 'early' || answer.value.invalidReason !== null) return { outcomeFor }
  const { lottery, qrData } = answer.value
  return { outcomeFor, seal: { paymentId, sealed: parts.sealReceipt({ lottery, qrData }) } }
}

async function refundOf(
  { payments, policy }: EffectParts,
  sale: Sale,
  step: Extract<Step, { do: 'refund payment' | 'find out about refund' }>,
  times: TimesFor,
): Promise<Effect> {
  const one = sale.returns.find(({ id }) => id === step.returnId)
  const part = one?.parts.find(({ id }) => id === step.partId)
  if (!one || part?.by !== 'refund') throw new Error(`sale ${sale.id} has no refund ${step.partId}`)
  if (step.do === 'find out about refund') {
    const answer = await payments.getPayment(part.paymentId)
    return { outcomeFor: (now) => refundFoundOut(now, step, answer, times) }
  }
  const { operation } = part
  const answer = await payments.refund(part.paymentId, { operation, reason: one.reason })
  const how = operation === 'cancel' ? 'cancelled' : 'refunded'
  return { outcomeFor: (now) => refunded(now, step, { how, answer }, policy()) }
}

function invoiceIdOf(sale: Sale, no: number): string {
  const { invoice } = invoiceNo(sale, no)
  if (invoice === null) throw new Error(`invoice ${no} of sale ${sale.id} was not created`)
  return invoice.invoiceId
}
