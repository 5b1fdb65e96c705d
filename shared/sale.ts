/**
 * A sale, as both sides of the bridge know it: a cart, and lists of parts that each have a small life of their own.
 *
 *     cart        lines, discounts, note, receiver; frozen with its terms once it is charged or paid
 *     invoices    requested ─▶ unknown | waiting ─▶ open ─▶ cancelling ─▶ cancelled
 *                        └▶ refused   └▶ absent          └▶ left open (the service would not cancel it)
 *     payments    one account a payment: what came, what went back, what of it settles the sale. Only ever grows.
 *     tenders     cash, card at the bank's terminal, bank transfer: taken, or given back, at the counter
 *     e-receipts  due ─▶ requested ─▶ issued ─▶ voided
 *                                └▶ refused
 *     papers      queued ─▶ printed | given up | superseded
 *     returns     goods that came back (shared/return.ts)
 *     decisions   what a person decided about money
 *
 * The parts are what the sale's events add up to (main/sales/apply.ts); the journal holds the events. How the sale stands, what
 * is due, what a payer is owed and what waits for a person is derived from the parts (shared/sale-status.ts,
 * main/sales/attention.ts) and stored nowhere.
 */
import { z } from 'zod'
import { ATTENTION_CAUSES, type AttentionCause, REMEDIES, type Remedy } from './attention.ts'
import { type Discount, discountSchema } from './discount.ts'
import { type Failure, failureSchema } from './failure.ts'
import type { Money } from './money.ts'
import {
  type PaymentShare,
  paymentSchema,
  paymentShareSchema,
  type SeenPayment,
  type Tender,
  takenTenderSchema,
} from './payment.ts'
import { productSchema } from './product.ts'
import type { Quantity } from './quantity.ts'
import {
  type RepaymentWay,
  type ReturnOrdered,
  type ReturnPlan,
  type Reversal,
  returnSchema,
} from './return.ts'
import { sellerSchema, taxCodes } from './settings.ts'
import { type Cashier, cashierSchema } from './staff.ts'
import { kindTaxesSchema } from './tax.ts'
import { idSchema, moneySchema, quantitySchema, timeSchema, type Wire } from './wire.ts'

/** Parts of a sale, described in a file of their own. */
export * from './payment.ts'

const saleLineSchema = z.strictObject({
  id: idSchema,
  product: productSchema,
  quantity: quantitySchema,
  /** The product's price, or what the cashier set for this line. */
  unitPrice: moneySchema,
  /** `priceOf(unitPrice, quantity)`, less what is taken off. */
  amount: moneySchema,
  /** The line's own discount, and what it takes off. */
  discount: z.exactOptional(discountSchema),
  off: z.exactOptional(moneySchema),
  /** Of what is taken off the whole sale. */
  share: z.exactOptional(moneySchema),
  /** What the cashier wrote to it; on the receipt, too. */
  note: z.exactOptional(z.string()),
})
export type SaleLine = Wire<typeof saleLineSchema>

/** Whom the e-receipt is for: `83` an individual, `84` an organisation (docs/payment-service.md#create-an-e-receipt). */
const receiverSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('individual') }),
  z.strictObject({ kind: z.literal('organisation'), register: z.string() }),
])
export type Receiver = Wire<typeof receiverSchema>

/** A bank's deep link (`urls[]` of a created invoice). Its logo is left out: the page loads nothing from the network. */
const bankLinkSchema = z.strictObject({ name: z.string(), description: z.string(), link: z.string() })
export type BankLink = Wire<typeof bankLinkSchema>

/** What the service gave for an invoice (docs/payment-service.md#create-an-invoice). */
export const invoiceSchema = z.strictObject({
  invoiceId: z.string(),
  /** Empty where only its cancellation is wanted. */
  qrText: z.string(),
  shortUrl: z.nullable(z.string()),
  banks: z.array(bankLinkSchema),
})
export type Invoice = Wire<typeof invoiceSchema>

