export { type DayEntries, dayEntries } from './day-entries.ts'
export { type SaleSearch, saleSearch } from './find-sales.ts'
export {
  bookOf,
  type Entry,
  entriesOf,
  entriesOfShift,
  entryOfShift,
  ledgerReads,
  type SumRow,
  soldBefore,
  sumAll,
  sumUp,
  type WrongSum,
  wrongSums,
} from './ledger-sums.ts'
export {
  endJob,
  jobRows,
  type NewPrintJob,
  type PrintJob,
  printJobTable,
  takeJobs,
  writeJob,
} from './print-jobs.ts'
export { rebuildWith } from './rebuild.ts'
export { recentSales } from './recent-sales.ts'
export {
  type KeptReconciliation,
  type ReconciledRow,
  reconciliationTable,
  type SaleInvoiceRow,
  takeReconciliations,
} from './reconciliations.ts'
export { replayed, replaySales, rowUpdate } from './replay.ts'
export {
  asIndexed,
  type Indexed,
  indexAllSales,
  indexSale,
  linesOf,
  readableTerms,
  rowAsIndexed,
} from './sale-index.ts'
export { beginningOf, NO_MODEL, type SaleBeginning, type SaleModel } from './sale-model.ts'
export { isPartly, type SaleColumns, writeSale } from './sale-rows.ts'
export { term } from './sale-terms.ts'
export { chargedInvoice, type Looks, latestAt, saleReads, tagOf } from './sales.ts'
export { eraseSeal, keepSeal, type Seal, sealTable } from './seals.ts'
export {
  asRecord,
  countDraftOf,
  dropCountDraft,
  type EventInShift,
  endPeriod,
  insertShift,
  isClosed,
  openings,
  openShiftId,
  periodOf,
  periodsIn,
  periodsNamedBy,
  type ShiftRecord,
  type SoldInShift,
  shiftOfNow,
  shiftReads,
  toldElsewhereOf,
  updateShift,
} from './shifts.ts'
