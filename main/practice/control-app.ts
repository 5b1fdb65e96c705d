/** The control port: the payer, the faults, the clock and the state, for whoever holds the control token. */
import { type Context, Hono } from 'hono'
import { money } from '../../shared/money.ts'
import type { Log } from '../environment.ts'
import { bearerOf } from './authorization.ts'
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
import type { DelayedWork } from './delayed-work.ts'
import type { Faults } from './faults.ts'
import type { Listening } from './listening.ts'
import { pay, settle } from './payer.ts'
import { ledgerState, ledgerSummary, refundsState } from './practice-state.ts'
import { timestamp } from './practice-time.ts'
import type { RateLimit } from './rate-limit.ts'
import type { Merchant } from './records.ts'
import { Refusal } from './refusal.ts'
import { answerError, refusalAnswer } from './refusal-answer.ts'
import { jsonBody } from './request-body.ts'
import type { RequestCount } from './request-count.ts'
import type { ServiceParts } from './service-parts.ts'
import { validated } from './validated.ts'

export type ControlAppParts = {
  readonly service: ServiceParts
  readonly faults: Faults
  readonly chaos: Chaos
  readonly delayedWork: DelayedWork
  readonly line: Pick<Listening, 'open'>
  readonly rateLimit: RateLimit
  readonly requests: RequestCount
  /** Resolves when all that changed so far is on the disk. */
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
  for (const [path, act] of Object.entries(ACTIONS)) {
    app.post(path, async (c) => {
      const done = await act(parts, await jsonBody(c))
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

const hundredths = (tugriks: number | undefined) =>
  tugriks === undefined ? undefined : money(Math.round(tugriks * 100))

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

/** Back to the first day, but for the credentials and the tokens. */
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

/** What both tell. */
const happenings = ({ service, faults, chaos, delayedWork, requests }: ControlAppParts) => ({
  now: timestamp(service.clock.now()),
  requests: requests.all(),
  faults_waiting: faults.waiting(),
  faults: faults.count(),
  delayed: delayedWork.waiting(),
  chaos: chaos.count().faults,
  chaos_requests: chaos.count().requests,
})
