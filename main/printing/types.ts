import type { Failure } from '../../shared/failure.ts'
import type { Raster } from '../receipts/index.ts'

/** What a driver gets: the raster, and the same as the printer's own bytes (ESC/POS). */
export type PrintRequest = {
  readonly jobId: string
  readonly name: string
  readonly raster: Raster
  readonly bytes: Uint8Array
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

/** One way to paper. Every call ends by itself, in success or in a named failure; none throws. */
export type PrinterDriver = { readonly print: (request: PrintRequest) => Promise<PrintOutcome> }
