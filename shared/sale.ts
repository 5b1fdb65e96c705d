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
import type { AttentionCause, Remedy } from './attention.ts'
import type { Discount } from './discount.ts'
import type { Failure } from './failure.ts'
import type { Money } from './money.ts'
import type { Product } from './product.ts'
import type { Quantity } from './quantity.ts'
import type { RepaymentWay, Return, ReturnOrdered, ReturnPlan, Reversal } from './return.ts'
import type { Settings, ShopSettings } from './settings.ts'
import type { Cashier } from './staff.ts'
import type { KindTaxes } from './tax.ts'

export type SaleLine = {
  readonly id: string
  readonly product: Product
  readonly quantity: Quantity
  /** The product's price, or what the cashier set for this line. */
  readonly unitPrice: Money
  /** `priceOf(unitPrice, quantity)`, less what is taken off. */
  readonly amount: Money
  /** The line's own discount, and what it takes off. */
  readonly discount?: Discount
  readonly off?: Money
  /** Of what is taken off the whole sale. */
  readonly share?: Money
  /** What the cashier wrote to it; on the receipt, too. */
  readonly note?: string
}

/** Whom the e-receipt is for: `83` an individual, `84` an organisation (docs/payment-service.md#create-an-e-receipt). */
export type Receiver =
  | { readonly kind: 'individual' }
  | { readonly kind: 'organisation'; readonly register: string }

/** A bank's deep link (`urls[]` of a created invoice). Its logo is left out: the page loads nothing from the network. */
export type BankLink = { readonly name: string; readonly description: string; readonly link: string }

/** What the service gave for an invoice (docs/payment-service.md#create-an-invoice). */
export type Invoice = {
  readonly invoiceId: string
  /** Empty where only its cancellation is wanted. */
  readonly qrText: string
  readonly shortUrl: string | null
  readonly banks: readonly BankLink[]
}

export type InvoiceStep =
  /** POST /v2/invoice is out, or about to be. */
  | { readonly name: 'requested'; readonly attempt: number }
  /** The answer was lost. It is looked up by its number before anything is sent again (law 2). */
  | {
      readonly name: 'unknown'
      readonly attempt: number
      readonly failure: Failure
      readonly absentTimes: number
      /** It was refused, in words that may mean that its number is used: where it is found absent, the refusal stands. */
      readonly refused?: boolean
    }
  /** Known not to have been made, and worth another try: no line, or the rate limit. */
  | { readonly name: 'waiting'; readonly attempt: number; readonly failure: Failure }
  /** `refused`: why its cancellation was refused, while a payer may still stand before its QR. */
  | { readonly name: 'open'; readonly refused?: Failure }
  | CancelStep
  | { readonly name: 'cancelled'; readonly at: number }
  /** The service would not cancel it, or a person gave the cancellation up: it can still be paid. */
  | { readonly name: 'left-open'; readonly failure: Failure; readonly seen: boolean }
  | { readonly name: 'refused'; readonly failure: Failure }
  /** As far as the list says, it was never made. */
  | { readonly name: 'absent' }

export type CancelStep =
  /** To be asked for: for the first time, or again. */
  | { readonly name: 'cancel-due'; readonly failure: Failure | null }
  /** `failure`: why it did not work before. */
  | { readonly name: 'cancel-requested'; readonly failure: Failure | null }
  /** The answer to the cancellation was lost. */
  | { readonly name: 'cancel-unknown'; readonly failure: Failure }

/** An invoice that was asked for, or found under the sale's number. A sale counts on one of them at the most. */
export type SaleInvoice = {
  /** 1, 2, 3… within the sale. */
  readonly no: number
  /** `sender_invoice_no`: made once, at most 45 characters. */
  readonly number: string
  /** What it asks for; null where it was found and the list did not say. */
  readonly amount: Money | null
  readonly step: InvoiceStep
  /** False: the sale does not count on it. It was withdrawn, settled otherwise, or is one too many. */
  readonly wanted: boolean
  /** Found under the number of another: never the one that the sale is charged by. */
  readonly extra: boolean
  readonly invoice: Invoice | null
  readonly shownAt: number | null
  /** How often the service refused to cancel it. */
  readonly refusals: number
  /** A request for it was lost and found absent: it may still be made, so that its number is listed again. */
  readonly mayAppear: boolean
}

export type PaymentStatus = 'PAID' | 'PENDING' | 'CANCELLED' | 'REFUNDED' | 'unknown'
export type PaymentType = 'P2P' | 'CARD' | 'unknown'

