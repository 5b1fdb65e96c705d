/**
 * Stands directly before the server, with its certificate, and reads which statements come: TLS hides them from
 * everybody else. So a run can kill the server at each statement.
 *
 *     till ── line (cut, held, slowed) ── watch ── server
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { connect as startTls, TLSSocket } from 'node:tls'
import { SSL_REQUEST } from '../../../../main/many-tills/server/index.ts'

/** When the server dies: as it begins to work, or when it has done the work and nobody has the answer. */
export const CUT_MOMENTS = ['asked', 'done'] as const
export type CutMoment = (typeof CUT_MOMENTS)[number]

export type WatchParts = {
  readonly server: { readonly port: number; readonly certificate: string; readonly key: string }
  /** Says for each statement whether the server dies at it. */
  readonly cutAt: (statement: string) => CutMoment | null
  readonly kill: () => void
}

export async function watchStatements({ server, cutAt, kill }: WatchParts) {
  const open = new Set<Socket>()
  const keep = <Kept extends Socket>(socket: Kept): Kept => {
    open.add(socket)
    return socket.on('error', () => {}).on('close', () => open.delete(socket))
  }
  const listener = createServer(async (near) => {
    keep(near)
    const [asked] = (await once(near, 'data').catch(() => [])) as Buffer[]
    const far = asked?.equals(SSL_REQUEST) ? await securedTo(server.port, keep) : null
    if (far === null) return void near.destroy()
    const till = keep(new TLSSocket(near, { isServer: true, cert: server.certificate, key: server.key }))
    near.write(YES)
    till.on('close', () => far.destroy())
    far.on('close', () => till.destroy())
    let dying: CutMoment | null = null
    const die = (): void => {
      till.destroy()
      kill()
    }
    const read = statementReader((statement) => {
      dying ??= cutAt(statement)
    })
    till.on('data', (data) => {
      const isWhole = read(data)
      far.write(data, () => {
        if (dying === 'asked' && isWhole) die()
      })
    })
    far.on('data', (data) => {
      if (dying === 'done') die()
      else till.write(data)
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    close: () => {
      for (const socket of open) socket.destroy()
      listener.close()
    },
  }
}

const YES = 'S'

/** Null while the server is down. */
async function securedTo(port: number, keep: (socket: Socket) => Socket): Promise<TLSSocket | null> {
  const plain = keep(connect(port, 'localhost'))
  plain.write(SSL_REQUEST)
  try {
    await once(plain, 'data')
    const secured = startTls({ socket: plain, rejectUnauthorized: false })
    keep(secured)
    await once(secured, 'secureConnect')
    return secured
  } catch {
    plain.destroy()
    return null
  }
}

const LENGTH = 4
const [PARSE, QUERY, SYNC] = ['P', 'Q', 'S'].map((letter) => letter.charCodeAt(0))

/**
 * Reads the messages of PostgreSQL's protocol as a client sends them. Returns whether the data ends a request, so that
 * the server begins to work.
 */
function statementReader(statement: (name: string) => void): (data: Buffer) => boolean {
  let waiting = Buffer.alloc(0)
  let started = false
  return (data) => {
    waiting = Buffer.concat([waiting, data])
    let isWhole = false
    for (;;) {
      // The first message has no type.
      const head = started ? 1 : 0
      if (waiting.length < head + LENGTH) return isWhole
      const end = head + waiting.readUInt32BE(head)
      if (waiting.length < end) return isWhole
      const [type] = started ? waiting : []
      if (type === PARSE || type === QUERY) statement(nameOf(waiting.toString('utf8', head + LENGTH, end)))
      isWhole = type === QUERY || type === SYNC
      started = true
      waiting = waiting.subarray(end)
    }
  }
}

/** The function of the protocol, or the first word. */
export const nameOf = (sql: string): string =>
  /\btill_\d+\.(\w+)/.exec(sql)?.[1] ?? /[a-z]+/i.exec(sql)?.[0].toLowerCase() ?? '?'
