/**
 * A receipt printer on a port of this machine: it reads what a driver sends command by command, prints as far as its
 * paper lasts, stops when it cannot go on, and answers status requests.
 */
import { createServer, type Socket } from 'node:net'
import type { Raster } from '../../main/paper/draw/index.ts'
import { type EscPosCommand, readEscPos } from './escpos-decoder.ts'

export type FakePrinterHabits = {
  /** The byte with which it answers DLE EOT 1 to 4 instead of its real state; null for no answer. */
  readonly status?: (topic: number, printer: FakePrinter) => number | null
  /** Whether it knows DLE EOT. */
  readonly answersAtOnce?: boolean
  /** Whether it knows GS r. */
  readonly answersInTurn?: boolean
  /** Whether it knows GS a. */
  readonly speaksUp?: boolean
  /** Called with the connection after each printed band. */
  readonly onBand?: (socket: Socket, printer: FakePrinter) => void
  /** How many rows of paper are left; unlimited when left out. */
  readonly rows?: number
  /** Opens the cover when this many rows are printed. */
  readonly coverOpensAt?: number
  /** How long it waits before it answers. */
  readonly answersAfterMs?: number
  /** How long it prints a band; it reads nothing meanwhile. */
  readonly msPerBand?: number
  /** Accepts no further connection while one is open. */
  readonly oneLineAtATime?: boolean
  /** Never closes the connection itself. */
  readonly keepsLine?: boolean
}

export type FakePrinter = {
  readonly port: number
  readonly bands: () => number
  /** The commands that it carried out, without status requests. */
  readonly printed: () => readonly EscPosCommand[]
  /** The status requests that it got, in order. */
  readonly questions: () => readonly EscPosCommand[]
  /** The dots on its paper. */
  readonly paper: () => Raster
  readonly drawerPulses: () => readonly {
    readonly pin: 2 | 5
    readonly onMs: number
    readonly offMs: number
  }[]
  readonly openLines: () => number
  readonly openCover: () => void
  /** Closes the cover and puts in a new roll: it goes on where it stopped. */
  readonly mend: () => void
  /** Cuts its power: connections end, data that was not printed is gone, and nothing listens. */
  readonly losePower: () => Promise<void>
  readonly stop: () => Promise<void>
}

export const READY = 0x12
const NO_PAPER = 0x72

type Line = { readonly socket: Socket; waiting: Buffer; busy: boolean }

