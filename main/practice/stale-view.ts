/** Views of the ledger that are out of date. What is recorded goes to the real one. */
import type { PickVersion, ReadableRecords } from './indexed-records.ts'
import type { Ledger } from './ledger.ts'

/** As of that moment, ms since 1970. */
export const asOf =
  (moment: number): PickVersion =>
  (versions) =>
    versions.findLast(({ at }) => at <= moment)?.record

/** Each record as it was before so many changes of its own. */
export const changesAgo =
  (changes: number): PickVersion =>
  (versions) =>
    versions.at(-1 - changes)?.record

/** E-receipts are always up to date: a payment must not get a second one. */
export const staleLedger = (ledger: Ledger, pick: PickVersion): Ledger => ({
  ...ledger,
  ...ledger.view(pick),
})

/** Lists lack their newest record, and a record that is asked for by its id is not there. */
export const ledgerWithoutNewest = (ledger: Ledger): Ledger => ({
  ...ledger,
  invoices: withoutNewest(ledger.invoices),
  payments: withoutNewest(ledger.payments),
})

const withoutNewest = <R>(records: ReadableRecords<R>): ReadableRecords<R> => ({
  get: () => undefined,
  sharing: (key) => records.sharing(key).slice(0, -1),
  all: () => records.all().slice(0, -1),
})