const invoiceStepSchema = z.discriminatedUnion('name', [
  /** POST /v2/invoice is out, or about to be. */
  z.strictObject({ name: z.literal('requested'), attempt: z.int() }),
  /** The answer was lost. It is looked up by its number before anything is sent again (law 2). */
  z.strictObject({
    name: z.literal('unknown'),
    attempt: z.int(),
    failure: failureSchema,
    absentTimes: z.int(),
    /** It was refused, in words that may mean that its number is used: where it is found absent, the refusal stands. */
    refused: z.exactOptional(z.boolean()),
  }),
  /** Known not to have been made, and worth another try: no line, or the rate limit. */
  z.strictObject({ name: z.literal('waiting'), attempt: z.int(), failure: failureSchema }),
  /** `refused`: why its cancellation was refused, while a payer may still stand before its QR. */
  z.strictObject({ name: z.literal('open'), refused: z.exactOptional(failureSchema) }),
  /** Its cancellation is to be asked for: for the first time, or again. */
  z.strictObject({ name: z.literal('cancel-due'), failure: z.nullable(failureSchema) }),
  /** `failure`: why it did not work before. */
  z.strictObject({ name: z.literal('cancel-requested'), failure: z.nullable(failureSchema) }),
  /** The answer to the cancellation was lost. */
  z.strictObject({ name: z.literal('cancel-unknown'), failure: failureSchema }),
  z.strictObject({ name: z.literal('cancelled'), at: timeSchema }),
  /** The service would not cancel it, or a person gave the cancellation up: it can still be paid. */
  z.strictObject({ name: z.literal('left-open'), failure: failureSchema, seen: z.boolean() }),
  z.strictObject({ name: z.literal('refused'), failure: failureSchema }),
  /** As far as the list says, it was never made. */
  z.strictObject({ name: z.literal('absent') }),
])
export type InvoiceStep = Wire<typeof invoiceStepSchema>

/** An invoice that was asked for, or found under the sale's number. A sale counts on one of them at the most. */
const saleInvoiceSchema = z.strictObject({
  /** 1, 2, 3… within the sale. */
  no: z.int(),
  /** `sender_invoice_no`: made once, at most 45 characters. */
  number: z.string(),
  /** What it asks for; null where it was found and the list did not say. */
  amount: z.nullable(moneySchema),
  step: invoiceStepSchema,
  /** False: the sale does not count on it. It was withdrawn, settled otherwise, or is one too many. */
  wanted: z.boolean(),
  /** Found under the number of another: never the one that the sale is charged by. */
  extra: z.boolean(),
  invoice: z.nullable(invoiceSchema),
  shownAt: z.nullable(timeSchema),
  /** How often the service refused to cancel it. */
  refusals: z.int(),
  /** A request for it was lost and found absent: it may still be made, so that its number is listed again. */
  mayAppear: z.boolean(),
})
export type SaleInvoice = Wire<typeof saleInvoiceSchema>

const ofPayment = {
  paymentId: z.string(),
  /** The last one that was issued for it; left out where none was. */
  last: z.exactOptional(
    z.strictObject({
      /** 1, 2, 3… of the payment: a service may give the next one under the same id. */
      no: z.int(),
      /** How the service names it; null once it is known to be void. Asked for again, it may be given again. */
      ids: z.nullable(z.string()),
      /** As it was issued; left out once it is known to be void, and of sales that were saved before these were kept. */
      printedId: z.exactOptional(z.string()),
      issuedAt: z.exactOptional(z.nullable(z.string())),
      amount: z.exactOptional(moneySchema),
      vat: z.exactOptional(moneySchema),
      cityTax: z.exactOptional(moneySchema),
      /** A void of it whose answer was lost may land still: what is given is believed once it is given again, a while apart. */
      unsettled: z.exactOptional(z.boolean()),
    }),
  ),
  /** A request for it ended so that it may have been issued all the same, and nothing told since whether it was. */
  perhapsIssued: z.exactOptional(z.literal(true)),
}
const issuedSchema = z.strictObject(ofPayment).extend({
  step: z.literal('issued'),
  ereceiptId: z.string(),
  /** The 33 digits of the ДДТД where the service gives them, else its own id: what is printed. */
  printedId: z.string(),
  issuedAt: z.nullable(z.string()),
  amount: moneySchema,
  vat: moneySchema,
  cityTax: moneySchema,
  hasLottery: z.boolean(),
})
export type IssuedEReceipt = Wire<typeof issuedSchema>

