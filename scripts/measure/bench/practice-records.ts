/** Sales by QR in the journal of a till, and the same invoices and payments in the records of a practice service. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { machineClock } from '../../../main/base/environment.ts'
import { createSaleStore } from '../../../main/sale/run/index.ts'
import { openJournal } from '../../../main/storage/store/index.ts'
import { type Money, money } from '../../../shared/money/money.ts'
import { quantity } from '../../../shared/money/quantity.ts'
import type { SaleEvent, SeenPayment } from '../../../shared/sale/sale.ts'

export type InvoicedSale = {
  readonly index: number
  readonly day: string
  /** Milliseconds: when its invoice was made and paid. */
  readonly at: number
  readonly isPaid: boolean
}

const TERMINAL = 'K01'
const AMOUNT: Money = money(435_000)

const numberOf = ({ index, day }: InvoicedSale): string =>
  `${TERMINAL}-${day.slice(2).replaceAll('-', '')}-${String(index + 1).padStart(4, '0')}-BENC`

function writePracticeData(file: string, sales: readonly InvoicedSale[]): void {
  const lines = sales.flatMap((sale) => [
    {
      kind: 'invoice',
      invoice_id: `invoice-${sale.index}`,
      shape: 'simple',
      status: sale.isPaid ? 'CLOSED' : 'OPEN',
      amount: AMOUNT,
      created_at: sale.at,
      request: {
        invoice_code: 'PRACTICE',
        sender_invoice_no: numberOf(sale),
        invoice_receiver_code: 'terminal',
        invoice_description: numberOf(sale),
        amount: AMOUNT / 100,
        callback_url: 'http://127.0.0.1:9/none',
      },
    },
    ...(sale.isPaid
      ? [
          {
            kind: 'payment',
            payment_id: `payment-${sale.index}`,
            invoice_id: `invoice-${sale.index}`,
            status: 'PAID',
            type: 'P2P',
            amount: AMOUNT,
            fee: AMOUNT / 100,
            bank_code: '050000',
            made_at: sale.at,
          },
        ]
      : []),
  ])
  writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
}

const paymentOf = (index: number): SeenPayment => ({
  paymentId: `payment-${index}`,
  status: 'PAID',
  amount: AMOUNT,
  type: 'P2P',
  wallet: null,
  bankCode: '050000',
})

function eventsOf(
  sale: InvoicedSale,
  { receiptDue }: { readonly receiptDue: boolean },
): readonly SaleEvent[] {
  const { index, day, isPaid } = sale
  const payment = paymentOf(index)
  const number = numberOf(sale)
  return [
    { kind: 'opened', terminal: TERMINAL, day, sequence: index + 1, senderInvoiceNo: number, cashier: null },
    {
      kind: 'line-added',
      line: {
        id: 'line',
        product: {
          code: '8650000000001',
          name: 'Талх',
          category: 'Талх',
          price: AMOUNT,
          unit: 'ш',
          taxProductCode: '',
          classificationCode: '2349010',
          taxKind: 'vat',
          cityTax: false,
        },
        quantity: quantity(1000),
        unitPrice: AMOUNT,
        amount: AMOUNT,
      },
    },
    { kind: 'invoice-requested', total: AMOUNT, due: AMOUNT, attempt: 1, number },
    {
      kind: 'invoice-created',
      no: 1,
      invoice: { invoiceId: `invoice-${index}`, qrText: 'x', shortUrl: null, banks: [] },
      found: 'answer',
    },
    ...(isPaid ? paidBy(payment, receiptDue) : []),
    ...(isPaid && !receiptDue ? printed(`paper-${index}`) : []),
  ]
}

const paidBy = (payment: SeenPayment, receiptDue: boolean): readonly SaleEvent[] => [
  {
    kind: 'paid',
    no: 1,
    payments: [payment],
    counted: [{ paymentId: payment.paymentId, amount: AMOUNT }],
    receiptsDue: receiptDue ? [payment.paymentId] : [],
  },
]

const printed = (jobId: string): readonly SaleEvent[] => [
  { kind: 'receipt-queued', jobId },
  { kind: 'receipt-printed', jobId },
]

/**
 * Writes the sales into the journal of a data folder, in one transaction, and their invoices and payments into the data
 * file of a practice service. With `receiptDue` the paid sales still need their e-receipts.
 */
export function writeSales(
  sales: readonly InvoicedSale[],
  { data, practiceData, receiptDue }: { data: string; practiceData: string; receiptDue: boolean },
): void {
  writePracticeData(practiceData, sales)
  const file = join(data, 'journal-test.sqlite')
  const journal = openJournal(file, { now: Date.now, mode: 'test' })
  journal.command({ id: 'bench-fill', at: sales[0]?.at ?? 0, actor: null, request: '' }, () => {
    let now = 0
    const store = createSaleStore({ journal, clock: { ...machineClock, now: () => now } })
    for (const sale of sales) {
      now = sale.at
      store.append(`sale-${sale.index}`, eventsOf(sale, { receiptDue }))
    }
  })
  journal.close()
}
