/** The control port, for the holder of the control token: the payer, and what `addition` of ./start.ts adds. */
import { type Context, Hono } from 'hono'
import type { Log } from '../../base/clock-and-log.ts'
import { pay } from './payer.ts'
import { answerError, Refusal, refusalAnswer } from './refusal.ts'
import { bearerOf, jsonBody } from './request.ts'
import type { ServiceParts } from './service-parts.ts'

/** By method and path, such as "POST /pay". Each gets the parsed body, and its result is the answer. */
export type Actions = Readonly<
  Record<`${'GET' | 'POST'} /${string}`, (body: unknown) => object | Promise<object>>
>

type ControlAppParts = {
  readonly service: ServiceParts
  /** Beside that of the payer. */
  readonly actions: Actions
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
  const actions: Actions = { 'POST /pay': (body) => pay(parts.service, body), ...parts.actions }
  for (const [name, action] of Object.entries(actions)) {
    const [method = '', path = ''] = name.split(' ')
    app.on(method, path, async (c) => {
      const done = await action(await jsonBody(c))
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
