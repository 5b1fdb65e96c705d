import type { Discrepancy, DiscrepancyKind } from '../../../shared/books.ts'
import { type Money, sumMoney } from '../../../shared/money.ts'
import type { BookedSale, ListedInvoice } from './books.ts'

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
