import { type Failure, type FailureName, failure } from '../../../shared/failure.ts'
import { codeOf } from '../../base/files/error-code.ts'
import type { PrinterDriver, PrintOutcome } from './types.ts'

/** Thrown inside a driver to end a print. The driver turns it into the outcome. */
export class PrinterTrouble extends Error {
  readonly failure: Failure
  constructor(name: FailureName, detail: string | null = null) {
    super(detail === null ? name : `${name}: ${detail}`)
    this.failure = failure(name, detail)
  }
}

export const troubleOf = (error: unknown): Failure =>
  error instanceof PrinterTrouble ? error.failure : failure('PRINTER_FAILED', causeOf(error))

/** The system's error code ("ECONNREFUSED"), or the error as text. */
export const causeOf = (error: unknown): string => codeOf(error) ?? String(error)

export const notBegun = (error: unknown): PrintOutcome => ({ printed: false, failure: troubleOf(error) })
export const begun = (error: unknown): PrintOutcome => ({
  printed: false,
  failure: troubleOf(error),
  begun: true,
})

/** Used where no printer is set up: papers wait with this reason. */
export const missingPrinter: PrinterDriver = {
  replaces: false,
  open: async () => ({ ok: false, failure: failure('PRINTER_MISSING') }),
}
