/**
 * The effects of a sale, one function each: ask the service, and say what came of it as events. What is recorded is
 * decided on the sale as it is when the answer is there, which a person may have changed meanwhile.
 */
import { type Failure, failure } from '../../shared/failure.ts'
import { NO_MONEY } from '../../shared/money.ts'
import type { Invoice, Sale, SaleEvent, SeenPayment } from '../../shared/sale.ts'
import type { Settings } from '../../shared/settings.ts'
import type { NewAttention } from '../journal/index.ts'
import {
  asFailure,
  type Ebarimt,
  findOutCancellation,
  findOutCreation,
  type InvoiceSummary,
  type ServiceClient,
  ServiceFailed,
  type ServiceFailure,
} from '../service/index.ts'
import { invoiceRequest, shapeFor } from './invoice-request.ts'
import { isOnlyWatched, payableReceipts } from './next-step.ts'
import { paidSum, samePayments } from './payments.ts'

export type EffectParts = {
  readonly service: ServiceClient
  readonly settings: () => Settings
  readonly invoiceCode: string
  readonly sealReceipt: (secret: { readonly lottery: string; readonly qrData: string }) => Uint8Array
  readonly now: () => number
  /** How long an invoice that was shown is watched on, ms (law 4). */
  readonly watchOnMs: () => number
}

/** What an effect came to. `retry` says that it did not get through and is to be tried again after a pause. */
export type Outcome = {
  readonly record: (sale: Sale) => readonly SaleEvent[]
  readonly seal?: { readonly paymentId: string; readonly sealed: Uint8Array }
  readonly attention?: readonly NewAttention[]
  readonly failure?: Failure
  readonly next: 'at once' | 'settle' | 'paced' | 'retry'
}

export const done = (events: readonly SaleEvent[]): Outcome => ({ record: () => events, next: 'at once' })

/** Runs a call of the service; what it throws that is no failure of the service is a mistake in the program. */
export async function attempt(
  work: () => Promise<Outcome>,
  failed: (why: ServiceFailure) => Outcome,
): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ServiceFailed) return failed(error.failure)
    throw error
  }
}

/** POST /v2/invoice. Never repeated here: an unknown outcome is looked up first (law 2). */
export function createInvoice(parts: EffectParts, sale: Sale): Promise<Outcome> {
  const settings = parts.settings()
  const shape = 'shape' in sale.state && sale.state.shape ? sale.state.shape : shapeFor(settings)
  return attempt(
    async () => {
      const created = await parts.service.createInvoice(
        invoiceRequest(sale, shape, settings, parts.invoiceCode),
      )
      return { record: (current) => withInvoice(current, created, 'answer'), next: 'at once' }
    },
    (why) => {
      const { outcomeUnknown, repeatable } = why
      if (outcomeUnknown)
        return { ...done([{ kind: 'invoice-unknown', failure: asFailure(why) }]), next: 'settle' }
      if (repeatable)
        return { ...done([{ kind: 'invoice-waiting', failure: asFailure(why) }]), next: 'retry' }
      return done([{ kind: 'invoice-refused', failure: asFailure(why) }])
    },
  )
}

/** For a sale that was settled in cash meanwhile the invoice is retired: the state says so. */
function withInvoice(sale: Sale, invoice: Invoice, found: 'answer' | 'lookup'): SaleEvent[] {
  const created: SaleEvent = { kind: 'invoice-created', invoice, found }
  const withdrawing = sale.state.name === 'invoicing' && sale.state.withdrawing
  return withdrawing ? [created, { kind: 'cancel-requested' }] : [created]
}

/** POST /v2/invoice/list by our number, then GET /v2/invoice/{id} for the QR. */
export function lookUpInvoice(parts: EffectParts, sale: Sale): Promise<Outcome> {
  return attempt(async () => {
    const creation = await findOutCreation(parts.service, sale.senderInvoiceNo)
    const invoices = invoicesIn(creation)
    const row = invoices.find((one) => one.status === 'PAID') ?? invoices[0]
    if (!row) return { record: () => [{ kind: 'invoice-absent' }], next: 'settle' }
    const { invoiceId, qrText, shortUrl, banks } = await parts.service.getInvoice(row.invoiceId)
    const withdrawing = sale.state.name === 'invoicing' && sale.state.withdrawing
    if (qrText === null && !withdrawing)
      return { record: () => [], failure: failure('QR_MISSING'), next: 'retry' }
    const invoice = { invoiceId, qrText: qrText ?? '', shortUrl, banks }
    return {
      record: (current) => withInvoice(current, invoice, 'lookup'),
      attention: doubts(sale, row, invoices.length),
      next: 'at once',
    }
  }, triedAgain)
}

