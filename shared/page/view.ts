/** The view of the cashier's page, and the lists that the page asks for. */
import { z } from 'zod'
import { shiftStatusSchema } from '../books/shift.ts'
import { failureSchema } from '../failure.ts'
import { moneySchema } from '../money/schemas.ts'
import { ATTENTION_CAUSES, RESOLUTIONS } from '../sale/attention.ts'
import { movedToSchema, QUEUED_WORK, saleSchema, totalsSchema } from '../sale/sale.ts'
import { SALE_STATUS_NAMES, saleStatusSchema } from '../sale/status.ts'
import { goodsStatusSchema } from '../shop/goods.ts'
import { MODES } from '../shop/mode.ts'
import { printingSchema } from '../shop/printing.ts'
import { SETTINGS, settingsSchema } from '../shop/settings.ts'
import { CART_PERMISSIONS, personSchema } from '../shop/staff.ts'
import { tamperingSchema } from '../shop/tampering.ts'
import { countSchema, idSchema, timeSchema, type Wire } from '../wire.ts'
import { shopLinkSchema } from './shop-link.ts'

/** Connection to the service, judged by the latest requests. */
const connectionSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('connected') }),
  z.strictObject({ state: z.literal('disconnected'), since: timeSchema, failure: failureSchema }),
  /** No request has been sent yet. */
  z.strictObject({ state: z.literal('untried') }),
])
export type Connection = Wire<typeof connectionSchema>

/** The receiver of payment callbacks. Without it the till learns of payments later, by its own checks. */
const callbackStateSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('off') }),
  z.strictObject({ state: z.literal('listening') }),
  z.strictObject({ state: z.literal('failed'), failure: failureSchema }),
])
export type CallbackState = Wire<typeof callbackStateSchema>

/** The state of monitoring an invoice. It is not stored in the journal. */
const monitoringSchema = z.strictObject({
  checking: z.boolean(),
  lastCheckedAt: z.nullable(timeSchema),
  failure: z.nullable(failureSchema),
  nextCheckAt: z.nullable(timeSchema),
  /** Failed tries in a row. */
  tries: countSchema,
})
export type Monitoring = Wire<typeof monitoringSchema>

/** The approval that the cart needs before money is taken for it. */
const cartApprovalSchema = z.strictObject({
  permission: z.enum(CART_PERMISSIONS),
  /** What discounts take off, how much of it was approved, what lower prices take off, and misc items cost. */
  off: moneySchema,
  approved: moneySchema,
  repriced: moneySchema,
  misc: moneySchema,
})
export type CartApproval = Wire<typeof cartApprovalSchema>

export const saleViewSchema = z.strictObject({
  sale: saleSchema,
  status: saleStatusSchema,
  totals: totalsSchema,
  /** Null if what is taken off and the misc items were approved, or are within the cashier's limits. */
  approval: z.nullable(cartApprovalSchema),
  /** Whether the last change was to the cart, so that it can be undone. */
  undoable: z.boolean(),
  /** How its receiver changes; null where it cannot. */
  receiverChange: z.nullable(z.enum(['set', 'correct'])),
  monitoring: z.nullable(monitoringSchema),
  /** When the service created the sale's last invoice. */
  invoicedAt: z.nullable(timeSchema),
})
export type SaleView = Wire<typeof saleViewSchema>

/** An attention item, with the sale that it is about. */
export const attentionItemSchema = z.strictObject({
  /** Built from the sale and the cause: a sale has at most one item for each cause. */
  id: z.string(),
  saleId: idSchema,
  senderInvoiceNo: z.string(),
  cause: z.enum(ATTENTION_CAUSES),
  failure: z.nullable(failureSchema),
  amount: z.nullable(moneySchema),
  at: timeSchema,
  /** The decisions that are possible for the sale as it is now. */
  resolutions: z.array(z.enum(RESOLUTIONS)),
  /** The amount that `sold-with-cash` still has to take. */
  missing: z.nullable(moneySchema),
})
export type AttentionItem = Wire<typeof attentionItemSchema>

