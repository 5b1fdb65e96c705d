/** What the journal and the register share: opening a SQLite file, transactions, damage, and failures by name. */
export { backUpDatabase } from './backup-database.ts'
export {
  connect,
  type Database,
  distrust,
  emptyWal,
  FULL_FSYNC,
  knownVersionOf,
  makeWriter,
  quickCheck,
  versionOf,
} from './connect.ts'
export { copyInUse } from './copy-in-use.ts'
export {
  attempt,
  isDamage,
  isDiskFull,
  isElsewhere,
  isOfTheDisk,
  journalFailure,
  named,
  UNREADABLE,
} from './failures.ts'
export { diskFiles, type Files, freeName, isSameFile, removeDatabase, removeOrWarn, stemOf } from './files.ts'
export { fingerprintIn, fingerprintOf } from './fingerprint.ts'
export { prepared } from './prepared.ts'
export { rowsByPlace } from './readable-rows.ts'
export { exact, insertMissingRows, isExact, numberOrNull, type Row, textOrNull } from './row.ts'
export { markSuspect, suspectOf } from './suspect.ts'
export { inTransaction } from './transaction.ts'
export { whyNot } from './why-not.ts'
