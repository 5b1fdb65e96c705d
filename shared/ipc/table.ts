/**
 * The IPC table: request and answer of every verb. The registrar parses both with these schemas and fails closed.
 * Whatever a page sends is unknown until it has passed here.
 */
import { z } from 'zod'
import { ATTENTION_CAUSES, REMEDIES } from '../attention.ts'
import { guideSchema } from '../guide.ts'
import {
  foundPrintersSchema,
  PRINT_REMEDIES,
  PRINTERS,
  printerReportSchema,
  salePrintSchema,
  waitingPrintSchema,
} from '../printing.ts'
import { productSchema } from '../product.ts'
import { REPAYMENT_WAYS, returnPlanSchema } from '../return.ts'
import { QUEUED_WORK, recordedEventSchema, TENDER_KINDS } from '../sale.ts'
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
import { restoreReportSchema } from '../shop-data.ts'
import { listedPersonSchema, personSchema, ROLES } from '../staff.ts'
import type { Wire } from '../wire.ts'
import { BOOKS_TABLE } from './books-table.ts'
import { GOODS_TABLE } from './goods-table.ts'
import { HISTORY_TABLE } from './history-table.ts'
import { REPORT_TABLE } from './report-table.ts'
import { SHIFT_TABLE } from './shift-table.ts'
import { SHOP_DATA_TABLE } from './shop-data-table.ts'
import { CASHIER_VERBS, type CashierVerb } from './verbs.ts'
import {
  attentionItemSchema,
  auditRowSchema,
  backupRowSchema,
  parkedSaleSchema,
  saleViewSchema,
  terminalViewSchema,
  waitingWorkSchema,
} from './view.ts'

const id = z.string().min(1).max(64)
const aSale = z.strictObject({ saleId: id })
const nothing = z.undefined()
/** What people type: whatever its length and letters, the verb answers with a named error, not with a crash. */
const typed = z.string().max(500)
/** Never logged, never kept. */
const typedPin = z.string().max(40)
const hundredths = z.number().int()

const tenderKind = z.enum(TENDER_KINDS)
/** What is taken at the counter, as typed: an empty amount is just what is missing. */
const tenderTyped = {
  kind: tenderKind.default('cash'),
  received: typed,
  /** Last digits of the card, or what the transfer said. */
  reference: typed.default(''),
}

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

const aPrinter = z.strictObject({ printer: z.enum(PRINTERS) })

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
  getView: verb(nothing, terminalViewSchema),
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
  listParked: verb(nothing, z.array(parkedSaleSchema)),
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
      events: z.array(recordedEventSchema),
      prints: z.array(salePrintSchema),
    }),
  ),
  /** The dry run of a return: nothing happens. `lines` null is all that is left; `way` is how the shop repays what was not paid in cash. */
  planReturn: verb(z.strictObject({ saleId: id, lines: wantedLines, way: repaymentWay }), returnPlanSchema),
  /** `amount` is what the plan that was shown came to: refused where it does not any more. */
  startReturn: verb(
    z.strictObject({ saleId: id, lines: wantedLines, way: repaymentWay, reason: typed, amount: hundredths }),
    z.strictObject({ returnId: id }),
  ),
  settleReturnStep: verb(z.strictObject({ saleId: id, returnId: id, act: returnAction }), nothing),
  /** The slip of a return again, as a copy. */
  printRefundSlip: verb(z.strictObject({ saleId: id, returnId: id }), nothing),
  listAttention: verb(nothing, z.array(attentionItemSchema)),
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
  listWaiting: verb(nothing, z.array(waitingWorkSchema)),
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
  listBackups: verb(nothing, z.array(backupRowSchema)),
  backUpNow: verb(nothing, backupRowSchema),
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
