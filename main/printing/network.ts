import { failure } from '../../shared/failure.ts'
import type { Clock } from '../environment.ts'
import { openLine, type PrinterLine, PrinterTrouble } from './printer-line.ts'
import {
  ASK_IN_TURN,
  answersInTurn,
  answersStatus,
  askStatus,
  STATUS_TOPICS,
  type StatusTopic,
  troubleIn,
} from './printer-status.ts'
import type { PrinterDriver, PrintOutcome, PrintRequest } from './types.ts'

type NetworkPrinterParts = {
  readonly host: string
  /** 9100 as a rule. */
  readonly port: number
  /** For the line to open, for each answer, for each piece of data to leave. */
  readonly timeoutMs?: number
  readonly clock: Clock
}

const TIMEOUT_MS = 5000
/** Twice what a slow head takes (50 mm a second, 8 rows a mm): how long a print is waited for. */
const MS_PER_ROW = 5

/**
 * A receipt printer that takes raw ESC/POS over TCP. Before the data it is asked whether it can print, and after them
 * whether it did: `printed` is its own answer, never the socket's.
 */
export function networkPrinter({ timeoutMs = TIMEOUT_MS, ...parts }: NetworkPrinterParts): PrinterDriver {
  // Found out with the first print: a printer that does not know GS r is not waited for again.
  let answersGsR = true

  const deliver = async (line: PrinterLine, { bytes, raster }: PrintRequest): Promise<void> => {
    await line.send(bytes)
    const patience = timeoutMs + raster.height * MS_PER_ROW
    const inVain = answersGsR && (await line.ask(ASK_IN_TURN, answersInTurn, patience)) === null
    await expectReady(line, timeoutMs)
    // Ready, and yet it said nothing: it does not know the question, or it would have stopped for a cause it names.
    if (inVain) answersGsR = false
  }

  const printOn = async (line: PrinterLine, request: PrintRequest): Promise<PrintOutcome> => {
    await expectReady(line, timeoutMs)
    try {
      await deliver(line, request)
      return { printed: true, files: [] }
    } catch (error) {
      return { ...notPrinted(error), begun: true }
    }
  }

  return {
    print: async (request) => {
      let line: PrinterLine | null = null
      try {
        line = await openLine({ ...parts, timeoutMs })
        return await printOn(line, request)
      } catch (error) {
        return notPrinted(error)
      } finally {
        await line?.close()
      }
    },
  }
}

/** Throws what keeps the printer from printing. */
async function expectReady(line: PrinterLine, timeoutMs: number): Promise<void> {
  const answer = async (topic: StatusTopic): Promise<number> => {
    const byte = await line.ask(askStatus(topic), answersStatus, timeoutMs)
    if (byte === null) throw new PrinterTrouble('PRINTER_FAILED', 'not answering')
    return byte
  }
  const status = { printer: 0, 'offline cause': 0, error: 0, paper: 0 }
  for (const topic of STATUS_TOPICS) status[topic] = await answer(topic)
  const trouble = troubleIn(status)
  if (trouble !== null) throw new PrinterTrouble('PRINTER_FAILED', trouble)
}

const notPrinted = (error: unknown): Extract<PrintOutcome, { printed: false }> => ({
  printed: false,
  failure: error instanceof PrinterTrouble ? error.failure : failure('PRINTER_FAILED', String(error)),
})
