/**
 * A sale, as the main process and the pages know it: a cart, and lists of parts. Each part has its own states:
 *
 *     cart        lines, discounts, note, receiver; frozen with its terms once it is charged or paid
 *     invoices    requested ─▶ unknown | waiting ─▶ open ─▶ cancelling ─▶ cancelled
 *                        └▶ refused   └▶ absent          └▶ left open (the service would not cancel it)
 *     payments    an account for each payment: what came, what went back, what settles the sale; facts are only added
 *     tenders     cash, card at the bank's terminal, bank transfer: taken, or given back, at the counter
 *     e-receipts  due ─▶ requested ─▶ issued ─▶ voided
 *                                └▶ refused
 *     papers      queued ─▶ printed | given up | superseded
 *     returns     goods that came back, or e-receipts to void (shared/sale/return.ts)
 *     decisions   what a person decided about money
 *
 * The journal stores the sale's events, and the parts are computed from them (shared/sale/apply.ts). The sale's status,
 * its due, what it owes to payers and its attention items are derived from the parts (shared/sale/status.ts,
 * shared/sale/attention-items.ts) and stored nowhere.
 */
import { z } from 'zod'
import { type Failure, failureSchema } from '../failure.ts'
import { type Discount, discountSchema } from '../money/discount.ts'
import type { Money } from '../money/money.ts'
import type { Quantity } from '../money/quantity.ts'
import { moneySchema } from '../money/schemas.ts'
import { kindTaxesSchema } from '../money/tax.ts'
import { toldTaxSchema } from '../money/told-tax.ts'
import { sellerSchema, taxCodes } from '../shop/settings.ts'
import { type Cashier, cashierSchema } from '../shop/staff.ts'
import { idSchema, timeSchema, type Wire } from '../wire.ts'
import { ATTENTION_CAUSES, type AttentionCause, RESOLUTIONS, type Resolution } from './attention.ts'
import {
  type PaymentShare,
  paymentSchema,
  paymentShareSchema,
  type SeenPayment,
  type Tender,
  takenTenderSchema,
} from './payment.ts'
import { type Receiver, receiverSchema } from './receiver.ts'
import {
  type RepaymentWay,
  type ReturnOrdered,
  type ReturnPlan,
  type Reversal,
  returnSchema,
} from './return.ts'
import { approvedLineSchema, type SaleLine, saleLineSchema } from './sale-line.ts'

export * from './payment.ts'
export type { Receiver } from './receiver.ts'
export * from './sale-line.ts'

/**
 * A bank's deep link (`urls[]` of a created invoice). The logo is left out, because the page loads nothing from the
 * network.
 */
const bankLinkSchema = z.strictObject({ name: z.string(), description: z.string(), link: z.string() })
export type BankLink = Wire<typeof bankLinkSchema>

/** The service's answer for an invoice (docs/payment-service.md#create-an-invoice). */
export const invoiceSchema = z.strictObject({
  invoiceId: z.string(),
  /** Empty if the invoice is only to be cancelled. */
  qrText: z.string(),
  shortUrl: z.nullable(z.string()),
  banks: z.array(bankLinkSchema),
})
export type Invoice = Wire<typeof invoiceSchema>

const invoiceStepSchema = z.discriminatedUnion('name', [
  /** POST /v2/invoice is sent, or about to be sent. */
  z.strictObject({ name: z.literal('requested'), attempt: z.int() }),
  /** The answer was lost. The invoice is looked up by its number before another request (law 2). */
  z.strictObject({
    name: z.literal('unknown'),
    attempt: z.int(),
    failure: failureSchema,
    absentTimes: z.int(),
    /**
     * The service refused it with a code that may mean that the number is used already. If the lookup finds no invoice,
     * the refusal stands.
     */
    refused: z.exactOptional(z.boolean()),
  }),
  /** Certainly not made, and retried: no connection, or the rate limit. */
  z.strictObject({ name: z.literal('waiting'), attempt: z.int(), failure: failureSchema }),
  /** `refused`: why the service refused the cancellation. Its QR can still be paid. */
  z.strictObject({ name: z.literal('open'), refused: z.exactOptional(failureSchema) }),
  /** The cancellation is due for a first or a repeated request. */
  z.strictObject({ name: z.literal('cancel-due'), failure: z.nullable(failureSchema) }),
  /** `failure`: why the request before failed. */
  z.strictObject({ name: z.literal('cancel-requested'), failure: z.nullable(failureSchema) }),
  /** The answer to the cancellation was lost. */
  z.strictObject({ name: z.literal('cancel-unknown'), failure: failureSchema }),
  z.strictObject({ name: z.literal('cancelled'), at: timeSchema }),
  /** The service refused the cancellation, or a person gave it up: the invoice can still be paid. */
  z.strictObject({ name: z.literal('left-open'), failure: failureSchema, seen: z.boolean() }),
  z.strictObject({ name: z.literal('refused'), failure: failureSchema }),
  /** The lookup found no invoice. */
  z.strictObject({ name: z.literal('absent') }),
])
export type InvoiceStep = Wire<typeof invoiceStepSchema>

