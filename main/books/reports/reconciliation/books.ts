import type {
  BookedInvoice,
  BookedPayment,
  Discrepancy,
  DiscrepancyKind,
} from '../../../../shared/books/reconciliation.ts'
import { type Money, sumMoney } from '../../../../shared/money/money.ts'
import type { EReceipt, SeenPayment } from '../../../../shared/sale/sale.ts'
import type { SaleStatusName } from '../../../../shared/sale/status.ts'

/** An invoice of ours in the service's records. */
export type ListedInvoice = BookedInvoice & {
  /** Null where no payment could be read. */
  readonly payments: readonly BookedPayment[] | null
  readonly unreadPayments: number
}

/** The service's records of a day or a shift. */
export type ServiceBook = {
  readonly invoices: readonly ListedInvoice[]
  /** Invoices of the merchant's other terminals. */
  readonly elsewhere: readonly BookedInvoice[]
  /** Rows of the invoice list that could not be read. */
  readonly unread: number
}

/** `counted`: our journal says that the service holds this money for the shop. */
export type BookedSalePayment = SeenPayment & { readonly counted: boolean }

/** The journal's data about a sale that had an invoice. */
export type BookedSale = {
  readonly saleId: string
  readonly sequence: number
  readonly senderInvoiceNo: string
  readonly state: SaleStatusName
  /** Null while the outcome of the request is unknown. */
  readonly invoiceId: string | null
  /** The amount of the invoice; null where the sale was never charged by one. */
  readonly due: Money | null
  /** Whether the sale is sold, or a person has decided about all money that came: its PAID payments are the shop's. */
  readonly settled: boolean
  /** Whether the payer may still pay. */
  readonly waits: boolean
  /** Whether its invoice is open, can no longer be paid, or is just being made or cancelled. */
  readonly charge: 'up' | 'over' | 'between'
  readonly payments: readonly BookedSalePayment[]
  /** Payments that returns refunded at the service, also those that somebody else refunded during the return. */
  readonly refunded: ReadonlySet<string>
  /** Payments that a return gives back, whole or in part. */
  readonly returned: ReadonlySet<string>
  readonly ereceipts: readonly EReceipt[]
  /** Whether its payments should have e-receipts. */
  readonly ereceiptsWanted: boolean
  /** The part of a surplus that nobody has decided about. */
  readonly surplus: Money
  /** Whether a payment was refunded elsewhere and nobody has decided about the goods. */
  readonly wentElsewhere: boolean
}

/** A sale with all invoices that the service lists for it. */
export type BookedInvoices = {
  readonly sale: BookedSale
  /** The invoice that it was charged by; null where the service does not list it. */
  readonly own: ListedInvoice | null
  readonly others: readonly ListedInvoice[]
}

type About = {
  readonly sale?: BookedSale
  readonly invoice?: ListedInvoice
  readonly paymentId?: string
  readonly ours?: Money | null
  readonly theirs?: Money | null
  readonly status?: Discrepancy['status']
}

export function createDiscrepancy(kind: DiscrepancyKind, about: About): Discrepancy {
  const { sale, invoice, paymentId = null, ours = null, theirs = null, status = null } = about
  const invoiceId = invoice?.invoiceId ?? sale?.invoiceId ?? null
  return {
    key: [kind, paymentId ?? invoiceId ?? sale?.saleId, ours, theirs, status].join('|'),
    kind,
    saleId: sale?.saleId ?? null,
    sequence: sale?.sequence ?? null,
    senderInvoiceNo: sale?.senderInvoiceNo ?? invoice?.senderInvoiceNo ?? '',
    invoiceId,
    paymentId,
    ours,
    theirs,
    status,
  }
}

export const unreadable = (invoice: ListedInvoice, sale: BookedSale | null): Discrepancy =>
  createDiscrepancy('not-read', {
    ...(sale === null ? {} : { sale }),
    invoice,
    ours: sale && sumMoney(sale.payments.filter(({ counted }) => counted).map((one) => one.amount)),
  })
