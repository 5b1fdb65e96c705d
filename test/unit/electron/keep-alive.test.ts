import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { expect, test } from 'vitest'
import { keepAlive } from '../../../main/electron/keep-alive.ts'
import { silentLog } from '../../../main/environment.ts'

/** A window with the events that the product uses. */
function fakeWindow() {
  const window = Object.assign(new EventEmitter(), {
    webContents: new EventEmitter(),
    isDestroyed: () => false,
    loadURL: async () => {},
    destroy: () => void window.emit('closed'),
  })
  const close = () => {
    let prevented = false
    window.emit('close', { preventDefault: () => (prevented = true) })
    return { prevented }
  }
  return { close, asWindow: window as unknown as BrowserWindow }
}

test('a window in kiosk mode is closed by a person only after kiosk mode ended', async () => {
  const { close, asWindow } = fakeWindow()
  let kiosk = true
  let closed = 0
  const log = silentLog
  keepAlive({
    name: 'page',
    address: 'a',
    open: () => asWindow,
    closed: () => closed++,
    mayClose: () => !kiosk,
    log,
  })
  expect(close()).toEqual({ prevented: true })
  await new Promise(setImmediate)
  expect(closed).toBe(0)
  kiosk = false
  expect(close()).toEqual({ prevented: false })
  await new Promise(setImmediate)
  expect(closed).toBe(1)
})
