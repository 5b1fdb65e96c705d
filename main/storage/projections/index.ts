export { type ClaimedReturnWriter, claimedReturnWriter } from './claimed-returns.ts'
export { type CounterWriter, counterWriter } from './counter.ts'
export type { DayEntries, DayEntryReader } from './day-entries.ts'
export type { SaleFinder, SaleSearch } from './find-sales.ts'
export { journalInMemory } from './journal-in-memory.ts'
export {
  bookOf,
  DAILY_ACCOUNTS,
  type Entry,
  entriesOf,
  entriesOfEvents,
  entriesOfShift,
  entryOfShift,
  postingsOfChange,
  readableEvent,
  type SumReader,
  type SumRow,
  soldBefore,
  sumAll,
  sumsOf,
  sumUp,
  WHOLE_ACCOUNTS,
  wrongSums,
} from './ledger-sums.ts'
export {
  endJob,
  jobRows,
  type NewPrintJob,
  type PrintJob,
  printJobReader,
  printJobWriter,
  takeJobs,
  writeJob,
} from './print-jobs.ts'
export { type ProjectionReaders, projectionReaders } from './readers.ts'
export { type RecentSales, recentSales } from './recent-sales.ts'
export {
  type ReconciliationReader,
  type ReconciliationWriter,
  reconciliationWriter,
} from './reconciliations.ts'
export { foldSale, rebuildProjections, replayed, rowUpdate } from './replay.ts'
export {
  asIndexed,
  indexAllSales,
  indexSale,
  linesOf,
  openedAtOf,
  placeOf,
  readableTerms,
  rowAsIndexed,
} from './sale-index.ts'
export { saleNumberReader } from './sale-numbers.ts'
export { beginningOf, columnsOf, isPartly, noteRounds, type SaleColumns, writeSale } from './sale-rows.ts'
export { term } from './sale-terms.ts'
export {
  chargedInvoice,
  latestAt,
  type Rounds,
  type SaleReader,
  tagOf,
} from './sales.ts'
export { eraseSeal, keepSeal, type Seal, type SealReader } from './seals.ts'
export {
  asRecord,
  dropCountDraft,
  endPeriod,
  insertShift,
  isClosed,
  keepCountDraft,
  noteLastZ,
  openings,
  openShiftId,
  periodOf,
  periodsIn,
  periodsNamedBy,
  reportedElsewhereKey,
  type ShiftReader,
  type ShiftRecord,
  shiftOfNow,
  shiftReader,
  takeNotedZ,
  updateShift,
} from './shifts.ts'
export type { Stream, StreamReader } from './streams.ts'
export { unfinishedReader } from './unfinished.ts'
