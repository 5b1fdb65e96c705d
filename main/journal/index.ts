export {
  AUDIT_BEGINNING,
  AUDIT_HEAD,
  type AuditEntry,
  type AuditReader,
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
} from './chain.ts'
export { type Command, commandTable } from './commands.ts'
export {
  appendEvents,
  type CommandStamp,
  eventIn,
  eventReader,
  eventRows,
  insertEvents,
  lastPosition,
  recordedEvent,
  type StoredEvent,
  storedEvent,
} from './events.ts'
export { addToList, type KeyValueTable, keyValueTable, readList } from './key-value.ts'
export { migrate, type Rebuild } from './migrate.ts'
export { MIGRATIONS, type Migration } from './migrations.ts'
export { type OpenOptions, openDatabase } from './open.ts'
export { bodyVersion } from './upcast.ts'
export { upgradeCopy } from './upgrade.ts'
