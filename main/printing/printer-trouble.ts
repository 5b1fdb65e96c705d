import { type Failure, type FailureName, failure } from '../../shared/failure.ts'
import type { PrinterDriver, PrintOutcome } from './types.ts'

/** Ends a print: thrown inside a driver and turned into its outcome at the driver's edge. */
export class PrinterTrouble extends Error {
  readonly failure: Failure
  constructor(name: FailureName, detail: string | null = null) {
    super(detail === null ? name : `${name}: ${detail}`)
    this.failure = failure(name, detail)
  }
}

export const troubleOf = (error: unknown): Failure =>
  error instanceof PrinterTrouble ? error.failure : failure('PRINTER_FAILED', codeOf(error))

/** The system's own code ("ECONNREFUSED"), where it has one. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

export const notBegun = (error: unknown): PrintOutcome => ({ printed: false, failure: troubleOf(error) })
export const begun = (error: unknown): PrintOutcome => ({
  printed: false,
  failure: troubleOf(error),
  begun: true,
})

/** No printer is set up: the paper waits with a visible reason. */
export const missingPrinter: PrinterDriver = {
  replaces: false,
  open: async () => ({ ok: false, failure: failure('PRINTER_MISSING') }),
}
