/**
 * The IPC table: request and answer of every verb. The registrar parses both with these schemas and fails closed.
 * Whatever a page sends is unknown until it has passed here.
 */
import { z } from 'zod'
import { ATTENTION_CAUSES, REMEDIES } from '../attention.ts'
import { discountSchema } from '../discount.ts'
import { failureSchema } from '../failure.ts'
import { goodsStatusSchema } from '../goods.ts'
import { guideSchema } from '../guide.ts'
import { MODES } from '../mode.ts'
import {
  foundPrintersSchema,
  PRINT_REMEDIES,
  PRINTERS,
  printerReportSchema,
  printingSchema,
  salePrintSchema,
  waitingPrintSchema,
} from '../printing.ts'
import { productSchema } from '../product.ts'
import { REPAYMENT_WAYS, type ReturnPlan } from '../return.ts'
import { QUEUED_WORK, type RecordedEvent, TENDER_KINDS } from '../sale.ts'
import {
  callbackSettings,
  displaySetting,
  printerSettings,
  type Settings,
  settingsSchema,
  shiftSettings,
  shopSettings,
  taxSettings,
} from '../settings.ts'
import { shiftStatusSchema } from '../shift.ts'
import { restoreReportSchema } from '../shop-data.ts'
import { cashierSchema, listedPersonSchema, personSchema, ROLES } from '../staff.ts'
import { kindTaxesSchema } from '../tax.ts'
import type { Wire } from '../wire.ts'
import { BOOKS_TABLE } from './books-table.ts'
import { GOODS_TABLE } from './goods-table.ts'
import { HISTORY_TABLE } from './history-table.ts'
import { REPORT_TABLE } from './report-table.ts'
import { SHIFT_TABLE } from './shift-table.ts'
import { SHOP_DATA_TABLE } from './shop-data-table.ts'
import { CASHIER_VERBS, type CashierVerb } from './verbs.ts'
import type { AttentionItem, BackupRow, ParkedSale, SaleView, TerminalView, WaitingWork } from './view.ts'

const id = z.string().min(1).max(64)
const aSale = z.strictObject({ saleId: id })
const nothing = z.undefined()
/** What people type: whatever its length and letters, the verb answers with a named error, not with a crash. */
const typed = z.string().max(500)
/** Never logged, never kept. */
const typedPin = z.string().max(40)
const at = z.number().int().nonnegative()
const hundredths = z.number().int()

const tenderKind = z.enum(TENDER_KINDS)
/** What is taken at the counter, as typed: an empty amount is just what is missing. */
const tenderTyped = {
  kind: tenderKind.default('cash'),
  received: typed,
  /** Last digits of the card, or what the transfer said. */
  reference: typed.default(''),
}

/**
 * Answers come from our own main process, built from typed values. Their outer shape is checked here, so that a slip
 * shows at once, and no key that is not listed gets through to the page.
 */

/** What a return plans, and how far each of it is. */
const planShape = {
  lines: z.array(z.strictObject({ lineId: id, quantity: z.int(), amount: hundredths })),
  whole: z.boolean(),
  amount: hundredths,
  voids: z.array(z.looseObject({ paymentId: z.string(), printedId: z.string().nullable() })),
  parts: z.array(z.looseObject({ id, amount: hundredths, by: z.enum(['refund', 'hand']) })),
  standing: z.array(z.strictObject({ paymentId: z.string(), printedId: z.string() })),
}
const planSchema = z.strictObject(planShape) as unknown as z.ZodType<ReturnPlan>
const returnSchema = z.strictObject({
  ...planShape,
  id,
  reason: z.string(),
  by: cashierSchema.nullable(),
  approvedBy: cashierSchema.nullable(),
  openedAt: at,
  state: z.enum(['open', 'completed', 'called-off']),
  endedAt: at.nullable(),
  goodsForLost: z.array(z.strictObject({ paymentId: z.string(), amount: hundredths })).optional(),
  slips: z.array(id),
})

const wantedLines = z
  .array(z.strictObject({ lineId: id, quantity: typed }))
  .min(1)
  .max(1000)
  .nullable()
const repaymentWay = z.enum(REPAYMENT_WAYS)
const returnAction = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('repaid'), partId: id, how: repaymentWay, note: typed }),
  z.strictObject({ do: z.literal('try-again') }),
  z.strictObject({ do: z.literal('without-void'), paymentId: z.string().min(1).max(200) }),
  z.strictObject({ do: z.literal('by-hand'), partId: id, way: repaymentWay }),
  z.strictObject({ do: z.literal('found-out'), partId: id, refunded: z.boolean() }),
  z.strictObject({ do: z.literal('call-off') }),
])

