import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { type Clock, type Log, machineClock } from '../../../../main/base/clock-and-log.ts'
import {
  createServiceClient,
  type ServiceClientParts,
  ServiceFailed,
  type ServiceFailure,
} from '../../../../main/payment-service/client/index.ts'
import { listening } from '../../../support/listening.ts'

export type Asked = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}
/**
 * What the service does with a request: it answers, stays silent, breaks the connection, breaks it in mid-answer, or
 * answers in a way of its own.
 */
export type Script =
  | {
      readonly status?: number
      readonly json?: unknown
      readonly text?: string
      readonly headers?: Record<string, string>
    }
  | 'silence'
  | 'reset'
  | 'cut'
  | ((response: ServerResponse) => void)

const PASSWORD = 'нууц-Pa55word'
export const CREDENTIALS = { username: 'SHOP_1', password: PASSWORD }

/** A test server that issues tokens (docs/payment-service.md#authentication) and answers all other requests from a script. */
export async function scriptedService(
  script: (asked: Asked) => Script | Promise<Script> = () => ({ json: {} }),
) {
  const asked: Asked[] = []
  const reused: string[] = []
  const spent = new Set<string>()
  const tokens = { access: new Set<string>(), refresh: new Set<string>(), issued: [] as string[] }
  const service = {
    lifetime: 600 as number | string,
    refreshLifetime: 3600 as number | string,
    tokenType: 'Bearer',
    login: null as Script | null,
    refresh: null as Script | null,
    acceptsTokens: true,
    script,
    url: '',
    asked,
    reused,
    tokens,
    inFlight: 0,
    mostInFlight: 0,
    count: (path: string) => asked.filter((one) => one.path === path).length,
    expireAccess: () => tokens.access.clear(),
    expireRefresh: () => tokens.refresh.clear(),
  }

  const issue = (): Script => {
    const number = tokens.issued.length
    const [access, refresh] = [`access-token-${number}`, `refresh-token-${number}`]
    tokens.access.add(access)
    tokens.refresh.add(refresh)
    tokens.issued.push(access, refresh)
    return {
      json: {
        token_type: service.tokenType,
        access_token: access,
        expires_in: service.lifetime,
        refresh_token: refresh,
        refresh_expires_in: service.refreshLifetime,
      },
    }
  }
  const refused: Script = { status: 401, json: { error_code: 'AUTHENTICATION_FAILED', message: 'no' } }

  const refresh = (token: string): Script => {
    if (spent.has(token)) reused.push(token)
    spent.add(token)
    if (service.refresh) return service.refresh
    return tokens.refresh.delete(token) ? issue() : refused
  }

  const decide = (one: Asked): Script | Promise<Script> => {
    const [scheme, credential = ''] = (one.headers.authorization ?? '').split(' ')
    if (one.path === '/v2/auth/token') {
      const right = Buffer.from(credential, 'base64').toString() === `${CREDENTIALS.username}:${PASSWORD}`
      return service.login ?? (scheme === 'Basic' && right ? issue() : refused)
    }
    if (one.path === '/v2/auth/refresh') return refresh(credential)
    return service.acceptsTokens && tokens.access.has(credential) ? service.script(one) : refused
  }

  const server = createServer(async (request, response) => {
    service.mostInFlight = Math.max(service.mostInFlight, ++service.inFlight)
    response.on('close', () => service.inFlight--).on('error', () => {})
    const one = await read(request)
    asked.push(one)
    play(await decide(one), response)
  })
  service.url = `http://127.0.0.1:${await listening(server)}`
  return service
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

function play(script: Script, response: ServerResponse): void {
  if (script === 'silence') return
  if (typeof script === 'function') {
    script(response)
    return
  }
  if (script === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  if (script === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
    response.write('{"invoice_id":"', () => response.socket?.destroy())
    return
  }
  response.writeHead(script.status ?? 200, { 'content-type': 'application/json', ...script.headers })
  response.end(script.text ?? (script.json === undefined ? '' : JSON.stringify(script.json)))
}

/** A clock whose waits end at once and advance its time. It records them. */
export function skippingClock() {
  let monotonic = 1_000_000
  const waits: number[] = []
  const clock: Clock & { readonly waits: number[]; readonly pass: (ms: number) => void } = {
    waits,
    pass: (ms) => {
      monotonic += ms
    },
    now: () => Date.UTC(2026, 5, 1) + monotonic,
    monotonic: () => monotonic,
    after: (ms, action) => {
      waits.push(ms)
      const handle = setImmediate(() => {
        monotonic += ms
        action()
      })
      return () => clearImmediate(handle)
    },
  }
  return clock
}

export function keptLog() {
  const lines: string[] = []
  const keep = (line: string): void => {
    lines.push(line)
  }
  return { lines, info: keep, warn: keep, error: keep } satisfies Log & { lines: string[] }
}

type ClientParts = Partial<ServiceClientParts> & { clock?: Clock; log?: Log; random?: () => number }

/** A service that answers from a script, and a client of it. */
export async function scriptedClient(
  script?: Parameters<typeof scriptedService>[0],
  parts: ClientParts = {},
) {
  const service = await scriptedService(script)
  return { service, client: clientOf(service.url, parts) }
}

/** The same with a clock whose waits end at once. */
export async function skippingClient(
  script?: Parameters<typeof scriptedService>[0],
  parts: ClientParts = {},
) {
  const clock = skippingClock()
  return { clock, ...(await scriptedClient(script, { clock, ...parts })) }
}

/** A client of `baseUrl` that is closed after the test. */
export function clientOf(baseUrl: string, parts: ClientParts = {}) {
  const client = createServiceClient({
    baseUrl,
    credentials: CREDENTIALS,
    clock: machineClock,
    log: keptLog(),
    random: () => 0,
    ...parts,
  })
  onTestFinished(() => client.close())
  return client
}

/** The failure with which a call ends. */
export async function failureOf(call: Promise<unknown>): Promise<ServiceFailure> {
  const error = await call.then(
    (value) => new Error(`it succeeded: ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  )
  if (error instanceof ServiceFailed) return error.failure
  throw error
}
