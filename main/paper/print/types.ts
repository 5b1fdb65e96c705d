import type { Failure } from '../../../shared/failure.ts'
import type { Raster } from '../draw/index.ts'

/** A print in every form. Each kind of printer uses the one that it understands. */
export type PrintRequest = {
  readonly jobId: string
  /** A name for people who look into a print queue or a folder. */
  readonly name: string
  readonly raster: Raster
  /** The print in the printer's own language (ESC/POS, by its profile). */
  readonly bytes: Uint8Array
  /** The print as a page, made on demand. */
  readonly pdf: () => Uint8Array
  readonly html: (title: string) => string
}

export type PrintOutcome =
  /** Confirmed as well as this kind of printer can: by its status, the end of the job, or all data sent. */
  | { readonly printed: true; readonly files: readonly string[] }
  | {
      readonly printed: false
      readonly failure: Failure
      /** Some of it may be on paper, so printing again may make a second copy. */
      readonly begun?: boolean
    }

export type PrinterStatus =
  | { readonly ready: true; readonly paperLow: boolean }
  | { readonly ready: false; readonly failure: Failure }

/** Null where the pulse left. Few printers tell whether the drawer opened. */
export type DrawerOutcome = Failure | null

/** A printer with an open line. Every call resolves with success or a named failure. */
export type OpenPrinter = {
  readonly print: (request: PrintRequest) => Promise<PrintOutcome>
  readonly status: () => Promise<PrinterStatus>
  readonly drawer: () => Promise<DrawerOutcome>
  /** Closes the line. Always called, also after a failure. */
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

/** Receives the events of an open line. */
export type LineListener = {
  readonly bytes: (bytes: Uint8Array) => void
  /** The line was lost, and we did not close it. */
  readonly lost: () => void
}

/**
 * An open line to a printer: a socket or a device file. Its promises resolve or stay pending and never reject. The
 * caller limits the time (printer-talk.ts) and learns of a loss through its listener.
 */
export type PrinterLine = {
  /** Whether the printer can send answers. */
  readonly answers: boolean
  /** The most bytes of a piece; left out where the usual number is right. */
  readonly piece?: number
  /** Attaches one listener. It is told at once if the line is lost already. */
  readonly listen: (listener: LineListener) => void
  /** Resolves when the bytes have left the program. Send one piece at a time. */
  readonly send: (bytes: Uint8Array) => Promise<void>
  /** Sends everything and closes. Resolves when the other side has closed too. */
  readonly finish: () => Promise<void>
  /** Closes within about a second, in any state. */
  readonly close: () => Promise<void>
}
