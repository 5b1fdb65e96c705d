/** What the journal and the register share: opening a SQLite file, transactions, damage, and failures by name. */
export { type Answer, answered, valueIn } from './answer.ts'
export { attempt, UNREADABLE, unlessUnreadable } from './attempt.ts'
export { backUpDatabase } from './backup-database.ts'
export { makeCheckedCopy } from './checked-copy.ts'
export {
  closing,
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
  isDamage,
  isDiskFull,
  isOfTheDisk,
  isOutsideTheFile,
  journalFailure,
  named,
} from './failures.ts'
export {
  diskFiles,
  draftOf,
  type Files,
  freeName,
  isSameFile,
  putInPlace,
  removeDatabase,
  removeOrWarn,
  stampOf,
  stemOf,
} from './files.ts'
export { fingerprintIn, fingerprintOf } from './fingerprint.ts'
export { openOrRescue } from './open-or-rescue.ts'
export { prepared } from './prepared.ts'
export { rowsByPlace } from './readable-rows.ts'
export { exact, insertMissingRows, isExact, numberOrNull, type Row, textOrNull } from './row.ts'
export { asideName, hasRemains, setAsideOf } from './set-aside.ts'
export { markSuspect } from './suspect.ts'
export { inTransaction } from './transaction.ts'
export { whyNot } from './why-not.ts'
