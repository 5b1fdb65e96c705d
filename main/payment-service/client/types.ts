import type {
  BookedInvoice,
  BookedInvoiceStatus,
  BookedPayment,
  BookPage,
} from '../../../shared/books/reconciliation.ts'
import type { FailureName } from '../../../shared/failure.ts'
import type { Money } from '../../../shared/money/money.ts'
import type { ToldTax } from '../../../shared/money/told-tax.ts'
import type { BankLink, PaymentType, SeenPayment } from '../../../shared/sale/sale.ts'

/** A discount, surcharge or tax of a line, in tugriks. */
type Adjustment = { readonly description: string; readonly amount: number }

/** `lines[]` of an invoice (docs/payment-service.md#create-an-invoice). Numbers are text where the table says so. */
export type InvoiceRequestLine = {
  readonly tax_product_code: string
  readonly line_description: string
  readonly line_quantity: string
  readonly line_unit_price: string
  readonly note?: string
  readonly discounts?: readonly Adjustment[]
  readonly surcharges?: readonly Adjustment[]
  readonly taxes?: readonly Adjustment[]
  readonly classification_code?: string
}

type Texts<Field extends string> = Readonly<Partial<Record<Field, string>>>

/** `transactions[]`: where the money goes. `amount` is numeric text. */
export type InvoiceRequestTransaction = {
  readonly description: string
  readonly amount: string
  readonly accounts: readonly (Texts<
    'account_bank_code' | 'account_number' | 'account_name' | 'account_currency'
  > & {
    readonly is_default?: boolean
  })[]
}

/** A minimum is allowed only with part payments, a maximum only with payments above the amount. */
type PartialTerms =
  | { readonly allow_partial?: false; readonly minimum_amount?: never }
  | { readonly allow_partial: true; readonly minimum_amount?: number }
type ExceedTerms =
  | { readonly allow_exceed?: false; readonly maximum_amount?: never }
  | { readonly allow_exceed: true; readonly maximum_amount?: number }

type InvoiceRequestBase = {
  readonly invoice_code: string
  readonly sender_invoice_no: string
  readonly invoice_receiver_code: string
  readonly invoice_description: string
  readonly callback_url: string
}

type FullFields = {
  readonly sender_branch_code?: string
  readonly sender_branch_data?: Texts<'register' | 'name' | 'email' | 'phone'> & {
    readonly address?: Texts<'city' | 'district' | 'street' | 'building' | 'apartment' | 'zipcode'>
  }
  readonly sender_staff_data?: Texts<'name' | 'email' | 'phone'>
  readonly invoice_receiver_data?: Texts<'register' | 'name' | 'email' | 'phone'>
  /** The service requires text here. */
  readonly enable_expiry?: 'true' | 'false'
  readonly note?: string
  readonly transactions?: readonly InvoiceRequestTransaction[]
  readonly lines?: readonly InvoiceRequestLine[]
}

/** POST /v2/invoice in its three shapes (docs/payment-service.md#create-an-invoice). `shape` is not sent. */
export type InvoiceRequest =
  | (InvoiceRequestBase & { readonly shape: 'simple'; readonly amount: number })
  | (InvoiceRequestBase & { readonly shape: 'full'; readonly amount: number } & FullFields &
      PartialTerms &
      ExceedTerms)
  | (InvoiceRequestBase & {
      readonly shape: 'ebarimt'
      readonly tax_type: string
      readonly district_code: string
      readonly lines: readonly InvoiceRequestLine[]
    })

/** The answer to POST /v2/invoice (docs/payment-service.md#create-an-invoice). */
export type CreatedInvoice = {
  readonly invoiceId: string
  readonly qrText: string
  readonly shortUrl: string | null
  readonly banks: readonly BankLink[]
}

export type InvoiceStatus = BookedInvoiceStatus

/** GET /v2/invoice/{id}: the contract shows no field list, only "current status, QR data and payment URLs". */
export type InvoiceDetail = {
  readonly invoiceId: string
  readonly status: InvoiceStatus
  readonly amount: Money | null
  readonly senderInvoiceNo: string | null
  readonly qrText: string | null
  readonly shortUrl: string | null
  readonly banks: readonly BankLink[]
}

/** docs/payment-service.md#list-invoices */
export type InvoiceSummary = {
  readonly invoiceId: string
  readonly senderInvoiceNo: string
  readonly status: InvoiceStatus
  readonly amount: Money | null
  readonly createdDate: string | null
}

export type InvoiceListFilter = {
  readonly invoice_code?: string
  readonly sender_invoice_no?: string
  readonly invoice_status?: string
  readonly start_date?: string
  readonly end_date?: string
}

