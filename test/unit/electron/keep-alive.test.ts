import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { expect, test } from 'vitest'
import { silentLog } from '../../../main/base/clock-and-log.ts'
import { keepAlive } from '../../../main/electron/keep-alive.ts'
import { eventually } from '../../support/eventually.ts'

/** A window with the events that the product uses. */
function fakeWindow() {
  const loaded: string[] = []
  const webContents = Object.assign(new EventEmitter(), {
    forcefullyCrashRenderer: () => void webContents.emit('render-process-gone', {}, { reason: 'killed' }),
  })
  const window = Object.assign(new EventEmitter(), {
    webContents,
    isDestroyed: () => false,
    loadURL: async (address: string) => void loaded.push(address),
    destroy: () => void window.emit('closed'),
  })
  const close = () => {
    let prevented = false
    window.emit('close', { preventDefault: () => (prevented = true) })
    return { prevented }
  }
  const hang = () => void window.emit('unresponsive')
  return { close, hang, loaded, asWindow: window as unknown as BrowserWindow }
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

test('a page that hangs is ended and loaded again, at once the first time', async () => {
  const { hang, loaded, asWindow } = fakeWindow()
  keepAlive({ name: 'page', address: 'a', open: () => asWindow, closed: () => {}, log: silentLog })
  hang()
  await eventually(() => expect(loaded).toEqual(['a']))
})
