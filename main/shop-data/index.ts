/** The shop's data: settings that go to another terminal, copies of the whole shop, and what is old enough to go. */
export { type BringIn, createBringIn } from './bring-in.ts'
export { createShopCopies, type ShopContents, type ShopCopies } from './copies.ts'
export { foundDrives } from './drives.ts'
export { createRetention, type Retention } from './retention.ts'
export {
  asText,
  readSettingsFile,
  type SettingsFile,
  settingChanges,
  settingsFile,
  settingsWith,
} from './settings-file.ts'