/** An invoice that was requested, or found under the sale's number. A sale counts on at most one. */
const saleInvoiceSchema = z.strictObject({
  /** 1, 2, 3… within the sale. */
  no: z.int(),
  /** `sender_invoice_no`: made once, at most 45 characters. */
  number: z.string(),
  /** The amount that the invoice asks for; null if it was found in a list without amounts. */
  amount: z.nullable(moneySchema),
  step: invoiceStepSchema,
  /**
   * False if the sale does not count on it: it was withdrawn, the sale was settled otherwise, or it is one too many.
   */
  wanted: z.boolean(),
  /** Found under the number of another invoice. The sale is never charged by it. */
  extra: z.boolean(),
  invoice: z.nullable(invoiceSchema),
  shownAt: z.nullable(timeSchema),
  /** How often the service refused to cancel it. */
  refusals: z.int(),
  /** A request was lost and its invoice not found. The service may still create the invoice under this number. */
  mayAppear: z.boolean(),
})
export type SaleInvoice = Wire<typeof saleInvoiceSchema>

const ofPayment = {
  paymentId: z.string(),
  /** The last e-receipt that was issued for the payment; left out if none was. */
  last: z.exactOptional(
    z.strictObject({
      /** 1, 2, 3… within the payment. It is needed because the service may give the next e-receipt the same id. */
      no: z.int(),
      /** The service's ids; null once it is known to be void. The service may reuse them for the next e-receipt. */
      ids: z.nullable(z.string()),
      /** As it was issued. Left out once it is known to be void. */
      printedId: z.exactOptional(z.string()),
      issuedAt: z.exactOptional(z.nullable(z.string())),
      amount: z.exactOptional(moneySchema),
      vat: z.exactOptional(z.nullable(toldTaxSchema)),
      cityTax: z.exactOptional(z.nullable(toldTaxSchema)),
      /**
       * The answer to a void was lost, and the void may still take effect. A repeated create is believed only after it
       * gives the same answer again some time later.
       */
      unsettled: z.exactOptional(z.boolean()),
    }),
  ),
  /** A request ended with an unknown outcome, and nothing has told since whether the e-receipt was issued. */
  mayBeIssued: z.exactOptional(z.literal(true)),
}
const issuedSchema = z.strictObject(ofPayment).extend({
  step: z.literal('issued'),
  ereceiptId: z.string(),
  /** The printed e-receipt id: the 33 digits of the ДДТД if the service sends them, else the service's own id. */
  printedId: z.string(),
  issuedAt: z.nullable(z.string()),
  amount: moneySchema,
  /** The taxes as the service told them; null where it did not (law 8). */
  vat: z.nullable(toldTaxSchema),
  cityTax: z.nullable(toldTaxSchema),
  hasLottery: z.boolean(),
})
export type IssuedEReceipt = Wire<typeof issuedSchema>

/**
 * The e-receipt of one payment (docs/payment-service.md#e-receipt-fields), without lottery number and QR data: those
 * may only go to the paper.
 */
export const ereceiptSchema = z.discriminatedUnion('step', [
  z.strictObject(ofPayment).extend({ step: z.literal('due'), failure: z.nullable(failureSchema) }),
  /** Requested, outcome unknown. Another request is safe: a payment has at most one active e-receipt. */
  z.strictObject(ofPayment).extend({ step: z.literal('requested'), failure: z.nullable(failureSchema) }),
  issuedSchema,
  /** `seen`: a person looked at it and had nothing to do. */
  z.strictObject(ofPayment).extend({
    step: z.literal('refused'),
    failure: failureSchema,
    seen: z.boolean(),
    at: timeSchema,
  }),
  /** Void in the national tax system. `printedId` is null if no e-receipt is known to have been issued. */
  z.strictObject(ofPayment).extend({ step: z.literal('voided'), printedId: z.nullable(z.string()) }),
])
export type EReceipt = Wire<typeof ereceiptSchema>

