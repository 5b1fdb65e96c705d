/** What the control of tests and trials can do beside the payer. */
import { exactMoney } from '../../../main/payment-service/practice/amounts.ts'
import type { Actions } from '../../../main/payment-service/practice/control-app.ts'
import type { Ledger } from '../../../main/payment-service/practice/ledger.ts'
import type { Listening } from '../../../main/payment-service/practice/listening.ts'
import { enter, feeOf } from '../../../main/payment-service/practice/payer.ts'
import { timestamp } from '../../../main/payment-service/practice/practice-clock.ts'
import type { Merchant, PaymentRecord } from '../../../main/payment-service/practice/records.ts'
import { Refusal } from '../../../main/payment-service/practice/refusal.ts'
import { validated } from '../../../main/payment-service/practice/request.ts'
import type { ServiceParts } from '../../../main/payment-service/practice/service-parts.ts'
import { qrText } from '../../../main/payment-service/practice/ways-to-pay.ts'
import { moneyAsNumber } from '../../../shared/money/money.ts'
import type { Chaos } from './chaos.ts'
import type { RateLimit, RequestCount, ReversalCount } from './counters.ts'
import type { DelayedWork } from './delayed-work.ts'
import type { Faults } from './faults.ts'
import {
  chaosRequest,
  clockRequest,
  expireTokensRequest,
  faultsRequest,
  lineRequest,
  type MerchantRequest,
  merchantRequest,
  type PracticeState,
  type PracticeSummary,
  rateLimitRequest,
  settleRequest,
} from './messages.ts'

export type ControlParts = {
  readonly service: ServiceParts
  readonly faults: Faults
  readonly chaos: Chaos
  readonly delayedWork: DelayedWork
  readonly rateLimit: RateLimit
  readonly requests: RequestCount
  readonly reversals: ReversalCount
}

export const actionsOf = (parts: ControlParts, line: Pick<Listening, 'open'>): Actions => ({
  'GET /state': () => stateOf(parts),
  'GET /summary': () => summaryOf(parts),
  'POST /settle': (body) => settle(parts, body),
  'POST /faults': (body) => {
    const more = validated(faultsRequest, body)
    if (more === null) parts.faults.end()
    else parts.faults.add(more)
    return { waiting: parts.faults.waiting() }
  },
  'POST /clock': (body) => advanceClock(parts, body),
  'POST /merchant': (body) => changeMerchant(parts, body),
  'POST /rate-limit': (body) => {
    const { per_second } = validated(rateLimitRequest, body)
    parts.rateLimit.set(per_second)
    return { per_second }
  },
  'POST /chaos': (body) => {
    parts.chaos.set(validated(chaosRequest, body))
    return {}
  },
  'POST /line': async (body) => {
    const { up } = validated(lineRequest, body)
    await line.open(up)
    return { up }
  },
  'POST /expire-tokens': (body) => {
    parts.service.tokens.expire(validated(expireTokensRequest, body ?? {}))
    return {}
  },
  'POST /reset': async () => {
    reset(parts)
    await line.open(true)
    return {}
  },
})

function settle({ service }: ControlParts, body: unknown) {
  const { payment_id, ...change } = validated(settleRequest, body)
  const payment = service.ledger.payments.get(payment_id)
  const invoice = payment && service.ledger.invoices.get(payment.invoice_id)
  if (!invoice) throw new Refusal('PAYMENT_NOTFOUND')
  enter(service, invoice, {
    ...payment,
    status: change.status ?? payment.status,
    ...shrunk(payment, change.amount),
  })
  return { payment_id }
}

function shrunk(payment: PaymentRecord, tugriks: number | undefined): Partial<PaymentRecord> {
  if (tugriks === undefined) return {}
  const amount = exactMoney(tugriks)
  return { amount, fee: feeOf(amount), first_amount: payment.first_amount ?? payment.amount }
}

function advanceClock({ service: { ledger, clock } }: ControlParts, body: unknown): object {
  const { advance_s } = validated(clockRequest, body)
  ledger.record({ kind: 'clock', advance_ms: ledger.advanceMs() + advance_s * 1000 })
  return { now: timestamp(clock.now()) }
}

function changeMerchant({ service: { ledger } }: ControlParts, body: unknown): object {
  ledger.record(changedMerchant(ledger.merchant(), validated(merchantRequest, body)))
  return ledgerState(ledger).merchant
}

const hundredths = (tugriks: number | undefined) => (tugriks === undefined ? undefined : exactMoney(tugriks))

