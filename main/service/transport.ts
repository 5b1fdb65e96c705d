import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici'
import { isLoopback } from '../../shared/settings.ts'
import { broken, type EndedBy, failed } from './classify.ts'
import type { Operation, ServiceFailure, ServiceTimeouts } from './types.ts'

export type WireRequest = {
  readonly operation: Operation
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** The path. Its variable parts are already encoded. */
  readonly path: string
  /** The Authorization header, the only place of a credential. */
  readonly authorization: string
  /** Sent as JSON; undefined sends no body. */
  readonly body?: unknown
}

/** A complete answer of any status. */
export type WireAnswer = {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | null
}

export type Transport = {
  /** Sends one request, never repeated here. Throws ServiceFailed where no complete answer came. */
  readonly send: (request: WireRequest) => Promise<WireAnswer>
  /** Aborts requests under way. */
  readonly close: () => Promise<void>
}

/** Far larger than any answer of the contract: 100 rows of a list are about 50 KiB. */
const LARGEST_ANSWER = 1024 * 1024
const TIMEOUTS: ServiceTimeouts = { connectMs: 5_000, headersMs: 12_000, bodyMs: 5_000, answerMs: 15_000 }

/**
 * Keeps as many connections as calls may be in flight. Timeouts use real time, not the given clock, because they are
 * about the network. HTTP/2 stays off: its errors differ, and one broken connection would end all calls.
 */
export function createTransport(parts: {
  readonly baseUrl: string
  readonly connections: number
  readonly timeouts: Partial<ServiceTimeouts>
  readonly onReached: (failure: ServiceFailure | null) => void
}): Transport {
  const limits = { ...TIMEOUTS, ...parts.timeouts }
  const agent = connectionsTo(parts.baseUrl, parts.connections, limits)
  const underWay = new Set<AbortController>()
  let closed = false

  const send = async (wire: WireRequest): Promise<WireAnswer> => {
    const controller = new AbortController()
    let endedBy: EndedBy = 'line'
    let status: number | null = null
    const end = (why: EndedBy): void => {
      endedBy = why
      controller.abort()
    }
    if (agent === null) throw failed(wire.operation, 'NO_CONNECTION')
    // Limits the whole exchange, because undici's timeouts start again with the head of the answer and with every
    // piece.
    const limit = setTimeout(() => end('answer timeout'), limits.answerMs)
    underWay.add(controller)
    const whole = async (): Promise<WireAnswer> => {
      const response = await request(parts.baseUrl + wire.path, {
        ...requestOptions(wire),
        dispatcher: agent,
        signal: controller.signal,
      })
      status = response.statusCode
      const text = await readCapped(response.body, () => end('answer size'))
      return { status, text, retryAfter: firstHeader(response.headers['retry-after']) }
    }
    try {
      // undici reads the signal only once it has a connection, which a silent proxy never gives.
      const answer = await Promise.race([whole(), abortOf(controller.signal)])
      parts.onReached(isAnotherServers(answer) ? failed(wire.operation, 'BAD_ANSWER', answer).failure : null)
      return answer
    } catch (error) {
      const why = broken(wire.operation, error, endedBy, status)
      if (!closed) parts.onReached(OUT_OF_REACH.has(why.failure.name) ? why.failure : null)
      throw why
    } finally {
      clearTimeout(limit)
      underWay.delete(controller)
    }
  }

  return {
    send,
    close: async () => {
      closed = true
      for (const controller of underWay) controller.abort()
      await agent?.destroy()
    },
  }
}

/**
 * Takes the proxy from the environment (HTTPS_PROXY, NO_PROXY), but never for this machine, where the practice service
 * runs. Null where the proxy address is invalid. The address is not shown, because it may contain a password.
 */
function connectionsTo(baseUrl: string, connections: number, limits: ServiceTimeouts): Dispatcher | null {
  // Without `rejectUnauthorized`, NODE_TLS_REJECT_UNAUTHORIZED=0 would turn off the check of certificates.
  const tls = { timeout: limits.connectMs, rejectUnauthorized: true }
  const options = {
    connections,
    pipelining: 1,
    allowH2: false,
    keepAliveMaxTimeout: 30_000,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyMs,
    connect: tls,
  }
  if (!URL.canParse(baseUrl) || isLoopback(new URL(baseUrl).hostname)) return new Agent(options)
  try {
    return new EnvHttpProxyAgent({ ...options, proxyTls: tls, requestTls: tls })
  } catch {
    return null
  }
}

const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/**
 * Whether another server answered. A captive portal answers with a page or a redirect, which the interface never does.
 * A 5xx with a page is the gateway before the service, so there is a connection.
 */
const isAnotherServers = ({ status, text }: WireAnswer): boolean =>
  (status >= 300 && status < 400) || (status < 300 && /^\s*</.test(text))

const OUT_OF_REACH: ReadonlySet<string> = new Set(['NO_CONNECTION', 'CONNECTION_LOST', 'TIMEOUT'])

function requestOptions({ method, authorization, body }: WireRequest) {
  const headers = { accept: 'application/json', 'user-agent': 'tugrik-pos', authorization }
  if (body === undefined) return { method, headers }
  return { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

async function readCapped(body: AsyncIterable<Buffer>, tooLarge: () => void): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > LARGEST_ANSWER) {
      tooLarge()
      throw new Error('the answer is too large')
    }
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

const firstHeader = (header: string | string[] | undefined): string | null =>
  (Array.isArray(header) ? header[0] : header) ?? null
