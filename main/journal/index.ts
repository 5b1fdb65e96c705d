export type { Commit, NewAttention } from './commit.ts'
export { type Journal, type JournalReader, openJournal } from './journal.ts'
export type { PrintJob } from './print-jobs.ts'