const changedMerchant = (merchant: Merchant, change: MerchantRequest): Merchant => ({
  kind: 'merchant',
  exists: change.exists ?? merchant.exists,
  active: change.active ?? merchant.active,
  registered_for_ebarimt: change.registered_for_ebarimt ?? merchant.registered_for_ebarimt,
  ebarimt_cancel_supported: change.ebarimt_cancel_supported ?? merchant.ebarimt_cancel_supported,
  min_amount: hundredths(change.min_amount) ?? merchant.min_amount,
  max_amount: hundredths(change.max_amount) ?? merchant.max_amount,
  used_number: change.used_number ?? merchant.used_number,
})

/** Deletes all invoices, payments, e-receipts, faults and counts. Logins and tokens stay valid. */
function reset({ service, ...parts }: ControlParts): void {
  service.ledger.record({ kind: 'reset' })
  parts.faults.clear()
  parts.chaos.clear()
  parts.delayedWork.clear()
  parts.rateLimit.set(null)
  parts.requests.clear()
  parts.reversals.clear()
}

const stateOf = (parts: ControlParts): PracticeState => ({
  ...happenings(parts),
  ...ledgerState(parts.service.ledger),
  refunds: refundsState(parts.service.ledger, parts.reversals),
})

const summaryOf = (parts: ControlParts): PracticeSummary => ({
  ...happenings(parts),
  ...ledgerSummary(parts.service.ledger),
})

const happenings = ({ service, faults, chaos, delayedWork, requests }: ControlParts) => ({
  now: timestamp(service.clock.now()),
  requests: requests.all(),
  faults_waiting: faults.waiting(),
  faults: faults.count(),
  delayed: delayedWork.waiting(),
  chaos: chaos.count().faults,
  chaos_requests: chaos.count().requests,
})

const ledgerState = (ledger: Ledger) => ({
  merchant: merchantState(ledger.merchant()),
  invoices: ledger.invoices.all().map((invoice) => ({
    invoice_id: invoice.invoice_id,
    sender_invoice_no: invoice.request.sender_invoice_no,
    shape: invoice.shape,
    amount: moneyAsNumber(invoice.amount),
    status: invoice.status,
    qr_text: qrText(invoice),
    created_date: timestamp(invoice.created_at),
    created_at: invoice.created_at,
    cancelled_at: invoice.cancelled_at ?? null,
  })),
  payments: ledger.payments.all().map((payment) => ({
    payment_id: payment.payment_id,
    invoice_id: payment.invoice_id,
    status: payment.status,
    type: payment.type,
    amount: moneyAsNumber(payment.amount),
    first_amount: moneyAsNumber(payment.first_amount ?? payment.amount),
    currency: payment.currency ?? 'MNT',
    created_at: payment.made_at,
  })),
  ereceipts: ledger.eReceipts.all().map((receipt) => ({
    id: receipt.id,
    receipt_id: receipt.receipt_id,
    payment_id: receipt.payment_id,
    receiver_type: receipt.receiver_type,
    receiver: receipt.receiver,
    status: receipt.status,
    amount: moneyAsNumber(receipt.amount),
    lottery: receipt.lottery,
    qr_data: receipt.qr_data,
  })),
})

const merchantState = ({ kind: _, ...merchant }: Merchant): PracticeState['merchant'] => ({
  ...merchant,
  min_amount: moneyAsNumber(merchant.min_amount),
  max_amount: moneyAsNumber(merchant.max_amount),
})

/** One row for each payment that went back, or whose refund was requested. */
function refundsState(ledger: Ledger, reversals: ReversalCount): PracticeState['refunds'] {
  const gone = ledger.payments.all().filter(({ status }) => status === 'CANCELLED' || status === 'REFUNDED')
  const ids = new Set([...gone.map(({ payment_id }) => payment_id), ...reversals.all()])
  return [...ids].flatMap((payment_id) => {
    const payment = ledger.payments.get(payment_id)
    return payment ? [{ payment_id, status: payment.status, ...reversals.of(payment_id) }] : []
  })
}

const ledgerSummary = (ledger: Ledger): Pick<PracticeSummary, 'invoices' | 'payments' | 'ereceipts'> => ({
  invoices: countByStatus(ledger.invoices.all()),
  payments: countByStatus(ledger.payments.all()),
  ereceipts: countByStatus(ledger.eReceipts.all()),
})

function countByStatus(records: readonly { readonly status: string }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status } of records) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
