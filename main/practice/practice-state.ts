import { moneyAsNumber } from '../../shared/money.ts'
import type { PracticeState } from './control-messages.ts'
import type { Ledger } from './ledger.ts'
import { timestamp } from './practice-time.ts'
import { qrText } from './qr-payload.ts'
import type { Merchant } from './records.ts'

/** The ledger's part of GET /state. */
export const ledgerState = (ledger: Ledger) => ({
  merchant: merchantState(ledger.merchant()),
  invoices: ledger.invoices.all().map((invoice) => ({
    invoice_id: invoice.invoice_id,
    sender_invoice_no: invoice.request.sender_invoice_no,
    shape: invoice.shape,
    amount: moneyAsNumber(invoice.amount),
    status: invoice.status,
    qr_text: qrText(invoice),
    created_date: timestamp(invoice.created_at),
  })),
  payments: ledger.payments.all().map(({ payment_id, invoice_id, status, type, amount }) => ({
    payment_id,
    invoice_id,
    status,
    type,
    amount: moneyAsNumber(amount),
  })),
  ereceipts: ledger.eReceipts.all().map((receipt) => ({
    id: receipt.id,
    receipt_id: receipt.receipt_id,
    payment_id: receipt.payment_id,
    receiver_type: receipt.receiver_type,
    receiver: receipt.receiver,
    status: receipt.status,
    amount: moneyAsNumber(receipt.amount),
    lottery: receipt.lottery,
    qr_data: receipt.qr_data,
  })),
})

const merchantState = ({ kind: _, ...merchant }: Merchant): PracticeState['merchant'] => ({
  ...merchant,
  min_amount: moneyAsNumber(merchant.min_amount),
  max_amount: moneyAsNumber(merchant.max_amount),
})
