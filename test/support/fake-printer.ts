import { createServer, type Socket } from 'node:net'
import { type EscPosCommand, readEscPos } from './escpos-decoder.ts'

export type FakePrinterHabits = {
  /** Bytes with which it answers DLE EOT 1 to 4; null says nothing. By default it is ready. */
  readonly status?: (topic: number, printer: FakePrinter) => number | null
  /** Whether it knows GS r. */
  readonly answersInTurn?: boolean
  /** What it does with the line when a band came in. */
  readonly onBand?: (socket: Socket, printer: FakePrinter) => void
}

export type FakePrinter = {
  readonly port: number
  readonly bands: () => number
  /** What came in, status questions left out. */
  readonly printed: () => readonly EscPosCommand[]
  readonly openLines: () => number
  readonly stop: () => Promise<void>
}

export const READY = 0x12

/** A printer on a port of this machine, as far as its own words go. */
export function startFakePrinter(habits: FakePrinterHabits = {}): Promise<FakePrinter> {
  const { status = () => READY, answersInTurn = true, onBand } = habits
  const printed: EscPosCommand[] = []
  const lines = new Set<Socket>()
  const server = createServer((socket) => {
    lines.add(socket)
    socket.on('close', () => lines.delete(socket))
    socket.on('error', () => {})
    let waiting = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      waiting = Buffer.concat([waiting, chunk])
      const { commands, used } = readEscPos(waiting)
      waiting = waiting.subarray(used)
      for (const command of commands) obey(socket, command)
    })
  })

  const obey = (socket: Socket, command: EscPosCommand): void => {
    if (command.kind === 'ask status') answer(socket, status(command.topic, printer))
    else if (command.kind === 'ask in turn') answer(socket, answersInTurn ? 0 : null)
    else printed.push(command)
    if (command.kind === 'raster') onBand?.(socket, printer)
  }
  const answer = (socket: Socket, byte: number | null): void => {
    if (byte !== null) socket.write(Uint8Array.of(byte))
  }

  const printer: FakePrinter = {
    get port() {
      const address = server.address()
      return typeof address === 'object' && address !== null ? address.port : 0
    },
    bands: () => printed.filter(({ kind }) => kind === 'raster').length,
    printed: () => printed,
    openLines: () => lines.size,
    stop: () =>
      new Promise((resolve) => {
        for (const line of lines) line.destroy()
        server.close(() => resolve())
      }),
  }
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(printer)))
}
