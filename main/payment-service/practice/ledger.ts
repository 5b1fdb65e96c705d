/** The data of the practice service. Only entries change it, so that replaying them gives the same ledger. */
import { tugriks } from '../../../shared/money/money.ts'
import { randomDigits, randomSecret } from './random.ts'
import type { Entry, EReceiptRecord, Identity, InvoiceRecord, Merchant, PaymentRecord } from './records.ts'

export type Ledger = {
  readonly identity: () => Identity
  readonly merchant: () => Merchant
  readonly advanceMs: () => number
  /** `sharing` finds them by `sender_invoice_no`. */
  readonly invoices: ReadableRecords<InvoiceRecord>
  /** `sharing` finds them by `invoice_id`. */
  readonly payments: ReadableRecords<PaymentRecord>
  /** `sharing` finds them by `payment_id`. */
  readonly eReceipts: ReadableRecords<EReceiptRecord>
  readonly view: (pick: PickVersion) => Pick<Ledger, 'invoices' | 'payments'>
  /** Applies a change. It is in the data file, if there is one, before this returns. */
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
  empty_tax_code: 'accepted',
}

type LedgerParts = {
  readonly identity: Identity
  readonly merchant: Merchant
  /** Ms since 1970, by the moved clock. */
  readonly now: () => number
  /** Receives every change before it is applied. */
  readonly keep: (entry: Entry) => void
}

/** The time of records from the data file, which stores none. */
const LONG_AGO = Number.NEGATIVE_INFINITY

export type FilledLedger = Ledger & {
  /** Fills the ledger with the entries read from the data file, and does not write them to it again. */
  readonly replay: (entries: readonly Entry[]) => void
  /** The fewest entries that make this ledger again. */
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

/** Finds records by id, or by a key that several have in common. Lists are in the order of creation. */
export type ReadableRecords<R> = {
  readonly get: (id: string) => R | undefined
  readonly sharing: (key: string) => readonly R[]
  readonly all: () => readonly R[]
}

/** A version of a record, valid from this moment on (ms since 1970). */
type Version<R> = { readonly at: number; readonly record: R }
/** Picks one of a record's versions, oldest first; undefined hides the record. */
export type PickVersion = <R>(versions: readonly Version<R>[]) => R | undefined

type IndexedRecords<R> = ReadableRecords<R> & {
  /** Adds a record or replaces the one with the same id. Its shared key never changes. */
  readonly put: (record: R, at: number) => void
  readonly view: (pick: PickVersion) => ReadableRecords<R>
  readonly clear: () => void
}

const newest: PickVersion = (versions) => versions.at(-1)?.record

function indexedRecords<R>(idOf: (record: R) => string, keyOf: (record: R) => string): IndexedRecords<R> {
  const byId = new Map<string, Version<R>[]>()
  const idsByKey = new Map<string, string[]>()

  const view = (pick: PickVersion): ReadableRecords<R> => {
    const get = (id: string): R | undefined => pick(byId.get(id) ?? [])
    return {
      get,
      sharing: (key) => (idsByKey.get(key) ?? []).flatMap((id) => get(id) ?? []),
      all: () => [...byId.values()].flatMap((versions) => pick(versions) ?? []),
    }
  }

  return {
    ...view(newest),
    view,
    put: (record, at) => {
      const id = idOf(record)
      const versions = byId.get(id)
      if (versions) versions.push({ at, record })
      else {
        byId.set(id, [{ at, record }])
        const ids = idsByKey.get(keyOf(record))
        if (ids) ids.push(id)
        else idsByKey.set(keyOf(record), [id])
      }
    },
    clear: () => {
      byId.clear()
      idsByKey.clear()
    },
  }
}

/** Random credentials, in the form that a service gives a merchant. */
export const newIdentity = (): Identity => ({
  kind: 'identity',
  username: `PRACTICE_${randomDigits(6)}`,
  password: randomSecret(),
  invoice_code: `PRACTICE_${randomDigits(4)}_INVOICE`,
  control_token: randomSecret(),
})