/**
 * A paper of the sale: its receipt, or a slip with later e-receipts. The last one that is not superseded is current.
 */
const paperSchema = z.strictObject({
  /** Null if it was given up before it had a print job. */
  jobId: z.nullable(idSchema),
  /** The e-receipts on it, by their names (`nameOf` in shared/sale/status.ts). */
  carries: z.array(z.string()),
  step: z.discriminatedUnion('name', [
    z.strictObject({ name: z.literal('queued'), failure: z.nullable(failureSchema) }),
    z.strictObject({ name: z.literal('printed'), at: timeSchema }),
    /** A person decided not to print it. */
    z.strictObject({ name: z.literal('given-up') }),
    /** Another paper replaced it, or nothing is left to print. */
    z.strictObject({ name: z.literal('superseded') }),
  ]),
})
export type Paper = Wire<typeof paperSchema>

/** A person's decision about an attention item, with the amounts at that time. */
const decisionSchema = z.strictObject({
  cause: z.enum(ATTENTION_CAUSES),
  resolution: z.enum(RESOLUTIONS),
  at: timeSchema,
  /** Null if nobody was signed in. */
  by: z.nullable(cashierSchema),
  /** The amount that the decision concerns, by payment. */
  shares: z.array(paymentShareSchema),
})
export type Decision = Wire<typeof decisionSchema>

/** Settings at the time of the sale. A receipt copy must show the same, even a year later. */
const termsSchema = z.strictObject({
  seller: sellerSchema,
  cityTaxPercent: z.number(),
  /** False if the shop is no VAT payer: its goods then contain no VAT. */
  vatPayer: z.boolean(),
  /** Whether the shop issues e-receipts; `issuesEReceipts` tells whether the sale gets any. */
  ereceipts: z.boolean(),
  /** `tax_type` of each tax kind. */
  taxCodes,
  /** The service refused a tax code of the goods: the sale is charged without one, and its e-receipt is issued elsewhere. */
  codesRefused: z.exactOptional(z.literal(true)),
})
export type Terms = Wire<typeof termsSchema>

/** Where a moved cart comes from: the code of the till that parked it, its sale there, and when it was parked. */
const movedFromSchema = z.strictObject({
  till: z.string(),
  saleId: idSchema,
  number: z.string(),
  parkedAt: timeSchema,
})

/** Who continues a moved cart: the code of that till, the number of its sale, and when the cart was parked. */
export const movedToSchema = z.strictObject({ till: z.string(), number: z.string(), parkedAt: timeSchema })
export type MovedTo = Wire<typeof movedToSchema>

/** Kinds of pending tasks that can be held or given up. */
export const QUEUED_WORK = ['invoice', 'cancellation', 'e-receipt', 'print', 'void', 'refund'] as const
export type QueuedWork = (typeof QUEUED_WORK)[number]