/** A parked sale: a cart, or a charge that waits for its payer or for the connection while others are served. */
export const parkedSaleSchema = z.strictObject({
  id: idSchema,
  sequence: z.int(),
  state: z.enum(SALE_STATUS_NAMES),
  /** The name that the cashier gave it; may be empty. */
  label: z.string(),
  at: timeSchema,
  total: moneySchema,
  /** Tenders already taken. */
  taken: moneySchema,
  lineCount: countSchema,
  goods: z.string(),
  /** The other till of the shop that parked it; null for a sale of this till. */
  till: z.nullable(z.string()),
  /** The till that is about to continue the cart of another till. */
  heldBy: z.nullable(z.string()),
  /** Another till continues the cart too. */
  movedTo: z.nullable(movedToSchema),
})
export type ParkedSale = Wire<typeof parkedSaleSchema>

/** Money that came by itself: a QR was paid, or money came for a sale that needs none. */
const arrivalSchema = z.strictObject({
  /** Rises with each arrival since the program started. */
  number: z.int().positive(),
  saleId: idSchema,
  sequence: z.int(),
  kind: z.enum(['paid', 'late']),
  amount: moneySchema,
})
export type Arrival = Wire<typeof arrivalSchema>

/**
 * The QRs of a cart with several kinds of tax, in their order, and which of them the sale at the counter is, from 0.
 * `paid`: the sold parts whose goods can all be given back.
 */
const qrsOfSaleSchema = z.strictObject({
  at: countSchema,
  amounts: z.array(moneySchema),
  paid: z.array(z.strictObject({ saleId: idSchema, sequence: z.int(), total: moneySchema })),
})
export type QrsOfSale = Wire<typeof qrsOfSaleSchema>

/** A pending task of a sale: it waits for the service or the printer. */
export const waitingWorkSchema = z.strictObject({
  saleId: idSchema,
  sequence: z.int(),
  senderInvoiceNo: z.string(),
  work: z.enum(QUEUED_WORK),
  total: moneySchema,
  since: timeSchema,
  /** Failed tries in a row since the program started. */
  tries: countSchema,
  failure: z.nullable(failureSchema),
  /** Null while it is running or held. */
  nextTryAt: z.nullable(timeSchema),
  held: z.boolean(),
})
export type WaitingWork = Wire<typeof waitingWorkSchema>

/** The most recovered sales in a view. A power cut may leave thousands, and every view is checked and sent as a whole. */
export const MOST_RECOVERED = 50

/** A sale that was unfinished when the terminal started. */
const recoveredSaleSchema = z.strictObject({
  saleId: idSchema,
  sequence: z.int(),
  total: moneySchema,
  was: z.enum(SALE_STATUS_NAMES),
  now: z.enum(SALE_STATUS_NAMES),
})
export type RecoveredSale = Wire<typeof recoveredSaleSchema>

const rescuedRows = z.strictObject({
  /** From the last copy: they may be older than what was lost. */
  old: countSchema,
  /** Null where it cannot be told. */
  lost: z.nullable(countSchema),
})
/** How far the machine's clock is off. Positive: it is behind. */
const clockOffSchema = z.strictObject({
  /** `last-event`: the last event of the journal, while the service has not told its time yet. */
  than: z.enum(['service', 'last-event']),
  byMs: z.int(),
})
export type ClockOff = Wire<typeof clockOffSchema>

/** The result of rescuing a damaged register. */
const registerRescueSchema = z.strictObject({
  /** The path of the damaged file. */
  setAside: z.string(),
  product: rescuedRows,
  person: rescuedRows,
  setting: rescuedRows,
})
export type RegisterRescue = Wire<typeof registerRescueSchema>

/** The result of rescuing a damaged or missing journal. */
const rescueNoticeSchema = z.strictObject({
  at: timeSchema,
  /** The path of the damaged file; null where it was missing. */
  setAside: z.nullable(z.string()),
  sales: z.strictObject({ read: countSchema, partly: countSchema, lost: z.nullable(countSchema) }),
  fromBackup: countSchema,
  shifts: z.strictObject({ partly: countSchema, lost: z.nullable(countSchema) }),
  /** The first sign of tampering in each file that was read. */
  wrong: z.array(z.strictObject({ file: z.string(), what: tamperingSchema })),
})
export type RescueNotice = Wire<typeof rescueNoticeSchema>

export const backupRowSchema = z.strictObject({
  name: z.string(),
  at: timeSchema,
  bytes: countSchema,
  sales: countSchema,
})
export type BackupRow = Wire<typeof backupRowSchema>

