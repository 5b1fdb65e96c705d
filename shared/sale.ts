/**
 * The life of a sale, as both sides of the bridge know it.
 *
 *     parked ◀──▶ open ────────── discard ─────────▶ cancelled (never had an invoice)
 *       charge │  │ cash for all of it ─────────────────────────┐
 *              ▼  └──────────────────────┐                      │
 *     invoicing ──▶ awaiting-payment ──▶ partly-paid            │
 *       │ ▲ look up     │       │            │  cash for the    │
 *       │ └─ unknown    │       └─────┬──────┘  rest of it      │
 *       │               │ cancel      ▼ PAID rows add up to what is due
 *       │ withdrawn     ▼           receipting ──▶ completed ◀──┘
 *       ▼             cancelling ──▶  │  ▲ (INVOICE_PAID: it was sold)
 *     open              │             ▼  │ try again
 *                       ▼           receipt-owed
 *                     cancelled ──▶ (watched on) ──▶ paid-late
 *
 * Cash may be taken for a part before the charge, and for the rest at any time: the sale is sold at once then, and the
 * invoice that is not needed any more is retired beside it (`Retiring`), without anyone waiting.
 *
 * Each state carries just what is known in it. The state is never stored on its own: it is what the sale's events add
 * up to (main/sales/evolve.ts), and the journal holds the events.
 */
import type { AttentionCause, Remedy } from './attention.ts'
import type { Discount } from './discount.ts'
import type { Failure } from './failure.ts'
import type { Money } from './money.ts'
import type { Product } from './product.ts'
import type { Quantity } from './quantity.ts'
import type { RepaymentWay, Return, ReturnOrdered, ReturnPlan, Reversal } from './return.ts'
import type { Cashier } from './staff.ts'

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

/** Whom the e-receipt is for: `83` an individual, `84` an organisation (section 4.4). */
export type Receiver =
  | { readonly kind: 'individual' }
  | { readonly kind: 'organisation'; readonly register: string }

/** One of the three request shapes of section 2.2. */
export type InvoiceShape = 'simple' | 'full' | 'ebarimt'

/** A bank's deep link (section 2.3, `urls[]`). Its logo is left out: the page loads nothing from the network. */
export type BankLink = { readonly name: string; readonly description: string; readonly link: string }

/** What came back when the invoice was created (section 2.3). */
export type Invoice = {
  readonly invoiceId: string
  readonly qrText: string
  readonly shortUrl: string | null
  readonly banks: readonly BankLink[]
}

export type PaymentStatus = 'PAID' | 'PENDING' | 'CANCELLED' | 'REFUNDED' | 'unknown'
export type PaymentType = 'P2P' | 'CARD' | 'unknown'

/** A payment as the last check found it (section 2.6). */
export type SeenPayment = {
  readonly paymentId: string
  readonly status: PaymentStatus
  /** `payment_amount`: what counts. The amount of a P2P row inside it can be net of a fee and is not kept. */
  readonly amount: Money
  readonly type: PaymentType
  readonly wallet: string | null
  /** The paying bank's six-digit code, where the check told it. */
  readonly bankCode: string | null
}

/** The e-receipt of one payment (section 2.8), without its lottery number and QR data: those are for paper alone. */
export type EReceipt =
  | { readonly step: 'due'; readonly paymentId: string; readonly failure: Failure | null }
  /** Asked for; what came of it is not known yet. Asking again is safe: a payment has one active e-receipt. */
  | { readonly step: 'requested'; readonly paymentId: string; readonly failure: Failure | null }
  | {
      readonly step: 'issued'
      readonly paymentId: string
      readonly ereceiptId: string
      /** The 33 digits of the ДДТД where the service gives them, else its own id: what is printed. */
      readonly printedId: string
      readonly issuedAt: string | null
      readonly amount: Money
      readonly vat: Money
      readonly cityTax: Money
      readonly hasLottery: boolean
    }
  | { readonly step: 'refused'; readonly paymentId: string; readonly failure: Failure }
  /** For a return: void in the national tax system. `printedId` is null where none was known to be issued. */
  | { readonly step: 'voided'; readonly paymentId: string; readonly printedId: string | null }