/** All pages of docs/payment-service.md#check-for-payments. */
export type CheckResult = {
  /** The listed payments. They are true even where the check is not complete. */
  readonly payments: readonly SeenPayment[]
  /** As in `ListResult`: if false, there may be more payments. */
  readonly complete: boolean
  /** The service counts rows that could not be read and may be money. */
  readonly missing: boolean
}

/** Every page of a list. */
export type ListResult<Row> = {
  readonly rows: readonly Row[]
  /**
   * Whether these are all rows. False where the service counts another number of rows than came, or none, or a
   * different one on each page; where a row came twice or could not be read; where the list did not end; and where a
   * page after the first failed. An incomplete list proves no absence.
   */
  readonly complete: boolean
  /** The service counts rows that could not be read. */
  readonly missing: boolean
}

/** docs/payment-service.md#read-a-payment */
export type PaymentDetail = SeenPayment & {
  readonly fee: Money | null
  readonly date: string | null
  readonly invoiceId: string | null
  readonly transactionType: PaymentType
}

/**
 * POST /v2/payment/list (docs/payment-service.md#list-payments): payments of one invoice between two days
 * (`<YYYY-MM-DD>`), both included.
 */
export type PaymentListFilter = {
  readonly object_id: string
  readonly start_date: string
  readonly end_date: string
}

/** docs/payment-service.md#list-payments */
export type PaymentSummary = BookedPayment & { readonly invoiceId: string | null }

/** The optional body of a cancellation or refund of a payment (docs/payment-service.md#cancel-or-refund-a-payment). */
export type ReversalRequest = {
  /** Where the service reports the outcome. */
  readonly callback_url?: string
  /** The reason, as a person typed it. */
  readonly note?: string
}

/** POST /v2/ebarimt_v3/create (docs/payment-service.md#create-an-e-receipt). */
export type EbarimtRequest = {
  readonly payment_id: string
  readonly ebarimt_receiver_type: '83' | '84'
  readonly ebarimt_receiver?: string
  readonly district_code?: string
  readonly classification_code?: string
}

/** An e-receipt (docs/payment-service.md#e-receipt-fields). Encrypt lottery number and QR data before storing them. */
export type Ebarimt = {
  readonly id: string
  /** `ebarimt_receipt_id` where it is given: the 33 digits of the ДДТД. */
  readonly receiptId: string | null
  /** The receiver at the service. It may differ from the request, because a payment has one active e-receipt. */
  readonly receiverType: '83' | '84' | 'unknown'
  readonly receiver: string
  readonly amount: Money
  /** The taxes; null where the service does not tell them. */
  readonly vat: ToldTax | null
  readonly cityTax: ToldTax | null
  readonly qrData: string
  readonly lottery: string
  /** `barimt_status`. */
  readonly status: 'CREATED' | 'CANCELLED' | 'unknown'
  /** The service's own word where `status` is unknown; null where it cannot be shown. */
  readonly statusWord: string | null
  readonly statusDate: string | null
  /** Not CANCELLED, and the field `status` says so; without that field it is CREATED (docs/decisions/active-e-receipts.md). */
  readonly active: boolean
}

/** The answer of DELETE /v2/ebarimt_v3/{id} (docs/payment-service.md#void-an-e-receipt) for a void that succeeded. */
export type VoidedEbarimt = { readonly id: string; readonly statusDate: string | null }

/** The 14 endpoints (docs/payment-service.md#endpoints). */
export type Operation =
  | 'token'
  | 'refresh'
  | 'create invoice'
  | 'get invoice'
  | 'cancel invoice'
  | 'list invoices'
  | 'check invoice'
  | 'check payment'
  | 'get payment'
  | 'list payments'
  | 'cancel payment'
  | 'refund payment'
  | 'create e-receipt'
  | 'cancel e-receipt'

/** Why a call failed, in fields that may be shown and logged: no token, password or request body. */
export type ServiceFailure = {
  readonly operation: Operation
  readonly name: FailureName
  /** HTTP status; null where no answer came. */
  readonly status: number | null
  /** The code as the service spelled it, listed (docs/payment-service.md#errors) or not; null where it gave none. */
  readonly code: string | null
  /** The service's own message, shortened; null where it gave none. */
  readonly serviceMessage: string | null
  /** Whether the service may have done the work: a timeout, a broken connection, 5xx, an unreadable 200. */
  readonly outcomeUnknown: boolean
  /**
   * For create invoice: the refusal may mean that `sender_invoice_no` is already used, for which the contract has no
   * code. Look the number up (`findInvoices`) before the invoice counts as not created. True for 400, 409 and 422
   * without a code that is listed for create invoice, and for messages that say so.
   */
  readonly numberMayExist: boolean
  /** Whether the same request may succeed later without a change by a person. */
  readonly repeatable: boolean
  /** From Retry-After, where given. */
  readonly retryAfterMs: number | null
}

