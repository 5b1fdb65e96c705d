import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { silentLog } from '../../../main/base/clock-and-log.ts'
import { endWithSession, type Session } from '../../../main/electron/session-end.ts'

type Windows = Parameters<Session['onWindow']>[0]

function session() {
  const system = new EventEmitter()
  let opened: Windows = () => {}
  let quits = 0
  endWithSession({
    onWindow: (listener) => {
      opened = listener
    },
    onShutdown: (listener) => system.on('shutdown', listener),
    quit: () => {
      quits += 1
    },
    log: silentLog,
  })
  const openWindow = (): EventEmitter => {
    const window = new EventEmitter()
    opened(window)
    return window
  }
  /** Whether the end of the session waits for the program. */
  const ask = (asked: EventEmitter, event: string): boolean => {
    let waits = false
    asked.emit(event, { preventDefault: () => (waits = true) })
    return waits
  }
  return { system, openWindow, ask, quits: () => quits }
}

test('Windows asks each window, the session waits for all, and the till quits once', () => {
  const { openWindow, ask, quits } = session()
  const windows = [openWindow(), openWindow()]
  expect(quits()).toBe(0)
  expect(windows.map((window) => ask(window, 'query-session-end'))).toEqual([true, true])
  expect(quits()).toBe(1)
})

test('on macOS and Linux the shutdown waits for the till, which quits', () => {
  const { system, ask, quits } = session()
  expect(ask(system, 'shutdown')).toBe(true)
  expect(quits()).toBe(1)
})

test('a window that opens in place of another is asked, too', () => {
  const { openWindow, ask, quits } = session()
  openWindow()
  expect(ask(openWindow(), 'query-session-end')).toBe(true)
  expect(quits()).toBe(1)
})