export type PrintStep =
  | { readonly step: 'not yet' }
  | { readonly step: 'queued'; readonly jobId: string; readonly failure: Failure | null }
  | { readonly step: 'printed'; readonly jobId: string; readonly at: number }
  /** A person decided that this paper need not come. */
  | { readonly step: 'given-up'; readonly jobId: string | null }

/** What was taken at the counter itself: no service is asked (law 7). */
export type CashTender = {
  readonly id: string
  /** What it settles of the sale. */
  readonly amount: Money
  readonly received: Money
  /** Given back at once: `received` less `amount`. */
  readonly change: Money
}

/**
 * An invoice that a sale does not count on any more, for it was settled in cash meanwhile. It is found out about, cancelled
 * and watched on like any other (laws 2 and 4); money that still comes is put before a person.
 */
export type Retiring =
  /** Not known whether it was made: found out by number. */
  | { readonly step: 'unknown'; readonly failure: Failure | null; readonly absentTimes: number }
  /** Known to stand, its cancellation is to be asked for: for the first time, or again. */
  | { readonly step: 'due'; readonly failure: Failure | null }
  | { readonly step: 'requested' }
  /** The answer to the cancellation was lost. */
  | { readonly step: 'cancel-unknown'; readonly failure: Failure }
  | { readonly step: 'cancelled' }
  /** The service would not cancel it: money is in it, or a person gave the cancellation up. */
  | { readonly step: 'kept'; readonly failure: Failure }
  /** It was never made. */
  | { readonly step: 'absent' }

/** Where a create-invoice request stands. `unknown` means: find out by number before anything is sent again (law 2). */
export type InvoicingStep =
  | { readonly name: 'requested'; readonly attempt: number }
  | {
      readonly name: 'unknown'
      readonly attempt: number
      readonly failure: Failure
      readonly absentTimes: number
    }
  /** Known not to have been created, and worth another try by itself: no line, or the rate limit. */
  | { readonly name: 'waiting'; readonly attempt: number; readonly failure: Failure }

type Charged = {
  readonly total: Money
  /** What the invoice is made for: the total less the cash that was taken before. */
  readonly due: Money
  readonly cash: readonly CashTender[]
  readonly shape: InvoiceShape
}
type Invoiced = Charged & { readonly invoice: Invoice; readonly shownAt: number }
type Settled = {
  readonly total: Money
  readonly cash: readonly CashTender[]
  /** Null where it was sold for cash without one. */
  readonly invoice: Invoice | null
  readonly shape: InvoiceShape | null
  readonly shownAt: number | null
  /** The payments of the invoice as the last check found them, whether they were counted on or not. */
  readonly payments: readonly SeenPayment[]
  /** What the cash and the PAID rows add up to, with what a return of ours gave back of them: that is told by the return. */
  readonly paid: Money
  /** What came above the total: the shop owes it back, or keeps it as agreed. */
  readonly surplus: Money
  readonly paidAt: number
  /** Empty where the merchant is not registered for e-receipts, and for what was paid in cash. */
  readonly ereceipts: readonly EReceipt[]
  readonly print: PrintStep
  /** Null where the invoice is what was paid, or where there never was one. */
  readonly retiring: Retiring | null
  /** Its invoice is looked at until then, ever more rarely: for money above what was due, or a refund made elsewhere. 0: not any more. */
  readonly watchUntil: number
}

