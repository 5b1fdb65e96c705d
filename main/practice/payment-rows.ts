/** A payment in each of the forms that the interface shows it in (docs/payment-service.md#payments). */
import { type Money, money } from '../../shared/money.ts'
import { amountText } from './amount-text.ts'
import { bankName } from './banks.ts'
import { timestamp } from './practice-time.ts'
import type { InvoiceRecord, PaymentRecord } from './records.ts'

const RECEIVING = {
  account_bank_code: '050000',
  account_bank_name: 'Хаан банк',
  account_number: '5000000001',
}

const net = (payment: PaymentRecord): Money => money(payment.amount - payment.fee)
const wallet = (payment: PaymentRecord): string => `wallet-${payment.bank_code}`
const currency = (payment: PaymentRecord): string => payment.currency ?? 'MNT'
/** What counts: the service changes no money into another. */
export const paidInTugriks = (payment: PaymentRecord): boolean =>
  payment.status === 'PAID' && currency(payment) === 'MNT'
const transferStatus = (payment: PaymentRecord): string =>
  payment.status === 'PENDING' ? 'PENDING' : 'SUCCESS'

/** A row of POST /v2/invoice/check. */
export const invoiceCheckRow = (payment: PaymentRecord) => ({
  payment_id: payment.payment_id,
  payment_status: payment.status,
  payment_amount: amountText(payment.amount),
  payment_currency: currency(payment),
  payment_wallet: wallet(payment),
  payment_type: payment.type,
})

/** A row of POST /v2/payment/check. */
export const paymentCheckRow = (payment: PaymentRecord) => ({
  ...invoiceCheckRow(payment),
  trx_fee: amountText(payment.fee),
  card_transactions: cardTransactions(payment),
  p2p_transactions: payment.type === 'P2P' ? [checkedTransfer(payment)] : [],
})

/** The bank's own row: its amount is net of the fee, unlike `payment_amount`. */
const checkedTransfer = (payment: PaymentRecord) => ({
  transaction_bank_code: payment.bank_code,
  account_bank_name: RECEIVING.account_bank_name,
  account_number: RECEIVING.account_number,
  status: transferStatus(payment),
  amount: amountText(net(payment)),
  currency: currency(payment),
})

const detailedTransfer = (payment: PaymentRecord) => ({
  ...checkedTransfer(payment),
  account_bank_code: RECEIVING.account_bank_code,
  settlement_status: payment.status === 'PENDING' ? 'PENDING' : 'SETTLED',
})

/** Fields not shown in the interface. */
const cardTransactions = (payment: PaymentRecord) =>
  payment.type === 'P2P'
    ? []
    : [
        {
          card_type: 'VISA',
          card_number: '4000 **** **** 0002',
          amount: amountText(payment.amount),
          currency: currency(payment),
        },
      ]

/** GET /v2/payment/{id}. */
export const paymentDetail = (payment: PaymentRecord) => ({
  payment_id: payment.payment_id,
  payment_status: payment.status,
  payment_fee: amountText(payment.fee),
  payment_amount: amountText(payment.amount),
  payment_currency: currency(payment),
  payment_date: timestamp(payment.made_at),
  payment_wallet: wallet(payment),
  transaction_type: payment.type,
  object_type: 'INVOICE',
  object_id: payment.invoice_id,
  card_transactions: cardTransactions(payment),
  p2p_transactions: payment.type === 'P2P' ? [detailedTransfer(payment)] : [],
})

/** A row of POST /v2/payment/list. */
export const paymentSummary = (payment: PaymentRecord, invoice: InvoiceRecord | undefined) => ({
  payment_id: payment.payment_id,
  payment_date: timestamp(payment.made_at),
  payment_status: payment.status,
  payment_fee: amountText(payment.fee),
  payment_amount: amountText(payment.amount),
  payment_currency: currency(payment),
  payment_wallet: wallet(payment),
  payment_name: bankName(payment.bank_code),
  payment_description: invoice?.request.invoice_description ?? '',
  object_type: 'INVOICE',
  object_id: payment.invoice_id,
})
