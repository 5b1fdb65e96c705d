import { gunzipSync } from 'node:zlib'
import { type Dispatcher, errors, Pool } from 'undici'
import { NOTHING_SENT } from '../../../shared/failure.ts'
import { broken, failed } from './classify.ts'
import { createConnector } from './connector.ts'
import { readDate, readRetryAfter } from './retry-after.ts'
import type { Operation, ServiceFailure, ServiceTimeouts, SystemNetwork } from './types.ts'

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
  readonly close: () => Promise<void>
}

/** Far larger than any answer of the contract: 100 rows of a list are about 50 KiB. */
const LARGEST_ANSWER = 1024 * 1024
const TIMEOUTS: ServiceTimeouts = { connectMs: 5_000, headersMs: 12_000, bodyMs: 5_000, answerMs: 15_000 }

/**
 * Sends each request on a connection of its own. Timeouts use real time, not the given clock, because they are about
 * the network. Nothing is written before the connection stands and its certificate is checked.
 *
 * Certificates are checked against the authorities that are built in and those of the system, and the system's proxy is
 * used, whatever the environment says (docs/decisions/network-and-environment.md).
 */
export function createTransport(parts: {
  readonly baseUrl: string
  readonly connections: number
  readonly timeouts: Partial<ServiceTimeouts>
  readonly onReached: (failure: ServiceFailure | null) => void
  /** Called with the service's time, in ms, of each of its answers that tells it. */
  readonly onTime?: (at: number) => void
  readonly network?: SystemNetwork | null
}): Transport {
  const limits = { ...TIMEOUTS, ...parts.timeouts }
  const to = connectionsTo(parts, limits)
  let closed = false

  const send = async (wire: WireRequest): Promise<WireAnswer> => {
    if (to === null) throw failed(wire.operation, 'NO_CONNECTION')
    const progress: Progress = { isSent: false, status: null }
    try {
      const { at, ...answer } = await exchange(to.pool, requestOf(wire, to.path), limits.answerMs, progress)
      const foreign = isAnotherServers(answer)
      if (!foreign && at !== null) parts.onTime?.(at)
      parts.onReached(foreign ? failed(wire.operation, 'BAD_ANSWER', answer).failure : null)
      return answer
    } catch (error) {
      const why = broken(wire.operation, error, progress)
      if (!closed) parts.onReached(OUT_OF_REACH.has(why.failure.name) ? why.failure : null)
      throw why
    }
  }

  return {
    send,
    close: async () => {
      closed = true
      await to?.pool.destroy()
    },
  }
}

/** Connects to the service's address; null where that is none. HTTP/2 stays off, because its errors differ. */
function connectionsTo(
  parts: {
    readonly baseUrl: string
    readonly connections: number
    readonly network?: SystemNetwork | null
  },
  limits: ServiceTimeouts,
) {
  if (!URL.canParse(parts.baseUrl)) return null
  const { origin, pathname } = new URL(parts.baseUrl)
  const { network = null, connections } = parts
  const connect = createConnector({ origin, connectMs: limits.connectMs, network })
  const pool = new Pool(origin, {
    connect,
    // Otherwise the first connection is made alone, until it tells the protocol.
    allowH2: false,
    connections,
    // Keeps no connection, because what a server writes on it after its answer would be the answer of the next request.
    pipelining: 0,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyMs,
    maxResponseSize: LARGEST_ANSWER,
    // Otherwise UNDICI_USE_MILO chooses another parser.
    useMilo: false,
  })
  return { pool, path: pathname.replace(/\/$/, '') }
}

/** `isSent`: the first byte of the request may have left. */
type Progress = { isSent: boolean; status: number | null }

/** Sends a request and reads its whole answer. */
async function exchange(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  answerMs: number,
  progress: Progress,
): Promise<WireAnswer & { readonly at: number | null }> {
  const chunks: Buffer[] = []
  let headers: Dispatcher.ResponseData['headers'] = {}
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    let late: Error | null = null
    let end = reject
    // Limits the whole exchange, because undici's limits start again with the head of the answer and with every piece.
    const limit = setTimeout(() => {
      late = new errors.BodyTimeoutError()
      end(late)
    }, answerMs)
    pool.dispatch(request, {
      // Called when there is a connection, just before the request is written.
      onRequestStart: (controller) => {
        if (late !== null) return controller.abort(late)
        progress.isSent = true
        end = (why) => controller.abort(why)
      },
      onResponseStart: (_controller, status, head) => {
        progress.status = status
        headers = head
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk)
      },
      onResponseEnd: () => {
        clearTimeout(limit)
        resolve(Buffer.concat(chunks))
      },
      onResponseError: (_controller, error) => {
        clearTimeout(limit)
        reject(error)
      },
    })
  })
  const content = unpacked(bytes, String(headers['content-encoding'] ?? ''))
  if (content === null && !SAYS_ENOUGH.has(progress.status))
    throw new errors.HTTPParserError('the content coding cannot be read')
  const text = new TextDecoder().decode(content ?? undefined)
  if (text.trim() === '' && mayBeCut(progress.status, headers))
    throw new errors.HTTPParserError('the end of the answer is not told')
  return {
    status: progress.status ?? 0,
    text,
    retryAfterMs: readRetryAfter(all(headers['retry-after']), all(headers.date)),
    at: readDate(all(headers.date)),
  }
}

/**
 * Whether only the end of the connection ends this success, so that it may have lost its content (RFC 9112, 8). Without
 * content it would look like a done refund; a cut JSON text is unreadable anyway.
 */
const mayBeCut = (status: number | null, headers: Dispatcher.ResponseData['headers']): boolean =>
  status !== null &&
  status < 300 &&
  status !== 204 &&
  headers['content-length'] === undefined &&
  !/(^|[,\s])chunked$/i.test(String(headers['transfer-encoding'] ?? ''))

const all = (header: string | string[] | undefined): readonly string[] | undefined =>
  header === undefined ? undefined : [header].flat()

/**
 * Whether another server answered. A captive portal answers with a page or a redirect, which the service never sends.
 * A 5xx with a page is the gateway before the service, so there is a connection.
 */
const isAnotherServers = ({ status, text }: WireAnswer): boolean =>
  (status >= 300 && status < 400) || (status < 300 && /^\s*</.test(text))

const OUT_OF_REACH: ReadonlySet<string> = new Set([...NOTHING_SENT, 'CONNECTION_LOST', 'TIMEOUT'])

function requestOf({ method, path, authorization, body }: WireRequest, base: string) {
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'tugrik-pos',
    authorization,
  }
  const to = { method, path: base + path }
  if (body === undefined) return { ...to, headers }
  return { ...to, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** These statuses tell without their content that the token is refused, and that all calls must pause. */
const SAYS_ENOUGH: ReadonlySet<number | null> = new Set([401, 429])

/** A gateway may compress although we ask for no coding. Gzip is read; null for another coding. */
function unpacked(bytes: Buffer, contentEncoding: string): Buffer | null {
  const coding = contentEncoding.trim().toLowerCase()
  if (coding === '' || coding === 'identity' || bytes.length === 0) return bytes
  try {
    if (/^(x-)?gzip$/.test(coding)) return gunzipSync(bytes, { maxOutputLength: LARGEST_ANSWER })
  } catch {
    // Damaged, or larger than an answer may be.
  }
  return null
}