export type SaleState =
  /** Cash that was taken for a part of it locks the goods until it is given back or the sale is settled. */
  | { readonly name: 'open'; readonly failure: Failure | null; readonly cash: readonly CashTender[] }
  /** Set aside under a name that the cashier gave it, or none. */
  | { readonly name: 'parked'; readonly label: string; readonly at: number }
  | ({
      readonly name: 'invoicing'
      readonly step: InvoicingStep
      /** The cashier has asked to withdraw the charge while its outcome was unknown. */
      readonly withdrawing: boolean
    } & Charged)
  | ({ readonly name: 'awaiting-payment' } & Invoiced)
  | ({
      readonly name: 'partly-paid'
      readonly payments: readonly SeenPayment[]
      readonly paid: Money
    } & Invoiced)
  | ({
      readonly name: 'cancelling'
      /** `unknown`: the answer to the cancellation was lost; a check or a get says which it was. */
      readonly step: 'requested' | 'unknown' | 'waiting'
      readonly failure: Failure | null
      readonly payments: readonly SeenPayment[]
      readonly paid: Money
    } & Invoiced)
  | {
      readonly name: 'cancelled'
      readonly at: number
      readonly total: Money
      readonly due: Money
      readonly cash: readonly CashTender[]
      /** Null where no invoice was ever made. Otherwise it is watched on for a while (law 4). */
      readonly invoice: Invoice | null
      /** 0 once the watch is over. */
      readonly watchUntil: number
      readonly payments: readonly SeenPayment[]
      readonly shape: InvoiceShape | null
      readonly shownAt: number | null
    }
  /** Money came after the cancellation: a person decides. */
  | ({
      readonly name: 'paid-late'
      readonly payments: readonly SeenPayment[]
      readonly paid: Money
      /** So much of `paid` went back to the payer by hand: at the service it stands as paid for ever. */
      readonly givenBack: Money
      readonly foundAt: number
      readonly settled: boolean
      readonly watchUntil: number
    } & Invoiced)
  | ({ readonly name: 'receipting' } & Settled)
  | ({ readonly name: 'receipt-owed'; readonly failure: Failure } & Settled)
  | ({ readonly name: 'completed'; readonly at: number } & Settled)

/** What of a sale waits for the service or the printer, and can be held or given up. */
export const QUEUED_WORK = ['invoice', 'cancellation', 'e-receipt', 'print', 'void', 'refund'] as const
export type QueuedWork = (typeof QUEUED_WORK)[number]

export type SaleStateName = SaleState['name']