export const saleSchema = z.strictObject({
  id: idSchema,
  /**
   * A sale is numbered by terminal code, shop day (yyyy-MM-dd) and a number that starts at 1 every day: "0147" on
   * screen.
   */
  terminal: z.string(),
  day: z.string(),
  sequence: z.int(),
  /**
   * `sender_invoice_no` of the first invoice. Later invoices append to it (docs/decisions/sale-number.md). It never
   * changes.
   */
  senderInvoiceNo: z.string().max(45),
  openedAt: timeSchema,
  /** The cashier of the sale; null if nobody was signed in, or if the journal lost the event that opened the sale. */
  cashier: z.nullable(cashierSchema),
  /** The sale from which this cart was split off, or whose goods are rung up again. */
  continues: z.nullable(idSchema),
  /** A part of the cart was split off and is charged next. No e-receipt is requested before that is over. */
  restWaits: z.exactOptional(z.literal(true)),
  /**
   * Set in a *guest sale*: a sale of another till of the shop, which is in this journal for its returns
   * (docs/many-tills.md#returns-at-another-till). It is the terminal code of that till.
   */
  origin: z.exactOptional(z.string()),
  /** Set where this sale continues a cart that another till of the shop parked. */
  movedFrom: z.exactOptional(movedFromSchema),
  /**
   * Set where another till of the shop continues this cart. If the sale has not ended with that, this till had resumed
   * the cart too, and the goods may be sold twice (docs/decisions/carts-at-another-till.md).
   */
  movedTo: z.exactOptional(movedToSchema),
  lines: z.array(saleLineSchema),
  /** The discount on the whole sale, shared out over its lines. */
  discount: z.nullable(discountSchema),
  /** The lines with a discount or a price override, and misc items, at the last approval; left out if nothing was approved. */
  approved: z.exactOptional(z.array(approvedLineSchema)),
  /** The age that the cashier confirmed for the customer; left out while nothing was asked. */
  ageConfirmed: z.exactOptional(z.int()),
  /** Categories that a manager let be sold although they were banned. */
  bansLifted: z.exactOptional(z.array(z.string())),
  /** The cashier's note; also printed on the receipt. */
  note: z.string(),
  receiver: receiverSchema,
  /**
   * Terms of the last charge or of the sale. `standingTerms` tells whether they apply. Null before both, and where the
   * journal lost the event that has them.
   */
  terms: z.nullable(termsSchema),
  /** Why the service refused the last charge, or gave no QR for it; null once the cart has changed. */
  refusal: z.nullable(failureSchema),
  /** Set while the sale is parked. `label` is the cashier's name for it and may be empty. */
  parked: z.nullable(z.strictObject({ label: z.string(), at: timeSchema })),
  invoices: z.array(saleInvoiceSchema),
  payments: z.array(paymentSchema),
  tenders: z.array(takenTenderSchema),
  ereceipts: z.array(ereceiptSchema),
  papers: z.array(paperSchema),
  /** Returns, the earliest first. At most one is open. */
  returns: z.array(returnSchema),
  decisions: z.array(decisionSchema),
  /** Attention items that cannot be derived from the sale's parts. */
  notices: z.array(z.strictObject({ cause: z.enum(ATTENTION_CAUSES), amount: z.nullable(moneySchema) })),
  soldAt: z.nullable(timeSchema),
  /** When the sale ended unsold: discarded, cancelled, or given up by a payer who had paid a part. */
  endedAt: z.nullable(timeSchema),
  /** Until about when the invoices are monitored, with growing pauses. Null before and after monitoring. */
  monitoredUntil: z.nullable(timeSchema),
  /** A manager holds the sale: nothing is retried until the release. Its invoices are still monitored. */
  held: z.boolean(),
  /** Number of the sale's events; the next event gets this number. */
  version: z.int(),
})
export type Sale = Wire<typeof saleSchema>

/** Sums of the lines. The taxes are contained in the prices. */
export const totalsSchema = z.strictObject({
  total: moneySchema,
  vat: moneySchema,
  cityTax: moneySchema,
  byKind: z.array(kindTaxesSchema),
  lineCount: z.int(),
})
export type Totals = Wire<typeof totalsSchema>

