export { backupFolder, backupName, fullest, isBackupName, newestBackup, salesIn } from './backup-files.ts'
export { type Backups, backupOpens, createBackups } from './backups.ts'
export { type CopyDiagnosis, diagnoseCopy, SEEN_NOTHING } from './diagnose-copy.ts'
export { assertOwnJournal, journalOfEvents } from './foreign-journal.ts'
export { type JournalFile, journalFile } from './journal-file.ts'
export { eventsFile } from './journal-of-events.ts'
export { openJournalFile } from './open-journal-file.ts'
export {
  type ClosedJournal,
  readClosedJournal,
} from './read-closed-journal.ts'
export { type RescueNotice, rescueNotice } from './rescue-notice.ts'
export { verifyJournal } from './verify.ts'
export { wrongAuditRow } from './verify-audit.ts'
export { wrongInFile } from './wrong-in-file.ts'
