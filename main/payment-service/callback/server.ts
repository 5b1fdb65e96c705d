/** The HTTP server of the callback: few connections, one request each, short timeouts. It answers before it acts. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeServer } from '../../base/net/close-server.ts'
import { type Read, readPost, readQuery } from './message.ts'

const MOST_CONNECTIONS = 32
const LARGEST_HEADERS = 8192
const TIMEOUT_MS = 5000

export type ServerParts = {
  readonly host: string
  readonly port: number
  readonly isOurs: (pathname: string) => boolean
  readonly heard: (invoiceId: string) => void
  readonly refused: () => void
  /** How long a whole request may take, ms. */
  readonly timeoutMs?: number | undefined
}

export type CallbackServer = { readonly port: number; readonly close: () => Promise<void> }

/** Rejects where it cannot listen: the port is taken, or the address is not one of this machine. */
export function openCallbackServer(parts: ServerParts): Promise<CallbackServer> {
  const server = cappedServer(parts.timeoutMs ?? TIMEOUT_MS, (request, answer) => {
    receive(parts, request, answer).catch(() => answer.destroy())
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(parts.port, parts.host, () => {
      server.off('error', reject)
      // After an error, such as no free file descriptors, callbacks are lost and polling continues.
      server.on('error', () => {})
      resolve({ port: (server.address() as AddressInfo).port, close: () => closeServer(server) })
    })
  })
}

function cappedServer(
  timeoutMs: number,
  listener: (request: IncomingMessage, answer: ServerResponse) => void,
): Server {
  const server = createServer(
    {
      maxHeaderSize: LARGEST_HEADERS,
      headersTimeout: timeoutMs,
      requestTimeout: timeoutMs,
      connectionsCheckingInterval: Math.ceil(timeoutMs / 5),
    },
    listener,
  )
  server.maxConnections = MOST_CONNECTIONS
  server.maxRequestsPerSocket = 1
  server.timeout = 2 * timeoutMs
  return server
}

async function receive(parts: ServerParts, request: IncomingMessage, answer: ServerResponse): Promise<void> {
  answer.shouldKeepAlive = false
  const read = await readRequest(parts, request)
  if ('refused' in read) {
    parts.refused()
    answer.writeHead(read.refused, read.refused === 405 ? { allow: 'POST, GET' } : {}).end()
    return
  }
  answer.writeHead(200, { 'content-length': 0 }).end()
  parts.heard(read.invoiceId)
}

async function readRequest(
  { isOurs }: ServerParts,
  request: IncomingMessage,
): Promise<Read | { readonly refused: 404 | 405 }> {
  const target = request.url ?? ''
  if (!URL.canParse(target, 'http://receiver')) return { refused: 404 }
  const { pathname, searchParams } = new URL(target, 'http://receiver')
  if (!isOurs(pathname)) return { refused: 404 }
  if (request.method === 'POST') return readPost(request)
  return request.method === 'GET' ? readQuery(searchParams) : { refused: 405 }
}
