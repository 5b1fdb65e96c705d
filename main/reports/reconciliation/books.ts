import type { BookedInvoice, BookedPayment, Discrepancy, DiscrepancyKind } from '../../../shared/books.ts'
import { type Money, sumMoney } from '../../../shared/money.ts'
import type { EReceipt, SeenPayment } from '../../../shared/sale.ts'
import type { SaleStatusName } from '../../../shared/sale-status.ts'

/** An invoice of ours in the service's book. */
export type ListedInvoice = BookedInvoice & {
  /** Null where they came and could not be read at all. */
  readonly payments: readonly BookedPayment[] | null
  readonly unreadPayments: number
}

/** What the service says of a day. */
export type ServiceBook = {
  readonly invoices: readonly ListedInvoice[]
  /** Those of other terminals of the merchant. */
  readonly elsewhere: readonly BookedInvoice[]
  /** Rows of the list of invoices that could not be read. */
  readonly unread: number
}

/** `counted`: our books say that the service holds it for us. */
export type BookedSalePayment = SeenPayment & { readonly counted: boolean }

/** What our journal says of a sale that had an invoice made. */
export type BookedSale = {
  readonly saleId: string
  readonly sequence: number
  readonly senderInvoiceNo: string
  readonly state: SaleStatusName
  /** Null while it is not known what became of the request. */
  readonly invoiceId: string | null
  /** What the invoice was made for; null where an older journal does not say. */
  readonly due: Money | null
  /** Its PAID payments are the shop's: sold for them, or given back by hand as a person decided. */
  readonly settled: boolean
  /** The payer may still pay. */
  readonly waits: boolean
  /** Whether its invoice stands, can be paid no more, or is just being made or cancelled. */
  readonly charge: 'up' | 'over' | 'between'
  readonly payments: readonly BookedSalePayment[]
  /** Payments that we had the service give back. */
  readonly refunded: ReadonlySet<string>
  /** Payments of which something was, or is to be, given back by a return. */
  readonly givenBack: ReadonlySet<string>
  readonly ereceipts: readonly EReceipt[]
  /** Its money was to have e-receipts. */
  readonly ereceiptsWanted: boolean
  /** Of money above what was due, what nobody has said yet whose it is. */
  readonly surplus: Money
  /** A payment was seen to go back, not by us, and nobody has said yet what became of the goods. */
  readonly wentElsewhere: boolean
}

/** A sale with all that the service lists of it. */
export type BookedInvoices = {
  readonly sale: BookedSale
  /** The one that it was charged by; null where the service does not list it. */
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
