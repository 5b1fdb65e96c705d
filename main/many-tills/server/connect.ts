/** Connections to PostgreSQL: TLS verify-full alone, and each request ends in time. */
import { X509Certificate } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { Socket, type TcpSocketConnectOpts } from 'node:net'
import type { Duplex } from 'node:stream'
import { checkServerIdentity, type DetailedPeerCertificate, type PeerCertificate, TLSSocket } from 'node:tls'
import type { Client, ClientBase, Pool, PoolClient } from 'pg'
import { BY_NAME, noteFamily } from '../../base/net/look-up.ts'
import type { ServerAddress } from './pairing-code.ts'

export type Login = {
  readonly user: string
  readonly password: string
  /** Certificates of the authorities that may vouch for the server, in PEM. Null for those of the system. */
  readonly ca: string | null
}

/** Imports pg when the first connection is opened. At startup it would cost every till 25 ms, also one without a shop database. */
const importPg = async () => (await import('pg')).default

export const CONNECT_MS = 5_000
const QUERY_MS = 10_000

export type Connection = Login & ServerAddress & { readonly queryMs?: number }

/** No startup parameter but the name: a pooler refuses what it does not know. */
const connectionOptions = ({ host, port, database, user, password, ca, queryMs }: Connection) => ({
  host,
  port,
  database,
  user,
  password,
  ssl: {
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2' as const,
    ...(ca === null ? {} : { ca }),
    // The driver gives Node no name for an IP address, and Node would compare with "localhost".
    checkServerIdentity: (_name: string, certificate: PeerCertificate) =>
      checkServerIdentity(host, certificate),
  },
  enableChannelBinding: true,
  application_name: 'tugrik-pos',
  connectionTimeoutMillis: CONNECT_MS,
  query_timeout: queryMs ?? QUERY_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  stream: openSocket,
})

/** The driver connects it with port and host alone. */
function openSocket(): Socket {
  const socket = new Socket()
  const connectTo = socket.connect.bind(socket) as unknown as (options: TcpSocketConnectOpts) => Socket
  const connect = (port: number, host: string): Socket =>
    noteFamily(host, connectTo({ port, host, ...BY_NAME }))
  return Object.assign(socket, { connect })
}

/** A single connection, for administration and for hints. */
export async function connectOnce(connection: Connection): Promise<Client> {
  const pg = await importPg()
  const client = new pg.Client(connectionOptions(connection))
  // A connection that breaks between two requests fails the next request.
  client.on('error', () => {})
  try {
    await client.connect()
    nameDamage(client)
    return client
  } catch (error) {
    // If the driver gives up, for example without a password, it leaves the connection open until the server closes it after a minute.
    endSoon(client)
    throw error
  }
}

/** Ends a connection. Nobody waits for the server to end it too: over a line that is gone by now the system waits a quarter of an hour. */
export const endSoon = (client: Client): void => void client.end().catch(() => {})

/**
 * When the server's certificate ends, or one that vouches for it, up to the authority in `ca`: the server may show another
 * certificate of that. A connection from before a renewal tells the old one.
 */
export function certificateEndOf(client: Client, ca: string | null): number {
  const { stream } = driverOf(client)
  if (!(stream instanceof TLSSocket)) throw new Error('a connection without TLS')
  const known = (ca?.match(PEM) ?? []).map((pem) => new X509Certificate(pem))
  let end = Number.POSITIVE_INFINITY
  let one: DetailedPeerCertificate | undefined = stream.getPeerCertificate(true)
  // The last one vouches for itself.
  for (
    const seen = new Set();
    one !== undefined && !seen.has(one.fingerprint256);
    one = one.issuerCertificate
  ) {
    seen.add(one.fingerprint256)
    end = Math.min(end, Date.parse(one.valid_to))
    const shown = new X509Certificate(one.raw)
    const issuers = known.filter(
      (authority) => shown.checkIssued(authority) && shown.verify(authority.publicKey),
    )
    if (issuers.length > 0)
      return Math.min(end, Math.max(...issuers.map(({ validTo }) => Date.parse(validTo))))
  }
  return end
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Two connections: an upload does not hold up what a person waits for. A failed one is ended, never used again. */
export async function openPool(connection: Connection): Promise<Pool> {
  const pg = await importPg()
  const pool = new pg.Pool({
    ...connectionOptions(connection),
    max: 2,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: true,
  })
  pool.on('error', () => {})
  pool.on('connect', nameDamage)
  pool.on('connect', limitAnswers)
  return pool
}

/**
 * Once a connection stands, its server was proved to be the right one. What TLS cannot read then is a damaged line, and not
 * a wrong certificate (failure.ts).
 */
function nameDamage(client: ClientBase): void {
  driverOf(client).stream.prependListener('error', (error: NodeJS.ErrnoException) => {
    if (error.code?.startsWith('ERR_SSL')) error.code = 'ECONNRESET'
  })
}

/**
 * Far more than any answer has. The driver collects an answer in memory and parses it at once, so the connection
 * of a larger one is closed, and its request fails for good.
 */
const MOST_BYTES = 64_000_000

function limitAnswers(client: PoolClient): void {
  const connection = driverOf(client)
  let bytes = 0
  connection.on('readyForQuery', () => {
    bytes = 0
  })
  connection.stream.on('data', (part: Uint8Array) => {
    bytes += part.length
    if (bytes > MOST_BYTES)
      connection.stream.destroy(Object.assign(new Error('an answer is too large'), { code: TOO_LARGE }))
  })
}

const driverOf = (client: ClientBase): DriverConnection =>
  (client as unknown as { readonly connection: DriverConnection }).connection

/** The driver exports no type for it. */
type DriverConnection = EventEmitter & { readonly stream: Duplex }
/** PostgreSQL's error code `program_limit_exceeded`. */
const TOO_LARGE = '54000'