const saleSchema = z.strictObject({
  id,
  terminal: z.string(),
  day: z.string(),
  sequence: z.int(),
  senderInvoiceNo: z.string().max(45),
  openedAt: at,
  cashier: cashierSchema.nullable(),
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

const saleViewSchema = z.strictObject({
  sale: saleSchema,
  status: z.looseObject({ name: z.string() }),
  totals: z.strictObject({
    total: hundredths,
    vat: hundredths,
    cityTax: hundredths,
    byKind: z.array(kindTaxesSchema),
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

const auditRowSchema = z.strictObject({
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

const viewSchema = z.strictObject({
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
  printing: printingSchema,
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

const recordedSchema = z.strictObject({
  seq: z.int(),
  at,
  command: z.string().nullable(),
  event: z.looseObject({ kind: z.string() }),
}) as unknown as z.ZodType<RecordedEvent>

const attentionSchema = z.strictObject({
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

const parkedSchema = z.strictObject({
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

const waitingSchema = z.strictObject({
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

const aPrinter = z.strictObject({ printer: z.enum(PRINTERS) })

const backupSchema: z.ZodType<BackupRow> = z.strictObject({
  name: z.string(),
  at,
  bytes: z.int(),
  sales: z.int(),
  verified: z.boolean(),
})

/** The part of the settings that the settings screen saves; the merchant and the language have verbs of their own. */
export const savedSettings = z.strictObject({
  terminalCode: settingsSchema.shape.terminalCode,
  shop: shopSettings,
  invoicing: settingsSchema.shape.invoicing,
  /** Left out, it stays as it is. */
  tax: taxSettings.exactOptional(),
  cityTaxPercent: settingsSchema.shape.cityTaxPercent,
  paperWidth: settingsSchema.shape.paperWidth,
  printer: printerSettings,
  sparePrinter: printerSettings.exactOptional(),
  drawer: settingsSchema.shape.drawer.unwrap().exactOptional(),
  sounds: settingsSchema.shape.sounds.unwrap().exactOptional(),
  /** Left out, it stays as it is. */
  callback: callbackSettings.exactOptional(),
  watchHours: z.int().min(1).max(168).exactOptional(),
  shifts: shiftSettings.exactOptional(),
  discountLimitPercent: settingsSchema.shape.discountLimitPercent.unwrap().exactOptional(),
  lockMinutes: settingsSchema.shape.lockMinutes.unwrap().exactOptional(),
  receiptTexts: settingsSchema.shape.receiptTexts.unwrap().exactOptional(),
  tenders: settingsSchema.shape.tenders.unwrap().exactOptional(),
  pollMs: settingsSchema.shape.pollMs.unwrap().exactOptional(),
})
export type SavedSettings = Pick<
  Settings,
  'terminalCode' | 'shop' | 'invoicing' | 'cityTaxPercent' | 'paperWidth' | 'printer'
> &
  Partial<
    Pick<
      Settings,
      | 'tax'
      | 'callback'
      | 'watchHours'
      | 'sparePrinter'
      | 'drawer'
      | 'sounds'
      | 'shifts'
      | 'discountLimitPercent'
      | 'lockMinutes'
      | 'receiptTexts'
      | 'tenders'
      | 'pollMs'
    >
  >

const verb = <Request extends z.ZodType, Answer extends z.ZodType>(request: Request, answer: Answer) => ({
  request,
  answer,
})

export const CASHIER_TABLE = {
  getView: verb(nothing, viewSchema),
  /** `query` empty and `category` null: the favourites' order. `total` counts what was found beyond the limit too. */
  searchGoods: verb(
    z.strictObject({
      query: typed,
      category: z.string().max(120).nullable(),
      limit: z.int().min(1).max(200),
    }),
    /** `pictured` are the codes of those that have a picture. */
    z.strictObject({ products: z.array(productSchema), total: z.int(), pictured: z.array(z.string()) }),
  ),
  listCategories: verb(nothing, z.array(z.string())),
  /** Rings up one more by code, opening a sale where none is open. The answer tells the line to light up. */
  addProduct: verb(
    z.strictObject({ code: typed, quantity: typed.optional() }),
    z.strictObject({ saleId: id, lineId: id }),
  ),
  /** Quantity and price as the cashier typed them; what is left out stays. */
  changeLine: verb(
    z.strictObject({ saleId: id, lineId: id, quantity: typed.optional(), price: typed.optional() }),
    nothing,
  ),
  removeLine: verb(z.strictObject({ saleId: id, lineId: id }), nothing),
  /** "5%" or "1000" as typed; empty takes it off again. */
  discountLine: verb(z.strictObject({ saleId: id, lineId: id, discount: typed }), nothing),
  discountSale: verb(z.strictObject({ saleId: id, discount: typed }), nothing),
  noteLine: verb(z.strictObject({ saleId: id, lineId: id, note: typed }), nothing),
  noteSale: verb(z.strictObject({ saleId: id, note: typed }), nothing),
  /** Takes back the last change of the goods. */
  undo: verb(aSale, nothing),
  /** Answers with the register as it was understood, so that a correction can be shown. */
  setReceiver: verb(
    z.strictObject({ saleId: id, register: typed.nullable() }),
    z.strictObject({ register: z.string().nullable() }),
  ),
  discardSale: verb(aSale, nothing),
  /** Sets the sale at the counter aside under a name, or none; on the disk like everything. */
  parkSale: verb(z.strictObject({ saleId: id, label: typed }), nothing),
  /** Brings it back to a free counter, or to one whose sale has no line yet. */
  resumeSale: verb(aSale, nothing),
  listParked: verb(nothing, z.array(parkedSchema)),
  /**
   * What the payer gave, as typed; empty is just what is due. Less than is due is a part of an open sale. For a sale whose
   * invoice is out it must cover all that is still due: the QR is not needed any more then, and is cancelled.
   */
  takeTender: verb(z.strictObject({ saleId: id, ...tenderTyped }), nothing),
  returnTender: verb(z.strictObject({ saleId: id, tenderId: id }), nothing),
  /** All verbs with a `saleId` act on that sale or not at all, so a doubled tap is one act. */
  charge: verb(aSale, nothing),
  /** A cart whose goods bear different taxes becomes two sales: the answer is the one that follows. */
  splitSale: verb(aSale, z.strictObject({ saleId: id })),
  checkNow: verb(aSale, nothing),
  cancelCharge: verb(aSale, nothing),
  /** Leaves a finished sale: the counter is free. */
  nextSale: verb(aSale, nothing),
  /** Opens a new sale with the goods of a cancelled one. */
  repeatGoods: verb(aSale, nothing),
  retryReceipt: verb(aSale, nothing),
  /** The raster that is printed, lottery and QR covered, as a data URL. Null before there is a receipt. */
  previewReceipt: verb(
    aSale,
    z
      .strictObject({ png: z.string().startsWith('data:image/png;base64,'), width: z.int(), height: z.int() })
      .nullable(),
  ),
  getSale: verb(
    aSale,
    z.strictObject({
      view: saleViewSchema,
      events: z.array(recordedSchema),
      prints: z.array(salePrintSchema),
    }),
  ),
  /** The dry run of a return: nothing happens. `lines` null is all that is left; `way` is how the shop repays what was not paid in cash. */
  planReturn: verb(z.strictObject({ saleId: id, lines: wantedLines, way: repaymentWay }), planSchema),
  /** `amount` is what the plan that was shown came to: refused where it does not any more. */
  startReturn: verb(
    z.strictObject({ saleId: id, lines: wantedLines, way: repaymentWay, reason: typed, amount: hundredths }),
    z.strictObject({ returnId: id }),
  ),
  settleReturnStep: verb(z.strictObject({ saleId: id, returnId: id, act: returnAction }), nothing),
  /** The slip of a return again, as a copy. */
  printRefundSlip: verb(z.strictObject({ saleId: id, returnId: id }), nothing),
  listAttention: verb(nothing, z.array(attentionSchema)),
  /** `amount` as whoever decides saw it: refused where it is another by now. What is taken, where anything is for it. */
  settleAttention: verb(
    z.strictObject({
      saleId: id,
      cause: z.enum(ATTENTION_CAUSES),
      remedy: z.enum(REMEDIES),
      amount: hundredths.nullable(),
      ...tenderTyped,
      received: typed.default(''),
    }),
    nothing,
  ),
  /** What waits for the service or the printer, oldest first. */
  listWaiting: verb(nothing, z.array(waitingSchema)),
  holdWork: verb(aSale, nothing),
  releaseWork: verb(aSale, nothing),
  giveUpWork: verb(z.strictObject({ saleId: id, work: z.enum(QUEUED_WORK) }), nothing),
  /** What has not come out yet, in the order in which it is wanted. */
  listPrints: verb(nothing, z.array(waitingPrintSchema)),
  settlePrint: verb(z.strictObject({ id, remedy: z.enum(PRINT_REMEDIES) }), nothing),
  /** The receipt again, as a copy: ХУУЛБАР, without lottery and QR. */
  printCopy: verb(aSale, nothing),
  /** The copy as a file, for a payer who wants it so. Answers where it lies. */
  saveReceipt: verb(
    z.strictObject({ saleId: id, format: z.enum(['pdf', 'html']) }),
    z.strictObject({ path: z.string() }),
  ),
  printTestPage: verb(aPrinter, nothing),
  openDrawer: verb(aPrinter, nothing),
  printerStatus: verb(aPrinter, printerReportSchema),
  /** `network` searches the shop's own net: only when a person asks. */
  findPrinters: verb(z.strictObject({ network: z.boolean() }), foundPrintersSchema),
  listProfiles: verb(nothing, z.array(z.strictObject({ id: z.string(), name: z.string() }))),
  /** As it is printed, as a data URL; null is none. */
  getLogo: verb(nothing, z.string().startsWith('data:image/png;base64,').nullable()),
  /** A PNG or JPEG in base64; null takes it off. */
  setLogo: verb(z.strictObject({ picture: z.base64().max(3_000_000).nullable() }), nothing),
  acknowledgeFound: verb(nothing, nothing),
  acknowledgeRescue: verb(nothing, nothing),
  /** What the system or the window tells: never proof, only a reason to look sooner. */
  hint: verb(z.strictObject({ what: z.enum(['online', 'offline', 'focus', 'presence']) }), nothing),
  /** Newest first. */
  listBackups: verb(nothing, z.array(backupSchema)),
  backUpNow: verb(nothing, backupSchema),
  /** The dry run of a restore. */
  inspectBackup: verb(z.strictObject({ name: z.string().max(200) }), restoreReportSchema),
  restoreBackup: verb(z.strictObject({ name: z.string().max(200) }), restoreReportSchema),
  setLanguage: verb(z.strictObject({ language: settingsSchema.shape.language }), nothing),
  /** Where the customer display is opened; at once. */
  setDisplay: verb(z.strictObject({ display: displaySetting }), nothing),
  setTheme: verb(z.strictObject({ theme: settingsSchema.shape.theme.unwrap() }), nothing),
  setTextSize: verb(z.strictObject({ textSize: settingsSchema.shape.textSize.unwrap() }), nothing),
  /** How far the first-run guide came. */
  keepGuide: verb(guideSchema, nothing),
  /**
   * Fields are checked in the main process; the refusal's detail names the field ("shop.taxpayerNumber"). `takeOver`: the
   * terminal that had the code is gone, and a person knows it.
   */
  saveSettings: verb(
    z.custom<SavedSettings & { readonly takeOver?: boolean }>(
      (value) => typeof value === 'object' && value !== null,
    ),
    nothing,
  ),
  /** Tries the credentials at the service before anything is kept; then the terminal leaves practice mode. */
  connectMerchant: verb(
    z.strictObject({ baseUrl: typed, username: typed, password: z.string().max(500), invoiceCode: typed }),
    /** False where no keyring was found: the password is then kept for this session alone. */
    z.strictObject({ passwordKept: z.boolean() }),
  ),
  leaveMerchant: verb(nothing, nothing),
  /** Practice mode only: the payer's part. Amount in tugriks as typed; empty is what is due. */
  payInTestMode: verb(
    z.strictObject({
      saleId: id,
      amount: typed,
      type: z.enum(['P2P', 'CARD']),
      bankCode: z.string().regex(/^\d{6}$/),
    }),
    nothing,
  ),
  ...GOODS_TABLE,
  ...SHIFT_TABLE,
  ...SHOP_DATA_TABLE,
  ...REPORT_TABLE,
  /** Everybody, those taken out too. `damaged`: the list could not be read, and nobody can sign in. */
  listStaff: verb(
    nothing,
    z.strictObject({
      people: z.array(listedPersonSchema),
      damaged: z.boolean(),
    }),
  ),
  signIn: verb(z.strictObject({ staffId: id, pin: typedPin }), nothing),
  lock: verb(nothing, nothing),
  /** `id` null makes one; the very first is the owner. `pin` null leaves it as it is. */
  saveStaff: verb(
    z.strictObject({ id: id.nullable(), name: typed, role: z.enum(ROLES), pin: typedPin.nullable() }),
    personSchema,
  ),
  setStaffActive: verb(z.strictObject({ id, active: z.boolean() }), nothing),
  changePin: verb(z.strictObject({ pin: typedPin, newPin: typedPin }), nothing),
  /** One who may do it lets whoever stands at the till do it: this verb with this request, once, within a minute. */
  approve: verb(
    z.strictObject({
      staffId: id,
      pin: typedPin,
      verb: z.enum(CASHIER_VERBS),
      request: z.unknown(),
    }),
    personSchema,
  ),
  /** Who did what, the newest first; of those before `before` where it is a number. */
  listAudit: verb(
    z.strictObject({ before: z.int().positive().nullable(), limit: z.int().min(1).max(200) }),
    z.array(auditRowSchema),
  ),
  ...HISTORY_TABLE,
  ...BOOKS_TABLE,
} as const satisfies Record<CashierVerb, { request: z.ZodType; answer: z.ZodType }>

export type CashierTable = typeof CASHIER_TABLE
export type RequestOf<Verb extends CashierVerb> = z.input<CashierTable[Verb]['request']>
export type ParsedRequestOf<Verb extends CashierVerb> = z.output<CashierTable[Verb]['request']>
export type AnswerOf<Verb extends CashierVerb> = Wire<CashierTable[Verb]['answer']>
