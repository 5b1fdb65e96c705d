/** The shop's data: shop files, copies of the whole shop, and data retention. */

export { createShopCopies } from './copies.ts'
export { filesBelow, PICTURES } from './copy-folder.ts'
export type { ShopContents } from './copy-maker.ts'
export { foundDrives } from './drives.ts'
export {
  type FiledLogo,
  type FiledSettings,
  filedChanges,
  filedLogo,
  filedSettings,
  settingsWith,
} from './filed-settings.ts'
export { findSealed, headOf, readFileText } from './find-files.ts'
export { type Incoming, isRealFolder, readForeign, removeIncoming, withIncoming } from './foreign-file.ts'
export { openSealed, readShopFile } from './read-in-thread.ts'
export { createRetention, type Retention } from './retention.ts'
export { newCode } from './seal.ts'
export {
  MOST_GOODS,
  type OpenFile,
  openText,
  type SealedFile,
  type ShopFile,
  sealedText,
} from './shop-file.ts'
export { codeFor, readTerminalList } from './terminal-list.ts'
