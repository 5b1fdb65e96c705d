/** Reads files of the folder that has the updates. What they contain is trusted by its signature alone. */
import type { Readable } from 'node:stream'
import { Pool, request } from 'undici'
import { CommandRefused } from '../../../shared/failure.ts'
import { createConnector, NotConnected, type SystemNetwork } from '../../payment-service/client/index.ts'

export type HttpsFolder = {
  /** A file that comes whole within the longest silence. Throws UPDATE_AWAY. */
  readonly small: (name: string, most: number, signal: AbortSignal) => Promise<Buffer>
  /** The file from this byte on, or from its beginning where the server does not continue. Throws UPDATE_AWAY. */
  readonly large: (name: string, from: number, signal: AbortSignal) => Promise<Piece>
  readonly close: () => Promise<void>
}

type Piece = {
  readonly from: number
  /** The size of the whole file; null where the server does not tell. */
  readonly size: number | null
  readonly body: Readable
}

const CONNECT_MS = 15_000
const HEADERS_MS = 15_000
/** Between two pieces of a file. */
const SILENCE_MS = 30_000

/** Connects as the payment service's client does: `network` has the certificates and the proxy of the system. */
export function httpsFolder(
  address: string,
  network: SystemNetwork | null,
  silenceMs = SILENCE_MS,
): HttpsFolder {
  const { origin } = new URL(address)
  const pool = new Pool(origin, {
    connect: createConnector({ origin, connectMs: CONNECT_MS, network }),
    allowH2: false,
    pipelining: 0,
    headersTimeout: HEADERS_MS,
    bodyTimeout: silenceMs,
  })
  const ask = async (name: string, range: string | null, signal: AbortSignal) => {
    const { statusCode, headers, body } = await request(`${address}/${encodeURIComponent(name)}`, {
      dispatcher: pool,
      signal,
      headers: {
        'user-agent': 'tugrik-pos',
        'accept-encoding': 'identity',
        'cache-control': 'no-cache',
        ...(range === null ? {} : { range }),
      },
    })
    // Redirects too: the owner typed this address, and no other is asked.
    if (statusCode === 200 || statusCode === 206) return { statusCode, headers, body }
    body.on('error', () => {}).destroy()
    throw new CommandRefused('UPDATE_AWAY', `HTTP ${statusCode}`)
  }

  return {
    small: (name, most, signal) =>
      reached(async () => {
        const { body } = await ask(name, null, AbortSignal.any([signal, AbortSignal.timeout(silenceMs)]))
        const chunks: Buffer[] = []
        let bytes = 0
        for await (const chunk of body) {
          bytes += chunk.length
          if (bytes > most) throw new CommandRefused('UPDATE_REFUSED', `too large: ${name}`)
          chunks.push(chunk)
        }
        return Buffer.concat(chunks)
      }),
    large: (name, from, signal) =>
      reached(async () => {
        const { statusCode, headers, body } = await ask(name, from > 0 ? `bytes=${from}-` : null, signal)
        if (statusCode === 200) return { from: 0, size: sizeIn(/^(\d+)$/, headers['content-length']), body }
        const range = headers['content-range']
        if (!String(range).startsWith(`bytes ${from}-`)) {
          body.on('error', () => {}).destroy()
          throw new CommandRefused('UPDATE_AWAY', 'Content-Range')
        }
        return { from, size: sizeIn(/\/(\d+)$/, range), body }
      }),
    close: () => pool.destroy(),
  }
}

const sizeIn = (pattern: RegExp, header: string | string[] | undefined): number | null => {
  const digits = pattern.exec(String(header))?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Names what keeps the server out of reach. */
export async function reached<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CommandRefused) throw error
    if (error instanceof NotConnected) throw new CommandRefused('UPDATE_AWAY', error.message)
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
    throw new CommandRefused('UPDATE_AWAY', String(code ?? message))
  }
}