function invoicesIn(creation: Awaited<ReturnType<typeof findOutCreation>>): readonly InvoiceSummary[] {
  switch (creation.found) {
    case 'absent':
      return []
    case 'made':
      return [creation.invoice]
    case 'several':
      return creation.invoices
  }
}

function doubts(sale: Sale, row: InvoiceSummary, count: number): NewAttention[] {
  const { state } = sale
  const due = 'due' in state ? state.due : 'total' in state ? state.total : null
  return [
    ...(count > 1 ? [{ cause: 'doubled-invoice', failure: null, amount: row.amount } as const] : []),
    ...(row.amount !== null && !isSold(sale) && row.amount !== due
      ? [{ cause: 'amount-differs', failure: failure('AMOUNT_DIFFERS'), amount: row.amount } as const]
      : []),
  ]
}

const triedAgain = (why: ServiceFailure): Outcome => ({
  record: () => [],
  failure: asFailure(why),
  next: 'retry',
})

/** POST /v2/payment/check: the only thing that makes money (law 3). */
export function checkPayment(parts: EffectParts, sale: Sale, urgent: boolean): Promise<Outcome> {
  const invoiceId = invoiceOf(sale)
  return attempt(async () => {
    const { payments } = await parts.service.checkPayment(invoiceId, { urgent })
    return {
      record: (current) => [...afterCheck(parts, current, payments), ...watchEnd(current, parts.now())],
      next: 'paced',
    }
  }, triedAgain)
}

/** What a check tells a sale. The settings say whether e-receipts are due. */
function afterCheck(parts: EffectParts, sale: Sale, payments: readonly SeenPayment[]): SaleEvent[] {
  const { state } = sale
  const paid = paidSum(payments)
  switch (state.name) {
    case 'awaiting-payment':
    case 'partly-paid':
    case 'cancelling': {
      if (paid >= state.due) return [sold(payments, parts.settings(), watchUntil(parts))]
      const known = state.name === 'awaiting-payment' ? [] : state.payments
      return samePayments(known, payments) ? [] : [{ kind: 'payments-seen', payments }]
    }
    case 'cancelled':
    case 'paid-late':
      if (paid > paidSum(state.payments)) return [{ kind: 'paid-late', payments }]
      return samePayments(state.payments, payments) ? [] : [{ kind: 'payments-seen', payments }]
    case 'receipting':
    case 'receipt-owed':
    case 'completed':
      return samePayments(state.payments, payments) ? [] : [{ kind: 'payments-seen', payments }]
    default:
      return []
  }
}

/** The look that is made when the time is over is the last one. */
function watchEnd(sale: Sale, now: number): SaleEvent[] {
  const { state } = sale
  const over = 'watchUntil' in state && state.watchUntil > 0 && state.watchUntil <= now
  return over && isOnlyWatched(sale) ? [{ kind: 'watch-ended' }] : []
}

const watchUntil = (parts: Pick<EffectParts, 'now' | 'watchOnMs'>): number => parts.now() + parts.watchOnMs()

export const sold = (
  payments: readonly SeenPayment[],
  settings: Settings,
  watchUntil: number,
): Extract<SaleEvent, { kind: 'paid' }> => ({
  kind: 'paid',
  payments,
  receiptsDue: payableReceipts(payments, settings.invoicing.ereceipts),
  watchUntil,
})

const isSold = ({ state }: Sale): boolean => 'paidAt' in state

