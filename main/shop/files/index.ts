/** The shop's data: settings files for other terminals, copies of the whole shop, and data retention. */
export { type BringIn, createBringIn } from './bring-in.ts'
export { createShopCopies } from './copies.ts'
export type { ShopContents } from './copy-maker.ts'
export { foundDrives } from './drives.ts'
export { findSetUps, readSetUpFile } from './find-set-ups.ts'
export { removeIncoming, withIncoming } from './foreign-file.ts'
export { createRetention, type Retention } from './retention.ts'
export { newSetUpCode, openSetUp, type SetUp, sealSetUp, setUpHead } from './set-up-file.ts'
export {
  asText,
  filedChanges,
  readSettingsFile,
  type SettingsFile,
  settingsFile,
  settingsWith,
} from './settings-file.ts'
export { codeFor, readTerminalList } from './terminal-list.ts'
