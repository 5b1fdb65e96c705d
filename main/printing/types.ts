import type { Failure } from '../../shared/failure.ts'
import type { Raster } from '../receipts/index.ts'

/** A print in every form: each kind of printer takes the one that it understands. */
export type PrintRequest = {
  readonly jobId: string
  /** For people who look into a queue or a folder. */
  readonly name: string
  readonly raster: Raster
  /** In the printer's own language (ESC/POS, by its profile). */
  readonly bytes: Uint8Array
  /** As a page, made on demand. */
  readonly pdf: () => Uint8Array
  readonly html: () => string
}

export type PrintOutcome =
  /** The printer itself confirmed it, not only the socket. */
  | { readonly printed: true; readonly files: readonly string[] }
  | {
      readonly printed: false
      readonly failure: Failure
      /** Some of it may be on paper: printing again may make a second copy. */
      readonly begun?: boolean
    }

export type PrinterStatus =
  | { readonly ready: true; readonly paperLow: boolean }
  | { readonly ready: false; readonly failure: Failure }

/** Null where the pulse left. Few printers can tell whether a drawer opened. */
export type DrawerOutcome = Failure | null

/** A printer with an open line. Every call ends with success or a named failure; none throws. */
export type OpenPrinter = {
  readonly print: (request: PrintRequest) => Promise<PrintOutcome>
  readonly status: () => Promise<PrinterStatus>
  readonly drawer: () => Promise<DrawerOutcome>
  /** Closes the line, file or socket. Always called, also after a failure. */
  readonly close: () => Promise<void>
}

/** One way to print. */
export type PrinterDriver = {
  readonly open: () => Promise<
    { readonly ok: true; readonly printer: OpenPrinter } | { readonly ok: false; readonly failure: Failure }
  >
  /** Whether printing the same job again replaces the first paper instead of making a second. */
  readonly replaces: boolean
}

/** Receives the messages of an open line. */
export type LineEar = {
  readonly bytes: (bytes: Uint8Array) => void
  /** The line was lost, not closed by us. */
  readonly lost: () => void
}

/**
 * An open line to a printer: a socket or a device file. Its promises resolve or stay pending; they never reject. The
 * caller has a clock (printer-talk.ts), and learns of a loss through the ear.
 */
export type PrinterLine = {
  /** Whether the printer can answer at all. */
  readonly answers: boolean
  /** Attaches one ear. A line that is lost already says so at once. */
  readonly listen: (ear: LineEar) => void
  /** Resolves when the bytes have left the program. One at a time. */
  readonly send: (bytes: Uint8Array) => Promise<void>
  /** Closes in order: resolves when everything is sent and the other side has hung up too. */
  readonly finish: () => Promise<void>
  /** Closes within about a second, in any state. */
  readonly close: () => Promise<void>
}
