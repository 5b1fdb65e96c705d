/** A day in the service's records and in ours, with planted discrepancies that the reconciliation must find. */

import type { BookedSale, BookedSalePayment, ListedInvoice } from '../../main/reports/reconciliation/books.ts'
import type { BookedPayment, DiscrepancyKind } from '../../shared/books.ts'
import { type Money, money, NO_MONEY } from '../../shared/money.ts'
import type { EReceipt } from '../../shared/sale.ts'

export type Planted = {
  readonly invoices: readonly ListedInvoice[]
  readonly sales: readonly BookedSale[]
  readonly expected: readonly { readonly kind: DiscrepancyKind; readonly number: string }[]
}

type Agreed = { readonly invoice: ListedInvoice; readonly sale: BookedSale }

/** One sale on which both books agree. */
export function agreed(index: number, amount: Money): Agreed {
  const paymentId = `payment-${index}`
  return {
    invoice: {
      invoiceId: `invoice-${index}`,
      senderInvoiceNo: `K01-261121-${String(index).padStart(4, '0')}-ABCD`,
      description: null,
      status: 'PAID',
      amount,
      createdDate: '2026-11-21T10:00:00',
      payments: [bookedPayment(paymentId, amount)],
      unreadPayments: 0,
    },
    sale: {
      saleId: `sale-${index}`,
      sequence: index + 1,
      senderInvoiceNo: `K01-261121-${String(index).padStart(4, '0')}-ABCD`,
      state: 'completed',
      invoiceId: `invoice-${index}`,
      due: amount,
      settled: true,
      waits: false,
      charge: 'up',
      payments: [seenPayment(paymentId, amount)],
      refunded: new Set(),
      givenBack: new Set(),
      ereceipts: [issued(paymentId, amount)],
      ereceiptsWanted: true,
      surplus: NO_MONEY,
      wentElsewhere: false,
    },
  }
}

export const bookedPayment = (
  paymentId: string,
  amount: Money,
  more: Partial<BookedPayment> = {},
): BookedPayment => ({
  paymentId,
  status: 'PAID',
  amount,
  fee: money(Math.floor(amount / 100)),
  date: '2026-11-21T10:01:00',
  wallet: 'wallet-050000',
  name: 'Хаан банк',
  description: null,
  ...more,
})

export const seenPayment = (
  paymentId: string,
  amount: Money,
  more: Partial<BookedSalePayment> = {},
): BookedSalePayment => ({
  paymentId,
  status: 'PAID',
  amount,
  type: 'P2P',
  wallet: 'wallet-050000',
  bankCode: '050000',
  counted: true,
  ...more,
})

const issued = (paymentId: string, amount: Money): EReceipt => ({
  step: 'issued',
  paymentId,
  ereceiptId: `e-${paymentId}`,
  printedId: `e-${paymentId}`,
  issuedAt: null,
  amount,
  vat: NO_MONEY,
  cityTax: NO_MONEY,
  hasLottery: true,
})

type Plant = (
  day: Agreed,
  index: number,
) => Omit<Planted, 'expected'> & { readonly found: readonly DiscrepancyKind[] }

const of = (
  invoices: readonly ListedInvoice[],
  sales: readonly BookedSale[],
  ...found: readonly DiscrepancyKind[]
) => ({ invoices, sales, found })

const paid = ({ invoice }: Agreed): BookedPayment => {
  const [first] = invoice.payments ?? []
  if (first === undefined) throw new Error('planted without a payment')
  return first
}
const without = (sale: BookedSale): BookedSale => ({ ...sale, payments: [], ereceipts: [] })
/** A sale of which the service holds nothing for us, according to our records. */
const uncounted = (sale: BookedSale): BookedSale => ({
  ...sale,
  payments: sale.payments.map((payment) => ({ ...payment, counted: false })),
})

