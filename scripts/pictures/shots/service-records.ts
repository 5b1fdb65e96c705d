/** The payment service's records of one day of the made-up history, as the data file of a practice service. */
import type { Entry, InvoiceRecord, PaymentRecord } from '../../../main/payment-service/practice/records.ts'
import { type Money, money, moneyAsNumber } from '../../../shared/money/money.ts'
import type { SeenPayment } from '../../../shared/sale/sale.ts'
import { shopDay } from '../../../shared/shop/shop-day.ts'
import { sampleProducts } from '../../measure/seed-history/seed-history.ts'
import { type Year, yearOf } from '../../measure/seed-history/shop-year.ts'
import type { Story } from '../../measure/seed-history/telling.ts'

export async function serviceRecords(year: Omit<Year, 'products'>, day: string): Promise<string> {
  const stories = [...yearOf({ ...year, products: await sampleProducts() })]
  const records = stories
    .filter(({ commits: [opened] }) => opened && shopDay(opened.at) === day)
    .flatMap(recordsOf)
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

/** The invoice with its payments, each in its latest state. */
function recordsOf({ commits }: Story): readonly Entry[] {
  const records = new Map<string, Entry>()
  let request = { number: '', due: money(0) }
  let invoiceId = ''
  for (const { at, events } of commits)
    for (const event of events) {
      if (event.kind === 'invoice-requested') request = { number: event.number ?? '', due: event.due }
      if (event.kind === 'invoice-created') {
        invoiceId = event.invoice.invoiceId
        records.set(invoiceId, invoiceOf(invoiceId, request, at))
      }
      const invoice = records.get(invoiceId)
      if (invoice?.kind !== 'invoice') continue
      if (event.kind === 'invoice-cancelled')
        records.set(invoiceId, { ...invoice, status: 'CANCELLED', cancelled_at: at })
      if (event.kind === 'paid') records.set(invoiceId, { ...invoice, status: 'CLOSED' })
      if (event.kind === 'paid' || event.kind === 'payments-seen')
        for (const payment of event.payments)
          records.set(payment.paymentId, paymentOf(payment, invoiceId, at))
    }
  return [...records.values()]
}

type Asked = { readonly number: string; readonly due: Money }

const invoiceOf = (invoice_id: string, { number, due }: Asked, created_at: number): InvoiceRecord => ({
  kind: 'invoice',
  invoice_id,
  shape: 'simple',
  status: 'OPEN',
  amount: due,
  created_at,
  request: {
    invoice_code: 'PRACTICE',
    sender_invoice_no: number,
    invoice_receiver_code: 'terminal',
    invoice_description: 'Өглөө дэлгүүр',
    amount: moneyAsNumber(due),
    callback_url: 'http://127.0.0.1:9/none',
  },
})

const paymentOf = (payment: SeenPayment, invoice_id: string, made_at: number): PaymentRecord => ({
  kind: 'payment',
  payment_id: payment.paymentId,
  invoice_id,
  status: payment.status === 'unknown' ? 'PENDING' : payment.status,
  type: payment.type === 'CARD' ? 'CARD' : 'P2P',
  amount: payment.amount,
  fee: money(Math.floor(payment.amount / 100)),
  bank_code: payment.bankCode ?? '',
  made_at,
})
