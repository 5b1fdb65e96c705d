/** The control port: payer, faults, clock and state, for the holder of the control token. */
import { type Context, Hono } from 'hono'
import { moneyAsNumber } from '../../../shared/money/money.ts'
import type { Log } from '../../base/environment.ts'
import { exactMoney } from './amounts.ts'
import type { Chaos } from './chaos.ts'
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
} from './control-messages.ts'
import type { RateLimit, RequestCount, ReversalCount } from './counters.ts'
import type { Faults } from './faults.ts'
import type { Ledger } from './ledger.ts'
import type { Listening } from './listening.ts'
import { pay, settle } from './payer.ts'
import { type DelayedWork, timestamp } from './practice-clock.ts'
import type { Merchant } from './records.ts'
import { answerError, Refusal, refusalAnswer } from './refusal.ts'
import { bearerOf, jsonBody, validated } from './request.ts'
import type { ServiceParts } from './service-parts.ts'
import { qrText } from './ways-to-pay.ts'

type ControlAppParts = {
  readonly service: ServiceParts
  readonly faults: Faults
  readonly chaos: Chaos
  readonly delayedWork: DelayedWork
  readonly line: Pick<Listening, 'open'>
  readonly rateLimit: RateLimit
  readonly requests: RequestCount
  /** Resolves when all changes so far are on the disk. */
  readonly flushed: () => Promise<void>
  readonly log: Log
}

export function createControlApp(parts: ControlAppParts): Hono {
  const app = new Hono()
  app.onError(answerError(parts.log))
  app.notFound((c) => refusalAnswer(c, new Refusal('NOT_FOUND')))
  app.use(async (c, next) => {
    requireControlToken(parts, c)
    await next()
  })
  app.get('/state', (c) => c.json(stateOf(parts)))
  app.get('/summary', (c) => c.json(summaryOf(parts)))
  for (const [path, action] of Object.entries(ACTIONS)) {
    app.post(path, async (c) => {
      const done = await action(parts, await jsonBody(c))
      await parts.flushed()
      return c.json(done)
    })
  }
  return app
}

function requireControlToken({ service }: ControlAppParts, c: Context): void {
  const token = bearerOf(c.req.header('authorization'))
  if (token !== service.ledger.identity().control_token) throw new Refusal('AUTHENTICATION_FAILED')
}

const ACTIONS: Readonly<Record<string, (parts: ControlAppParts, body: unknown) => object | Promise<object>>> =
  {
    '/pay': ({ service }, body) => pay(service, body),
    '/settle': ({ service }, body) => settle(service, body),
    '/faults': ({ faults }, body) => {
      const more = validated(faultsRequest, body)
      if (more === null) faults.end()
      else faults.add(more)
      return { waiting: faults.waiting() }
    },
    '/clock': advanceClock,
    '/merchant': changeMerchant,
    '/rate-limit': ({ rateLimit }, body) => {
      const { per_second } = validated(rateLimitRequest, body)
      rateLimit.set(per_second)
      return { per_second }
    },
    '/chaos': ({ chaos }, body) => {
      chaos.set(validated(chaosRequest, body))
      return {}
    },
    '/line': async ({ line }, body) => {
      const { up } = validated(lineRequest, body)
      await line.open(up)
      return { up }
    },
    '/expire-tokens': ({ service }, body) => {
      service.tokens.expire(validated(expireTokensRequest, body ?? {}))
      return {}
    },
    '/reset': reset,
  }

function advanceClock({ service: { ledger, clock } }: ControlAppParts, body: unknown): object {
  const { advance_s } = validated(clockRequest, body)
  ledger.record({ kind: 'clock', advance_ms: ledger.advanceMs() + advance_s * 1000 })
  return { now: timestamp(clock.now()) }
}

function changeMerchant({ service: { ledger } }: ControlAppParts, body: unknown): object {
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

/** Removes all data. Credentials and tokens stay. */
async function reset({
  service,
  faults,
  chaos,
  delayedWork,
  line,
  rateLimit,
  requests,
}: ControlAppParts): Promise<object> {
  service.ledger.record({ kind: 'reset' })
  faults.clear()
  chaos.clear()
  delayedWork.clear()
  rateLimit.set(null)
  requests.clear()
  service.reversals.clear()
  await line.open(true)
  return {}
}

const stateOf = (parts: ControlAppParts): PracticeState => ({
  ...happenings(parts),
  ...ledgerState(parts.service.ledger),
  refunds: refundsState(parts.service.ledger, parts.service.reversals),
})

const summaryOf = (parts: ControlAppParts): PracticeSummary => ({
  ...happenings(parts),
  ...ledgerSummary(parts.service.ledger),
})

const happenings = ({ service, faults, chaos, delayedWork, requests }: ControlAppParts) => ({
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