/** Pages count from 1 (docs/payment-service.md#pagination). */
export type PageWanted = { readonly number: number; readonly size: number }

/** `urgent`: a person waits, so the call goes before polls (budget.ts). */
export type CallOptions = { readonly urgent: boolean }

/**
 * One method for each endpoint, except the two of authentication, which session.ts calls. Methods throw ServiceFailed
 * and nothing else. Reads are repeated. A call that changes something is urgent and sent once. After `outcomeUnknown` the
 * next step of the sale finds out the outcome (shared/sale/steps.ts).
 */
export type ServiceClient = {
  /** POST /v2/invoice. */
  readonly createInvoice: (request: InvoiceRequest) => Promise<CreatedInvoice>
  /** GET /v2/invoice/{id}. */
  readonly getInvoice: (invoiceId: string, options?: CallOptions) => Promise<InvoiceDetail>
  /** DELETE /v2/invoice/{id}: only an unpaid one. */
  readonly cancelInvoice: (invoiceId: string) => Promise<void>
  /** POST /v2/invoice/list, all pages. */
  readonly listInvoices: (
    filter: InvoiceListFilter,
    options?: CallOptions,
  ) => Promise<ListResult<InvoiceSummary>>
  /** POST /v2/invoice/check, all pages: the same as checkPayment, without fees and bank rows. */
  readonly checkInvoice: (invoiceId: string, options?: CallOptions) => Promise<CheckResult>
  /** POST /v2/payment/check, all pages. */
  readonly checkPayment: (invoiceId: string, options?: CallOptions) => Promise<CheckResult>
  /** GET /v2/payment/{id}. */
  readonly getPayment: (paymentId: string, options?: CallOptions) => Promise<PaymentDetail>
  /** POST /v2/payment/list, all pages. */
  readonly listPayments: (filter: PaymentListFilter) => Promise<ListResult<PaymentSummary>>
  /**
   * One page of POST /v2/invoice/list, for reconciliation. Unreadable rows are counted. A lookup must know whether the
   * list is complete and uses `findInvoices`.
   */
  readonly invoicePage: (
    filter: InvoiceListFilter,
    page: PageWanted,
    options?: CallOptions,
  ) => Promise<BookPage<BookedInvoice>>
  /** One page of POST /v2/payment/list, for reconciliation. */
  readonly paymentPage: (
    filter: PaymentListFilter,
    page: PageWanted,
    options?: CallOptions,
  ) => Promise<BookPage<BookedPayment>>
  /** POST /v2/payment/cancel/{id}, cards only. */
  readonly cancelPayment: (paymentId: string, request?: ReversalRequest) => Promise<void>
  /** POST /v2/payment/refund/{id}, cards only. */
  readonly refundPayment: (paymentId: string, request?: ReversalRequest) => Promise<void>
  /** POST /v2/ebarimt_v3/create. */
  readonly createEbarimt: (request: EbarimtRequest) => Promise<Ebarimt>
  /** DELETE /v2/ebarimt_v3/{id}: the id is the payment's, not the e-receipt's. */
  readonly cancelEbarimt: (paymentId: string) => Promise<VoidedEbarimt>
  /** Logs in again, to test the credentials. */
  readonly tryCredentials: () => Promise<void>
  /** Aborts calls, closes connections and forgets the tokens. Call it when the merchant changes. */
  readonly close: () => Promise<void>
}

export type ServiceClientParts = {
  readonly baseUrl: string
  readonly credentials: { readonly username: string; readonly password: string }
  /** Called after every exchange: null where the service answered, the failure where it could not be reached. */
  readonly onReached?: (failure: ServiceFailure | null) => void
  /** Called with the service's time, in ms, of each of its answers that tells it. */
  readonly onTime?: (at: number) => void
  readonly timeouts?: Partial<ServiceTimeouts>
  /** How many requests in a minute the till may make (budget.ts). Left out or null: as many as the service answers. */
  readonly perMinute?: () => number | null
  /** Left out: only the built-in authorities, and no proxy. */
  readonly network?: SystemNetwork | null
}

/** What the system knows about the way to the service. */
export type SystemNetwork = {
  /** Root certificates in PEM that are trusted beside the built-in ones. */
  readonly authorities: () => readonly string[]
  /** The ways to an address, in the form of a PAC script's answer: "PROXY a:8080; DIRECT". */
  readonly wayTo: (url: string) => Promise<string>
}

export type ServiceTimeouts = {
  /** Limit for establishing the connection. */
  readonly connectMs: number
  /** Limit from the sent request to the first byte of the answer. */
  readonly headersMs: number
  /** Limit between two pieces of the answer's body. */
  readonly bodyMs: number
  /** Limit for the whole exchange, including the connection. */
  readonly answerMs: number
}