export type Sale = {
  readonly id: string
  /** Terminal code, yyyy-MM-dd by the shop's clock, and a number that starts at 1 every day: "0147" on screen. */
  readonly terminal: string
  readonly day: string
  readonly sequence: number
  /** `sender_invoice_no` (section 2.2): made once, kept for ever, at most 45 characters. */
  readonly senderInvoiceNo: string
  readonly openedAt: number
  /** Who rang it up; null where nobody was signed in, or an older journal did not say. */
  readonly cashier: Cashier | null
  readonly lines: readonly SaleLine[]
  /** Taken off the whole: shared out over the lines. */
  readonly discount: Discount | null
  /** What the cashier wrote to the sale; on the receipt, too. */
  readonly note: string
  readonly receiver: Receiver
  readonly state: SaleState
  /** What came back of it after it was sold, the earliest first; one at a time is open. */
  readonly returns: readonly Return[]
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
  | { readonly kind: 'discarded' }
  | { readonly kind: 'parked'; readonly label: string }
  | { readonly kind: 'resumed' }
  /** Cash is in the drawer. What it settles of an invoice that is out is known from the state. */
  | { readonly kind: 'cash-taken'; readonly tender: CashTender }
  | { readonly kind: 'cash-returned'; readonly tenderId: string }
  /** Intent of POST /v2/invoice. */
  | {
      readonly kind: 'invoice-requested'
      readonly total: Money
      /** Left out where it is the total: no cash was taken before. */
      readonly due?: Money
      readonly shape: InvoiceShape
      readonly attempt: number
    }
  | { readonly kind: 'invoice-created'; readonly invoice: Invoice; readonly found: 'answer' | 'lookup' }
  | { readonly kind: 'invoice-unknown'; readonly failure: Failure }
  | { readonly kind: 'invoice-absent' }
  | { readonly kind: 'invoice-waiting'; readonly failure: Failure }
  | { readonly kind: 'invoice-refused'; readonly failure: Failure }
  | { readonly kind: 'charge-withdrawal-asked' }
  | { readonly kind: 'charge-withdrawn' }
  | { readonly kind: 'payments-seen'; readonly payments: readonly SeenPayment[] }
  /** Cash and PAID rows add up to the total or more: the sale is sold. `receiptsDue` are the payments to issue e-receipts for. */
  | {
      readonly kind: 'paid'
      readonly payments: readonly SeenPayment[]
      readonly receiptsDue: readonly string[]
      /** Left out by sales of an older journal, which were not looked at again. */
      readonly watchUntil?: number
    }
  /** Intent of DELETE /v2/invoice/{id}. */
  | { readonly kind: 'cancel-requested' }
  | { readonly kind: 'cancel-unknown'; readonly failure: Failure }
  | { readonly kind: 'cancel-waiting'; readonly failure: Failure }
  | { readonly kind: 'cancel-refused'; readonly failure: Failure }
  | { readonly kind: 'invoice-cancelled'; readonly watchUntil: number }
  | { readonly kind: 'paid-late'; readonly payments: readonly SeenPayment[] }
  /** Of older journals; `attention-settled` since. */
  | { readonly kind: 'late-money-settled' }
  /** A person dealt with something of the attention list, and how. */
  | {
      readonly kind: 'attention-settled'
      readonly cause: AttentionCause
      readonly remedy: Remedy
      readonly amount: Money | null
    }
  /** The last look at its invoice was made: nobody waits for its money any more. */
  | { readonly kind: 'watch-ended' }
  | { readonly kind: 'work-held' }
  | { readonly kind: 'work-released' }
  /** A manager gave up what the sale waits for: what that was is known from the state. */
  | { readonly kind: 'work-given-up'; readonly work: QueuedWork }
  /** Intent of POST /v2/ebarimt_v3/create. */
  | { readonly kind: 'ereceipt-requested'; readonly paymentId: string }
  | { readonly kind: 'ereceipt-issued'; readonly ereceipt: Extract<EReceipt, { step: 'issued' }> }
  /** Not issued, or not known: asked for again by itself. */
  | { readonly kind: 'ereceipt-delayed'; readonly paymentId: string; readonly failure: Failure }
  | { readonly kind: 'ereceipt-refused'; readonly paymentId: string; readonly failure: Failure }
  /** A person asked to try the refused e-receipts again. */
  | { readonly kind: 'receipt-retried' }
  /** Intent of a print. */
  | { readonly kind: 'receipt-queued'; readonly jobId: string }
  /** A copy of the receipt (ХУУЛБАР), without lottery and QR. */
  | { readonly kind: 'copy-queued'; readonly jobId: string }
  | { readonly kind: 'receipt-delayed'; readonly jobId: string; readonly failure: Failure }
  | { readonly kind: 'receipt-printed'; readonly jobId: string }
  | ReturnEvent

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
  | {
      readonly kind: 'ereceipt-void-refused'
      readonly returnId: string
      readonly paymentId: string
      readonly failure: Failure
    }
  | { readonly kind: 'ereceipt-void-skipped'; readonly returnId: string; readonly paymentId: string }
  /** Intent of POST /v2/payment/cancel/{id} or /v2/payment/refund/{id}. */
  | {
      readonly kind: 'refund-requested'
      readonly returnId: string
      readonly partId: string
      readonly operation: Reversal
    }
  | {
      readonly kind: 'refunded'
      readonly returnId: string
      readonly partId: string
      readonly how: 'cancelled' | 'refunded'
    }
  | {
      readonly kind: 'refund-delayed'
      readonly returnId: string
      readonly partId: string
      readonly failure: Failure
    }
  | {
      readonly kind: 'refund-unknown'
      readonly returnId: string
      readonly partId: string
      readonly failure: Failure
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
  /** All of it is settled, and its slip is queued. */
  | { readonly kind: 'return-completed'; readonly returnId: string; readonly jobId: string }
  | {
      readonly kind: 'return-called-off'
      readonly returnId: string
      /** Of the slip that tells which e-receipts were voided by then; none where none was. */
      readonly jobId?: string
    }
  | { readonly kind: 'slip-copied'; readonly returnId: string; readonly jobId: string }

export type SaleEventKind = SaleEvent['kind']

/** An event as it lies in the journal. */
export type RecordedEvent = { readonly seq: number; readonly at: number; readonly event: SaleEvent }

/** "0147" */
export const formatSaleNumber = (sequence: number): string => String(sequence).padStart(4, '0')
