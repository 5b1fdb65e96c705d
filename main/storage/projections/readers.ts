import type { DatabaseSync } from 'node:sqlite'
import { claimedReturnReader } from './claimed-returns.ts'
import { counterReader } from './counter.ts'
import { dayEntryReader } from './day-entries.ts'
import { saleFinder } from './find-sales.ts'
import { invoiceReader } from './invoices.ts'
import { sumReader } from './ledger-sums.ts'
import { printJobReader } from './print-jobs.ts'
import { reconciliationReader } from './reconciliations.ts'
import { saleNumberReader } from './sale-numbers.ts'
import { saleReader } from './sales.ts'
import { sealReader } from './seals.ts'
import { shiftSaleReader } from './shift-sales.ts'
import { shiftReader } from './shifts.ts'
import { streamReader } from './streams.ts'
import { unfinishedReader } from './unfinished.ts'

export type ProjectionReaders = ReturnType<typeof projectionReaders>

/** The readers of the projections, one for each need. */
export const projectionReaders = (database: DatabaseSync) => ({
  sales: saleReader(database),
  unfinished: unfinishedReader(database),
  saleNumbers: saleNumberReader(database),
  counter: counterReader(database),
  claimedReturns: claimedReturnReader(database),
  search: saleFinder(database),
  invoices: invoiceReader(database),
  sums: sumReader(database),
  dayEntries: dayEntryReader(database),
  shifts: shiftReader(database),
  shiftSales: shiftSaleReader(database),
  printJobs: printJobReader(database),
  seals: sealReader(database),
  reconciliations: reconciliationReader(database),
  streams: streamReader(database),
})
