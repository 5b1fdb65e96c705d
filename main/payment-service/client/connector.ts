/**
 * Connects to the service, directly or through the proxies that the system names, in their order
 * (docs/decisions/network-and-environment.md). Nothing of a request is written here: all failures are before that.
 */
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { createSecureContext, rootCertificates, type SecureContext, type TLSSocket } from 'node:tls'
import { buildConnector } from 'undici'
import type { FailureName } from '../../../shared/failure.ts'
import { isLoopback } from '../../../shared/shop/settings.ts'
import { BY_NAME, noteFamily } from '../../base/net/look-up.ts'
import { withoutInterimAnswers } from './interim-answers.ts'
import type { SystemNetwork } from './types.ts'
import { nameOfWay, type Way, waysOf } from './ways.ts'

/** Why there is no connection, where more is known than that. */
export class NotConnected extends Error {
  readonly why: FailureName
  /** For the screen: the host, and the proxy or the certificate's issuer. */
  readonly detail: string
  constructor(why: FailureName, detail: string) {
    super(`${why}: ${detail}`)
    this.name = 'NotConnected'
    this.why = why
    this.detail = detail
  }
}

type Options = buildConnector.Options

export function createConnector({
  origin,
  connectMs,
  network,
}: {
  readonly origin: string
  /** Limit of each way. */
  readonly connectMs: number
  readonly network: SystemNetwork | null
}): buildConnector.connector {
  const { protocol, hostname: host } = new URL(origin)
  // Made once, because it takes long to read a hundred and fifty certificates.
  const secureContext =
    protocol === 'https:'
      ? createSecureContext({
          ca: [...new Set([...rootCertificates, ...(network?.authorities() ?? [])])],
          minVersion: 'TLSv1.2',
        })
      : undefined
  const connector = buildConnector({
    allowH2: false,
    timeout: connectMs,
    rejectUnauthorized: true,
    ...BY_NAME,
    ...(secureContext && { secureContext }),
  })

  const direct = (options: Options & { httpSocket?: Socket }): Promise<Socket> =>
    new Promise((resolve, reject) => {
      let issuer: string | null = null
      // undici returns the socket, which its types do not tell. A refused certificate is gone when the error comes.
      const socket = connector(options, (error, connected) =>
        error === null ? resolve(connected) : reject(untrusted(error, host, issuer)),
      ) as unknown as TLSSocket
      if (options.httpSocket === undefined) noteFamily(host, socket)
      if (protocol === 'https:')
        socket.prependOnceListener('secure', () => {
          const { issuer: of } = socket.getPeerCertificate()
          issuer = [of?.O, of?.CN].flat().filter(Boolean).join(', ')
        })
    })

  const along = async (way: Way, options: Options): Promise<Socket> => {
    if (way.kind === 'direct') return direct(options)
    if (way.kind === 'unfit') throw new NotConnected('PROXY_FAILED', nameOfWay(way))
    const port = Number(options.port) || 443
    const target = `${options.hostname}:${port}`
    const httpSocket = await tunnel(way, target, connectMs, secureContext)
    return direct({ ...options, httpSocket })
  }

  const connect = async (options: Options): Promise<Socket> => {
    const asked = network === null || isLoopback(host) ? 'DIRECT' : await wayTo(network, origin, connectMs)
    let why: unknown
    for (const way of waysOf(asked)) {
      try {
        return await along(way, options)
      } catch (error) {
        // The way was good; another one may lead to the same certificate, or past what the owner of the network set up.
        if (error instanceof NotConnected && error.why === 'CERTIFICATE_NOT_TRUSTED') throw error
        // What a proxy says tells more than that a firewall lets nothing past it.
        if (!(why instanceof NotConnected) || error instanceof NotConnected) why = error
      }
    }
    if (asked === NO_WAY_TOLD && !(why instanceof NotConnected)) throw new NotConnected('PROXY_UNKNOWN', host)
    throw why
  }

  return (options, callback) => {
    connect(options).then(
      (socket) => callback(null, withoutInterimAnswers(socket)),
      (error: Error) => callback(error, null),
    )
  }
}

/** Chromium's answer where the system has a proxy script that cannot be loaded or run. Then the direct way is tried. */
const NO_WAY_TOLD = ''

/** Asked for every connection, so that a changed network counts at once. The till goes on without an answer. */
async function wayTo(network: SystemNetwork, url: string, limitMs: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, limitMs, 'DIRECT')
  })
  try {
    return await Promise.race([network.wayTo(url), late])
  } catch {
    return 'DIRECT'
  } finally {
    clearTimeout(timer)
  }
}

/** Asks the proxy for a tunnel to the target. It has no password to give. */
function tunnel(
  way: Extract<Way, { kind: 'proxy' }>,
  target: string,
  timeout: number,
  secureContext: SecureContext | undefined,
): Promise<Socket> {
  const { host, port, secure } = way
  const failedBy = (why: string) => new NotConnected('PROXY_FAILED', `${nameOfWay(way)} (${why})`)
  const common = {
    method: 'CONNECT',
    host,
    port,
    path: target,
    agent: false as const,
    timeout,
    ...BY_NAME,
  }
  return new Promise((resolve, reject) => {
    const asking = secure
      ? httpsRequest({ ...common, rejectUnauthorized: true, ...(secureContext && { secureContext }) })
      : httpRequest({ ...common, headers: { host: target } })
    asking.once('socket', (socket) => noteFamily(host, socket))
    const limit = setTimeout(() => asking.destroy(new Error('ETIMEDOUT')), timeout)
    asking.on('connect', ({ statusCode }, socket, head) => {
      clearTimeout(limit)
      socket.setTimeout(0)
      if (statusCode === 200 && head.length === 0) return resolve(socket)
      socket.destroy()
      reject(failedBy(`HTTP ${statusCode}`))
    })
    asking.on('response', (answer) => {
      clearTimeout(limit)
      asking.destroy()
      reject(failedBy(`HTTP ${answer.statusCode}`))
    })
    asking.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(limit)
      reject(failedBy(error.code ?? error.message))
    })
    asking.end()
  })
}

/** OpenSSL's reasons to refuse a certificate, as Node names them. */
const REFUSED_CERTIFICATE =
  /CERT|SIGNATURE|^UNABLE_TO_(GET_ISSUER|VERIFY)|^INVALID_(CA|PURPOSE)$|^PATH_LENGTH|^HOSTNAME_MISMATCH$/

function untrusted(error: NodeJS.ErrnoException, host: string, issuer: string | null): Error {
  if (issuer === null || !REFUSED_CERTIFICATE.test(error.code ?? '')) return error
  return new NotConnected('CERTIFICATE_NOT_TRUSTED', `${host} ← ${issuer || '?'} (${error.code})`)
}