/** DELETE /v2/invoice/{id}. The service decides the race with the payer: `INVOICE_PAID` means sold. */
export function cancelInvoice(parts: EffectParts, sale: Sale): Promise<Outcome> {
  const cancelled = (): Outcome => ({
    record: (current) =>
      cancelledEvents(parts, current, 'payments' in current.state ? current.state.payments : []),
    next: 'at once',
  })
  return attempt(
    async () => {
      await parts.service.cancelInvoice(invoiceOf(sale))
      return cancelled()
    },
    (why) => {
      if (why.name === 'INVOICE_ALREADY_CANCELED' || why.name === 'INVOICE_NOTFOUND') return cancelled()
      if (why.outcomeUnknown)
        return { ...done([{ kind: 'cancel-unknown', failure: asFailure(why) }]), next: 'settle' }
      if (why.repeatable)
        return { ...done([{ kind: 'cancel-waiting', failure: asFailure(why) }]), next: 'retry' }
      return { ...done([{ kind: 'cancel-refused', failure: asFailure(why) }]), failure: asFailure(why) }
    },
  )
}

/** The cancellation stands. Money that is in all the same, a part of it or all, is put before a person. */
function cancelledEvents(parts: EffectParts, sale: Sale, payments: readonly SeenPayment[]): SaleEvent[] {
  const cancelled: SaleEvent = { kind: 'invoice-cancelled', watchUntil: watchUntil(parts) }
  const late = paidSum(payments) > NO_MONEY && !isSold(sale)
  return late ? [cancelled, { kind: 'paid-late', payments }] : [cancelled]
}

/** After a lost answer to a cancellation: first whether money came, then what the invoice says of itself. */
export function findOutAboutCancellation(parts: EffectParts, sale: Sale): Promise<Outcome> {
  const invoiceId = invoiceOf(sale)
  return attempt(async () => {
    const { found, check } = await findOutCancellation(parts.service, invoiceId)
    return {
      record: (current) => {
        const seen = afterCheck(parts, current, check.payments)
        if (seen.some((event) => event.kind === 'paid')) return seen
        if (found === 'cancelled') return [...seen, ...cancelledEvents(parts, current, check.payments)]
        return [...seen, { kind: 'cancel-requested' }] // the answer to a second one tells
      },
      next: 'at once',
    }
  }, triedAgain)
}

/** How often an answer that cannot be read is asked for again before a manager sees it. */
export const UNREADABLE_TIMES = 4

/** POST /v2/ebarimt_v3/create. Repeating is safe: a payment has one active e-receipt (law 5). */
export function createEReceipt(
  parts: EffectParts,
  sale: Sale,
  paymentId: string,
  triesBefore: number,
): Promise<Outcome> {
  const { receiver } = sale
  const { shop } = parts.settings()
  return attempt(
    async () => {
      const ebarimt = await parts.service.createEbarimt({
        payment_id: paymentId,
        ebarimt_receiver_type: receiver.kind === 'organisation' ? '84' : '83',
        ebarimt_receiver: receiver.kind === 'organisation' ? receiver.register : '',
        district_code: shop.districtCode,
      })
      if (ebarimt.status === 'CANCELLED') return refusedReceipt(paymentId, failure('BAD_ANSWER'))
      const { lottery, qrData } = ebarimt
      return {
        ...done([{ kind: 'ereceipt-issued', ereceipt: issued(paymentId, ebarimt) }]),
        seal: { paymentId, sealed: parts.sealReceipt({ lottery, qrData }) },
      }
    },
    (why) => {
      const unreadable = why.name === 'BAD_ANSWER' && triesBefore >= UNREADABLE_TIMES
      if ((why.repeatable || why.outcomeUnknown) && !unreadable)
        return { ...done([{ kind: 'ereceipt-delayed', paymentId, failure: asFailure(why) }]), next: 'retry' }
      return refusedReceipt(paymentId, asFailure(why))
    },
  )
}

const refusedReceipt = (paymentId: string, why: Failure): Outcome =>
  done([{ kind: 'ereceipt-refused', paymentId, failure: why }])

const issued = (paymentId: string, ebarimt: Ebarimt) =>
  ({
    step: 'issued',
    paymentId,
    ereceiptId: ebarimt.id,
    printedId: ebarimt.receiptId ?? ebarimt.id,
    issuedAt: ebarimt.statusDate,
    amount: ebarimt.amount,
    vat: ebarimt.vat,
    cityTax: ebarimt.cityTax,
    hasLottery: ebarimt.lottery !== '',
  }) as const

function invoiceOf(sale: Sale): string {
  if ('invoice' in sale.state && sale.state.invoice) return sale.state.invoice.invoiceId
  throw new Error(`sale ${sale.id} has no invoice`)
}
