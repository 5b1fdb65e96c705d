import { connect, type Socket } from 'node:net'
import { type Failure, failure } from '../../shared/failure.ts'
import type { Clock } from '../environment.ts'

/** What ends a print: thrown inside the driver, and turned into its outcome at the driver's edge. */
export class PrinterTrouble extends Error {
  readonly failure: Failure
  constructor(name: 'PRINTER_UNREACHABLE' | 'PRINTER_FAILED', detail: string) {
    super(`${name}: ${detail}`)
    this.failure = failure(name, detail)
  }
}

export type LineParts = {
  readonly host: string
  readonly port: number
  readonly timeoutMs: number
  readonly clock: Clock
}

/** An open TCP line to a printer. Every wait on it ends: in what was waited for, in a loss of the line, or in time. */
export type PrinterLine = {
  /** Sends piece by piece, each when the one before has left. */
  readonly send: (bytes: Uint8Array) => Promise<void>
  /** Sends a question and gives the first byte that answers it, or null where none came in so many ms. */
  readonly ask: (
    question: Uint8Array,
    answers: (byte: number) => boolean,
    ms: number,
  ) => Promise<number | null>
  /** Hangs up, and waits a moment for the printer to do so too: many take one line at a time. */
  readonly close: () => Promise<void>
}

/** Small, so that a printer with little memory is never flooded, and a stall is soon seen. */
const PIECE = 4096
const CLOSE_MS = 1000

export async function openLine(parts: LineParts): Promise<PrinterLine> {
  const socket = connect({ host: parts.host, port: parts.port, noDelay: true })
  // A line may be lost while nobody waits on it; whoever waits next finds it gone.
  socket.on('error', () => {})
  try {
    await connected(socket, parts)
  } catch (error) {
    socket.destroy()
    throw new PrinterTrouble('PRINTER_UNREACHABLE', codeOf(error))
  }
  // What comes unasked is let go.
  socket.resume()
  return {
    send: (bytes) => send(socket, parts, bytes),
    ask: (question, answers, ms) => ask(socket, parts.clock, { question, answers, ms }),
    close: () => close(socket, parts.clock),
  }
}

async function connected(socket: Socket, { clock, timeoutMs }: LineParts): Promise<void> {
  const done = await settleWithin<true>(socket, clock, timeoutMs, (settle) => {
    const onConnect = () => settle(true)
    socket.once('connect', onConnect)
    return () => socket.off('connect', onConnect)
  })
  if (done === null) throw Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })
}

async function send(socket: Socket, { clock, timeoutMs }: LineParts, bytes: Uint8Array): Promise<void> {
  for (let start = 0; start < bytes.length; start += PIECE) {
    const piece = bytes.subarray(start, start + PIECE)
    const sent = await settleWithin<true>(socket, clock, timeoutMs, (settle) => {
      socket.write(piece, (error) => {
        if (!error) settle(true)
      })
      return () => {}
    }).catch(lost)
    if (sent === null) throw new PrinterTrouble('PRINTER_FAILED', 'not answering')
  }
}

type Question = {
  readonly question: Uint8Array
  readonly answers: (byte: number) => boolean
  readonly ms: number
}

const ask = (socket: Socket, clock: Clock, { question, answers, ms }: Question): Promise<number | null> =>
  settleWithin<number>(socket, clock, ms, (settle) => {
    const onData = (chunk: Buffer) => {
      const answer = chunk.find(answers)
      if (answer !== undefined) settle(answer)
    }
    socket.on('data', onData)
    socket.write(question)
    return () => socket.off('data', onData)
  }).catch(lost)

async function close(socket: Socket, clock: Clock): Promise<void> {
  if (socket.destroyed) return
  socket.end()
  await settleWithin<never>(socket, clock, CLOSE_MS, () => () => {}).catch(() => {})
  socket.destroy()
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

function lost(): never {
  throw new PrinterTrouble('PRINTER_FAILED', 'connection lost')
}

type Settle<T> = (value: T) => void

/** Runs `work` until it settles; rejects when the line is lost before; gives null when the time is up before. */
function settleWithin<T>(
  socket: Socket,
  clock: Clock,
  ms: number,
  work: (settle: Settle<T>) => () => void,
): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const finish = (act: () => void) => {
      callOff()
      stopWork()
      socket.off('error', onError)
      socket.off('close', onClose)
      act()
    }
    const onError = (error: Error) => finish(() => reject(error))
    const onClose = () => finish(() => reject(new Error('closed')))
    let stopWork = () => {}
    const callOff = clock.after(ms, () => finish(() => resolve(null)))
    socket.once('error', onError)
    socket.once('close', onClose)
    if (socket.destroyed) onClose()
    else stopWork = work((value) => finish(() => resolve(value)))
  })
}
