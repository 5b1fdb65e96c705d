export {
  type Commit,
  type Journal,
  type JournalReader,
  type NewAttention,
  openJournal,
  type PrintJob,
} from './journal.ts'
