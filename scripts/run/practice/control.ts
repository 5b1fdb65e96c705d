/** What the control of tests and trials can do beside the payer. Amounts are numbers of tugriks. */
import { z } from 'zod'
import { exactMoney } from '../../../main/payment-service/practice/amounts.ts'
import type { Actions } from '../../../main/payment-service/practice/control-app.ts'
import type { Ledger } from '../../../main/payment-service/practice/ledger.ts'
import type { Listening } from '../../../main/payment-service/practice/listening.ts'
import { enter, feeOf } from '../../../main/payment-service/practice/payer.ts'
import { timestamp } from '../../../main/payment-service/practice/practice-clock.ts'
import {
  emptyTaxCode,
  type Merchant,
  paymentStatus,
  usedNumber,
} from '../../../main/payment-service/practice/records.ts'
import { Refusal } from '../../../main/payment-service/practice/refusal.ts'
import { validated } from '../../../main/payment-service/practice/request.ts'
import type { ServiceParts } from '../../../main/payment-service/practice/service-parts.ts'
import { qrText } from '../../../main/payment-service/practice/ways-to-pay.ts'
import { moneyAsNumber } from '../../../shared/money/money.ts'
import { chaosSchema } from './chaos.ts'
import { createCounts } from './counts.ts'
import { createDisturbance, type Disturbance } from './disturbance.ts'
import { faultSchema } from './faults.ts'

export type ControlParts = {
  readonly service: ServiceParts
  /** The current one. */
  disturbance: Disturbance
}

const tugriks = z.number().positive().max(1e9).transform(exactMoney)

/** The body of each POST. */
const BODIES = {
  /**
   * Gives a payment another status, as when a pending one completes, or another amount, as when a part was refunded
   * elsewhere.
   */
  settle: z
    .strictObject({
      payment_id: z.string(),
      status: paymentStatus.optional(),
      amount: z.number().positive().transform(exactMoney).optional(),
    })
    .refine(({ status, amount }) => status !== undefined || amount !== undefined, 'names no change'),
  /** Null removes the waiting ones. */
  faults: z.array(faultSchema).nullable(),
  /** Random faults; null ends them. */
  chaos: chaosSchema.nullable(),
  clock: z.strictObject({ advance_s: z.number().min(0).max(1e9) }),
  merchant: z.strictObject({
    exists: z.boolean().optional(),
    active: z.boolean().optional(),
    registered_for_ebarimt: z.boolean().optional(),
    ebarimt_cancel_supported: z.boolean().optional(),
    min_amount: tugriks.optional(),
    max_amount: tugriks.optional(),
    used_number: usedNumber.optional(),
    empty_tax_code: emptyTaxCode.optional(),
  }),
  'rate-limit': z.strictObject({ per_second: z.int().min(0).nullable() }),
  /** Whether anyone can reach the service. The control port stays open. */
  line: z.strictObject({ up: z.boolean() }),
  /** Invalidates all access tokens, and the refresh tokens too if it says so. */
  'expire-tokens': z.strictObject({ refresh: z.boolean().default(false) }),
}
type Name = keyof typeof BODIES
export type BodyOf<Key extends Name> = z.input<(typeof BODIES)[Key]>

