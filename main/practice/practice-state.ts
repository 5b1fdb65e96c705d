import { moneyAsNumber } from '../../shared/money.ts'
import type { PracticeState, PracticeSummary } from './control-messages.ts'
import type { Ledger } from './ledger.ts'
import { timestamp } from './practice-time.ts'
import { qrText } from './qr-payload.ts'
import type { Merchant } from './records.ts'
import type { ReversalCount } from './reversal-count.ts'

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
    created_at: invoice.created_at,
    cancelled_at: invoice.cancelled_at ?? null,
  })),
  payments: ledger.payments.all().map((payment) => ({
    payment_id: payment.payment_id,
    invoice_id: payment.invoice_id,
    status: payment.status,
    type: payment.type,
    amount: moneyAsNumber(payment.amount),
    first_amount: moneyAsNumber(payment.first_amount ?? payment.amount),
    currency: payment.currency ?? 'MNT',
    created_at: payment.made_at,
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

/** What went back, or was asked to: one row a payment. */
export function refundsState(ledger: Ledger, reversals: ReversalCount): PracticeState['refunds'] {
  const gone = ledger.payments.all().filter(({ status }) => status === 'CANCELLED' || status === 'REFUNDED')
  const ids = new Set([...gone.map(({ payment_id }) => payment_id), ...reversals.all()])
  return [...ids].flatMap((payment_id) => {
    const payment = ledger.payments.get(payment_id)
    return payment ? [{ payment_id, status: payment.status, ...reversals.of(payment_id) }] : []
  })
}

/** The ledger's part of GET /summary. */
export const ledgerSummary = (
  ledger: Ledger,
): Pick<PracticeSummary, 'invoices' | 'payments' | 'ereceipts'> => ({
  invoices: countByStatus(ledger.invoices.all()),
  payments: countByStatus(ledger.payments.all()),
  ereceipts: countByStatus(ledger.eReceipts.all()),
})

function countByStatus(records: readonly { readonly status: string }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status } of records) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
