/**
 * The protocol with an ESC/POS printer over any line. The printer is asked before the data whether it can print, and
 * after it whether it printed.
 *
 *   DLE EOT 1..4 -> ready? -> data, piece by piece -> GS r: answered behind the data -> DLE EOT 1..4 -> ready? -> printed
 *                   not begun |                 begun: may have printed ...
 *
 * A report that the printer sends by itself (GS a) ends any wait. A printer without status counts as having printed
 * when all data has left and both sides have closed (docs/decisions/unconfirmed-prints.md).
 */
import { type Failure, failure } from '../../../shared/failure.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import { sleep } from '../../base/sleep.ts'
import { drawerPulse } from '../draw/index.ts'
import {
  ASK_IN_TURN,
  askStatus,
  lowInTurn,
  messageReader,
  outInTurn,
  type PrinterStatusChange,
  paperLowIn,
  REPORTS_OFF,
  REPORTS_ON,
  STATUS_TOPICS,
  type StatusTopic,
  troubleIn,
} from './printer-status.ts'
import { begun, notBegun, PrinterTrouble, troubleOf } from './printer-trouble.ts'
import { type PrinterProfile, profileNamed, type StatusWays } from './profiles.ts'
import type { OpenPrinter, PrinterDriver, PrinterLine, PrinterStatus, PrintRequest } from './types.ts'

/** Facts learned about a printer, kept for the next print. False: it does not answer GS r. */
export type PrinterManners = { answersInTurn: boolean }

type TalkParts = {
  readonly profile: PrinterProfile
  /** The limit for opening the line, for each answer, and for each piece of data. */
  readonly timeoutMs: number
  readonly clock: Clock
  readonly manners: PrinterManners
}

const TIMEOUT_MS = 5000
/** Ms to wait for each row: twice the time of a slow head (50 mm a second, 8 rows a mm). */
const MS_PER_ROW = 5
/** Ms that a slow head takes for a row. */
const MS_PER_SLOW_ROW = 2.5
/** How often a working printer is asked for its status. */
const LOOK_MS = 500
/** Bytes sent at a time: few, so that a printer with little memory can take them and a stall shows soon. A line may ask for fewer. */
const PIECE = 4096

export type LinePrinterParts = Pick<TalkParts, 'clock'> & Partial<TalkParts>

/** A printer at a line of its own, which is opened for each print, within the limit. */
export function lineDriver(
  openLine: (timeoutMs: number) => Promise<PrinterLine>,
  parts: LinePrinterParts,
): PrinterDriver {
  const defaults = {
    profile: profileNamed('escpos'),
    manners: { answersInTurn: true },
    timeoutMs: TIMEOUT_MS,
  }
  const talk = { ...defaults, ...parts }
  return {
    replaces: false,
    open: async () => {
      try {
        return { ok: true, printer: talkOver(await openLine(talk.timeoutMs), talk) }
      } catch (error) {
        return { ok: false, failure: troubleOf(error) }
      }
    },
  }
}

const NO_STATUS: StatusWays = { realTime: false, inTurn: false, automatic: false }

