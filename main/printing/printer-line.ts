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