/** The e-receipt of one payment (docs/payment-service.md#e-receipt-fields), without its lottery number and QR data: those are for paper alone. */
export const ereceiptSchema = z.discriminatedUnion('step', [
  z.strictObject(ofPayment).extend({ step: z.literal('due'), failure: z.nullable(failureSchema) }),
  /** Asked for; what came of it is not known yet. Asking again is safe: a payment has one active e-receipt. */
  z.strictObject(ofPayment).extend({ step: z.literal('requested'), failure: z.nullable(failureSchema) }),
  issuedSchema,
  /** `seen`: a person looked at it, and nothing was to be done. */
  z.strictObject(ofPayment).extend({
    step: z.literal('refused'),
    failure: failureSchema,
    seen: z.boolean(),
    at: timeSchema,
  }),
  /** Void in the national tax system. `printedId` is null where none was known to be issued. */
  z.strictObject(ofPayment).extend({ step: z.literal('voided'), printedId: z.nullable(z.string()) }),
])
export type EReceipt = Wire<typeof ereceiptSchema>

/** A paper of the sale: its receipt, or a slip with e-receipts that came later. The last one that was not superseded is current. */
const paperSchema = z.strictObject({
  /** Null where it was given up before there was a job. */
  jobId: z.nullable(idSchema),
  /** The e-receipts that it carries, by their names (`nameOf` in shared/sale-status.ts). */
  carries: z.array(z.string()),
  step: z.discriminatedUnion('name', [
    z.strictObject({ name: z.literal('queued'), failure: z.nullable(failureSchema) }),
    z.strictObject({ name: z.literal('printed'), at: timeSchema }),
    /** A person decided that it need not come. */
    z.strictObject({ name: z.literal('given-up') }),
    /** Another took its place, or nothing is left to print. */
    z.strictObject({ name: z.literal('superseded') }),
  ]),
})
export type Paper = Wire<typeof paperSchema>

/** What a person decided about money that waited for it, with the amount as it was decided. */
const decisionSchema = z.strictObject({
  cause: z.enum(ATTENTION_CAUSES),
  remedy: z.enum(REMEDIES),
  at: timeSchema,
  /** Left out by earlier versions, and null where nobody was signed in. */
  by: z.exactOptional(z.nullable(cashierSchema)),
  /** What of it concerns which payment. */
  shares: z.array(paymentShareSchema),
})
export type Decision = Wire<typeof decisionSchema>

/** What a copy printed next year must say too. */
const termsSchema = z.strictObject({
  seller: sellerSchema,
  cityTaxPercent: z.number(),
  /** False: the shop is no VAT payer, and none of its goods bear any. */
  vatPayer: z.boolean(),
  /** Whether e-receipts are issued for its payments. */
  ereceipts: z.boolean(),
  /** `tax_type` of each kind of goods; left out in journals from before it was kept. */
  taxCodes: z.exactOptional(taxCodes),
})
export type Terms = Wire<typeof termsSchema>

/** What of a sale waits for the service or the printer, and can be held or given up. */
export const QUEUED_WORK = ['invoice', 'cancellation', 'e-receipt', 'print', 'void', 'refund'] as const
export type QueuedWork = (typeof QUEUED_WORK)[number]

export const saleSchema = z.strictObject({
  id: idSchema,
  /** Terminal code, yyyy-MM-dd by the shop's clock, and a number that starts at 1 every day: "0147" on screen. */
  terminal: z.string(),
  day: z.string(),
  sequence: z.int(),
  /** Of its first invoice; a later one adds to it (docs/decisions/sale-number.md). Kept for ever. */
  senderInvoiceNo: z.string().max(45),
  openedAt: timeSchema,
  /** Who rang it up; null where nobody was signed in, or an older journal did not say. */
  cashier: z.nullable(cashierSchema),
  /** The sale whose cart it comes from: split off, it comes to the counter after that one, or has its goods again. */
  continues: z.nullable(idSchema),
  lines: z.array(saleLineSchema),
  /** Taken off the whole: shared out over the lines. */
  discount: z.nullable(discountSchema),
  /** What the cashier wrote to the sale; on the receipt, too. */
  note: z.string(),
  receiver: receiverSchema,
  /** Of its last charge, or of its sale: `standingTerms` says whether they stand. Null in journals from before it was kept. */
  terms: z.nullable(termsSchema),
  /** Why the service refused the last charge; null once the cart was changed. */
  refusal: z.nullable(failureSchema),
  /** Set aside under a name that the cashier gave it, or none. */
  parked: z.nullable(z.strictObject({ label: z.string(), at: timeSchema })),
  invoices: z.array(saleInvoiceSchema),
  payments: z.array(paymentSchema),
  tenders: z.array(takenTenderSchema),
  ereceipts: z.array(ereceiptSchema),
  papers: z.array(paperSchema),
  /** What came back of it after it was sold, the earliest first; one at a time is open. */
  returns: z.array(returnSchema),
  decisions: z.array(decisionSchema),
  /** What an older journal had put before a person, and nothing of the sale tells. */
  notices: z.array(z.strictObject({ cause: z.enum(ATTENTION_CAUSES), amount: z.nullable(moneySchema) })),
  soldAt: z.nullable(timeSchema),
  /** Ended unsold: discarded, cancelled, or given up by a payer who had paid a part. */
  endedAt: z.nullable(timeSchema),
  /** Its invoices are looked at until about then, ever more rarely; null: not any more, or not yet. */
  watchedUntil: z.nullable(timeSchema),
  /** A manager holds what it waits for: nothing is asked for again until it is let go. It is still watched. */
  held: z.boolean(),
  /** How many events made it: the number the next one gets. */
  version: z.int(),
})
export type Sale = Wire<typeof saleSchema>