export function actionsOf(parts: ControlParts, line: Pick<Listening, 'open'>): Actions {
  const { service } = parts
  const { ledger, clock, tokens } = service
  return {
    'GET /state': () => stateOf(parts),
    'GET /summary': () => summaryOf(parts),
    'POST /settle': (body) => settle(service, validated(BODIES.settle, body)),
    'POST /faults': (body) => {
      const { faults } = parts.disturbance
      faults.add(validated(BODIES.faults, body))
      return { waiting: faults.waiting() }
    },
    'POST /clock': (body) => {
      const { advance_s } = validated(BODIES.clock, body)
      ledger.record({ kind: 'clock', advance_ms: ledger.advanceMs() + advance_s * 1000 })
      return { now: timestamp(clock.now()) }
    },
    'POST /merchant': (body) => {
      ledger.record(Object.assign({}, ledger.merchant(), validated(BODIES.merchant, body)))
      return merchantState(ledger.merchant())
    },
    'POST /rate-limit': (body) => {
      const { per_second } = validated(BODIES['rate-limit'], body)
      parts.disturbance.rateLimit.set(per_second)
      return { per_second }
    },
    'POST /chaos': (body) => {
      parts.disturbance.chaos.set(validated(BODIES.chaos, body))
      return {}
    },
    'POST /line': async (body) => {
      const { up } = validated(BODIES.line, body)
      await line.open(up)
      return { up }
    },
    'POST /expire-tokens': (body) => {
      tokens.expire(validated(BODIES['expire-tokens'], body ?? {}))
      return {}
    },
    /** Deletes all invoices, payments, e-receipts, faults and counts. Logins and tokens stay valid. */
    'POST /reset': async () => {
      ledger.record({ kind: 'reset' })
      parts.disturbance.delayedWork.clear()
      parts.disturbance = createDisturbance(clock)
      await line.open(true)
      return {}
    },
  }
}

function settle(service: ServiceParts, change: z.output<typeof BODIES.settle>) {
  const { payment_id, amount } = change
  const payment = service.ledger.payments.get(payment_id)
  const invoice = payment && service.ledger.invoices.get(payment.invoice_id)
  if (!invoice) throw new Refusal('PAYMENT_NOTFOUND')
  enter(service, invoice, {
    ...payment,
    status: change.status ?? payment.status,
    ...(amount && { amount, fee: feeOf(amount), first_amount: payment.first_amount ?? payment.amount }),
  })
  return { payment_id }
}

/** All data, also lottery and QR data, for an auditor and for tests that nothing else contains them. */
const stateOf = (parts: ControlParts) => ({
  ...happenings(parts),
  ...ledgerState(parts.service.ledger),
  refunds: refundsState(parts),
})
export type PracticeState = ReturnType<typeof stateOf>

/** Only the counts of the state, for frequent calls. */
const summaryOf = (parts: ControlParts) => ({
  ...happenings(parts),
  ...ledgerSummary(parts.service.ledger),
})
export type PracticeSummary = ReturnType<typeof summaryOf>

const happenings = ({ service, disturbance: { faults, chaos, delayedWork, requests } }: ControlParts) => ({
  now: timestamp(service.clock.now()),
  /** By endpoint, such as "POST /v2/invoice". */
  requests: requests.all(),
  faults_waiting: faults.waiting(),
  faults: faults.counts(),
  /** Pieces of work that were answered and are not done yet. */
  delayed: delayedWork.waiting(),
  chaos: chaos.counts(),
  chaos_requests: chaos.requests(),
})

/** Moments are ms since 1970, by the moved clock: the contract's own timestamps are too coarse for an order. */
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
    /** The amount before a part was refunded elsewhere. */
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

const merchantState = ({ kind: _, ...merchant }: Merchant) => ({
  ...merchant,
  min_amount: moneyAsNumber(merchant.min_amount),
  max_amount: moneyAsNumber(merchant.max_amount),
})

/**
 * Lists each payment that was refunded or cancelled, and each for which a refund or a cancellation was requested. `done`
 * is 0 if the payment was refunded or cancelled elsewhere.
 */
const refundsState = ({ service: { ledger }, disturbance: { reversals } }: ControlParts) =>
  ledger.payments.all().flatMap(({ payment_id, status }) => {
    const [asked, done] = [reversals.asked.of(payment_id), reversals.done.of(payment_id)]
    const isBack = status === 'CANCELLED' || status === 'REFUNDED'
    return isBack || asked > 0 ? [{ payment_id, status, asked, done }] : []
  })

const ledgerSummary = ({ invoices, payments, eReceipts }: Ledger) => ({
  invoices: countByStatus(invoices.all()),
  payments: countByStatus(payments.all()),
  ereceipts: countByStatus(eReceipts.all()),
})

function countByStatus(records: readonly { readonly status: string }[]) {
  const counts = createCounts()
  for (const { status } of records) counts.add(status)
  return counts.all()
}
