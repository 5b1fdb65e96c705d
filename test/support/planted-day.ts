/** A day in the service's records and in ours, with planted discrepancies that the reconciliation must find. */

import type {
  BookedSale,
  BookedSalePayment,
  ListedInvoice,
} from '../../main/books/reports/reconciliation/books.ts'
import type { BookedPayment, DiscrepancyKind } from '../../shared/books/reconciliation.ts'
import { type Money, money, NO_MONEY } from '../../shared/money/money.ts'
import type { EReceipt } from '../../shared/sale/sale.ts'

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
      returned: new Set(),
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
const PLANTS = {
  'both agree': ({ invoice, sale }) => of([invoice], [sale]),
  'an unpaid invoice': ({ invoice, sale }) =>
    of(
      [{ ...invoice, status: 'OPEN', payments: [] }],
      [{ ...without(sale), state: 'awaiting-payment', settled: false, waits: true }],
    ),
  'an unpaid cancelled sale': ({ invoice, sale }) =>
    of(
      [{ ...invoice, status: 'CANCELLED', payments: [] }],
      [{ ...without(sale), state: 'cancelled', settled: false }],
    ),
  'our own refund': ({ invoice, sale }) =>
    of(
      [{ ...invoice, payments: (invoice.payments ?? []).map((one) => ({ ...one, status: 'REFUNDED' })) }],
      [
        {
          ...uncounted(sale),
          refunded: new Set(sale.payments.map(({ paymentId }) => paymentId)),
          returned: new Set(sale.payments.map(({ paymentId }) => paymentId)),
          ereceipts: sale.payments.map(({ paymentId }) => ({ step: 'voided', paymentId, printedId: 'x' })),
        },
      ],
    ),
  'a payment that was repaid by hand, with a void e-receipt': ({ invoice, sale }) =>
    of(
      [invoice],
      [
        {
          ...sale,
          returned: new Set(sale.payments.map(({ paymentId }) => paymentId)),
          ereceipts: sale.payments.map(({ paymentId }) => ({ step: 'voided', paymentId, printedId: 'x' })),
        },
      ],
    ),
  'late money that was repaid': ({ invoice, sale }) =>
    of([invoice], [{ ...sale, state: 'late-payment', ereceipts: [], ereceiptsWanted: false }]),
  'a paid invoice of ours that the journal does not know': ({ invoice }) =>
    of([invoice], [], 'money-without-sale'),
  'a payment of a cancelled sale': ({ invoice, sale }) =>
    of([invoice], [{ ...without(sale), state: 'cancelled', settled: false }], 'money-without-sale'),
  'unsettled late money': ({ invoice, sale }) =>
    of([invoice], [{ ...uncounted(sale), state: 'late-payment', settled: false }], 'money-without-sale'),
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
  'an unsettled surplus': (day, index) => {
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
  'a payment with different amounts': (day) =>
    of(
      [{ ...day.invoice, payments: [{ ...paid(day), amount: money(paid(day).amount - 100) }] }],
      [day.sale],
      'amount-differs',
    ),
  'an invoice with different amounts': ({ invoice, sale }) =>
    of([{ ...invoice, amount: money((invoice.amount ?? 0) + 100) }], [sale], 'amount-differs'),
  'a payment that was refunded elsewhere': (day) =>
    of(
      [{ ...day.invoice, payments: [{ ...paid(day), status: 'REFUNDED' }] }],
      [day.sale],
      'status-differs',
      'ereceipt-standing',
    ),
  'an unsettled payment that was cancelled elsewhere': (day) =>
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
  'a payment with an unknown status': (day) =>
    of([{ ...day.invoice, payments: [{ ...paid(day), status: 'unknown' }] }], [day.sale], 'status-differs'),
  'a pending payment': (day, index) =>
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
  'a cancelled second invoice': ({ invoice, sale }, index) =>
    of([invoice, { ...invoice, invoiceId: `doubled-${index}`, status: 'CANCELLED', payments: [] }], [sale]),
  'a paid second invoice whose payment was repaid by hand': (day, index) => {
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
  'a second invoice with a payment that the service does not list': (day, index) =>
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
  'a second invoice with a payment that the journal does not know': (day, index) =>
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
  'an open invoice of ours that the journal does not know': ({ invoice }) =>
    of([{ ...invoice, status: 'OPEN', payments: [] }], [], 'invoice-without-sale'),
  'a shown QR that is cancelled at the service': ({ invoice, sale }) =>
    of(
      [{ ...invoice, status: 'CANCELLED', payments: [] }],
      [{ ...without(sale), state: 'awaiting-payment', settled: false, waits: true }],
      'invoice-cancelled',
    ),
  'a sold sale whose invoice is cancelled at the service': ({ invoice, sale }) =>
    of([{ ...invoice, status: 'CANCELLED' }], [sale], 'invoice-cancelled'),
  'a cancelled sale whose invoice is open at the service': ({ invoice, sale }) =>
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
  'a payment that is in another currency at the service': (day) =>
    of([{ ...day.invoice, payments: [{ ...paid(day), currency: 'USD' }] }], [day.sale], 'other-currency'),
  'a QR whose invoice the service does not know': ({ sale }) =>
    of([], [{ ...without(sale), state: 'awaiting-payment', settled: false, waits: true }], 'invoice-missing'),
  'an owed e-receipt': ({ invoice, sale }) =>
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
  'an e-receipt that was never requested': ({ invoice, sale }) =>
    of([invoice], [{ ...sale, ereceipts: [] }], 'ereceipt-missing'),
  'a void e-receipt of money that stayed': ({ invoice, sale }) =>
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
} satisfies Readonly<Record<string, Plant>>

export type PlantName = keyof typeof PLANTS
export const PLANT_NAMES = Object.keys(PLANTS) as PlantName[]

export function plant(name: PlantName, index: number, amount: Money): Planted {
  const day = agreed(index, amount)
  const { invoices, sales, found } = PLANTS[name](day, index)
  return { invoices, sales, expected: found.map((kind) => ({ kind, number: day.invoice.senderInvoiceNo })) }
}
