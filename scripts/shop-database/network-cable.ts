/** A network line to a port of this machine, which a test cuts, holds, slows and restores. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Line = {
  readonly port: number
  /** All connections break. New ones pass. */
  readonly drop: () => void
  /** All connections break, and new ones are refused. */
  readonly cut: () => void
  /** Everything stays open, and no byte passes any more, as with a server that hangs. */
  readonly hold: () => void
  /** What the near side says arrives, and no answer comes back. */
  readonly loseAnswers: () => void
  /** Each piece of data arrives so much later, in both directions. */
  readonly slow: (ms: number) => void
  /** Each piece of data that the far side says arrives damaged. */
  readonly damageAnswers: () => void
  /** A connection that the near side ends stays open, and data that is still on its way (see `slow`) is lost. */
  readonly loseEnds: () => void
  /** A connection breaks when the near side says more than this without an answer, as a weak line in a long transfer. */
  readonly carry: (bytes: number) => void
  /** New connections pass again, at once. All others end. */
  readonly restore: () => void
  /** How many connections are open. */
  readonly open: () => number
  /** All connections break, and the port is free. */
  readonly close: () => void
}

export async function openLine(port: number): Promise<Line> {
  let state: 'through' | 'cut' | 'held' | 'deaf' = 'through'
  let lateMs = 0
  let most = Number.POSITIVE_INFINITY
  let [damaged, endless] = [false, false]
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const pass = (from: Socket, to: Socket, isOpen: () => boolean): void => {
    let before = Promise.resolve()
    from.on('data', (data) => {
      const waited = lateMs === 0 ? undefined : pause(lateMs)
      before = before.then(() => waited).then(() => void (isOpen() && to.write(data)))
    })
  }
  // A half-open connection shows whether somebody waits for the other side to end it too.
  const server = createServer({ allowHalfOpen: true }, (near) => {
    keep(near)
    if (state === 'cut') return void near.destroy()
    if (state === 'held') return void near.pause()
    const far = keep(connect(port, 'localhost'))
    const passesEnds = () => state === 'through' && !endless
    const isOpen = () => !endless || !near.readableEnded
    near.on('end', () => {
      if (passesEnds()) near.destroy()
      else if (state === 'deaf') far.end()
    })
    near.on('close', () => far.destroy())
    far.on('close', () => {
      if (passesEnds()) near.destroy()
    })
    let said = 0
    near.on('data', (data) => {
      said += data.length
      if (said > most) near.destroy()
    })
    far.on('data', (data) => {
      said = 0
      if (damaged) data.fill(0, 5) // what follows the head of a TLS record
    })
    pass(near, far, () => isOpen() && said <= most && (state === 'through' || state === 'deaf'))
    pass(far, near, () => state === 'through')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    drop: endAll,
    cut: () => {
      state = 'cut'
      endAll()
    },
    hold: () => {
      state = 'held'
    },
    loseAnswers: () => {
      state = 'deaf'
    },
    slow: (ms) => {
      lateMs = ms
    },
    damageAnswers: () => {
      damaged = true
    },
    loseEnds: () => {
      endless = true
    },
    carry: (bytes) => {
      most = bytes
    },
    restore: () => {
      endAll()
      lateMs = 0
      most = Number.POSITIVE_INFINITY
      damaged = false
      endless = false
      state = 'through'
    },
    open: () => sockets.size,
    close: () => {
      endAll()
      server.close()
    },
  }
}
