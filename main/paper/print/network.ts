import { connect, type Socket } from 'node:net'
import type { Clock } from '../../base/clock-and-log.ts'
import { BY_NAME, noteFamily } from '../../base/net/look-up.ts'
import { inTime } from '../../base/sleep.ts'
import { type LinePrinterParts, lineDriver } from './printer-talk.ts'
import { causeOf, PrinterTrouble } from './printer-trouble.ts'
import type { LineListener, PrinterDriver, PrinterLine } from './types.ts'

type NetworkPrinterParts = LinePrinterParts & {
  readonly host: string
  /** Usually 9100. */
  readonly port: number
}

/** A receipt printer that takes raw ESC/POS over TCP. */
export const networkPrinter = ({ host, port, ...parts }: NetworkPrinterParts): PrinterDriver =>
  lineDriver((timeoutMs) => openSocketLine({ host, port, timeoutMs, clock: parts.clock }), parts)

type SocketLineParts = {
  readonly host: string
  readonly port: number
  readonly timeoutMs: number
  readonly clock: Clock
}

const CLOSE_MS = 1000

/** A TCP line to a printer. Throws PrinterTrouble where it does not open in time. */
export async function openSocketLine(parts: SocketLineParts): Promise<PrinterLine> {
  const { host, port } = parts
  const socket = noteFamily(host, connect({ host, port, noDelay: true, ...BY_NAME }))
  try {
    if ((await inTime(parts.clock, parts.timeoutMs, connected(socket))) === null) throw tooLate()
  } catch (error) {
    socket.destroy()
    throw new PrinterTrouble('PRINTER_UNREACHABLE', causeOf(error))
  }
  return lineOver(socket, parts.clock)
}

const connected = (socket: Socket): Promise<true> =>
  new Promise((resolve, reject) => {
    // The listener stays attached: an error without a listener would end the program.
    socket.on('error', reject)
    socket.once('connect', () => resolve(true))
  })

const tooLate = (): Error => Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })

function lineOver(socket: Socket, clock: Clock): PrinterLine {
  let listener: LineListener | null = null
  let hangingUp = false
  let failed = false
  socket.on('data', (chunk) => listener?.bytes(chunk))
  socket.once('error', () => {
    failed = true
  })
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      if (hangingUp && !failed) resolve()
      else listener?.lost()
    })
  })
  return {
    answers: true,
    listen: (added) => {
      listener = added
      if (socket.destroyed) added.lost()
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
    // Waits briefly until the printer has closed too, because many accept one connection at a time.
    close: async () => {
      listener = null
      if (socket.destroyed) return
      hangingUp = true
      socket.end()
      await inTime(clock, CLOSE_MS, closed)
      socket.destroy()
    },
  }
}