/** A line of the audit trail: who did what. */
export const auditRowSchema = z.strictObject({
  /** The terminal code of the till; null in a list of this till alone. */
  till: z.nullable(z.string()),
  seq: z.int().positive(),
  at: timeSchema,
  who: z.nullable(personSchema),
  action: z.string(),
  about: z.record(z.string(), z.unknown()),
  /** The person that the command was about, if it is not the person who ran it. */
  whom: z.nullable(z.string()),
  /** The sale that the command was about. */
  sale: z.nullable(z.strictObject({ id: idSchema, sequence: z.int() })),
  approvedBy: z.nullable(personSchema),
})

/** Everything that the cashier's page shows. Sent whole after every change; contains no secrets. */
const terminalViewSchema = z.strictObject({
  locked: z.literal(false),
  mode: z.enum(MODES),
  settings: settingsSchema,
  connection: connectionSchema,
  callback: callbackStateSchema,
  /** The sale at the counter; null until the next sale has its first line. */
  counter: z.nullable(saleViewSchema),
  /** Null where one QR is enough. */
  qrs: z.nullable(qrsOfSaleSchema),
  /** Sales that still wait for the service or the printer, the one at the counter included. */
  waiting: z.strictObject({ count: countSchema, oldestAt: z.nullable(timeSchema) }),
  attention: countSchema,
  parked: countSchema,
  /** Parked carts of other tills of the shop. */
  cartsOfShop: countSchema,
  /** The last ones, the oldest first. */
  arrivals: z.array(arrivalSchema),
  printing: printingSchema,
  /** Sales that were unfinished at a restart. Nothing can be charged before a person has acknowledged them. */
  recovered: z.strictObject({
    /** The newest, the oldest of them first. */
    sales: z.array(recoveredSaleSchema).max(MOST_RECOVERED),
    /** The number of older ones. */
    earlier: countSchema,
  }),
  rescued: z.nullable(rescueNoticeSchema),
  registerRescued: z.nullable(registerRescueSchema),
  /** Null if the machine's clock is right as far as is known. */
  clockOff: z.nullable(clockOffSchema),
  /** Why the copy of the shop is a day or more overdue; null where it is not. */
  copiesOverdue: z.nullable(failureSchema),
  /** Why the journal cannot be written now, or that the disk is nearly full. */
  storage: z.nullable(failureSchema),
  /** The connection to the shop database. */
  shopLink: shopLinkSchema,
  /** The number of this till's records that are in the shop database, but not in its own journal. */
  recordsMissing: countSchema,
  /** The number of fields that two tills changed at the same time, which a person has to decide about. */
  conflicts: countSchema,
  /** What went wrong with an update of the program, or that one waits for days. */
  update: z.nullable(failureSchema),
  /** The folder of the test printer; null where another printer is used. */
  printFolder: z.nullable(z.string()),
  shift: shiftStatusSchema,
  goods: goodsStatusSchema,
  /** The person signed in. */
  person: z.nullable(personSchema),
  /** Whether the shop has staff. Without staff, everybody may do everything. */
  staffed: z.boolean(),
})
export type TerminalView = Wire<typeof terminalViewSchema>

/** What the lock screen shows, while nobody is signed in and somebody must be. */
const lockedViewSchema = z.strictObject({
  locked: z.literal(true),
  mode: z.enum(MODES),
  settings: z.strictObject({
    language: SETTINGS.language.schema,
    theme: SETTINGS.theme.schema,
    textSize: SETTINGS.textSize.schema,
    terminalCode: SETTINGS.terminalCode.schema,
    shop: z.strictObject({ name: z.string(), branch: z.string() }),
  }),
  /** The status of the sale at the counter, for a customer who waits. */
  sale: z.nullable(z.enum(SALE_STATUS_NAMES)),
  /** Money that came by itself, without its sale and amount. A payment of the sale at the counter is left out. */
  arrivals: z.array(arrivalSchema.pick({ number: true, kind: true })),
})
export type LockedView = Wire<typeof lockedViewSchema>

export const pageViewSchema = z.discriminatedUnion('locked', [terminalViewSchema, lockedViewSchema])
export type PageView = TerminalView | LockedView
