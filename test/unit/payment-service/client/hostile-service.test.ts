/**
 * Every endpoint × every spoiled answer: the call ends in time, with what the contract's example says or with a named
 * failure. It never crashes, waits for ever, or reads other money.
 */
import { expect, test } from 'vitest'
import { type ServiceClient, ServiceFailed } from '../../../../main/payment-service/client/index.ts'
import { EBARIMT, INVOICE } from './samples.ts'
import { clientOf, keptLog, skippingClock } from './scripted-service.ts'
import { hostileService, LOGIN, REFRESH, SPOILS } from './spoiled-answers.ts'

const DAYS = { object_id: 'inv-1', start_date: '2026-06-01', end_date: '2026-06-01' }
const CALLS: Readonly<Record<string, (client: ServiceClient) => Promise<unknown>>> = {
  'POST /v2/auth/token': (client) => client.tryCredentials(),
  'POST /v2/invoice': (client) => client.createInvoice(INVOICE),
  'GET /v2/invoice/inv-1': (client) => client.getInvoice('inv-1'),
  'DELETE /v2/invoice/inv-1': (client) => client.cancelInvoice('inv-1'),
  'POST /v2/invoice/list': (client) => client.listInvoices({}),
  'POST /v2/invoice/check': (client) => client.checkInvoice('inv-1'),
  'POST /v2/payment/check': (client) => client.checkPayment('inv-1'),
  'GET /v2/payment/pay-1': (client) => client.getPayment('pay-1'),
  'POST /v2/payment/list': (client) => client.listPayments(DAYS),
  'POST /v2/payment/cancel/pay-1': (client) => client.cancelPayment('pay-1'),
  'POST /v2/payment/refund/pay-1': (client) => client.refundPayment('pay-1'),
  'POST /v2/ebarimt_v3/create': (client) => client.createEbarimt({ ...EBARIMT, payment_id: 'pay-1' }),
  'DELETE /v2/ebarimt_v3/pay-1': (client) => client.cancelEbarimt('pay-1'),
}

const NAMES = new Set([
  'AUTHENTICATION_FAILED',
  'BAD_ANSWER',
  'CONNECTION_LOST',
  'RATE_LIMITED',
  'REQUEST_REFUSED',
  'SERVICE_ERROR',
  'TIMEOUT',
])

/** Ways after which a call may succeed: what is spoiled is not needed, or the answer is complete all the same. */
const READABLE =
  /^(status 304|gzip|Continue|texts of|control|half of|null in|arrays in|objects in|paths in|two dots|numbers|amounts|impossible|an hour|the year|texts for)/

const LONGEST = 2_000

/** All numbers and texts of a value, with their keys. */
function* leaves(value: unknown, key = ''): Generator<readonly [key: string, leaf: unknown]> {
  if (typeof value !== 'object' || value === null) yield [key, value]
  else for (const [name, inner] of Object.entries(value)) yield* leaves(inner, name)
}
const moneyIn = (value: unknown): unknown[] =>
  [...leaves(value)]
    .filter(([key, leaf]) => /amount|fee|vat|cityTax/.test(key) && leaf !== null)
    .map(([key, leaf]) => `${key} ${leaf}`)
/** The amounts of the examples. */
const AMOUNTS = ['amount 435000', 'fee 4350', 'vat 39545', 'cityTax 0']

const WITHOUT_END = /^(silence|a piece)/
const LIMITS = { answerMs: 500 }
const EMPTY_BODIED = /^(DELETE .v2.invoice|POST .v2.payment.(cancel|refund))/

type Service = Awaited<ReturnType<typeof hostileService>>

async function tryOut(path: string, how: string, { url }: Service) {
  const call = CALLS[path]
  const log = keptLog()
  const timeouts = WITHOUT_END.test(how) ? LIMITS : {}
  const [outcome] = await Promise.allSettled([
    call?.(clientOf(url, { clock: skippingClock(), log, timeouts })),
  ])
  if (outcome.status === 'rejected') {
    expect(outcome.reason, path).toBeInstanceOf(ServiceFailed)
    expect(NAMES, path).toContain(outcome.reason.failure.name)
  } else {
    expect(READABLE.test(how) || EMPTY_BODIED.test(path), `${path} was read`).toBe(true)
    for (const amount of moneyIn(outcome.value)) expect(AMOUNTS, path).toContain(amount)
  }
  const read = outcome.status === 'fulfilled' ? [...leaves(outcome.value)] : []
  for (const text of [...read.map(([, leaf]) => String(leaf)), ...log.lines]) {
    expect(text.length, path).toBeLessThanOrEqual(LONGEST)
    expect(text, path).not.toMatch(/[\p{Cc}\p{Cs}\u202e]/u)
  }
}

for (const [how, by] of Object.entries(SPOILS))
  test(`every endpoint that answers with ${how} gives what the contract's example says, or a named failure`, async () => {
    const others = Object.keys(CALLS).filter((path) => path !== LOGIN)
    const [service, locked] = await Promise.all([hostileService(by, others), hostileService(by, [LOGIN])])
    await Promise.all([tryOut(LOGIN, how, locked), ...others.map((path) => tryOut(path, how, service))])
  })

test('whatever a refresh answers, the call logs in, or fails with a name and is not sent', async () => {
  for (const [how, by] of Object.entries(SPOILS).filter(([how]) => !WITHOUT_END.test(how))) {
    const clock = skippingClock()
    const client = clientOf((await hostileService(by, [REFRESH])).url, { clock })
    await client.tryCredentials()
    clock.pass(600_000)
    const [outcome] = await Promise.allSettled([client.createInvoice(INVOICE)])
    if (outcome.status === 'fulfilled') continue
    expect(outcome.reason, how).toBeInstanceOf(ServiceFailed)
    expect(outcome.reason.failure, how).toMatchObject({ operation: 'refresh', outcomeUnknown: false })
  }
})
