import type { Failure } from '../../shared/failure.ts'
import type { Raster } from '../receipts/index.ts'

/** What a printer gets: each kind of printer takes the form it understands. */
export type PrintRequest = {
  readonly jobId: string
  /** For people who look into a queue or a folder. */
  readonly name: string
  readonly raster: Raster
  /** The same in the printer's own language (ESC/POS, by its profile). */
  readonly bytes: Uint8Array
  /** The same as a page, made when it is wanted. */
  readonly pdf: () => Uint8Array
  readonly html: () => string
}

export type PrintOutcome =
  /** The printer itself said that it is done, not merely the socket. */
  | { readonly printed: true; readonly files: readonly string[] }
  | {
      readonly printed: false
      readonly failure: Failure
      /** Some of it may be on paper: printing it again may make a second copy. */
      readonly begun?: boolean
    }

export type PrinterStatus =
  | { readonly ready: true; readonly paperLow: boolean }
  | { readonly ready: false; readonly failure: Failure }

/** Null where the drawer's pulse left; whether a drawer opened, few printers can tell. */
export type DrawerOutcome = Failure | null

/** A printer with its line open. Every call ends by itself, in success or in a named failure; none throws. */
export type OpenPrinter = {
  readonly print: (request: PrintRequest) => Promise<PrintOutcome>
  readonly status: () => Promise<PrinterStatus>
  readonly drawer: () => Promise<DrawerOutcome>
  /** Lets go of the line, the file, the socket: always called, also after a failure. */
  readonly close: () => Promise<void>
}

/** One way to paper. */
export type PrinterDriver = {
  readonly open: () => Promise<
    { readonly ok: true; readonly printer: OpenPrinter } | { readonly ok: false; readonly failure: Failure }
  >
  /** Whether printing the same job again makes no second paper: it replaces the first. */
  readonly replaces: boolean
}

/** What hears an open line. */
export type LineEar = {
  readonly bytes: (bytes: Uint8Array) => void
  /** The line is gone, without having been hung up by us. */
  readonly lost: () => void
}

/**
 * An open line to a printer: a socket, or a device's file. Its promises are kept or stay open; they never reject. Who
 * waits on one has a clock (printer-talk.ts), and hears of a loss by the ear.
 */
export type PrinterLine = {
  /** Whether anything can come back on it at all. */
  readonly answers: boolean
  /** One ear, from now on; a line that is lost already says so at once. */
  readonly listen: (ear: LineEar) => void
  /** Kept when the bytes have left the program. One at a time. */
  readonly send: (bytes: Uint8Array) => Promise<void>
  /** Hangs up in order: kept when everything is out and the other side has hung up too. */
  readonly finish: () => Promise<void>
  /** Lets go of it, within a second or so, whatever its state. */
  readonly close: () => Promise<void>
}
