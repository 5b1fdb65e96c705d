/** Schemas of replies about sales and the till. */
import { z } from 'zod'
import { ATTENTION_CAUSES, REMEDIES } from '../attention.ts'
import { FAILURE_NAMES } from '../failure.ts'
import { MODES } from '../mode.ts'
import {
  type FoundPrinters,
  PRINT_KINDS,
  PRINT_REMEDIES,
  PRINT_STATES,
  PRINTERS,
  type PrinterReport,
  type SalePrint,
  type WaitingPrint,
} from '../printing.ts'
import type { ReturnPlan } from '../return.ts'
import { QUEUED_WORK, type RecordedEvent, TENDER_KINDS } from '../sale.ts'
import { settingsSchema } from '../settings.ts'
import { ROLES } from '../staff.ts'
import { TAX_KINDS } from '../tax.ts'
import { goodsStatusSchema } from './goods-table.ts'
import { productSchema } from './product-schema.ts'
import { shiftStatusSchema } from './shift-table.ts'
import type { AttentionItem, BackupRow, ParkedSale, SaleView, TerminalView, WaitingWork } from './view.ts'

const id = z.string().min(1).max(64)
const at = z.number().int().nonnegative()
const hundredths = z.number().int()

const tenderKind = z.enum(TENDER_KINDS)

const failureSchema = z.strictObject({ name: z.enum(FAILURE_NAMES), detail: z.string().nullable() })

/**
 * Answers come from our own main process, built from typed values. Their outer shape is checked here, so that a slip
 * shows at once, and no key that is not listed gets through to the page.
 */

const discountSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('percent'), share: z.int() }),
  z.strictObject({ kind: z.literal('amount'), amount: hundredths }),
])

/** What a return plans, and how far each of it is. */
const planShape = {
  lines: z.array(z.strictObject({ lineId: id, quantity: z.int(), amount: hundredths })),
  whole: z.boolean(),
  amount: hundredths,
  voids: z.array(z.looseObject({ paymentId: z.string(), printedId: z.string().nullable() })),
  parts: z.array(z.looseObject({ id, amount: hundredths, by: z.enum(['refund', 'hand']) })),
  standing: z.array(z.strictObject({ paymentId: z.string(), printedId: z.string() })),
}
export const planSchema = z.strictObject(planShape) as unknown as z.ZodType<ReturnPlan>
const cashierSchema = z.strictObject({ id, name: z.string() }).nullable()
const returnSchema = z.strictObject({
  ...planShape,
  id,
  reason: z.string(),
  by: cashierSchema,
  approvedBy: cashierSchema,
  openedAt: at,
  state: z.enum(['open', 'completed', 'called-off']),
  endedAt: at.nullable(),
  goodsForLost: z.array(z.strictObject({ paymentId: z.string(), amount: hundredths })).optional(),
  slips: z.array(id),
})

const saleSchema = z.strictObject({
  id,
  terminal: z.string(),
  day: z.string(),
  sequence: z.int(),
  senderInvoiceNo: z.string().max(45),
  openedAt: at,
  cashier: cashierSchema,
  lines: z.array(
    z.strictObject({
      id,
      product: productSchema,
      quantity: z.int(),
      unitPrice: hundredths,
      amount: hundredths,
      discount: discountSchema.exactOptional(),
      off: hundredths.exactOptional(),
      share: hundredths.exactOptional(),
      note: z.string().exactOptional(),
    }),
  ),
  discount: discountSchema.nullable(),
  note: z.string(),
  receiver: z.looseObject({ kind: z.string() }),
  continues: id.nullable(),
  terms: z.looseObject({ ereceipts: z.boolean() }).nullable(),
  refusal: failureSchema.nullable(),
  parked: z.strictObject({ label: z.string(), at }).nullable(),
  invoices: z.array(z.looseObject({ no: z.int(), number: z.string() })),
  payments: z.array(z.looseObject({ paymentId: z.string(), came: hundredths })),
  tenders: z.array(z.looseObject({ id, kind: tenderKind, amount: hundredths })),
  ereceipts: z.array(z.looseObject({ step: z.string(), paymentId: z.string() })),
  papers: z.array(z.looseObject({ jobId: id.nullable() })),
  returns: z.array(returnSchema),
  decisions: z.array(z.looseObject({ cause: z.string(), remedy: z.string() })),
  notices: z.array(z.looseObject({ cause: z.string() })),
  soldAt: at.nullable(),
  endedAt: at.nullable(),
  watchedUntil: at.nullable(),
  held: z.boolean(),
  version: z.int(),
})

export const saleViewSchema = z.strictObject({
  sale: saleSchema,
  status: z.looseObject({ name: z.string() }),
  totals: z.strictObject({
    total: hundredths,
    vat: hundredths,
    cityTax: hundredths,
    byKind: z.array(
      z.strictObject({ kind: z.enum(TAX_KINDS), amount: hundredths, vat: hundredths, cityTax: hundredths }),
    ),
    lineCount: z.int(),
  }),
  undoable: z.boolean(),
  watch: z
    .strictObject({
      checking: z.boolean(),
      lastCheckedAt: at.nullable(),
      failure: failureSchema.nullable(),
      nextCheckAt: at.nullable(),
      tries: z.int(),
    })
    .nullable(),
  times: z.strictObject({
    invoiced: at.nullable(),
    paid: at.nullable(),
    ereceipted: at.nullable(),
    printed: at.nullable(),
  }),
}) as unknown as z.ZodType<SaleView>

export const personSchema = z.strictObject({ id, name: z.string(), role: z.enum(ROLES) })

