export { attempt, UNREADABLE } from './attempt.ts'
export {
  AUDIT_BEGINNING,
  AUDIT_HEAD,
  type AuditEntry,
  type AuditReader,
  type AuditRow,
  auditReader,
  hashedAuditRows,
  takeAudit,
  writeAudit,
} from './audit.ts'
export { takeCensus } from './census.ts'
export {
  type ChainReader,
  chainAll,
  chainOf,
  chainReader,
  eventsByPosition,
  hashBlob,
  linksOf,
  type Progress,
  withAuditRow,
  withEvent,
  writeChain,
} from './chain.ts'
export { type Command, commandTable } from './commands.ts'
export {
  connect,
  type Database,
  emptyWal,
  knownVersionOf,
  makeWriter,
  quickCheck,
  versionOf,
} from './connect.ts'
export {
  appendEvents,
  type CommandStamp,
  eventReader,
  eventRows,
  insertEvents,
  lastPosition,
  recordedEvent,
  storedEvent,
} from './events.ts'
export { isDamage, isOfTheDisk, journalFailure, named } from './failures.ts'
export { diskFiles, type Files, removeDatabase } from './files.ts'
export { stemOf } from './kept.ts'
export { addToList, type KeyValueTable, keyValueTable, readList } from './key-value.ts'
export { migrate, type Rebuild } from './migrate.ts'
export { MIGRATIONS, type Migration } from './migrations.ts'
export { type OpenOptions, openDatabase } from './open.ts'
export { prepared } from './prepared.ts'
export { hasTable, insertMissingRows, isExact, numberOrNull, type Row, textOrNull } from './row.ts'
export { markSuspect, suspectOf } from './suspect.ts'
export { inTransaction } from './transaction.ts'
export { bodyVersion, upcast } from './upcast.ts'
export { upgradeCopy } from './upgrade.ts'
