import type { FailureName } from '../../shared/failure.ts'
import type { Money } from '../../shared/money.ts'
import type { BankLink, PaymentType, SeenPayment } from '../../shared/sale.ts'

/** `lines[]` of an invoice, section 2.2. Numbers are text where the table says so. */
export type InvoiceRequestLine = {
  readonly tax_product_code: string
  readonly line_description: string
  readonly line_quantity: string
  readonly line_unit_price: string
  readonly note?: string
  readonly discounts?: readonly { readonly description: string; readonly amount: number }[]
  readonly surcharges?: readonly { readonly description: string; readonly amount: number }[]
  readonly taxes?: readonly { readonly description: string; readonly amount: number }[]
  readonly classification_code?: string
}

type InvoiceRequestBase = {
  readonly invoice_code: string
  readonly sender_invoice_no: string
  readonly invoice_receiver_code: string
  readonly invoice_description: string
  readonly callback_url: string
}

/** POST /v2/invoice, the three shapes of section 2.2. `shape` is ours: it does not go out. */
export type InvoiceRequest =
  | (InvoiceRequestBase & { readonly shape: 'simple'; readonly amount: number })
  | (InvoiceRequestBase & {
      readonly shape: 'full'
      readonly amount: number
      readonly sender_branch_code?: string
      readonly sender_branch_data?: Readonly<Record<string, unknown>>
      readonly sender_staff_data?: {
        readonly name?: string
        readonly email?: string
        readonly phone?: string
      }
      readonly invoice_receiver_data?: Readonly<
        Partial<Record<'register' | 'name' | 'email' | 'phone', string>>
      >
      readonly enable_expiry?: 'true' | 'false'
      readonly allow_partial?: boolean
      readonly minimum_amount?: number
      readonly allow_exceed?: boolean
      readonly maximum_amount?: number
      readonly note?: string
      readonly lines?: readonly InvoiceRequestLine[]
    })
  | (InvoiceRequestBase & {
      readonly shape: 'ebarimt'
      readonly tax_type: string
      readonly district_code: string
      readonly lines: readonly InvoiceRequestLine[]
    })

/** Section 2.3. */
export type CreatedInvoice = {
  readonly invoiceId: string
  readonly qrText: string
  readonly shortUrl: string | null
  readonly banks: readonly BankLink[]
}

export type InvoiceStatus = 'OPEN' | 'PAID' | 'CANCELLED' | 'unknown'

/** GET /v2/invoice/{id}: its field list is not shown, beyond "current status, QR data and payment URLs". */
export type InvoiceDetail = {
  readonly invoiceId: string
  readonly status: InvoiceStatus
  readonly amount: Money | null
  readonly senderInvoiceNo: string | null
  readonly qrText: string | null
  readonly shortUrl: string | null
  readonly banks: readonly BankLink[]
}

/** Section 2.4. */
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

/** Section 2.6, every page of it. */
export type CheckResult = {
  readonly count: number
  readonly paidAmount: Money
  readonly payments: readonly SeenPayment[]
}

/** Section 2.5. */
export type PaymentDetail = SeenPayment & {
  readonly fee: Money | null
  readonly date: string | null
  readonly currency: string | null
  readonly invoiceId: string | null
  readonly transactionType: PaymentType
}

/** POST /v2/ebarimt_v3/create, section 4.4. */
export type EbarimtRequest = {
  readonly payment_id: string
  readonly ebarimt_receiver_type: '83' | '84'
  readonly ebarimt_receiver?: string
  readonly district_code?: string
  readonly classification_code?: string
}

/** Section 2.8. Lottery and QR data are for paper alone: seal them before they are stored. */
export type Ebarimt = {
  readonly id: string
  /** `ebarimt_receipt_id` where it is given (field notes): the 33 digits of the ДДТД. */
  readonly receiptId: string | null
  readonly receiverType: '83' | '84' | 'unknown'
  readonly receiver: string
  readonly amount: Money
  readonly vat: Money
  readonly cityTax: Money
  readonly qrData: string
  readonly lottery: string
  readonly status: 'CREATED' | 'CANCELLED' | 'unknown'
  readonly statusDate: string | null
}

export type Operation =
  | 'token'
  | 'refresh'
  | 'create invoice'
  | 'get invoice'
  | 'cancel invoice'
  | 'list invoices'
  | 'check payment'
  | 'get payment'
  | 'create e-receipt'

/**
 * Why a call did not end well. Made of what may be shown and logged: no token, no password, no request body.
 */
export type ServiceFailure = {
  readonly operation: Operation
  readonly name: FailureName
  /** HTTP status; null where no answer came. */
  readonly status: number | null
  /** The code as the service spelled it, listed in section 7 or not; null where it gave none. */
  readonly code: string | null
  /** The service's own message, shortened; null where it gave none. */
  readonly serviceMessage: string | null
  /** Whether the service may have done the work all the same: a timeout, a broken line, 5xx, an unreadable 200. */
  readonly outcomeUnknown: boolean
  /** Whether the same request may succeed later with nothing changed by a person. */
  readonly repeatable: boolean
  /** From Retry-After, where given. */
  readonly retryAfterMs: number | null
}

export type ServiceClient = {
  readonly createInvoice: (request: InvoiceRequest) => Promise<CreatedInvoice>
  readonly getInvoice: (invoiceId: string) => Promise<InvoiceDetail>
  readonly cancelInvoice: (invoiceId: string) => Promise<void>
  /** All pages of the list. */
  readonly listInvoices: (filter: InvoiceListFilter) => Promise<readonly InvoiceSummary[]>
  /** All pages of the check. `urgent` calls (a person's click) go before polls where calls must wait. */
  readonly checkPayment: (invoiceId: string, options?: { readonly urgent: boolean }) => Promise<CheckResult>
  readonly getPayment: (paymentId: string) => Promise<PaymentDetail>
  readonly createEbarimt: (request: EbarimtRequest) => Promise<Ebarimt>
  /** Logs in anew, to see whether the credentials are right. */
  readonly tryCredentials: () => Promise<void>
  /** Ends what is under way and closes the connections. */
  readonly close: () => Promise<void>
}

export type ServiceClientParts = {
  readonly baseUrl: string
  readonly credentials: { readonly username: string; readonly password: string }
  /** Told after every exchange: null when the service answered in any way, the failure when it could not be reached. */
  readonly onReached?: (failure: ServiceFailure | null) => void
  readonly timeouts?: Partial<ServiceTimeouts>
}

export type ServiceTimeouts = {
  /** Until the connection stands. */
  readonly connectMs: number
  /** Until the whole answer is there. */
  readonly answerMs: number
}
