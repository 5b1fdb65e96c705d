import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { createSecureContext, rootCertificates } from 'node:tls'
import { urlToHttpOptions } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { broken, type EndedBy, failed } from './classify.ts'
import { readRetryAfter } from './retry-after.ts'
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
  readonly retryAfterMs: number | null
}

export type Transport = {
  /** Sends one request, never repeated here. Throws ServiceFailed where no complete answer came. */
  readonly send: (request: WireRequest) => Promise<WireAnswer>
  /** Aborts requests under way. */
  readonly close: () => void
}

/** Far larger than any answer of the contract: 100 rows of a list are about 50 KiB. */
const LARGEST_ANSWER = 1024 * 1024
const TIMEOUTS: ServiceTimeouts = { connectMs: 5_000, headersMs: 12_000, bodyMs: 5_000, answerMs: 15_000 }
/** A kept connection is closed before a usual server closes it, because a POST on a closing one has an unknown outcome. */
const KEPT_MS = 4_000

/**
 * Keeps as many connections as calls may be in flight. Timeouts use real time, not the given clock, because they are
 * about the network. Nothing is written before the connection stands and its certificate is checked.
 *
 * node:http, because undici ends the connection at a 100 Continue. Certificates are checked against the authorities
 * that are built in, and no proxy is used, whatever the environment says (docs/decisions/network-and-environment.md).
 */
export function createTransport(parts: {
  readonly baseUrl: string
  readonly connections: number
  readonly timeouts: Partial<ServiceTimeouts>
  readonly onReached: (failure: ServiceFailure | null) => void
  readonly authorities?: readonly string[]
}): Transport {
  const limits = { ...TIMEOUTS, ...parts.timeouts }
  const to = connectionsTo(parts)
  const underWay = new Set<ClientRequest>()
  let closed = false

  const send = async (wire: WireRequest): Promise<WireAnswer> => {
    if (to === null) throw failed(wire.operation, 'NO_CONNECTION')
    const { headers, body } = headAndBody(wire)
    const outgoing = to.open({ path: to.path + wire.path, method: wire.method, headers })
    const limit = createLimits(outgoing, limits)
    const progress = { isSent: false, status: null as number | null }

    const exchange = async (): Promise<WireAnswer> => {
      await connected(outgoing, to.established)
      progress.isSent = true
      limit.step(limits.headersMs, 'answer timeout')
      outgoing.end(body)
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
      const { statusCode: status = 0, headersDistinct: head } = response
      progress.status = status
      const text = await readCapped(response, limit, limits.bodyMs)
      return { status, text, retryAfterMs: readRetryAfter(head['retry-after'], head.date) }
    }

    underWay.add(outgoing)
    try {
      const answer = await Promise.race([exchange(), limit.ended])
      parts.onReached(isAnotherServers(answer) ? failed(wire.operation, 'BAD_ANSWER', answer).failure : null)
      return answer
    } catch (error) {
      const why = broken(wire.operation, error, { by: limit.by(), ...progress })
      if (!closed) parts.onReached(OUT_OF_REACH.has(why.failure.name) ? why.failure : null)
      throw why
    } finally {
      limit.over()
      underWay.delete(outgoing)
    }
  }

  return {
    send,
    close: () => {
      closed = true
      for (const outgoing of underWay) outgoing.destroy()
      to?.agent.destroy()
    },
  }
}

type RequestOptions = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** Opens requests to the service's address; null where that is none. */
function connectionsTo(parts: {
  readonly baseUrl: string
  readonly connections: number
  readonly authorities?: readonly string[]
}) {
  if (!URL.canParse(parts.baseUrl)) return null
  const url = new URL(parts.baseUrl)
  const { hostname, port } = urlToHttpOptions(url)
  const path = url.pathname.replace(/\/$/, '')
  const pool = { keepAlive: true, maxSockets: parts.connections, timeout: KEPT_MS }
  if (url.protocol === 'http:') {
    const agent = new Agent(pool)
    const open = (options: RequestOptions) => request({ ...options, hostname, port, agent })
    return { agent, path, open, established: 'connect' }
  }
  const agent = new SecureAgent({
    ...pool,
    rejectUnauthorized: true,
    // Made once, because it takes long to read a hundred and fifty certificates.
    secureContext: createSecureContext({
      ca: [...(parts.authorities ?? rootCertificates)],
      minVersion: 'TLSv1.2',
    }),
  })
  const open = (options: RequestOptions) => secureRequest({ ...options, hostname, port, agent })
  return { agent, path, open, established: 'secureConnect' }
}