function talkOver(line: PrinterLine, { profile, timeoutMs, clock, manners }: TalkParts): OpenPrinter {
  const ways = line.answers ? profile.status : NO_STATUS
  const silent = !ways.realTime && !ways.inTurn
  const { waitFor, onMessage } = listenTo(line, clock)

  const send = async (bytes: Uint8Array): Promise<void> => {
    const { piece = PIECE } = line
    for (let start = 0; start < bytes.length; start += piece) {
      const left = await waitFor<true>(timeoutMs, (settle) => {
        void line.send(bytes.subarray(start, start + piece)).then(() => settle(true))
      })
      if (left === null) throw new PrinterTrouble('PRINTER_UNREACHABLE', 'takes no data')
    }
  }

  /** The first answer of that kind after the question; null where none came in time. */
  const ask = (kind: 'real time' | 'in turn', question: Uint8Array, ms: number): Promise<number | null> =>
    waitFor<number>(ms, (settle) => {
      const stop = onMessage((message) => {
        if (message.kind === kind) settle(message.byte)
      })
      void line.send(question)
      return stop
    })

  /** Throws the fault that keeps the printer from printing. */
  const expectReady = async (): Promise<{ readonly paperLow: boolean }> => {
    const status = { printer: 0, 'offline cause': 0, error: 0, paper: 0 }
    for (const topic of STATUS_TOPICS) status[topic] = await answerTo(topic)
    const trouble = troubleIn(status)
    if (trouble !== null) throw new PrinterTrouble(trouble)
    return { paperLow: paperLowIn(status) }
  }

  const answerTo = async (topic: StatusTopic): Promise<number> => {
    const byte = await ask('real time', askStatus(topic), timeoutMs)
    if (byte === null) throw new PrinterTrouble('PRINTER_UNREACHABLE')
    return byte
  }

  /** Whether the printer answered GS r after the data. Its status is polled meanwhile, to name a fault at once. */
  const answeredInTurn = async (ms: number): Promise<boolean> => {
    let answer: number | null = null
    const stop = onMessage((message) => {
      if (message.kind === 'in turn') answer ??= message.byte
    })
    try {
      const until = clock.monotonic() + ms
      void line.send(ASK_IN_TURN)
      while (answer === null && clock.monotonic() < until) {
        await waitFor<true>(Math.min(LOOK_MS, ms), (settle) =>
          onMessage(({ kind }) => {
            if (kind === 'in turn') settle(true)
          }),
        )
        if (answer === null && ways.realTime) await expectReady()
      }
      return answer !== null
    } finally {
      stop()
    }
  }

  /** For a printer that does not answer GS r: it must stay ready for as long as the slowest head prints. */
  const staysReady = async (ms: number): Promise<void> => {
    const until = clock.monotonic() + ms
    while (clock.monotonic() < until) {
      await expectReady()
      await sleep(clock, Math.min(LOOK_MS, ms))
    }
  }

  const confirmed = async (rows: number): Promise<void> => {
    if (ways.inTurn && manners.answersInTurn) {
      const answered = await answeredInTurn(timeoutMs + rows * MS_PER_ROW)
      if (!answered && !ways.realTime) throw new PrinterTrouble('PRINTER_UNREACHABLE')
      // The printer is ready but did not answer, so it does not know GS r.
      if (!answered) manners.answersInTurn = false
    } else if (ways.realTime) await staysReady(rows * MS_PER_SLOW_ROW)
    if (ways.realTime) await expectReady()
  }

  const hangUp = async (ms: number): Promise<void> => {
    const done = await waitFor<true>(ms, (settle) => {
      void line.finish().then(() => settle(true))
    })
    if (done === null) throw new PrinterTrouble('PRINT_UNCONFIRMED')
  }

  const deliver = async ({ bytes, raster: { height: rows } }: PrintRequest): Promise<void> => {
    await send(ways.automatic ? withReports(bytes) : bytes)
    if (silent) return hangUp(timeoutMs + rows * MS_PER_ROW)
    await confirmed(rows)
    // The paper is printed, so a failure here changes nothing.
    if (ways.automatic) await send(REPORTS_OFF).catch(() => {})
  }

  const status = async (): Promise<PrinterStatus> => {
    if (ways.realTime) return { ready: true, ...(await expectReady()) }
    if (!ways.inTurn) return { ready: true, paperLow: false }
    const byte = await ask('in turn', ASK_IN_TURN, timeoutMs)
    if (byte === null) return { ready: false, failure: failure('PRINTER_UNREACHABLE') }
    if (outInTurn(byte)) return { ready: false, failure: failure('PRINTER_PAPER_OUT') }
    return { ready: true, paperLow: lowInTurn(byte) }
  }

  const drawer = async (): Promise<Failure | null> => {
    const pulse = drawerPulse(profile)
    if (pulse === null) return failure('DRAWER_MISSING')
    // A printer that is off line would keep the pulse and open the drawer later, with nobody there.
    if (ways.realTime) await expectReady()
    await send(pulse)
    if (silent) await hangUp(timeoutMs)
    else if (ways.realTime) await answerTo('printer')
    return null
  }

  return {
    print: async (request) => {
      try {
        if (ways.realTime) await expectReady()
      } catch (error) {
        return notBegun(error)
      }
      return deliver(request).then(() => ({ printed: true, files: [] }), begun)
    },
    status: () => status().catch((error: unknown) => ({ ready: false, failure: troubleOf(error) })),
    drawer: () => drawer().catch(troubleOf),
    close: line.close,
  }
}

/** Puts GS a after ESC @, which would turn the reports off again (Epson, "GS a"). */
function withReports(bytes: Uint8Array): Uint8Array {
  const head = bytes[0] === 0x1b && bytes[1] === 0x40 ? 2 : 0
  return Buffer.concat([bytes.subarray(0, head), REPORTS_ON, bytes.subarray(head)])
}

type Begin<T> = (settle: (value: T) => void) => (() => void) | undefined

/** Reads the line's messages. Every wait ends with the awaited value, the printer's fault, or its time limit. */
function listenTo(line: PrinterLine, clock: Clock) {
  const listeners = new Set<(message: PrinterStatusChange) => void>()
  const waiters = new Set<(trouble: PrinterTrouble) => void>()
  let trouble: PrinterTrouble | null = null
  const readByte = messageReader()

  const raise = (raised: PrinterTrouble): void => {
    trouble = raised
    for (const waiter of [...waiters]) waiter(raised)
  }
  let lost = false
  line.listen({
    bytes: (bytes) => {
      for (const byte of bytes) {
        const message = readByte(byte)
        if (message === null) continue
        if (message.kind === 'automatic' && !lost) {
          if (message.trouble === null) trouble = null
          else raise(new PrinterTrouble(message.trouble))
        }
        for (const listener of [...listeners]) listener(message)
      }
    },
    lost: () => {
      lost = true
      raise(new PrinterTrouble('PRINTER_UNREACHABLE', 'connection lost'))
    },
  })

  const onMessage = (listener: (message: PrinterStatusChange) => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** Null after the time limit; rejects with the printer's fault. `begin` may return a function that cancels it. */
  const waitFor = <T>(ms: number, begin: Begin<T>): Promise<T | null> =>
    new Promise((resolve, reject) => {
      if (trouble !== null) return reject(trouble)
      let stop: (() => void) | undefined
      const finish = (action: () => void): void => {
        cancelTimer()
        stop?.()
        waiters.delete(fail)
        action()
      }
      const fail = (raised: PrinterTrouble): void => finish(() => reject(raised))
      const cancelTimer = clock.after(ms, () => finish(() => resolve(null)))
      waiters.add(fail)
      stop = begin((value) => finish(() => resolve(value)))
    })

  return { waitFor, onMessage }
}
