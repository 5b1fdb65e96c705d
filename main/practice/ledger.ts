/** All that the practice service knows. It changes by entries alone, so that replaying them gives the same again. */
import { tugriks } from '../../shared/money.ts'
import { type IndexedRecords, indexedRecords } from './indexed-records.ts'
import type { Entry, EReceiptRecord, Identity, InvoiceRecord, Merchant, PaymentRecord } from './records.ts'

export type Ledger = {
  readonly identity: () => Identity
  readonly merchant: () => Merchant
  readonly advanceMs: () => number
  /** Shared key: `sender_invoice_no`. */
  readonly invoices: Pick<IndexedRecords<InvoiceRecord>, 'get' | 'sharing' | 'all'>
  /** Shared key: `invoice_id`. */
  readonly payments: Pick<IndexedRecords<PaymentRecord>, 'get' | 'sharing' | 'all'>
  /** Shared key: `payment_id`. */
  readonly eReceipts: Pick<IndexedRecords<EReceiptRecord>, 'get' | 'sharing' | 'all'>
  /** Applies a change; it is in the data file, where there is one, before this returns. */
  readonly record: (entry: Entry) => void
}

export const FIRST_MERCHANT: Merchant = {
  kind: 'merchant',
  exists: true,
  active: true,
  registered_for_ebarimt: true,
  ebarimt_cancel_supported: true,
  min_amount: tugriks(10),
  max_amount: tugriks(100_000_000),
}

export type LedgerParts = {
  readonly identity: Identity
  readonly merchant: Merchant
  /** Told of every change before it is applied. */
  readonly keep: (entry: Entry) => void
}

export type FilledLedger = Ledger & {
  /** Applies what was kept before; not kept a second time. */
  readonly replay: (entries: readonly Entry[]) => void
  /** The fewest entries that give this ledger again. */
  readonly snapshot: () => Entry[]
}

export function createLedger(parts: LedgerParts): FilledLedger {
  let identity = parts.identity
  let merchant = parts.merchant
  let advanceMs = 0
  const invoices = indexedRecords<InvoiceRecord>(
    (i) => i.invoice_id,
    (i) => i.request.sender_invoice_no,
  )
  const payments = indexedRecords<PaymentRecord>(
    (p) => p.payment_id,
    (p) => p.invoice_id,
  )
  const eReceipts = indexedRecords<EReceiptRecord>(
    (e) => e.id,
    (e) => e.payment_id,
  )

  const reset = () => {
    merchant = parts.merchant
    advanceMs = 0
    for (const records of [invoices, payments, eReceipts]) records.clear()
  }

  const apply = (entry: Entry): void => {
    switch (entry.kind) {
      case 'identity':
        identity = entry
        return
      case 'merchant':
        merchant = entry
        return
      case 'clock':
        advanceMs = entry.advance_ms
        return
      case 'invoice':
        invoices.put(entry)
        return
      case 'payment':
        payments.put(entry)
        return
      case 'e-receipt':
        eReceipts.put(entry)
        return
      case 'reset':
        reset()
        return
    }
  }

  return {
    identity: () => identity,
    merchant: () => merchant,
    advanceMs: () => advanceMs,
    invoices,
    payments,
    eReceipts,
    record: (entry) => {
      parts.keep(entry)
      apply(entry)
    },
    replay: (entries) => {
      for (const entry of entries) apply(entry)
    },
    snapshot: () => [
      identity,
      merchant,
      { kind: 'clock', advance_ms: advanceMs },
      ...invoices.all(),
      ...payments.all(),
      ...eReceipts.all(),
    ],
  }
}