/** A payment as a check listed it (docs/payment-service.md#check-for-payments). */
export type SeenPayment = {
  readonly paymentId: string
  readonly status: PaymentStatus
  /** `payment_amount`: what counts. The amount of a P2P row inside it can be net of a fee and is not kept. */
  readonly amount: Money
  /**
   * The currency of `amount` as the service named it, upper case; UNKNOWN where what it named is no code. Left out for
   * MNT and where the service names none, which is MNT too (docs/payment-service.md#money). A row that has one is no money in tugriks:
   * its amount is in that currency's hundredths, or 0 where it could not be read, and is never added to tugriks.
   */
  readonly currency?: string
  readonly type: PaymentType
  readonly wallet: string | null
  /** The paying bank's six-digit code, where the check told it. */
  readonly bankCode: string | null
}

/** A payment's account. What it holds only grows: a check adds facts and takes none away. */
export type Payment = SeenPayment & {
  /** Of the invoice that it was made for. */
  readonly invoiceNo: number
  /** What came of it, in MNT. */
  readonly came: Money
  readonly cameAt: number | null
  /** What of it went back, as the service says of it, whoever sent it back. */
  readonly wentBack: Money
  readonly wentBackAt: number | null
  /** What of it settles the sale. */
  readonly counted: Money
  /** What the service says of it now, where that is not what the account of a sold sale holds: since when, and in how many looks in a row. */
  readonly contradicted?: {
    readonly status: PaymentStatus
    readonly at: number
    readonly looks: number
  }
}

/** The e-receipt of one payment (docs/payment-service.md#e-receipt-fields), without its lottery number and QR data: those are for paper alone. */
export type EReceipt = OfPayment &
  (
    | { readonly step: 'due'; readonly failure: Failure | null }
    /** Asked for; what came of it is not known yet. Asking again is safe: a payment has one active e-receipt. */
    | { readonly step: 'requested'; readonly failure: Failure | null }
    | IssuedStep
    /** `seen`: a person looked at it, and nothing was to be done. */
    | { readonly step: 'refused'; readonly failure: Failure; readonly seen: boolean; readonly at: number }
    /** Void in the national tax system. `printedId` is null where none was known to be issued. */
    | { readonly step: 'voided'; readonly printedId: string | null }
  )
export type IssuedEReceipt = OfPayment & IssuedStep

type OfPayment = {
  readonly paymentId: string
  /** The last one that was issued for it; left out where none was. */
  readonly last?: {
    /** 1, 2, 3… of the payment: a service may give the next one under the same id. */
    readonly no: number
    /** How the service names it; null once it is known to be void. Asked for again, it may be given again. */
    readonly ids: string | null
    /** As it was issued; left out once it is known to be void, and of sales that were saved before these were kept. */
    readonly printedId?: string
    readonly issuedAt?: string | null
    readonly amount?: Money
    readonly vat?: Money
    readonly cityTax?: Money
    /** A void of it whose answer was lost may land still: what is given is believed once it is given again, a while apart. */
    readonly unsettled?: boolean
  }
  /** A request for it ended so that it may have been issued all the same, and nothing told since whether it was. */
  readonly perhapsIssued?: true
}
type IssuedStep = {
  readonly step: 'issued'
  readonly ereceiptId: string
  /** The 33 digits of the ДДТД where the service gives them, else its own id: what is printed. */
  readonly printedId: string
  readonly issuedAt: string | null
  readonly amount: Money
  readonly vat: Money
  readonly cityTax: Money
  readonly hasLottery: boolean
}

/** A paper of the sale: its receipt, or a slip with e-receipts that came later. The last one that was not superseded is current. */
export type Paper = {
  /** Null where it was given up before there was a job. */
  readonly jobId: string | null
  /** The e-receipts that it carries, by their names (`nameOf` in shared/sale-status.ts). */
  readonly carries: readonly string[]
  readonly step:
    | { readonly name: 'queued'; readonly failure: Failure | null }
    | { readonly name: 'printed'; readonly at: number }
    /** A person decided that it need not come. */
    | { readonly name: 'given-up' }
    /** Another took its place, or nothing is left to print. */
    | { readonly name: 'superseded' }
}

/** How money is taken at the counter, with no service asked (law 7). */
export const TENDER_KINDS = ['cash', 'card', 'transfer'] as const
/** `card` is a card at the bank's own terminal; `transfer` a bank transfer that the cashier saw arrive. */
export type TenderKind = (typeof TENDER_KINDS)[number]

