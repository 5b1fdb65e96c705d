/**
 * Reads the status of an ESC/POS printer (Epson's command reference, "DLE EOT", "GS r" and "GS a"). The printer answers
 * DLE EOT at once. It answers GS r after the data before it, which proves that the data was printed. After GS a it
 * reports every change by itself, in four bytes.
 */
import type { FailureName } from '../../../shared/failure.ts'

export type StatusTopic = 'printer' | 'offline cause' | 'error' | 'paper'
export type StatusBytes = Readonly<Record<StatusTopic, number>>

const TOPIC_NUMBERS: Readonly<Record<StatusTopic, number>> = {
  printer: 1,
  'offline cause': 2,
  error: 3,
  paper: 4,
}
export const STATUS_TOPICS = ['printer', 'offline cause', 'error', 'paper'] as const satisfies StatusTopic[]

export const askStatus = (topic: StatusTopic): Uint8Array => Uint8Array.of(0x10, 0x04, TOPIC_NUMBERS[topic])

export const ASK_IN_TURN = Uint8Array.of(0x1d, 0x72, 0x01)
/** Turns on automatic reports of off line, errors and paper. The first report comes at once. */
export const REPORTS_ON = Uint8Array.of(0x1d, 0x61, 0x0e)
export const REPORTS_OFF = Uint8Array.of(0x1d, 0x61, 0x00)

/** A printer's message. `trouble` is the first thing that a person should fix. */
export type PrinterStatusChange =
  | { readonly kind: 'real time'; readonly byte: number }
  | { readonly kind: 'in turn'; readonly byte: number }
  | { readonly kind: 'automatic'; readonly trouble: FailureName | null; readonly paperLow: boolean }

/** Fixed bits tell messages apart: 0xx1xx10 answers DLE EOT, 0xx1xx00 begins an automatic report, 0xx0xxxx others. */
const answersRealTime = (byte: number): boolean => (byte & 0x93) === 0x12
const beginsAutomatic = (byte: number): boolean => (byte & 0x93) === 0x10
const isPlain = (byte: number): boolean => (byte & 0x90) === 0

/** Returns a function that reads messages byte by byte and ignores other bytes, such as flow control. */
export function messageReader(): (byte: number) => PrinterStatusChange | null {
  let frame: number[] = []
  return (byte) => {
    if (answersRealTime(byte)) return { kind: 'real time', byte }
    if (beginsAutomatic(byte)) {
      frame = [byte]
      return null
    }
    if (!isPlain(byte)) return null
    if (frame.length === 0) return { kind: 'in turn', byte }
    frame.push(byte)
    if (frame.length < 4) return null
    const [first = 0, second = 0, third = 0] = frame
    frame = []
    return {
      kind: 'automatic',
      trouble: automaticTrouble(first, second, third),
      paperLow: (third & 0x03) !== 0,
    }
  }
}

function automaticTrouble(first: number, second: number, third: number): FailureName | null {
  if ((third & 0x0c) !== 0) return 'PRINTER_PAPER_OUT'
  if ((first & 0x20) !== 0) return 'PRINTER_COVER_OPEN'
  if ((second & 0x08) !== 0) return 'PRINTER_CUTTER_JAMMED'
  if ((second & 0x64) !== 0) return 'PRINTER_FAULT'
  return (first & 0x08) !== 0 ? 'PRINTER_OFFLINE' : null
}

/** The fault in the four answers of DLE EOT; null where the printer is ready. */
export function troubleIn(status: StatusBytes): FailureName | null {
  if ((status.paper & 0x60) !== 0 || (status['offline cause'] & 0x20) !== 0) return 'PRINTER_PAPER_OUT'
  if ((status['offline cause'] & 0x04) !== 0) return 'PRINTER_COVER_OPEN'
  if ((status.error & 0x08) !== 0) return 'PRINTER_CUTTER_JAMMED'
  if ((status.error & 0x64) !== 0 || (status['offline cause'] & 0x40) !== 0) return 'PRINTER_FAULT'
  return (status.printer & 0x08) !== 0 ? 'PRINTER_OFFLINE' : null
}

export const paperLowIn = ({ paper }: StatusBytes): boolean => (paper & 0x0c) !== 0

/** Whether the answer to GS r 1 says that paper is out; the next function, that it is nearly out. */
export const outInTurn = (byte: number): boolean => (byte & 0x0c) !== 0
export const lowInTurn = (byte: number): boolean => (byte & 0x03) !== 0
