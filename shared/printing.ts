import { z } from 'zod'
import { failureSchema } from './failure.ts'
import { countSchema, idSchema, timeSchema, type Wire } from './wire.ts'

/** What goes to a printer. `drawer` is no paper: it is the pulse that opens the drawer at it. */
const PRINT_KINDS = [
  'sale',
  'e-receipt',
  'copy',
  'refund-slip',
  /** E-receipts were voided, and no money went back. */
  'void-slip',
  'test',
  'drawer',
  'x-report',
  'z-report',
  /** The Z again, marked as a copy. */
  'z-copy',
  /** The drawer, note by note. */
  'drawer-count',
  /** Of a day or a shift: our journal held against the service's books. */
  'reconciliation',
] as const
export type PrintKind = (typeof PRINT_KINDS)[number]

/** The two that are set up: the one that is used, and the one that takes over when a person says so. */
export const PRINTERS = ['main', 'spare'] as const
export type PrinterName = (typeof PRINTERS)[number]

/** `doubtful`: bytes left, and nobody can know whether a paper came out. */
const PRINT_STATES = ['queued', 'printing', 'doubtful', 'printed', 'given-up'] as const
export type PrintState = (typeof PRINT_STATES)[number]

/** A paper of a sale, as the history shows it. */
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

/** What a person decides about a print that waits, or perhaps came out. */
export const PRINT_REMEDIES = ['came-out', 'again', 'other-printer', 'given-up'] as const
export type PrintRemedy = (typeof PRINT_REMEDIES)[number]

/** A print that has not come out yet. */
export const waitingPrintSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(PRINT_KINDS),
  /** Null for a paper of no sale. */
  saleId: z.nullable(idSchema),
  sequence: z.nullable(z.int()),
  /** `doubtful`: bytes left, and nobody can know what became of them. */
  state: z.enum(['queued', 'printing', 'doubtful']),
  printer: z.enum(PRINTERS),
  /** Why it has not come out. */
  failure: z.nullable(failureSchema),
  attempts: countSchema,
  queuedAt: timeSchema,
  remedies: z.array(z.enum(PRINT_REMEDIES)),
})
export type WaitingPrint = Wire<typeof waitingPrintSchema>

/** Of the print queue, what every screen shows. */
export const printingSchema = z.strictObject({
  waiting: countSchema,
  doubtful: countSchema,
  /** Why the first of them has not come out. */
  failure: z.nullable(failureSchema),
  /** Why the drawer did not open the last time. It is not opened later. */
  drawer: z.nullable(failureSchema),
})
export type Printing = Wire<typeof printingSchema>

/** What was found when a person looked for printers. */
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
