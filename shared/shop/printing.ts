import { z } from 'zod'
import { failureSchema } from '../failure.ts'
import { countSchema, idSchema, timeSchema, type Wire } from '../wire.ts'

/** The kinds of print jobs. `drawer` prints nothing: it is the drawer kick. */
const PRINT_KINDS = [
  'sale',
  'e-receipt',
  'copy',
  'refund-slip',
  /** Lists voided e-receipts when no money went back. */
  'void-slip',
  'test',
  'drawer',
  'x-report',
  'z-report',
  /** The Z report again, marked as a copy. */
  'z-copy',
  /** The count of the drawer, note by note. */
  'drawer-count',
  /** The reconciliation of a day or a shift. */
  'reconciliation',
] as const
export type PrintKind = (typeof PRINT_KINDS)[number]

/** The two configured printers. A person can send a print to the spare one. */
export const PRINTERS = ['main', 'spare'] as const
export type PrinterName = (typeof PRINTERS)[number]

/** `unconfirmed` is an unconfirmed print: bytes were sent, and nobody knows whether the paper came out. */
const PRINT_STATES = ['queued', 'printing', 'unconfirmed', 'printed', 'given-up'] as const
export type PrintState = (typeof PRINT_STATES)[number]

/** A print of a sale, for the history. */
export const salePrintSchema = z.strictObject({
  kind: z.enum(PRINT_KINDS),
  printer: z.enum(PRINTERS),
  state: z.enum(PRINT_STATES),
  failure: z.nullable(failureSchema),
  attempts: countSchema,
  queuedAt: timeSchema,
  printedAt: z.nullable(timeSchema),
})
export type SalePrint = Wire<typeof salePrintSchema>

/** A person's decision about a waiting or an unconfirmed print. */
export const PRINT_RESOLUTIONS = ['came-out', 'again', 'other-printer', 'given-up'] as const
export type PrintResolution = (typeof PRINT_RESOLUTIONS)[number]

/** A print that has not come out yet. */
export const waitingPrintSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(PRINT_KINDS),
  /** Null if the print belongs to no sale. */
  saleId: z.nullable(idSchema),
  sequence: z.nullable(z.int()),
  state: z.enum(['queued', 'printing', 'unconfirmed']),
  printer: z.enum(PRINTERS),
  /** Why it has not come out. */
  failure: z.nullable(failureSchema),
  attempts: countSchema,
  queuedAt: timeSchema,
  resolutions: z.array(z.enum(PRINT_RESOLUTIONS)),
  /** What exists nowhere else and is erased if this is not printed; an organisation's e-receipt has a QR without lottery. */
  loses: z.nullable(z.enum(['lottery', 'qr'])),
})
export type WaitingPrint = Wire<typeof waitingPrintSchema>

/** The state of the print queue on every screen. */
export const printingSchema = z.strictObject({
  waiting: countSchema,
  unconfirmed: countSchema,
  /** Why the first waiting print has not come out. */
  failure: z.nullable(failureSchema),
  /** Why the last drawer kick failed. It is not repeated. */
  drawer: z.nullable(failureSchema),
})
export type Printing = Wire<typeof printingSchema>

/** The printers that a search found. */
export const foundPrintersSchema = z.strictObject({
  system: z.array(z.strictObject({ queue: z.string(), words: z.string() })),
  devices: z.array(z.strictObject({ path: z.string(), words: z.string() })),
  network: z.array(z.strictObject({ host: z.string(), port: z.int() })),
})
export type FoundPrinters = Wire<typeof foundPrintersSchema>

export const printerReportSchema = z.discriminatedUnion('ready', [
  z.strictObject({ ready: z.literal(true), paperLow: z.boolean() }),
  z.strictObject({ ready: z.literal(false), failure: failureSchema }),
])
export type PrinterReport = Wire<typeof printerReportSchema>
