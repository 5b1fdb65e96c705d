export { backupFolder, backupName, fullest, isBackupName, newestBackup, salesIn } from './backup-files.ts'
export { type Backups, backupOpens, createBackups } from './backups.ts'
export { type CopyDiagnosis, diagnoseCopy, SEEN_NOTHING } from './diagnose-copy.ts'
export type { Finding } from './finding.ts'
export { firstDifference } from './first-difference.ts'
export { assertOwnJournal, journalOfEvents } from './foreign-journal.ts'
export { type JournalFile, journalFile } from './journal-file.ts'
export { eventsFile } from './journal-of-events.ts'
export { openJournalFile } from './open-journal-file.ts'
export {
  type ClosedJournal,
  readClosedJournal,
} from './read-closed-journal.ts'
export { type RescueNotice, rescueNotice } from './rescue-notice.ts'
export { wrongShape } from './shape.ts'
export { tagsOfShifts } from './take-shifts.ts'
export { wrongAside, wrongAuditRow } from './verify-audit.ts'
export { type VerifyOptions, wrongLink, wrongZ } from './verify-chain.ts'
export { wrongInFile } from './wrong-in-file.ts'
