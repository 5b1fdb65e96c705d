import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { heardChannels } from '../../../../main/electron/heard-channels.ts'

/** Electron's `ipcMain` (lib/browser/ipc-main-impl.ts). */
class IpcMain extends EventEmitter {
  readonly _invokeHandlers = new Map<string, () => void>()
  constructor() {
    super()
    this.on('error', () => {})
  }
}

test('a listener and a handler that a library adds are seen', () => {
  const ipc = new IpcMain()
  ipc._invokeHandlers.set('call', () => {})
  expect(heardChannels(ipc)).toEqual(['call'])
  ipc.on('electron-store-get-data', () => {})
  ipc._invokeHandlers.set('__ELECTRON_LOG__', () => {})
  expect(heardChannels(ipc)).toEqual(['electron-store-get-data', 'call', '__ELECTRON_LOG__'])
})
