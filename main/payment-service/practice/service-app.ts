/** The service's port: the endpoints behind the request count, the faults and the rate limit. */
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Log } from '../../base/environment.ts'
import type { Chaos } from './chaos.ts'
import type { RateLimit, RequestCount } from './counters.ts'
import { ENDPOINTS, type Endpoint } from './endpoints.ts'
import { inject, type WorkOptions } from './fault-effects.ts'
import type { Faults } from './faults.ts'
import type { DelayedWork } from './practice-clock.ts'
import { answerError, Refusal, refusalAnswer } from './refusal.ts'
import { jsonBody } from './request.ts'
import type { ServiceParts } from './service-parts.ts'

type Bindings = { Bindings: HttpBindings }

export type ServiceAppParts = {
  readonly service: ServiceParts
  readonly faults: Faults
  readonly chaos: Chaos
  readonly delayedWork: DelayedWork
  readonly rateLimit: RateLimit
  readonly requests: RequestCount
  /** Resolves when all changes so far are on the disk. No answer is sent before. */
  readonly flushed: () => Promise<void>
  readonly log: Log
}

export function createServiceApp(parts: ServiceAppParts): Hono<Bindings> {
  const app = new Hono<Bindings>()
  const onError = answerError(parts.log)
  app.onError(onError)
  app.notFound((c) => refusalAnswer(c, new Refusal('NOT_FOUND')))
  for (const endpoint of ENDPOINTS) {
    // An error's answer is made here, so that a fault can change it too.
    const work = (c: Context, options?: WorkOptions) =>
      answer(parts, endpoint, c, options).catch((error: Error) => onError(error, c))
    app.on(endpoint.method, endpoint.path.replace('{id}', ':id'), async (c) => {
      parts.requests.count(endpoint)
      const fault = parts.faults.take(await targetOf(parts, endpoint, c)) ?? parts.chaos.draw()
      if (!fault) return work(c)
      return inject({
        fault,
        work: (options) => work(c, options),
        later: (ms) => workLater(parts, endpoint, c, ms),
        connection: c.env,
        clock: parts.service.clock,
      })
    })
  }
  return app
}

/** Reads the body before the endpoint only where a waiting fault needs it. */
async function targetOf({ faults }: ServiceAppParts, { method, path }: Endpoint, c: Context) {
  const said = faults.needBody() ? `${c.req.param('id') ?? ''}\n${await c.req.text()}` : ''
  return { method, path, contains: (text: string) => said.includes(text) }
}

async function answer(
  parts: ServiceAppParts,
  endpoint: Endpoint,
  c: Context,
  options?: WorkOptions,
): Promise<Response> {
  parts.rateLimit.pass()
  const answered = await endpoint.answer(serviceFor(endpoint, parts.service, options), {
    ...callOf(c),
    body: async () => bodyFor(endpoint, await jsonBody(c), options),
  })
  await parts.flushed()
  return answered === null ? c.body(null, 200) : c.json(answered)
}

const callOf = (c: Context) => ({
  authorization: c.req.header('authorization'),
  id: c.req.param('id') ?? '',
})

const serviceFor = ({ mayBeStale }: Endpoint, service: ServiceParts, options?: WorkOptions): ServiceParts =>
  mayBeStale && options?.view ? { ...service, ledger: options.view(service.ledger) } : service

const bodyFor = ({ mayBeStale }: Endpoint, body: unknown, options?: WorkOptions): unknown =>
  mayBeStale && options?.request ? options.request(body) : body

/** A refusal of delayed work is dropped, because the request was already answered. */
async function workLater(parts: ServiceAppParts, endpoint: Endpoint, c: Context, ms: number): Promise<void> {
  const call = callOf(c)
  const body = await jsonBody(c).catch(() => undefined)
  parts.delayedWork.after(ms, async () => {
    try {
      await endpoint.answer(parts.service, { ...call, body: async () => body })
      await parts.flushed()
    } catch (error) {
      if (!(error instanceof Refusal)) parts.log.error(`practice: late work failed: ${String(error)}`)
    }
  })
}
