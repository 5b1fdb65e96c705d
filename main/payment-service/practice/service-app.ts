/** The service's port: the endpoints. */
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Log } from '../../base/clock-and-log.ts'
import { ENDPOINTS, type Endpoint } from './endpoints.ts'
import { answerError, Refusal, refusalAnswer } from './refusal.ts'
import { jsonBody } from './request.ts'
import type { ServiceParts } from './service-parts.ts'

type Bindings = { Bindings: HttpBindings }

/** What an endpoint works with in place of the service's ledger and the request's body. */
type Other = {
  readonly ledger?: ServiceParts['ledger']
  readonly body?: (body: unknown) => unknown
}

/** Does the work of an endpoint and makes its answer, also that of a refusal. */
export type Work = (other?: Other) => Promise<Response>

export type Before = (c: Context<Bindings>, endpoint: Endpoint, work: Work) => Promise<Response>

type ServiceAppParts = {
  readonly service: ServiceParts
  readonly before: Before | null
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
    app.on(endpoint.method, endpoint.path.replace('{id}', ':id'), (c) => {
      const work: Work = (other) =>
        answer(parts, endpoint, c, other).catch((error: Error) => onError(error, c))
      return parts.before === null ? work() : parts.before(c, endpoint, work)
    })
  }
  return app
}

async function answer(
  { service, flushed }: ServiceAppParts,
  endpoint: Endpoint,
  c: Context,
  { ledger = service.ledger, body = (given) => given }: Other = {},
): Promise<Response> {
  const answered = await endpoint.answer(
    { ...service, ledger },
    {
      authorization: c.req.header('authorization'),
      id: c.req.param('id') ?? '',
      body: async () => body(await jsonBody(c)),
    },
  )
  await flushed()
  return answered === null ? c.body(null, 200) : c.json(answered)
}
