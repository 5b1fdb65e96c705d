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
  withAuditRow,
  withEvent,
} from './chain.ts'
export { type Command, commandTable } from './commands.ts'
export { noteEarlierTags, tagsOfJournal } from './earlier-tags.ts'
export {
  appendEvents,
  BODY_VERSION,
  type CommandStamp,
  eventIn,
  eventReader,
  eventRows,
  insertEvents,
  isOfFuture,
  lastPosition,
  recordedEvent,
  type StoredEvent,
  storedEvent,
} from './events.ts'
export { ownVersionOf, STORED_FORMS } from './format.ts'
export { addToList, type KeyValueTable, keyValueTable, readList } from './key-value.ts'
export { migrate } from './migrate.ts'
export { MIGRATIONS, type Migration } from './migrations.ts'
export { type OpenOptions, openDatabase } from './open.ts'
export { upgradeCopy } from './upgrade.ts'
