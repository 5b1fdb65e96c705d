/** A network line to a port of this machine, which a test cuts, holds and restores. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

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
  /** A connection breaks when the near side says more than this without an answer, as a weak line in a long transfer. */
  readonly carry: (bytes: number) => void
  /** New connections pass again. Those that were held end. */
  readonly restore: () => void
  /** How many connections are open. */
  readonly open: () => number
}

export async function lineTo(port: number): Promise<Line> {
  let state: 'through' | 'cut' | 'held' | 'deaf' = 'through'
  let most = Number.POSITIVE_INFINITY
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((near) => {
    keep(near)
    if (state === 'cut') return void near.destroy()
    if (state === 'held') return void near.pause()
    const far = keep(connect(port, 'localhost'))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    let said = 0
    near.on('data', (data) => {
      said += data.length
      if (said > most) near.destroy()
      else if (state === 'through' || state === 'deaf') far.write(data)
    })
    far.on('data', (data) => {
      said = 0
      if (state === 'through') near.write(data)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    endAll()
    server.close()
  })
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
    carry: (bytes) => {
      most = bytes
    },
    restore: () => {
      endAll()
      most = Number.POSITIVE_INFINITY
      state = 'through'
    },
    open: () => sockets.size,
  }
}
