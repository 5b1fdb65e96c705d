import type { Failure } from './failure.ts'

/** What goes to a printer. `drawer` is no paper: it is the pulse that opens the drawer at it. */
export const PRINT_KINDS = [
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
export const PRINT_STATES = ['queued', 'printing', 'doubtful', 'printed', 'given-up'] as const
export type PrintState = (typeof PRINT_STATES)[number]

/** A paper of a sale, as the history shows it. */
export type SalePrint = {
  readonly kind: PrintKind
  readonly printer: PrinterName
  readonly state: PrintState
  readonly failure: Failure | null
  readonly attempts: number
  readonly queuedAt: number
  readonly printedAt: number | null
}

/** What a person decides about a print that waits, or perhaps came out. */
export const PRINT_REMEDIES = ['came-out', 'again', 'other-printer', 'given-up'] as const
export type PrintRemedy = (typeof PRINT_REMEDIES)[number]

/** A print that has not come out yet. */
export type WaitingPrint = {
  readonly id: string
  readonly kind: PrintKind
  /** Null for a paper of no sale. */
  readonly saleId: string | null
  readonly sequence: number | null
  /** `doubtful`: bytes left, and nobody can know what became of them. */
  readonly state: 'queued' | 'printing' | 'doubtful'
  readonly printer: PrinterName
  /** Why it has not come out. */
  readonly failure: Failure | null
  readonly attempts: number
  readonly queuedAt: number
  readonly remedies: readonly PrintRemedy[]
}

/** Of the print queue, what every screen shows. */
export type Printing = {
  readonly waiting: number
  readonly doubtful: number
  /** Why the first of them has not come out. */
  readonly failure: Failure | null
  /** Of the last drawer that was to open: it is not opened later. */
  readonly drawer: Failure | null
}

/** What was found when a person looked for printers. */
export type FoundPrinters = {
  readonly system: readonly { readonly queue: string; readonly words: string }[]
  readonly devices: readonly { readonly path: string; readonly words: string }[]
  readonly network: readonly { readonly host: string; readonly port: number }[]
}

export type PrinterReport =
  | { readonly ready: true; readonly paperLow: boolean }
  | { readonly ready: false; readonly failure: Failure }
