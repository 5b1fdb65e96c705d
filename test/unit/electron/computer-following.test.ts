import { expect, test } from 'vitest'
import { silentLog } from '../../../main/base/clock-and-log.ts'
import { followComputer } from '../../../main/electron/computer-following.ts'
import type { Settings } from '../../../shared/shop/settings.ts'

/** A computer that tells what a till asked of it. */
function computer() {
  const told: string[] = []
  const settings: Pick<Settings, 'kiosk' | 'autostart'> = { kiosk: 'off', autostart: 'off' }
  let kiosk = false
  let current = settings
  const window = {
    isKiosk: () => kiosk,
    setKiosk: (on: boolean) => {
      kiosk = on
      told.push(on ? 'whole screen' : 'window')
    },
  }
  const following = followComputer({
    window: () => window,
    settings: () => current,
    keepScreenOn: () => {
      told.push('screen on')
      return () => told.push('screen free')
    },
    startWithSystem: (on) => told.push(on ? 'starts with the system' : 'does not start'),
    log: silentLog,
  })
  const set = (more: Partial<typeof settings>) => {
    current = { ...current, ...more }
  }
  /** What was told since the last call. */
  const news = () => told.splice(0)
  return { ...following, window, set, news }
}

const EMPTY = { locked: false, counter: null } as const
const WITH_SALE = { locked: false, counter: {} } as const
const LOCKED = { locked: true, sale: null } as const
const LOCKED_WITH_SALE = { locked: true, sale: {} } as const

test('the screen stays on from the first product of a sale to its end, also while the till is locked, and not longer', () => {
  const { follow, news } = computer()
  follow(EMPTY)
  news()
  for (const view of [WITH_SALE, WITH_SALE, LOCKED_WITH_SALE, WITH_SALE]) follow(view)
  expect(news()).toEqual(['screen on'])
  follow(EMPTY)
  follow(LOCKED)
  expect(news()).toEqual(['screen free'])
  follow(WITH_SALE)
  expect(news()).toEqual(['screen on'])
})

test('kiosk mode is entered and left with its setting, and by each new window', () => {
  const { follow, shown, window, set, news, mayClose } = computer()
  follow(EMPTY)
  news()
  expect(mayClose()).toBe(true)
  set({ kiosk: 'on' })
  follow(EMPTY)
  follow(EMPTY)
  shown(window)
  expect(news()).toEqual(['whole screen', 'whole screen'])
  expect(mayClose()).toBe(false)
  set({ kiosk: 'off' })
  follow(EMPTY)
  expect(news()).toEqual(['window'])
  expect(mayClose()).toBe(true)
})

test('in kiosk mode the window closes with the program, such as when the computer is shut down', () => {
  const { set, quit, mayClose } = computer()
  set({ kiosk: 'on' })
  quit()
  expect(mayClose()).toBe(true)
})

test('the start with the system is set once for each change of its setting, and at each start of the till', () => {
  const { follow, set, news } = computer()
  follow(EMPTY)
  follow(EMPTY)
  expect(news()).toEqual(['does not start'])
  set({ autostart: 'on' })
  follow(EMPTY)
  follow(EMPTY)
  expect(news()).toEqual(['starts with the system'])
})
