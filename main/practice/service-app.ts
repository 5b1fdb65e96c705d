/** The service's port: the table of endpoints, each behind the count, the faults and the rate limit. */
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Log } from '../environment.ts'
import type { Chaos } from './chaos.ts'
import { ENDPOINTS, type Endpoint } from './endpoints.ts'
import { befall } from './fault-effects.ts'
import type { Faults } from './faults.ts'
import type { RateLimit } from './rate-limit.ts'
import { Refusal } from './refusal.ts'
import { answerError, refusalAnswer } from './refusal-answer.ts'
import { jsonBody } from './request-body.ts'
import type { RequestCount } from './request-count.ts'
import type { ServiceParts } from './service-parts.ts'

type Bindings = { Bindings: HttpBindings }

export type ServiceAppParts = {
  readonly service: ServiceParts
  readonly faults: Faults
  readonly chaos: Chaos
  readonly rateLimit: RateLimit
  readonly requests: RequestCount
  /** Resolves when all that changed so far is on the disk: nothing is answered for before. */
  readonly flushed: () => Promise<void>
  readonly log: Log
}

export function createServiceApp(parts: ServiceAppParts): Hono<Bindings> {
  const app = new Hono<Bindings>()
  const onError = answerError(parts.log)
  app.onError(onError)
  app.notFound((c) => refusalAnswer(c, new Refusal('NOT_FOUND')))
  for (const endpoint of ENDPOINTS) {
    // The answer to an error is part of the work, so that a fault can befall it too.
    const work = (c: Context) => answer(parts, endpoint, c).catch((error: Error) => onError(error, c))
    app.on(endpoint.method, endpoint.path.replace('{id}', ':id'), async (c) => {
      parts.requests.count(endpoint)
      const fault = parts.faults.take(endpoint.method, endpoint.path) ?? parts.chaos.draw()
      if (!fault) return work(c)
      return befall({ fault, work: () => work(c), connection: c.env, clock: parts.service.clock })
    })
  }
  return app
}

async function answer(
  { service, rateLimit, flushed }: ServiceAppParts,
  endpoint: Endpoint,
  c: Context,
): Promise<Response> {
  rateLimit.pass()
  const answered = await endpoint.answer(service, {
    authorization: c.req.header('authorization'),
    id: c.req.param('id') ?? '',
    body: () => jsonBody(c),
  })
  await flushed()
  return answered === null ? c.body(null, 200) : c.json(answered)
}
