import { type Money, NO_MONEY, tugriks } from '../../shared/money/money.ts'
import { ONE, priceOf, type Quantity } from '../../shared/money/quantity.ts'
import { allotted } from '../../shared/sale/money-of-sale.ts'
import type {
  Invoice,
  PaymentShare,
  SaleEvent,
  SaleLine,
  SeenPayment,
  Terms,
} from '../../shared/sale/sale.ts'
import type { Product } from '../../shared/shop/product.ts'
import { FIRST_SETTINGS } from '../../shared/shop/settings.ts'

export const bread: Product = {
  code: '8656001234565',
  name: 'Талх Атар 700 гр',
  category: 'Талх',
  price: tugriks(2500),
  unit: 'ш',
  taxProductCode: '305',
  classificationCode: '2349010',
  taxKind: 'vat',
  cityTax: false,
}

export const beer: Product = {
  ...bread,
  code: '8656001234572',
  name: 'Пиво Сэнгүр 0.5 л',
  price: tugriks(4480),
  cityTax: true,
}

export const lineOf = (product: Product, quantity: Quantity = ONE, id = product.code): SaleLine => ({
  id,
  product,
  quantity,
  unitPrice: product.price,
  amount: priceOf(product.price, quantity),
})

export const opened: SaleEvent = {
  kind: 'opened',
  terminal: 'K01',
  day: '2026-11-20',
  sequence: 147,
  senderInvoiceNo: 'K01-261120-0147-TEST',
  cashier: null,
}

export const rung: SaleEvent = { kind: 'line-added', line: lineOf(bread) }

export const requested = {
  kind: 'invoice-requested',
  total: tugriks(2500),
  due: tugriks(2500),
  attempt: 1,
} as const satisfies SaleEvent

export const TERMS: Terms = {
  seller: FIRST_SETTINGS.shop,
  cityTaxPercent: 2,
  vatPayer: true,
  ereceipts: true,
  taxCodes: FIRST_SETTINGS.tax.codes,
}

export const invoice: Invoice = { invoiceId: 'inv-1', qrText: '0002010102', shortUrl: null, banks: [] }

export const created = {
  kind: 'invoice-created',
  no: 1,
  invoice,
  found: 'answer',
} as const satisfies SaleEvent

export const paidBy = (
  amount: number,
  paymentId = 'pay-1',
  status: SeenPayment['status'] = 'PAID',
): SeenPayment => ({
  paymentId,
  status,
  amount: tugriks(amount),
  type: 'P2P',
  wallet: null,
  bankCode: '050000',
})

/** How much of each payment settles a sale: in their order, until `due` is reached. */
export const countedOf = (payments: readonly SeenPayment[], due: Money): readonly PaymentShare[] =>
  allotted(
    due,
    payments.map(({ paymentId, amount }) => ({ paymentId, amount })),
  )

/** A return of nothing, with these changes. */
export const returnOpened = (
  changes: Partial<Extract<SaleEvent, { readonly kind: 'return-opened' }>> = {},
): SaleEvent => ({
  kind: 'return-opened',
  returnId: 'r1',
  reason: 'x',
  by: null,
  approvedBy: null,
  lines: [],
  whole: false,
  amount: NO_MONEY,
  voids: [],
  parts: [],
  standing: [],
  ...changes,
})

/** A return of the whole sample sale begins. Its payment is to be refunded to the card. */
export const wholeRefund: SaleEvent = returnOpened({
  lines: [{ lineId: bread.code, quantity: ONE, amount: tugriks(2500) }],
  whole: true,
  amount: tugriks(2500),
  parts: [
    {
      ...{ id: '1', paymentId: 'pay-1', amount: tugriks(2500), by: 'refund', operation: 'refund' },
      step: { name: 'due', failure: null },
    },
  ],
})

type EReceipt = Extract<SaleEvent, { readonly kind: 'ereceipt-issued' }>['ereceipt']

/** The e-receipt of a payment of the sample sale, with these changes. */
export const receiptIssued = (changes: Partial<EReceipt> = {}): SaleEvent => ({
  kind: 'ereceipt-issued',
  ereceipt: {
    ...{ step: 'issued', paymentId: 'pay-1', ereceiptId: 'e-1', printedId: '0001', issuedAt: null },
    ...{ amount: tugriks(2500), vat: tugriks(227), cityTax: NO_MONEY, hasLottery: true },
    ...changes,
  },
})

type Settled = Extract<SaleEvent, { readonly kind: 'attention-settled' }>

/** A person settles an attention item, with the money of this payment or with none. */
export const itemSettled = (
  cause: Settled['cause'],
  resolution: Settled['resolution'],
  share: PaymentShare | null = null,
): SaleEvent => ({
  kind: 'attention-settled',
  cause,
  resolution,
  by: null,
  amount: share?.amount ?? null,
  shares: share ? [{ paymentId: share.paymentId, amount: share.amount }] : [],
})