async function connected(outgoing: ClientRequest, established: string): Promise<void> {
  const [socket] = await once(outgoing, 'socket')
  if (!outgoing.reusedSocket) await once(socket, established)
}

/** Ends the request after a limit of time for the whole exchange, and one for each step of it. */
type Limits = {
  readonly step: (ms: number, endedBy: EndedBy) => void
  readonly end: (endedBy: EndedBy) => Error
  readonly by: () => EndedBy
  /** Rejects when the request ends without an answer, for any reason. */
  readonly ended: Promise<never>
  readonly over: () => void
}

function createLimits(outgoing: ClientRequest, { connectMs, answerMs }: ServiceTimeouts): Limits {
  let reject: (why: Error) => void = () => {}
  const ended = new Promise<never>((_resolve, rejected) => {
    reject = rejected
  })
  let by: EndedBy = 'line'
  let isAnswered = false
  const end = (why: EndedBy): Error => {
    const error = new Error(why)
    by = why
    outgoing.destroy()
    reject(error)
    return error
  }
  outgoing.on('response', () => {
    isAnswered = true
  })
  outgoing.on('upgrade', () => end('another protocol'))
  outgoing.on('error', reject)
  // An answered request closes before its body is read.
  outgoing.on('close', () => isAnswered || reject(new Error('closed')))
  const whole = setTimeout(end, answerMs, 'answer timeout')
  let current = setTimeout(end, connectMs, 'connect timeout')
  return {
    end,
    ended,
    by: () => by,
    step: (ms, why) => {
      clearTimeout(current)
      current = setTimeout(end, ms, why)
    },
    over: () => {
      clearTimeout(whole)
      clearTimeout(current)
    },
  }
}

/**
 * Whether another server answered. A captive portal answers with a page or a redirect, which the interface never does.
 * A 5xx with a page is the gateway before the service, so there is a connection.
 */
const isAnotherServers = ({ status, text }: WireAnswer): boolean =>
  (status >= 300 && status < 400) || (status < 300 && /^\s*</.test(text))

const OUT_OF_REACH: ReadonlySet<string> = new Set(['NO_CONNECTION', 'CONNECTION_LOST', 'TIMEOUT'])

function headAndBody({ authorization, body }: WireRequest) {
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'tugrik-pos',
    authorization,
  }
  if (body === undefined) return { headers, body: undefined }
  const bytes = Buffer.from(JSON.stringify(body))
  const written = { 'content-type': 'application/json', 'content-length': String(bytes.length) }
  return { headers: { ...headers, ...written }, body: bytes }
}

/** Reads the body up to the largest answer, packed and unpacked. */
async function readCapped(response: IncomingMessage, limit: Limits, pauseMs: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  limit.step(pauseMs, 'answer timeout')
  for await (const chunk of response as AsyncIterable<Buffer>) {
    limit.step(pauseMs, 'answer timeout')
    size += chunk.length
    if (size > LARGEST_ANSWER) throw limit.end('answer size')
    chunks.push(chunk)
  }
  return new TextDecoder().decode(unpacked(Buffer.concat(chunks), response, limit))
}

/** A gateway may compress although we ask for no coding. Gzip is read, and another coding is an unreadable answer. */
function unpacked(bytes: Buffer, { headers }: IncomingMessage, limit: Limits): Buffer {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (coding === '' || coding === 'identity' || bytes.length === 0) return bytes
  try {
    if (/^(x-)?gzip$/.test(coding)) return gunzipSync(bytes, { maxOutputLength: LARGEST_ANSWER })
  } catch {
    // Damaged, or larger than an answer may be.
  }
  throw limit.end('another coding')
}