export const auditRowSchema = z.strictObject({
  seq: z.int().positive(),
  at,
  who: personSchema.nullable(),
  act: z.string(),
  about: z.record(z.string(), z.unknown()),
  /** Whom it was about, where that is another than who did it. */
  whom: z.string().nullable(),
  /** Of the sale that it was about. */
  sale: z.strictObject({ id, sequence: z.int() }).nullable(),
  approvedBy: personSchema.nullable(),
})

export const terminalViewSchema = z.strictObject({
  mode: z.enum(MODES),
  settings: settingsSchema,
  connection: z.discriminatedUnion('state', [
    z.strictObject({ state: z.literal('connected') }),
    z.strictObject({ state: z.literal('disconnected'), since: at, failure: failureSchema }),
    z.strictObject({ state: z.literal('untried') }),
  ]),
  callback: z.discriminatedUnion('state', [
    z.strictObject({ state: z.literal('off') }),
    z.strictObject({ state: z.literal('listening') }),
    z.strictObject({ state: z.literal('failed'), failure: failureSchema }),
  ]),
  counter: saleViewSchema.nullable(),
  following: z.strictObject({ total: hundredths, lineCount: z.int() }).nullable(),
  waiting: z.strictObject({ count: z.int(), oldestAt: at.nullable() }),
  attention: z.int(),
  parked: z.int(),
  printing: z.strictObject({
    waiting: z.int(),
    doubtful: z.int(),
    failure: failureSchema.nullable(),
    drawer: failureSchema.nullable(),
  }),
  found: z.array(
    z.strictObject({ saleId: id, sequence: z.int(), total: hundredths, was: z.string(), now: z.string() }),
  ),
  rescued: z
    .strictObject({
      at,
      setAside: z.string(),
      sales: z.strictObject({ read: z.int(), partly: z.int(), lost: z.int().nullable() }),
      fromBackup: z.int(),
      shifts: z.strictObject({ partly: z.int(), lost: z.int().nullable() }).exactOptional(),
      wrong: z.array(z.strictObject({ file: z.string(), what: z.string() })).exactOptional(),
    })
    .nullable(),
  clockBehindMs: z.int().positive().nullable(),
  copiesOverdue: failureSchema.nullable(),
  storage: failureSchema.nullable(),
  printFolder: z.string().nullable(),
  shift: shiftStatusSchema,
  goods: goodsStatusSchema,
  person: personSchema.nullable(),
  locked: z.boolean(),
  staffed: z.boolean(),
}) as unknown as z.ZodType<TerminalView>

export const recordedSchema = z.strictObject({
  seq: z.int(),
  at,
  command: z.string().nullable(),
  event: z.looseObject({ kind: z.string() }),
}) as unknown as z.ZodType<RecordedEvent>

export const attentionSchema = z.strictObject({
  id: z.string(),
  saleId: id,
  senderInvoiceNo: z.string(),
  cause: z.enum(ATTENTION_CAUSES),
  failure: failureSchema.nullable(),
  amount: hundredths.nullable(),
  at,
  remedies: z.array(z.enum(REMEDIES)),
  missing: hundredths.nullable(),
}) as unknown as z.ZodType<AttentionItem>

export const parkedSchema = z.strictObject({
  id,
  sequence: z.int(),
  state: z.string(),
  label: z.string(),
  at,
  total: hundredths,
  taken: hundredths,
  lineCount: z.int(),
  goods: z.string(),
}) as unknown as z.ZodType<ParkedSale>

export const waitingSchema = z.strictObject({
  saleId: id,
  sequence: z.int(),
  senderInvoiceNo: z.string(),
  work: z.enum(QUEUED_WORK),
  total: hundredths,
  since: at,
  tries: z.int(),
  failure: failureSchema.nullable(),
  nextTryAt: at.nullable(),
  held: z.boolean(),
}) as unknown as z.ZodType<WaitingWork>

export const waitingPrintSchema = z.strictObject({
  id,
  kind: z.enum(PRINT_KINDS),
  saleId: id.nullable(),
  sequence: z.int().nullable(),
  state: z.enum(['queued', 'printing', 'doubtful']),
  printer: z.enum(PRINTERS),
  failure: failureSchema.nullable(),
  attempts: z.int(),
  queuedAt: at,
  remedies: z.array(z.enum(PRINT_REMEDIES)),
}) as unknown as z.ZodType<WaitingPrint>

export const salePrintSchema = z.strictObject({
  kind: z.enum(PRINT_KINDS),
  printer: z.enum(PRINTERS),
  state: z.enum(PRINT_STATES),
  failure: failureSchema.nullable(),
  attempts: z.int(),
  queuedAt: at,
  printedAt: at.nullable(),
}) as unknown as z.ZodType<SalePrint>

export const printerReportSchema: z.ZodType<PrinterReport> = z.union([
  z.strictObject({ ready: z.literal(true), paperLow: z.boolean() }),
  z.strictObject({ ready: z.literal(false), failure: failureSchema }),
])

export const foundPrintersSchema = z.strictObject({
  system: z.array(z.strictObject({ queue: z.string(), words: z.string() })),
  devices: z.array(z.strictObject({ path: z.string(), words: z.string() })),
  network: z.array(z.strictObject({ host: z.string(), port: z.int() })),
}) as unknown as z.ZodType<FoundPrinters>

export const backupSchema: z.ZodType<BackupRow> = z.strictObject({
  name: z.string(),
  at,
  bytes: z.int(),
  sales: z.int(),
  verified: z.boolean(),
})