/** Every way in which the two records can differ, and some that only look like a difference. */
export const PLANTS: Readonly<Record<string, Plant>> = {
  'both agree': ({ invoice, sale }) => of([invoice], [sale]),
  'an invoice that nobody paid': ({ invoice, sale }) =>
    of(
      [{ ...invoice, status: 'OPEN', payments: [] }],
      [{ ...without(sale), state: 'awaiting-payment', settled: false, waits: true }],
    ),
  'a cancelled sale that nobody paid': ({ invoice, sale }) =>
    of(
      [{ ...invoice, status: 'CANCELLED', payments: [] }],
      [{ ...without(sale), state: 'cancelled', settled: false }],
    ),
  'a refund of our own': ({ invoice, sale }) =>
    of(
      [{ ...invoice, payments: (invoice.payments ?? []).map((one) => ({ ...one, status: 'REFUNDED' })) }],
      [
        {
          ...uncounted(sale),
          refunded: new Set(sale.payments.map(({ paymentId }) => paymentId)),
          givenBack: new Set(sale.payments.map(({ paymentId }) => paymentId)),
          ereceipts: sale.payments.map(({ paymentId }) => ({ step: 'voided', paymentId, printedId: 'x' })),
        },
      ],
    ),
  'given back by hand, the e-receipt void': ({ invoice, sale }) =>
    of(
      [invoice],
      [
        {
          ...sale,
          givenBack: new Set(sale.payments.map(({ paymentId }) => paymentId)),
          ereceipts: sale.payments.map(({ paymentId }) => ({ step: 'voided', paymentId, printedId: 'x' })),
        },
      ],
    ),
  'late money that was given back': ({ invoice, sale }) =>
    of([invoice], [{ ...sale, state: 'paid-late', ereceipts: [], ereceiptsWanted: false }]),
  'an invoice of ours that the journal does not know, paid': ({ invoice }) =>
    of([invoice], [], 'money-without-sale'),
  'a payment of a cancelled sale': ({ invoice, sale }) =>
    of([invoice], [{ ...without(sale), state: 'cancelled', settled: false }], 'money-without-sale'),
  'late money that nobody has settled': ({ invoice, sale }) =>
    of([invoice], [{ ...uncounted(sale), state: 'paid-late', settled: false }], 'money-without-sale'),
  'a part of a sale that was never sold': (day) =>
    of(
      [{ ...day.invoice, status: 'OPEN' }],
      [{ ...uncounted(day.sale), state: 'partly-paid', settled: false, waits: true, ereceipts: [] }],
      'money-without-sale',
    ),
  'a second payment that the sale does not know': (day, index) =>
    of(
      [{ ...day.invoice, payments: [paid(day), bookedPayment(`second-${index}`, paid(day).amount)] }],
      [day.sale],
      'money-without-sale',
    ),
  'a surplus that nobody has settled': (day, index) => {
    const more = bookedPayment(`second-${index}`, paid(day).amount)
    return of(
      [{ ...day.invoice, payments: [paid(day), more] }],
      [
        {
          ...day.sale,
          payments: [...day.sale.payments, seenPayment(more.paymentId, more.amount)],
          surplus: more.amount,
        },
      ],
      'money-without-sale',
    )
  },
  'a payment that the service does not list': ({ invoice, sale }) =>
    of([{ ...invoice, payments: [] }], [sale], 'sale-without-money'),
  'a sold sale whose invoice the service does not know': ({ sale }) => of([], [sale], 'sale-without-money'),
  'another amount of a payment': (day) =>
    of(
      [{ ...day.invoice, payments: [{ ...paid(day), amount: money(paid(day).amount - 100) }] }],
      [day.sale],
      'amount-differs',
    ),
  'another amount of the invoice': ({ invoice, sale }) =>
    of([{ ...invoice, amount: money((invoice.amount ?? 0) + 100) }], [sale], 'amount-differs'),
  'refunded elsewhere': (day) =>
    of(
      [{ ...day.invoice, payments: [{ ...paid(day), status: 'REFUNDED' }] }],
      [day.sale],
      'status-differs',
      'ereceipt-standing',
    ),
  'cancelled elsewhere, seen and not settled': (day) =>
    of(
      [{ ...day.invoice, payments: [{ ...paid(day), status: 'CANCELLED' }] }],
      [
        {
          ...day.sale,
          payments: day.sale.payments.map((one) => ({ ...one, status: 'CANCELLED', counted: false })),
          wentElsewhere: true,
        },
      ],
      'status-differs',
      'ereceipt-standing',
    ),
  'a state of the payment that nobody knows': (day) =>
    of([{ ...day.invoice, payments: [{ ...paid(day), status: 'unknown' }] }], [day.sale], 'status-differs'),
  'a payment that is pending': (day, index) =>
    of(
      [
        {
          ...day.invoice,
          payments: [paid(day), bookedPayment(`p-${index}`, money(500), { status: 'PENDING' })],
        },
      ],
      [day.sale],
      'payment-pending',
    ),
  'a second invoice of a sale': ({ invoice, sale }, index) =>
    of(
      [invoice, { ...invoice, invoiceId: `doubled-${index}`, status: 'OPEN', payments: [] }],
      [sale],
      'doubled-invoice',
    ),
  'a second invoice that is cancelled': ({ invoice, sale }, index) =>
    of([invoice, { ...invoice, invoiceId: `doubled-${index}`, status: 'CANCELLED', payments: [] }], [sale]),
  'a second invoice, paid too and given back by hand': (day, index) => {
    const more = bookedPayment(`second-${index}`, paid(day).amount)
    return of(
      [day.invoice, { ...day.invoice, invoiceId: `doubled-${index}`, payments: [more] }],
      [
        {
          ...day.sale,
          payments: [...day.sale.payments, seenPayment(more.paymentId, more.amount)],
        },
      ],
    )
  },
  'a second invoice, of a payment that the service does not list': (day, index) =>
    of(
      [day.invoice, { ...day.invoice, invoiceId: `doubled-${index}`, status: 'CANCELLED', payments: [] }],
      [
        {
          ...day.sale,
          payments: [...day.sale.payments, seenPayment(`second-${index}`, paid(day).amount)],
        },
      ],
      'sale-without-money',
    ),
  'a second invoice, paid by somebody of whom the journal knows nothing': (day, index) =>
    of(
      [
        day.invoice,
        {
          ...day.invoice,
          invoiceId: `doubled-${index}`,
          senderInvoiceNo: `${day.invoice.senderInvoiceNo}-2`,
          payments: [bookedPayment(`second-${index}`, paid(day).amount)],
        },
      ],
      [day.sale],
      'doubled-invoice',
    ),
  'an invoice of ours that the journal does not know, open': ({ invoice }) =>
    of([{ ...invoice, status: 'OPEN', payments: [] }], [], 'invoice-without-sale'),
  'a QR that is up here and cancelled there': ({ invoice, sale }) =>
    of(
      [{ ...invoice, status: 'CANCELLED', payments: [] }],
      [{ ...without(sale), state: 'awaiting-payment', settled: false, waits: true }],
      'invoice-cancelled',
    ),
  'a sold sale whose invoice was cancelled there': ({ invoice, sale }) =>
    of([{ ...invoice, status: 'CANCELLED' }], [sale], 'invoice-cancelled'),
  'a cancelled sale whose invoice is open there': ({ invoice, sale }) =>
    of(
      [{ ...invoice, status: 'OPEN', payments: [] }],
      [{ ...without(sale), state: 'cancelled', settled: false, charge: 'over' }],
      'invoice-open',
    ),
  'a cancellation that the service may not have carried out yet': ({ invoice, sale }) =>
    of(
      [{ ...invoice, status: 'OPEN', payments: [] }],
      [{ ...without(sale), state: 'cancelled', settled: false, charge: 'between' }],
    ),
  'a payment that is in another currency there': (day) =>
    of([{ ...day.invoice, payments: [{ ...paid(day), currency: 'USD' }] }], [day.sale], 'other-currency'),
  'a QR whose invoice the service does not know': ({ sale }) =>
    of([], [{ ...without(sale), state: 'awaiting-payment', settled: false, waits: true }], 'invoice-missing'),
  'an e-receipt that is owed': ({ invoice, sale }) =>
    of(
      [invoice],
      [
        {
          ...sale,
          state: 'receipt-owed',
          ereceipts: sale.payments.map(({ paymentId }) => ({
            step: 'refused',
            paymentId,
            failure: { name: 'EBARIMT_NOT_REGISTERED', detail: null },
            seen: false,
            at: 1,
          })),
        },
      ],
      'ereceipt-owed',
    ),
  'an e-receipt that was never asked for': ({ invoice, sale }) =>
    of([invoice], [{ ...sale, ereceipts: [] }], 'ereceipt-missing'),
  'an e-receipt that is void while the money stayed': ({ invoice, sale }) =>
    of(
      [invoice],
      [
        {
          ...sale,
          ereceipts: sale.payments.map(({ paymentId }) => ({ step: 'voided', paymentId, printedId: 'x' })),
        },
      ],
      'ereceipt-void',
    ),
  'payments that cannot be read': ({ invoice, sale }) =>
    of([{ ...invoice, payments: null }], [sale], 'not-read'),
  'one row that cannot be read': ({ invoice, sale }) =>
    of([{ ...invoice, payments: [], unreadPayments: 1 }], [sale], 'not-read'),
}

export function plant(name: string, index: number, amount: Money): Planted {
  const day = agreed(index, amount)
  const { invoices, sales, found } = PLANTS[name]?.(day, index) ?? { invoices: [], sales: [], found: [] }
  return { invoices, sales, expected: found.map((kind) => ({ kind, number: day.invoice.senderInvoiceNo })) }
}
