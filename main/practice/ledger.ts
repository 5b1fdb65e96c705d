/** All that the practice service knows. It changes by entries alone, so that replaying them gives the same again. */
import { tugriks } from '../../shared/money.ts'
import { indexedRecords, type PickVersion, type ReadableRecords } from './indexed-records.ts'
import type { Entry, EReceiptRecord, Identity, InvoiceRecord, Merchant, PaymentRecord } from './records.ts'

export type Ledger = {
  readonly identity: () => Identity
  readonly merchant: () => Merchant
  readonly advanceMs: () => number
  /** Shared key: `sender_invoice_no`. */
  readonly invoices: ReadableRecords<InvoiceRecord>
  /** Shared key: `invoice_id`. */
  readonly payments: ReadableRecords<PaymentRecord>
  /** Shared key: `payment_id`. */
  readonly eReceipts: ReadableRecords<EReceiptRecord>
  /** Invoices and payments in other versions than the newest. */
  readonly view: (pick: PickVersion) => Pick<Ledger, 'invoices' | 'payments'>
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
  used_number: 'made-again',
}

export type LedgerParts = {
  readonly identity: Identity
  readonly merchant: Merchant
  /** Ms since 1970, by the moved clock. */
  readonly now: () => number
  /** Told of every change before it is applied. */
  readonly keep: (entry: Entry) => void
}

/** The time of records from the data file, which does not hold one. */
const LONG_AGO = Number.NEGATIVE_INFINITY

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

  const apply = (entry: Entry, at: number): void => {
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
        invoices.put(entry, at)
        return
      case 'payment':
        payments.put(entry, at)
        return
      case 'e-receipt':
        eReceipts.put(entry, at)
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
    view: (pick) => ({ invoices: invoices.view(pick), payments: payments.view(pick) }),
    record: (entry) => {
      parts.keep(entry)
      apply(entry, parts.now())
    },
    replay: (entries) => {
      for (const entry of entries) apply(entry, LONG_AGO)
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
