export type { Commit } from './commit.ts'
export {
  type Committed,
  type Journal,
  type JournalOptions,
  type JournalReader,
  openJournal,
} from './journal.ts'
export { untilWritten } from './until-written.ts'