export function startFakePrinter(habits: FakePrinterHabits = {}): Promise<FakePrinter> {
  const { answersAtOnce = true, answersInTurn = true, speaksUp = true } = habits
  const { answersAfterMs = 0, msPerBand = 0 } = habits
  const printed: EscPosCommand[] = []
  const questions: EscPosCommand[] = []
  const dots: Uint8Array[] = []
  let [width, height] = [0, 0]
  let rowsLeft = habits.rows ?? Number.POSITIVE_INFINITY
  let coverOpensAt = habits.coverOpensAt ?? Number.POSITIVE_INFINITY
  let coverOpen = false
  let automatic = false
  const lines = new Set<Line>()
  const kept: Socket[] = []

  const server = createServer({ allowHalfOpen: habits.keepsLine === true }, (socket) => {
    socket.on('error', () => {})
    if (habits.oneLineAtATime && lines.size > 0) kept.push(socket.pause())
    else serve(socket)
  })

  const serve = (socket: Socket): void => {
    const line: Line = { socket, waiting: Buffer.alloc(0), busy: false }
    lines.add(line)
    socket.on('close', () => {
      lines.delete(line)
      const next = kept.shift()
      if (next) serve(next.resume())
    })
    socket.on('data', (chunk) => {
      if (stopped()) answerThrough(socket, chunk)
      line.waiting = Buffer.concat([line.waiting, stopped() ? withoutQuestions(chunk) : chunk])
      work(line)
    })
  }

  const stopped = (): boolean => coverOpen || rowsLeft <= 0

  /** Carries out one command after the other until it is stopped or has to wait. */
  const work = (line: Line): void => {
    while (!line.busy && !stopped() && !line.socket.destroyed) {
      const command = readEscPos(line.waiting).commands[0]
      if (!command) return
      if (command.kind === 'raster') printBand(line, command)
      else {
        line.waiting = line.waiting.subarray(lengthOf(line.waiting))
        obey(line.socket, command)
      }
    }
  }

  const printBand = (line: Line, band: Extract<EscPosCommand, { kind: 'raster' }>): void => {
    line.waiting = line.waiting.subarray(lengthOf(line.waiting))
    const rows = Math.min(band.rows, rowsLeft, coverOpensAt - height)
    dots.push(band.bits.subarray(0, rows * band.rowBytes))
    width = band.rowBytes * 8
    height += rows
    rowsLeft -= rows
    printed.push(band)
    if (height >= coverOpensAt) {
      coverOpen = true
      coverOpensAt = Number.POSITIVE_INFINITY
    }
    habits.onBand?.(line.socket, printer)
    if (stopped()) {
      tellAll()
      answerThrough(line.socket, line.waiting)
      line.waiting = withoutQuestions(line.waiting)
    }
    if (msPerBand > 0) takeTime(line)
  }

  const takeTime = (line: Line): void => {
    line.busy = true
    line.socket.pause()
    setTimeout(() => {
      line.busy = false
      line.socket.resume()
      work(line)
    }, msPerBand)
  }

  const obey = (socket: Socket, command: EscPosCommand): void => {
    if (command.kind === 'ask status' || command.kind === 'ask in turn') questions.push(command)
    if (command.kind === 'ask status') answer(socket, statusOf(command.topic))
    else if (command.kind === 'ask in turn') answer(socket, answersInTurn ? 0 : null)
    else if (command.kind === 'automatic status') {
      automatic = command.mode !== 0 && speaksUp
      if (automatic) answer(socket, ...automaticStatus())
    } else {
      if (command.kind === 'initialise') automatic = false
      printed.push(command)
    }
  }

  const answer = (socket: Socket, ...bytes: readonly (number | null)[]): void => {
    const said = bytes.filter((byte) => byte !== null)
    if (said.length === 0) return
    const say = (): void => {
      if (!socket.destroyed) socket.write(Uint8Array.from(said))
    }
    if (answersAfterMs > 0) setTimeout(say, answersAfterMs)
    else say()
  }

  const statusOf = (topic: number): number | null => {
    if (!answersAtOnce) return null
    if (habits.status) return habits.status(topic, printer)
    if (topic === 1) return stopped() ? READY | 0x08 : READY
    if (topic === 2) return READY | (coverOpen ? 0x04 : 0) | (rowsLeft <= 0 ? 0x20 : 0)
    return topic === 4 && rowsLeft <= 0 ? NO_PAPER : READY
  }

  const automaticStatus = (): readonly number[] => [
    0x10 | (stopped() ? 0x08 : 0) | (coverOpen ? 0x20 : 0),
    0,
    rowsLeft <= 0 ? 0x0c : 0,
    0,
  ]

  const tellAll = (): void => {
    if (automatic) for (const { socket } of lines) answer(socket, ...automaticStatus())
  }

  /** A stopped printer still answers DLE EOT, whatever data is before it. */
  const answerThrough = (socket: Socket, bytes: Uint8Array): void => {
    for (const topic of questionsIn(bytes)) answer(socket, statusOf(topic))
  }

  const printer: FakePrinter = {
    get port() {
      const address = server.address()
      return typeof address === 'object' && address !== null ? address.port : 0
    },
    bands: () => printed.filter(({ kind }) => kind === 'raster').length,
    printed: () => printed,
    questions: () => questions,
    paper: () => ({ width, height, bits: Buffer.concat(dots) }),
    drawerPulses: () =>
      printed.flatMap((command) =>
        command.kind === 'drawer' ? [{ pin: command.pin, onMs: command.onMs, offMs: command.offMs }] : [],
      ),
    openLines: () => lines.size,
    openCover: () => {
      coverOpen = true
      tellAll()
    },
    mend: () => {
      coverOpen = false
      rowsLeft = Number.POSITIVE_INFINITY
      tellAll()
      for (const line of lines) work(line)
    },
    losePower: () => stop(),
    stop: () => stop(),
  }
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      for (const { socket } of lines) socket.destroy()
      for (const socket of kept) socket.destroy()
      server.close(() => resolve())
    })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(printer)))
}

/** The length of the first command: that of the shortest beginning that is complete. */
function lengthOf(bytes: Uint8Array): number {
  const [whole] = readEscPos(bytes).commands
  if (whole?.kind === 'letters') return whole.bytes.length
  let length = whole?.kind === 'raster' ? 8 + whole.rowBytes * whole.rows : 1
  while (readEscPos(bytes.subarray(0, length)).commands.length === 0) length += 1
  return length
}

function questionsIn(bytes: Uint8Array): readonly number[] {
  const topics: number[] = []
  for (let at = 0; at + 2 < bytes.length; at += 1) {
    if (bytes[at] === 0x10 && bytes[at + 1] === 0x04) topics.push(bytes[at + 2] ?? 0)
  }
  return topics
}

function withoutQuestions(bytes: Uint8Array): Buffer {
  const kept: number[] = []
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === 0x10 && bytes[at + 1] === 0x04 && at + 2 < bytes.length) at += 2
    else kept.push(bytes[at] ?? 0)
  }
  return Buffer.from(kept)
}
