/** A network line to a port of this machine, which a test cuts, holds, slows and restores. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const WHOLE = {
  state: 'through' as 'through' | 'cut' | 'held' | 'deaf',
  lateMs: 0,
  most: Number.POSITIVE_INFINITY,
  damaged: false,
  endless: false,
}

export async function openLine(port: number) {
  const line = { ...WHOLE }
  const set = (change: Partial<typeof WHOLE>): void => void Object.assign(line, change)
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
      const waited = line.lateMs === 0 ? undefined : pause(line.lateMs)
      before = before.then(() => waited).then(() => void (isOpen() && to.write(data)))
    })
  }
  // A half-open connection shows whether somebody waits for the other side to end it too.
  const server = createServer({ allowHalfOpen: true }, (near) => {
    keep(near)
    if (line.state === 'cut') return void near.destroy()
    if (line.state === 'held') return void near.pause()
    const far = keep(connect(port, 'localhost'))
    const passesEnds = () => line.state === 'through' && !line.endless
    const isOpen = () => !line.endless || !near.readableEnded
    near.on('end', () => {
      if (passesEnds()) near.destroy()
      else if (line.state === 'deaf') far.end()
    })
    near.on('close', () => far.destroy())
    far.on('close', () => {
      if (passesEnds()) near.destroy()
    })
    let said = 0
    near.on('data', (data) => {
      said += data.length
      if (said > line.most) near.destroy()
    })
    far.on('data', (data) => {
      said = 0
      if (line.damaged) data.fill(0, 5) // what follows the head of a TLS record
    })
    pass(
      near,
      far,
      () => isOpen() && said <= line.most && (line.state === 'through' || line.state === 'deaf'),
    )
    pass(far, near, () => line.state === 'through')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    /** All connections break. New ones pass. */
    drop: endAll,
    /** All connections break, and new ones are refused. */
    cut: (): void => {
      set({ state: 'cut' })
      endAll()
    },
    /** Everything stays open, and no byte passes any more, as with a server that hangs. */
    hold: () => set({ state: 'held' }),
    /** What the near side says arrives, and no answer comes back. */
    loseAnswers: () => set({ state: 'deaf' }),
    /** Each piece of data arrives so much later, in both directions. */
    slow: (ms: number) => set({ lateMs: ms }),
    /** Each piece of data that the far side says arrives damaged. */
    damageAnswers: () => set({ damaged: true }),
    /** A connection that the near side ends stays open, and data that is still on its way (see `slow`) is lost. */
    loseEnds: () => set({ endless: true }),
    /** A connection breaks when the near side says more than this without an answer, as a weak line in a long transfer. */
    carry: (bytes: number) => set({ most: bytes }),
    /** New connections pass again, at once. All others end. */
    restore: (): void => {
      endAll()
      set(WHOLE)
    },
    /** How many connections are open. */
    open: () => sockets.size,
    /** All connections break, and the port is free. */
    close: (): void => {
      endAll()
      server.close()
    },
  }
}

export type Line = Awaited<ReturnType<typeof openLine>>