export type Tender = {
  readonly id: string
  readonly kind: TenderKind
  /** What it settles of the sale. */
  readonly amount: Money
  readonly received: Money
  /** Given back at once: `received` less `amount`. Cash alone has any. */
  readonly change: Money
  /** Last digits of the card, or what the transfer said; may be empty. */
  readonly reference: string
}
export type TakenTender = Tender & { readonly at: number; readonly returnedAt: number | null }

/** What a person decided about money that waited for it, with the amount as it was decided. */
export type Decision = {
  readonly cause: AttentionCause
  readonly remedy: Remedy
  readonly at: number
  /** Left out by earlier versions, and null where nobody was signed in. */
  readonly by?: Cashier | null
  /** What of it concerns which payment. */
  readonly shares: readonly PaymentShare[]
}
export type PaymentShare = { readonly paymentId: string; readonly amount: Money }

/** What a copy printed next year must say too. */
export type Terms = {
  readonly seller: ShopSettings
  readonly cityTaxPercent: number
  /** False: the shop is no VAT payer, and none of its goods bear any. */
  readonly vatPayer: boolean
  /** Whether e-receipts are issued for its payments. */
  readonly ereceipts: boolean
  /** `tax_type` of each kind of goods; left out in journals from before it was kept. */
  readonly taxCodes?: Settings['tax']['codes']
}

/** What of a sale waits for the service or the printer, and can be held or given up. */
export const QUEUED_WORK = ['invoice', 'cancellation', 'e-receipt', 'print', 'void', 'refund'] as const
export type QueuedWork = (typeof QUEUED_WORK)[number]

export type Sale = {
  readonly id: string
  /** Terminal code, yyyy-MM-dd by the shop's clock, and a number that starts at 1 every day: "0147" on screen. */
  readonly terminal: string
  readonly day: string
  readonly sequence: number
  /** Of its first invoice; a later one adds to it (docs/decisions/sale-number.md). Kept for ever. */
  readonly senderInvoiceNo: string
  readonly openedAt: number
  /** Who rang it up; null where nobody was signed in, or an older journal did not say. */
  readonly cashier: Cashier | null
  /** The sale whose cart it comes from: split off, it comes to the counter after that one, or has its goods again. */
  readonly continues: string | null
  readonly lines: readonly SaleLine[]
  /** Taken off the whole: shared out over the lines. */
  readonly discount: Discount | null
  /** What the cashier wrote to the sale; on the receipt, too. */
  readonly note: string
  readonly receiver: Receiver
  /** Of its last charge, or of its sale: `standingTerms` says whether they stand. Null in journals from before it was kept. */
  readonly terms: Terms | null
  /** Why the service refused the last charge; null once the cart was changed. */
  readonly refusal: Failure | null
  /** Set aside under a name that the cashier gave it, or none. */
  readonly parked: { readonly label: string; readonly at: number } | null
  readonly invoices: readonly SaleInvoice[]
  readonly payments: readonly Payment[]
  readonly tenders: readonly TakenTender[]
  readonly ereceipts: readonly EReceipt[]
  readonly papers: readonly Paper[]
  /** What came back of it after it was sold, the earliest first; one at a time is open. */
  readonly returns: readonly Return[]
  readonly decisions: readonly Decision[]
  /** What an older journal had put before a person, and nothing of the sale tells. */
  readonly notices: readonly { readonly cause: AttentionCause; readonly amount: Money | null }[]
  readonly soldAt: number | null
  /** Ended unsold: discarded, cancelled, or given up by a payer who had paid a part. */
  readonly endedAt: number | null
  /** Its invoices are looked at until about then, ever more rarely; null: not any more, or not yet. */
  readonly watchedUntil: number | null
  /** A manager holds what it waits for: nothing is asked for again until it is let go. It is still watched. */
  readonly held: boolean
  /** How many events made it: the number the next one gets. */
  readonly version: number
}

/** What the lines add up to. The taxes are contained in the prices. */
export type Totals = {
  readonly total: Money
  readonly vat: Money
  readonly cityTax: Money
  readonly byKind: readonly KindTaxes[]
  readonly lineCount: number
}

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

/** An event as the journal holds it. `command` is what a person's act was done under; null where the terminal did it itself. */
export type RecordedEvent = {
  readonly seq: number
  readonly at: number
  readonly command: string | null
  readonly event: SaleEvent
}

/** "0147" */
export const formatSaleNumber = (sequence: number): string => String(sequence).padStart(4, '0')
