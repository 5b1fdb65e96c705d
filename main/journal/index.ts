export { type AuditEntry, auditOfFile } from './audit.ts'
export { isBackupName } from './backup-files.ts'
export { type Backups, backupOpens, createBackups } from './backups.ts'
export type { Command } from './commands.ts'
export type { Commit, SaleColumns } from './commit.ts'
export type { DayEntries } from './day-entries.ts'
export type { SaleSearch } from './find-sales.ts'
export {
  type Committed,
  type Journal,
  type JournalOptions,
  type JournalReader,
  openJournal,
} from './journal.ts'
export { bookOf, type Entry, type SumRow } from './ledger-sums.ts'
export type { MergeReport } from './merge.ts'
export type { NewPrintJob, PrintJob } from './print-jobs.ts'
export type { KeptReconciliation } from './reconciliations.ts'
export type { RescueReport } from './rescue-report.ts'
export type { SaleBeginning, SaleModel } from './sale-model.ts'
export { term } from './sale-terms.ts'
export type { EventInShift, ShiftCommit, ShiftRecord } from './shifts.ts'
export { untilWritten } from './until-written.ts'
export { type Verdict, verifyJournal } from './verify.ts'
