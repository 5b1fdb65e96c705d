import { failure } from '../../shared/failure.ts'
import type { PrinterDriver } from './types.ts'

/** No printer is set up: the paper waits, and the reason is visible. */
export const missingPrinter: PrinterDriver = {
  replaces: false,
  open: async () => ({ ok: false, failure: failure('PRINTER_MISSING') }),
}