/** What the lines add up to. The taxes are contained in the prices. */
export const totalsSchema = z.strictObject({
  total: moneySchema,
  vat: moneySchema,
  cityTax: moneySchema,
  byKind: z.array(kindTaxesSchema),
  lineCount: z.int(),
})
export type Totals = Wire<typeof totalsSchema>

/** Everything that can happen to a sale, in the words of the journal. An intent comes before its request leaves. */
export type SaleEvent =
  | {
      readonly kind: 'opened'
      readonly terminal: string
      readonly day: string
      readonly sequence: number
      readonly senderInvoiceNo: string
      /** Left out by sales from before there were people. */
      readonly cashier?: Cashier | null
      /** The sale whose cart it comes from, where that was split. */
      readonly continues?: string
    }
  /** `before` is the line that it stands before: left out, it is the last. */
  | { readonly kind: 'line-added'; readonly line: SaleLine; readonly before?: string }
  | {
      readonly kind: 'line-changed'
      readonly lineId: string
      readonly quantity: Quantity
      readonly unitPrice: Money
      readonly amount: Money
    }
  | { readonly kind: 'line-removed'; readonly lineId: string }
  | { readonly kind: 'line-discounted'; readonly lineId: string; readonly discount: Discount | null }
  | { readonly kind: 'line-noted'; readonly lineId: string; readonly note: string }
  | { readonly kind: 'sale-discounted'; readonly discount: Discount | null }
  | { readonly kind: 'sale-noted'; readonly note: string }
  | { readonly kind: 'receiver-set'; readonly receiver: Receiver }
  /**
   * The whole cart at once: a change was undone, the cart was split, or a sale's goods are rung up again. `rest` is the sale
   * that has the other part of a cart that was split.
   */
  | ({ readonly kind: 'cart-replaced'; readonly rest?: string } & Pick<
      Sale,
      'lines' | 'discount' | 'note' | 'receiver'
    >)
  | { readonly kind: 'discarded' }
  | { readonly kind: 'parked'; readonly label: string }
  | { readonly kind: 'resumed' }
  /** Money was taken at the counter. */
  | { readonly kind: 'tender-taken'; readonly tender: Tender }
  | { readonly kind: 'tender-returned'; readonly tenderId: string }
  /**
   * Intent of POST /v2/invoice: the first attempt makes another invoice of the sale, a later one asks for the same again.
   * `due` is left out where it is the total, `number` where it is the sale's own.
   */
  | {
      readonly kind: 'invoice-requested'
      readonly total: Money
      readonly due?: Money
      readonly attempt: number
      readonly no?: number
      readonly number?: string
      readonly terms?: Terms
    }
  | OfInvoice<{
      readonly kind: 'invoice-created'
      readonly invoice: Invoice
      readonly found: 'answer' | 'lookup'
    }>
  | OfInvoice<{ readonly kind: 'invoice-unknown'; readonly failure: Failure; readonly refused?: boolean }>
  | OfInvoice<{ readonly kind: 'invoice-absent' }>
  | OfInvoice<{ readonly kind: 'invoice-waiting'; readonly failure: Failure }>
  | OfInvoice<{ readonly kind: 'invoice-refused'; readonly failure: Failure }>
  /** Another one stands under the number of a lost request: one too many. */
  | {
      readonly kind: 'invoice-found'
      readonly number: string
      readonly amount: Money | null
      readonly invoice: Invoice
    }
  | OfInvoice<{ readonly kind: 'charge-withdrawal-asked' }>
  | OfInvoice<{ readonly kind: 'charge-withdrawn' }>
  /** A check told something new. */
  | OfInvoice<{ readonly kind: 'payments-seen'; readonly payments: readonly SeenPayment[] }>
  /**
   * Tenders and payments add up to the total or more: the sale is sold. `payments` are those of the check that told so,
   * `counted` what of each settles the sale (null in older journals: in their order), `receiptsDue` the payments to issue
   * e-receipts for.
   */
  | OfInvoice<{
      readonly kind: 'paid'
      readonly payments: readonly SeenPayment[]
      readonly counted: readonly PaymentShare[] | null
      readonly receiptsDue: readonly string[]
      /** Left out by sales of an older journal, which were not looked at again. */
      readonly watchUntil?: number
      readonly terms?: Terms
    }>
  /** The payer left with a part paid: the sale ends unsold, and what came is the payer's. */
  | { readonly kind: 'sale-ended'; readonly watchUntil: number }
  /** Intent of DELETE /v2/invoice/{id}. */
  | OfInvoice<{ readonly kind: 'cancel-requested' }>
  | OfInvoice<{ readonly kind: 'cancel-unknown'; readonly failure: Failure }>
  | OfInvoice<{ readonly kind: 'cancel-waiting'; readonly failure: Failure }>
  | OfInvoice<{ readonly kind: 'cancel-refused'; readonly failure: Failure }>
  | OfInvoice<{ readonly kind: 'invoice-cancelled'; readonly watchUntil: number }>
  /** What an older journal had put before a person, written down when it was brought to this version. */
  | { readonly kind: 'notice-kept'; readonly cause: AttentionCause; readonly amount: Money | null }
  /** A person dealt with something of the attention list, and how. Older journals do not say which payments it was about. */
  | {
      readonly kind: 'attention-settled'
      readonly cause: AttentionCause
      readonly remedy: Remedy
      /** Left out by earlier versions. */
      readonly by?: Cashier | null
      readonly amount: Money | null
      readonly shares: readonly PaymentShare[] | null
    }
  /** The last look at its invoices was made: nobody waits for their money any more. */
  | { readonly kind: 'watch-ended' }
  | { readonly kind: 'work-held' }
  | { readonly kind: 'work-released' }
  /** A manager gave up what the sale waits for: what that was is known from its parts. */
  | { readonly kind: 'work-given-up'; readonly work: QueuedWork }
  /** Intent of POST /v2/ebarimt_v3/create. */
  | { readonly kind: 'ereceipt-requested'; readonly paymentId: string }
  | { readonly kind: 'ereceipt-issued'; readonly ereceipt: IssuedEReceipt }
  /** Not issued, or not known: asked for again by itself. */
  | { readonly kind: 'ereceipt-delayed'; readonly paymentId: string; readonly failure: Failure }
  | { readonly kind: 'ereceipt-refused'; readonly paymentId: string; readonly failure: Failure }
  /** A person asked to try the refused e-receipts again. */
  | { readonly kind: 'receipt-retried' }
  /** Intent of a print. It takes the place of a paper that still waits. */
  | { readonly kind: 'receipt-queued'; readonly jobId: string }
  /** Nothing is left to print: the paper that waits is not wanted any more. */
  | { readonly kind: 'receipt-dropped'; readonly jobId: string }
  /** A copy of the receipt (ХУУЛБАР), without lottery and QR. */
  | { readonly kind: 'copy-queued'; readonly jobId: string }
  | { readonly kind: 'receipt-delayed'; readonly jobId: string; readonly failure: Failure }
  | { readonly kind: 'receipt-printed'; readonly jobId: string }
  | ReturnEvent