/** All events of a sale, as the journal stores them. An intent is recorded before its request is sent (law 1). */
export type SaleEvent =
  | {
      readonly kind: 'opened'
      readonly terminal: string
      readonly day: string
      readonly sequence: number
      readonly senderInvoiceNo: string
      /** Null if nobody was signed in. */
      readonly cashier: Cashier | null
      /** The sale from which the cart comes; left out if there is none. */
      readonly continues?: string
      /** The sale of another till from which the cart comes. */
      readonly movedFrom?: Wire<typeof movedFromSchema>
    }
  /** The line is inserted before the line `before`, or at the end. */
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
   * Replaces the whole cart: a change was undone, the cart was split, or a charged cart is here again, whole.
   * `rest` is the sale with the other part of a split cart.
   */
  | ({ readonly kind: 'cart-replaced'; readonly rest?: string; readonly again?: true } & Pick<
      Sale,
      'lines' | 'discount' | 'approved' | 'note' | 'receiver'
    >)
  /** The rest of the split cart was paid, or is not charged now: the e-receipts are requested. */
  | { readonly kind: 'rest-over' }
  /** A person who may give these discounts and prices gave or approved them: the cart as it is now. */
  | { readonly kind: 'cart-approved'; readonly by: Cashier }
  /** The cashier looked at the customer, or at a document. */
  | { readonly kind: 'age-confirmed'; readonly age: number; readonly by: Cashier | null }
  /** A person who may sold these categories although the shop does not sell them at that time. */
  | { readonly kind: 'bans-lifted'; readonly categories: readonly string[]; readonly by: Cashier | null }
  | { readonly kind: 'discarded' }
  | { readonly kind: 'parked'; readonly label: string }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'tender-taken'; readonly tender: Tender }
  | { readonly kind: 'tender-returned'; readonly tenderId: string }
  /**
   * Intent of POST /v2/invoice for `due`. Attempt 1 makes a further invoice of the sale; later attempts repeat the request
   * of the invoice `no`, whose number and terms stay.
   */
  | {
      readonly kind: 'invoice-requested'
      readonly total: Money
      readonly due: Money
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
  /** Another invoice was found under the number of a lost request: one too many. */
  | {
      readonly kind: 'invoice-found'
      readonly number: string
      readonly amount: Money | null
      readonly invoice: Invoice
    }
  | OfInvoice<{ readonly kind: 'charge-withdrawal-asked' }>
  | OfInvoice<{ readonly kind: 'charge-withdrawn' }>
  /** A check returned new or changed payments. */
  | OfInvoice<{ readonly kind: 'payments-seen'; readonly payments: readonly SeenPayment[] }>
  /**
   * Tenders and payments add up to at least the total: the sale is sold. `payments` are the result of the last check;
   * `counted` is the part of each that settles the sale; `receiptsDue` are the payments that need an e-receipt.
   */
  | {
      readonly kind: 'paid'
      /** The invoice that was checked; left out where a tender settles the sale, without a check. */
      readonly no?: number
      readonly payments: readonly SeenPayment[]
      readonly counted: readonly PaymentShare[]
      readonly receiptsDue: readonly string[]
      /** Left out where the sale has no invoice. */
      readonly monitorUntil?: number
      /** Left out where those of the charge apply. */
      readonly terms?: Terms
    }
  /** The payer left after a part payment: the sale ends unsold, and the money belongs to the payer. */
  | { readonly kind: 'sale-ended'; readonly monitorUntil: number }
  /** Intent of DELETE /v2/invoice/{id}. */
  | OfInvoice<{ readonly kind: 'cancel-requested' }>
  | OfInvoice<{ readonly kind: 'cancel-unknown'; readonly failure: Failure }>
  | OfInvoice<{ readonly kind: 'cancel-waiting'; readonly failure: Failure }>
  | OfInvoice<{ readonly kind: 'cancel-refused'; readonly failure: Failure }>
  | OfInvoice<{ readonly kind: 'invoice-cancelled'; readonly monitorUntil: number }>
  /** An attention item that cannot be derived from the sale's parts. */
  | { readonly kind: 'notice-kept'; readonly cause: AttentionCause; readonly amount: Money | null }
  /** What other tills of the shop did with the sale. The first one of a guest sale has the sale itself. */
  | { readonly kind: 'told-by-shop'; readonly known: ToldByShop }
  /** A person resolved an attention item. `shares`: the amount that it concerns, by payment. */
  | {
      readonly kind: 'attention-settled'
      readonly cause: AttentionCause
      readonly resolution: Resolution
      readonly by: Cashier | null
      readonly amount: Money | null
      readonly shares: readonly PaymentShare[]
    }
  /** Monitoring of the sale's invoices has ended. */
  | { readonly kind: 'monitoring-ended' }
  | { readonly kind: 'work-held' }
  | { readonly kind: 'work-released' }
  /** A manager gave up a pending task. */
  | { readonly kind: 'work-given-up'; readonly work: QueuedWork }
  /** Intent of POST /v2/ebarimt_v3/create. */
  | { readonly kind: 'ereceipt-requested'; readonly paymentId: string }
  | { readonly kind: 'ereceipt-issued'; readonly ereceipt: IssuedEReceipt }
  /** The e-receipt was not issued, or the outcome is unknown; the till retries by itself. */
  | { readonly kind: 'ereceipt-delayed'; readonly paymentId: string; readonly failure: Failure }
  | { readonly kind: 'ereceipt-refused'; readonly paymentId: string; readonly failure: Failure }
  /** A person asked to try the refused e-receipts again. */
  | { readonly kind: 'receipt-retried' }
  /** Intent of a print. A paper that still waits is superseded. */
  | { readonly kind: 'receipt-queued'; readonly jobId: string }
  /** Nothing is left to print: the waiting paper is dropped. */
  | { readonly kind: 'receipt-dropped'; readonly jobId: string }
  /** A receipt copy (ХУУЛБАР), without lottery number and QR. */
  | { readonly kind: 'copy-queued'; readonly jobId: string }
  | { readonly kind: 'receipt-delayed'; readonly jobId: string; readonly failure: Failure }
  | { readonly kind: 'receipt-printed'; readonly jobId: string }
  | ReturnEvent

/** An event of the invoice `no`. */
type OfInvoice<Event> = Event & { readonly no: number }

/** The events of a return. */
export type ReturnEvent =
  | ({ readonly kind: 'return-opened'; readonly returnId: string } & ReturnOrdered & ReturnPlan)
  /** Intent of DELETE /v2/ebarimt_v3/{id}. */
  | { readonly kind: 'ereceipt-void-requested'; readonly returnId: string; readonly paymentId: string }
  /** `absent`: the service has no active e-receipt; the lost request or somebody else voided it. */
  | {
      readonly kind: 'ereceipt-voided'
      readonly returnId: string
      readonly paymentId: string
      readonly found: 'answer' | 'absent'
    }
  /** The till retries by itself. `lost`: the request may have been carried out. */
  | {
      readonly kind: 'ereceipt-void-delayed'
      readonly returnId: string
      readonly paymentId: string
      readonly failure: Failure
      readonly lost: boolean
    }
  /** `lost`: the answer does not tell whether the void was done. */
  | {
      readonly kind: 'ereceipt-void-refused'
      readonly returnId: string
      readonly paymentId: string
      readonly failure: Failure
      readonly lost: boolean
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
   * `told`: a person found out elsewhere. `amount`: the part that somebody else gave back, whatever way the shop had
   * planned. `monitorUntil`: until about when the till checks that the accepted refund is really done.
   */
  | {
      readonly kind: 'refunded'
      readonly returnId: string
      readonly partId: string
      readonly how: 'cancelled' | 'refunded' | 'told'
      readonly amount?: Money
      readonly monitorUntil?: number
    }
  | {
      readonly kind: 'refund-delayed'
      readonly returnId: string
      readonly partId: string
      readonly failure: Failure
    }
  /**
   * The answer was lost, or is an ambiguous refusal (`refused`): the payment is checked before anything else happens.
   * `unclear`: the payment's status does not tell the outcome.
   */
  | {
      readonly kind: 'refund-unknown'
      readonly returnId: string
      readonly partId: string
      readonly failure: Failure
      readonly refused?: boolean
      readonly unclear?: boolean
    }
  /** After a lost answer: the payment is still paid, so the refund was not done. */
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
  /** The return is settled, and its slip is queued. `jobId` is left out if the slip would have nothing to report. */
  | { readonly kind: 'return-completed'; readonly returnId: string; readonly jobId?: string }
  | { readonly kind: 'return-cancelled'; readonly returnId: string }
  /** A slip that lists the voided e-receipts of a cancelled return. */
  | { readonly kind: 'void-slip-queued'; readonly returnId: string; readonly jobId: string }
  | { readonly kind: 'slip-copied'; readonly returnId: string; readonly jobId: string }

/** The parts of a sale that the shop database told, as they are now. */
export type ToldByShop = Partial<
  Pick<
    Sale,
    | 'origin'
    | 'lines'
    | 'discount'
    | 'note'
    | 'receiver'
    | 'terms'
    | 'payments'
    | 'tenders'
    | 'ereceipts'
    | 'papers'
    | 'returns'
    | 'decisions'
    | 'soldAt'
    | 'monitoredUntil'
    | 'movedTo'
    | 'parked'
    | 'endedAt'
  >
>

export type SaleEventKind = SaleEvent['kind']

/** An event as the journal stores it. */
export const recordedEventSchema = z.strictObject({
  seq: z.int(),
  at: timeSchema,
  /** The command that caused the event; null if the till did it by itself. */
  command: z.nullable(z.string()),
  /**
   * Only `kind` is checked: the events come from the journal.
   */
  event: z.custom<SaleEvent>((event) => eventOfAnyKind.safeParse(event).success),
})
export type RecordedEvent = Wire<typeof recordedEventSchema>
const eventOfAnyKind = z.looseObject({ kind: z.string() })

/** "0147" of "K01-261120-0147-X7F3" */
export const shortNumber = (saleNumber: string): string => saleNumber.split('-')[2] ?? saleNumber

/** "0147" */
export const formatSaleNumber = (sequence: number): string => String(sequence).padStart(4, '0')
