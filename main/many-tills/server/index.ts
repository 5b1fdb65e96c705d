export {
  connectAdmin,
  createDatabase,
  figuresOfShop,
  hasOtherTables,
  invoicedOfShop,
  isConnected,
  setBudget,
  shopsOf,
  statusOf,
  tillsOf,
} from './administration.ts'
export type { Claim, Greeting, PushedEvent } from './answers.ts'
export { fetchAuthority, SSL_REQUEST } from './authority.ts'
export { firstBatch } from './batch.ts'
export {
  type AuditPlace,
  type ClaimKind,
  type CurrentRow,
  type Edit,
  openShopDatabase,
  type ShopDatabase,
} from './client.ts'
export { certificateEndOf } from './connect.ts'
export { dump, newEpoch, restore, tillsOfDump, upgradeRestored } from './dump.ts'
export { ShopDatabaseError } from './failure.ts'
export { joinShop, type Membership, prepareMembership } from './join.ts'
export { isShopDatabase, migrationFiles, migrationOf, refuseOtherFiles, upgrade } from './migrate.ts'
export {
  CODE_ITERATIONS,
  fingerprintOf,
  type PairingCode,
  pairingLink,
  readPairingCode,
  readPairingLink,
  type ServerAddress,
} from './pairing-code.ts'
export { bodyOf, type Fields, type Json, patchOf, withPatch, wrapped } from './patch.ts'
export {
  addReader,
  addShop,
  isOwned,
  type KeptTills,
  keepTills,
  pairTill,
  prepareServer,
  restoreLogins,
} from './roles.ts'
export { ITERATIONS, scramVerifier } from './scram.ts'
export { openSecret, sealSecret } from './seal-secret.ts'
