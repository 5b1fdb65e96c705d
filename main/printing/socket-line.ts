import { connect, type Socket } from 'node:net'
import type { Clock } from '../environment.ts'
import { inTime } from '../sleep.ts'
import type { LineEar, PrinterLine } from './printer-line.ts'
import { codeOf, PrinterTrouble } from './printer-trouble.ts'

export type SocketLineParts = {
  readonly host: string
  readonly port: number
  readonly timeoutMs: number
  readonly clock: Clock
}

const CLOSE_MS = 1000

/** A TCP line to a printer. Throws PrinterTrouble where it does not come about in time. */
export async function openSocketLine(parts: SocketLineParts): Promise<PrinterLine> {
  const socket = connect({ host: parts.host, port: parts.port, noDelay: true })
  try {
    if ((await inTime(parts.clock, parts.timeoutMs, connected(socket))) === null) throw tooLate()
  } catch (error) {
    socket.destroy()
    throw new PrinterTrouble('PRINTER_UNREACHABLE', codeOf(error))
  }
  return lineOver(socket, parts.clock)
}

const connected = (socket: Socket): Promise<true> =>
  new Promise((resolve, reject) => {
    // Stays: a line may be lost while nobody waits on it, and that must end no program.
    socket.on('error', reject)
    socket.once('connect', () => resolve(true))
  })

const tooLate = (): Error => Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })

function lineOver(socket: Socket, clock: Clock): PrinterLine {
  let ear: LineEar | null = null
  let hangingUp = false
  let failed = false
  socket.on('data', (chunk) => ear?.bytes(chunk))
  socket.once('error', () => {
    failed = true
  })
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      if (hangingUp && !failed) resolve()
      else ear?.lost()
    })
  })
  return {
    answers: true,
    listen: (listener) => {
      ear = listener
      if (socket.destroyed) listener.lost()
    },
    send: (bytes) =>
      new Promise((resolve) => {
        socket.write(bytes, (error) => {
          if (!error) resolve()
        })
      }),
    finish: () => {
      hangingUp = true
      socket.end()
      return closed
    },
    // Waits a moment for the printer to hang up too: many take one line at a time.
    close: async () => {
      ear = null
      if (socket.destroyed) return
      hangingUp = true
      socket.end()
      await inTime(clock, CLOSE_MS, closed)
      socket.destroy()
    },
  }
}
