/** Updates of the program (docs/updates.md). Knows no Electron: how a package is installed is handed in. */
export { ownAppImage, replaceAppImage } from './app-image.ts'
export { type CallGate, createCallGate } from './call-gate.ts'
export { type Feed, feedName, feedSchema, isRelease, signedBytes } from './feed.ts'
export { httpsFolder } from './https-folder.ts'
export { readUpdateState, updateNotice } from './update-state.ts'
export { createUpdates, type UpdateProgram, type Updates } from './updates.ts'