/** An event of one of the sale's invoices; left out in older journals, where there was one at a time. */
type OfInvoice<Event> = Event & { readonly no?: number }

/** What happens to a return. */
export type ReturnEvent =
  | ({ readonly kind: 'return-opened'; readonly returnId: string } & ReturnOrdered & ReturnPlan)
  /** Intent of DELETE /v2/ebarimt_v3/{id}. */
  | { readonly kind: 'ereceipt-void-requested'; readonly returnId: string; readonly paymentId: string }
  /** `absent`: the service knows no active one, for us or somebody voided it before. */
  | {
      readonly kind: 'ereceipt-voided'
      readonly returnId: string
      readonly paymentId: string
      readonly found: 'answer' | 'absent'
    }
  /** Asked for again by itself; `lost` where it may have been done all the same. */
  | {
      readonly kind: 'ereceipt-void-delayed'
      readonly returnId: string
      readonly paymentId: string
      readonly failure: Failure
      readonly lost: boolean
    }
  /** `lost`: what was answered does not tell whether it was done. */
  | {
      readonly kind: 'ereceipt-void-refused'
      readonly returnId: string
      readonly paymentId: string
      readonly failure: Failure
      readonly lost?: boolean
    }
  | { readonly kind: 'ereceipt-void-skipped'; readonly returnId: string; readonly paymentId: string }
  /** Intent of POST /v2/payment/cancel/{id} or /v2/payment/refund/{id}. */
  | {
      readonly kind: 'refund-requested'
      readonly returnId: string
      readonly partId: string
      readonly operation: Reversal
    }
  /**
   * `told`: a person found out elsewhere. `amount`: so much of the part is with the payer by somebody else's doing, however the
   * shop would have given it back. `watchUntil`: the service accepted it, and whether it is done is looked at until about then.
   */
  | {
      readonly kind: 'refunded'
      readonly returnId: string
      readonly partId: string
      readonly how: 'cancelled' | 'refunded' | 'told'
      readonly amount?: Money
      readonly watchUntil?: number
    }
  | {
      readonly kind: 'refund-delayed'
      readonly returnId: string
      readonly partId: string
      readonly failure: Failure
    }
  /**
   * The answer was lost, or is a refusal (`refused`): the payment itself is looked at before anything else is done.
   * `unclear`: it was looked at, and the service does not tell.
   */
  | {
      readonly kind: 'refund-unknown'
      readonly returnId: string
      readonly partId: string
      readonly failure: Failure
      readonly refused?: boolean
      readonly unclear?: boolean
    }
  /** After a lost answer: the payment is paid still. */
  | { readonly kind: 'refund-not-found'; readonly returnId: string; readonly partId: string }
  | {
      readonly kind: 'refund-refused'
      readonly returnId: string
      readonly partId: string
      readonly failure: Failure
    }
  | { readonly kind: 'return-retried'; readonly returnId: string }
  | {
      readonly kind: 'repayment-chosen'
      readonly returnId: string
      readonly partId: string
      readonly way: RepaymentWay
    }
  | {
      readonly kind: 'repaid'
      readonly returnId: string
      readonly partId: string
      readonly how: RepaymentWay
      readonly note: string
    }
  /** All of it is settled, and its slip is queued; left out where there is nothing to tell by one. */
  | { readonly kind: 'return-completed'; readonly returnId: string; readonly jobId?: string }
  /** `jobId`: of its void slip, in older journals. */
  | { readonly kind: 'return-called-off'; readonly returnId: string; readonly jobId?: string }
  /** Of a return that was called off: the paper that tells which e-receipts are void. */
  | { readonly kind: 'void-slip-queued'; readonly returnId: string; readonly jobId: string }
  | { readonly kind: 'slip-copied'; readonly returnId: string; readonly jobId: string }

export type SaleEventKind = SaleEvent['kind']

/** An event as the journal holds it. */
export const recordedEventSchema = z.strictObject({
  seq: z.int(),
  at: timeSchema,
  /** The command of a person's act; null where the terminal did it itself. */
  command: z.nullable(z.string()),
  /** Described by hand: events come from the journal, whose upcasters (main/journal/upcast.ts) give them today's shapes. */
  event: z.custom<SaleEvent>((event) => eventOfAnyKind.safeParse(event).success),
})
export type RecordedEvent = Wire<typeof recordedEventSchema>
const eventOfAnyKind = z.looseObject({ kind: z.string() })

/** "0147" */
export const formatSaleNumber = (sequence: number): string => String(sequence).padStart(4, '0')
